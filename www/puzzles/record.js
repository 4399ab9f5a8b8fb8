// The record of the solved puzzles.

import { VERSIONS, readObject } from '../shared/versions.js';

/** @import { Store } from '../shared/store.js' */

const NAME = 'puzzles';
/** The most solved puzzles that are kept: all of the site, and the mistakes of many games. */
const MOST_SOLVED = 1000;

/**
 * The keys of the solved puzzles, and how many were solved in a row at the first try: now, and at most.
 * @typedef {{ solved: string[], streak: number, best: number }} SolvedPuzzles
 */

/** @param {Store} store @returns {SolvedPuzzles} */
export function storedPuzzles(store) {
  const record = readObject(store.read(NAME));
  const count = (/** @type {unknown} */ value) =>
    Number.isSafeInteger(value) ? Math.max(0, Number(value)) : 0;
  return {
    solved: Array.isArray(record?.solved) ? record.solved.filter((key) => typeof key === 'string') : [],
    streak: count(record?.streak),
    best: count(record?.best),
  };
}

/** @param {Store} store @param {SolvedPuzzles} puzzles */
export function storePuzzles(store, { solved, ...rest }) {
  const record = { version: VERSIONS.puzzles, solved: solved.slice(-MOST_SOLVED), ...rest };
  store.write(NAME, JSON.stringify(record));
}
