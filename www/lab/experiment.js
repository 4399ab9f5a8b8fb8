// An experiment of the Lab: lets the crate check the setup, plays the games, and counts them.

import { Refusal } from '../engine/requests.js';
import { Run } from './run.js';

/** @import { GameRecord } from '../pkg/afterstate.js' */
/** @import { GameSetup } from '../players/protocol.js' */
/** @import { SetUp } from './link.js' */
/** @import { Tally } from './progress.js' */
/** @import { ResultStore } from './result-store.js' */
/** @import { Ending } from './run.js' */

const RANK_2048 = 11;

/** Messages about a setup, each with the cards that it is about. @typedef {Map<string, number[]>} Problems */

export class Experiment {
  /**
   * @param {{
   *   store: ResultStore, workers: number, onStart: (tallies: Tally[]) => void, onGame: (tallies: Tally[]) => void,
   *   onRefused: (messages: string[]) => void, onTrouble: (message: string) => void
   * }} options `onGame`: called after each game; `onRefused`: called with all refusals so far when a strategy gets no more
   *   games
   */
  constructor(options) {
    this.options = options;
    /** @type {Run | null} */
    this.run = null;
    /** The games of each strategy. @type {Tally[]} */
    this.tallies = [];
  }

  get isRunning() {
    return this.run !== null;
  }

  /**
   * Lets the crate check every strategy.
   * @param {SetUp} setUp @returns {Promise<{ gameSetups: GameSetup[], problems: Problems }>} the strategies in the crate's text form
   */
  async check({ strategies, rows, cols, endAt2048 }) {
    /** @type {GameSetup[]} */
    const gameSetups = strategies.map((strategy) => ({ strategy, rows, cols, ...(endAt2048 && { endAt: RANK_2048 }) }));
    /** @type {Problems} */
    const problems = new Map();
    /** The first card of each strategy. @type {Map<string, number>} */
    const first = new Map();
    for (const [card, gameSetup] of gameSetups.entries()) {
      try {
        gameSetup.strategy = await this.options.store.ask({ ask: 'check', ...gameSetup });
        const same = first.get(gameSetup.strategy);
        if (same === undefined) first.set(gameSetup.strategy, card);
        else throw new Refusal(`strategies ${same + 1} and ${card + 1} are the same: change a setting of one, or remove it`);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        problems.set(error.message, [...problems.get(error.message) ?? [], card]);
      }
    }
    return { gameSetups, problems };
  }

  /** Plays all games. @param {GameSetup[]} gameSetups @param {SetUp} setUp @returns {Promise<Ending>} */
  async play(gameSetups, { games, firstSeed }) {
    const { store, workers, onTrouble, onRefused } = this.options;
    await store.begin(gameSetups.map(({ strategy, rows, cols }) => ({ strategy, rows, cols })));
    this.tallies = gameSetups.map(() => ({ ended: 0, seconds: 0, left: games }));
    /** @type {string[]} */
    const refusals = [];
    this.run = new Run({
      gameSetups, games, firstSeed, workers, open: () => store.open(), onTrouble,
      onGame: (set, game) => this.gameEnded(set, game),
      onRefused: (set, message) => {
        Object.assign(this.tallies[set] ?? {}, { left: 0 });
        refusals.push(`${gameSetups[set]?.strategy}: ${message}`);
        onRefused(refusals);
      },
    });
    this.options.onStart(this.tallies);
    try {
      return await this.run.play();
    } finally {
      this.run = null;
    }
  }

  /** @param {number} set @param {GameRecord} game */
  gameEnded(set, game) {
    const tally = this.tallies[set];
    if (!tally) return;
    tally.ended++;
    tally.left--;
    tally.seconds += game.seconds;
    this.options.store.keep(set, game);
    this.options.onGame(this.tallies);
  }

  stop() {
    this.run?.stop();
  }
}
