// Lets the crate check the strategies of an experiment.

import { Refusal } from '../engine/requests.js';

/** @import { GameSetup } from '../players/protocol.js' */
/** @import { SetUp } from './link.js' */
/** @import { ResultStore } from './result-store.js' */

const RANK_2048 = 11;

/** Messages about a setup, each with the cards that it is about. @typedef {Map<string, number[]>} Problems */

/**
 * @param {ResultStore} store @param {SetUp} setUp
 * @returns {Promise<{ gameSetups: GameSetup[], problems: Problems }>} the strategies in the crate's text form
 */
export async function checkSetUp(store, { strategies, rows, cols, endAt2048 }) {
  /** @type {GameSetup[]} */
  const gameSetups = strategies.map((strategy) => ({ strategy, rows, cols, ...(endAt2048 && { endAt: RANK_2048 }) }));
  /** @type {Problems} */
  const problems = new Map();
  /** The first card of each strategy. @type {Map<string, number>} */
  const first = new Map();
  for (const [card, gameSetup] of gameSetups.entries()) {
    try {
      gameSetup.strategy = await store.ask({ ask: 'check', ...gameSetup });
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
