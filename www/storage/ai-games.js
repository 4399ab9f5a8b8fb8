// Stores the AI's game of the daily board, which takes a while to play: the last one that was finished.

import { VERSIONS, readObject } from './versions.js';

/** @import { Store } from './store.js' */

const NAME = 'daily-ai';

/** @typedef {{ score: number, rank: number, moves: number }} AiGame */

/** @param {Store} store @param {string} day @param {string} network that played it, by the name of its file @returns {AiGame | null} */
export function storedAiGame(store, day, network) {
  const record = readObject(store.read(NAME));
  if (record?.version !== VERSIONS[NAME] || record.day !== day || record.network !== network) return null;
  const { score, rank, moves } = record;
  const valid = [score, rank, moves].every((value) => Number.isSafeInteger(value) && value > 0);
  return valid ? { score, rank, moves } : null;
}

/** @param {Store} store @param {string} day @param {string} network @param {AiGame} game */
export function storeAiGame(store, day, network, game) {
  store.write(NAME, JSON.stringify({ version: VERSIONS[NAME], day, network, ...game }));
}
