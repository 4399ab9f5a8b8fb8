// Stores the rivals' games of the daily board, which take a while to play: the last ones that were finished.

import { VERSIONS, readObject } from '../shared/versions.js';

/** @import { Store } from '../shared/store.js' */

const KIND = 'daily-ai';

/** A finished game. @typedef {{ score: number, rank: number, moves: number }} AiGame */

/**
 * @param {Store} store
 * @param {string} day
 * @param {string} rival its id
 * @param {string} network the name of its file
 * @returns {AiGame | null}
 */
export function storedAiGame(store, day, rival, network) {
  const record = readObject(store.read(`${KIND}:${rival}`));
  if (record?.version !== VERSIONS[KIND] || record.day !== day || record.network !== network) return null;
  const { score, rank, moves } = record;
  const valid = [score, rank, moves].every((value) => Number.isSafeInteger(value) && value > 0);
  return valid ? { score, rank, moves } : null;
}

/**
 * @param {Store} store
 * @param {string} day
 * @param {string} rival
 * @param {string} network
 * @param {AiGame} game
 */
export function storeAiGame(store, day, rival, network, game) {
  store.write(`${KIND}:${rival}`, JSON.stringify({ version: VERSIONS[KIND], day, network, ...game }));
}
