// Runs an experiment: gives each seed of each strategy to a worker, and replaces workers that die.
//
// The order does not change the results, because a game depends only on its seed.

import { messageOf } from '../shared/error.js';
import { Refusal } from '../engine/requests.js';

/** @import { GameRecord } from '../pkg-papers/afterstate.js' */
/** @import { GameSetup } from '../players/protocol.js' */
/** @import { AnyPlayer } from './any-player.js' */

/** Who plays games. @typedef {Pick<AnyPlayer, 'ready' | 'ask' | 'end'>} Worker */
/** @typedef {{ set: number, seed: number, tries: number }} Task */

/** A game is given up after it has ended this many workers. */
const TRIES = 3;
/** After this many failed starts in a row, a worker is not replaced again. */
const STARTS = 2;

/**
 * The games that are left: each seed for every strategy before the next seed, so that the strategies are
 * compared on the same seeds even if the run is stopped.
 */
export class Deck {
  /** @param {number} sets @param {number} games of each @param {number} firstSeed */
  constructor(sets, games, firstSeed) {
    this.sets = sets;
    this.firstSeed = firstSeed;
    this.all = sets * games;
    /** How many were dealt for the first time. */
    this.dealt = 0;
    /** Those that were not finished. @type {Task[]} */
    this.returned = [];
    /** Sets that get no more games. @type {Set<number>} */
    this.dropped = new Set();
  }

  /** @returns {Task | null} null: none is left */
  next() {
    for (;;) {
      const task = this.returned.pop() ?? (this.dealt < this.all ? this.deal(this.dealt++) : null);
      if (!task || !this.dropped.has(task.set)) return task;
    }
  }

  /** @param {number} at */
  deal(at) {
    return { set: at % this.sets, seed: this.firstSeed + Math.floor(at / this.sets), tries: 0 };
  }
}

export class Run {
  /**
   * @param {{
   *   gameSetups: GameSetup[], games: number, firstSeed: number, workers: number, open: () => Worker,
   *   onGame: (set: number, game: GameRecord) => void, onRefused: (set: number, message: string) => void,
   *   onTrouble: (message: string) => void
   * }} options `onRefused`: this set gets no more games; `onTrouble`: a message for the user
   */
  constructor(options) {
    this.options = options;
    const { gameSetups, games, firstSeed } = options;
    this.deck = new Deck(gameSetups.length, games, firstSeed);
    /** @type {Set<Worker>} */
    this.clients = new Set();
    this.stopped = false;
    this.failure = '';
  }

  /**
   * Plays all games. Never rejects.
   * @returns {Promise<{ kind: 'done' | 'stopped' | 'failed', message?: string }>} `done`: all games that can
   *   be played were played; `stopped`: by the user; `failed`: no worker started
   */
  async play() {
    const { gameSetups, games, workers } = this.options;
    const places = Math.min(workers, gameSetups.length * games);
    await Promise.all(Array.from({ length: places }, () => this.work()));
    if (this.stopped) return { kind: 'stopped' };
    return this.deck.next() === null ? { kind: 'done' } : { kind: 'failed', message: this.failure };
  }

  /** Ends the workers at once. Unfinished games are lost. */
  stop() {
    this.stopped = true;
    for (const client of this.clients) client.end();
  }

  /** Gives games to one worker until none is left, and replaces it when it dies. */
  async work() {
    let failedStarts = 0;
    while (!this.stopped && failedStarts < STARTS) {
      failedStarts++;
      try {
        const client = this.options.open();
        this.clients.add(client);
        await client.ready;
        failedStarts = 0;
        const finished = await this.deal(client);
        client.end();
        if (finished) return;
      } catch (error) {
        this.failure = messageOf(error);
      }
    }
  }

  /**
   * Gives games to one worker.
   * @param {Worker} client
   * @returns {Promise<boolean>} false: it died and games are left
   */
  async deal(client) {
    const { gameSetups, onGame, onTrouble } = this.options;
    for (;;) {
      const task = this.stopped ? null : this.deck.next();
      if (!task) return true;
      const { set, seed } = task;
      try {
        const game = await client.ask({ ask: 'play', .../** @type {GameSetup} */ (gameSetups[set]), seed });
        if (!this.stopped) onGame(set, game);
      } catch (error) {
        if (this.stopped) return true;
        if (error instanceof Refusal) {
          this.refuse(set, error.message);
          continue;
        }
        task.tries++;
        if (task.tries < TRIES) {
          this.deck.returned.push(task);
          onTrouble(`Game with seed ${seed} is restarted on a new worker (${messageOf(error)}).`);
        } else {
          this.refuse(set, `Game with seed ${seed} stopped ${TRIES} workers (${messageOf(error)}).`);
        }
        return false;
      }
    }
  }

  /** Ends a set; several workers may report this. @param {number} set @param {string} message */
  refuse(set, message) {
    if (this.deck.dropped.has(set)) return;
    this.deck.dropped.add(set);
    this.options.onRefused(set, message);
  }
}
