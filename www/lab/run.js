// Runs an experiment: gives each seed of each strategy to a worker, and replaces workers that die.
//
// The order does not change the results, because a game depends only on its seed.

import { Refusal } from '../players/worker-client.js';

/** @import { GameRecord } from '../pkg/afterstate.js' */
/** @import { Course, Question } from '../players/protocol.js' */

/** @typedef {{ set: number, seed: number, tries: number }} Task */
/** The part of a PlayersClient that is used here. @typedef {{ ready: Promise<unknown>, ask(question: Question): Promise<any>, end(): void }} ClientLike */

/**
 * How it ended. `done`: all games that can be played were played; `stopped`: by the user; `failed`: no worker started.
 * @typedef {{ kind: 'done' | 'stopped' } | { kind: 'failed', message: string }} Ending
 */

/** A game is given up after it has ended this many workers. */
const TRIES = 3;
/** After this many failed starts in a row, a worker is not replaced again. */
const STARTS = 2;

/**
 * The games that are left: each seed for every strategy before the next seed, so that a stopped run has still compared
 * the strategies on the same seeds.
 */
export class Deck {
  /** @param {number} sets @param {number} games of each @param {number} firstSeed */
  constructor(sets, games, firstSeed) {
    this.sets = sets;
    this.games = games;
    this.firstSeed = firstSeed;
    /** The number of games handed out, including those of dropped sets. */
    this.dealt = 0;
    /** @type {Task[]} */
    this.returned = [];
    /** @type {Set<number>} */
    this.dropped = new Set();
  }

  /** @returns {Task | null} */
  next() {
    const again = this.returned.pop();
    if (again) return again;
    while (this.dealt < this.sets * this.games) {
      const set = this.dealt % this.sets;
      const seed = this.firstSeed + Math.floor(this.dealt / this.sets);
      this.dealt++;
      if (!this.dropped.has(set)) return { set, seed, tries: 0 };
    }
    return null;
  }

  /** Takes back a game that was not finished. @param {Task} task */
  giveBack(task) {
    if (!this.dropped.has(task.set)) this.returned.push(task);
  }

  /** No more games of a set. @param {number} set */
  drop(set) {
    this.dropped.add(set);
    this.returned = this.returned.filter((task) => task.set !== set);
  }

  /** Whether games are left. */
  get empty() {
    return this.returned.length === 0 && (this.dealt >= this.sets * this.games || this.dropped.size === this.sets);
  }
}

export class Run {
  /**
   * @param {{
   *   courses: Course[], games: number, firstSeed: number, workers: number, open: () => ClientLike,
   *   onGame: (set: number, game: GameRecord) => void, onRefused: (set: number, message: string) => void,
   *   onTrouble: (message: string) => void
   * }} options `onRefused`: this set gets no more games; `onTrouble`: a message for the user
   */
  constructor(options) {
    this.options = options;
    const { courses, games, firstSeed } = options;
    this.deck = new Deck(courses.length, games, firstSeed);
    /** @type {Set<ClientLike>} */
    this.clients = new Set();
    this.stopped = false;
    this.failure = '';
  }

  /** Plays all games. Never rejects. @returns {Promise<Ending>} */
  async play() {
    const { courses, games, workers } = this.options;
    const places = Math.min(workers, courses.length * games);
    await Promise.all(Array.from({ length: places }, () => this.work()));
    if (this.stopped) return { kind: 'stopped' };
    return this.deck.empty ? { kind: 'done' } : { kind: 'failed', message: this.failure };
  }

  /** Ends the workers at once. Unfinished games are lost. */
  stop() {
    this.stopped = true;
    for (const client of this.clients) client.end();
    this.clients.clear();
  }

  /** Gives games to one worker until none is left, and replaces it when it dies. */
  async work() {
    let failedStarts = 0;
    while (!this.stopped && failedStarts < STARTS) {
      /** @type {ClientLike | null} */
      let client = null;
      try {
        client = this.options.open();
        this.clients.add(client);
        await client.ready;
        failedStarts = 0;
      } catch (error) {
        this.failure = wordsOf(error);
        failedStarts++;
        this.leave(client);
        continue;
      }
      const finished = await this.deal(client);
      this.leave(client);
      if (finished) return;
    }
  }

  /** Gives games to one worker. @param {ClientLike} client @returns {Promise<boolean>} false: it died and games are left */
  async deal(client) {
    const { courses, onGame, onTrouble } = this.options;
    for (;;) {
      const task = this.stopped ? null : this.deck.next();
      if (!task) return true;
      const { set, seed } = task;
      try {
        const game = await client.ask({ ask: 'play', .../** @type {Course} */ (courses[set]), seed });
        if (!this.stopped) onGame(set, game);
      } catch (error) {
        if (this.stopped) return true;
        if (error instanceof Refusal) {
          this.refuse(set, error.message);
          continue;
        }
        task.tries++;
        if (task.tries < TRIES) {
          this.deck.giveBack(task);
          onTrouble(`Game with seed ${seed} is restarted on a new worker (${wordsOf(error)}).`);
        } else {
          this.refuse(set, `Game with seed ${seed} stopped ${TRIES} workers (${wordsOf(error)}).`);
        }
        return false;
      }
    }
  }

  /** Ends a set; several workers may report this. @param {number} set @param {string} message */
  refuse(set, message) {
    if (this.deck.dropped.has(set)) return;
    this.deck.drop(set);
    this.options.onRefused(set, message);
  }

  /** @param {ClientLike | null} client */
  leave(client) {
    if (!client) return;
    this.clients.delete(client);
    client.end();
  }
}

/** @param {unknown} error */
const wordsOf = (error) => (error instanceof Error ? error.message : String(error));
