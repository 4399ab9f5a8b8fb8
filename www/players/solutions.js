// The solutions of small boards, in an IndexedDB database of their own: solving 2x4 takes ten seconds, and
// its solution 50 MB. Whether one is damaged, or of another version, the reader of its bytes decides
// (src/search/exact/solution.rs).

import { Database, answer } from '../shared/database.js';

const SOLUTIONS = 'solutions';

const database = new Database('afterstate-solutions', {
  create: (made) => void made.createObjectStore(SOLUTIONS),
});

/**
 * @param {string} name
 * @returns {Promise<Uint8Array | undefined>} undefined if there is none, or no database
 */
export async function readSolution(name) {
  const bytes = await database
    .within([SOLUTIONS], 'readonly', (solutions) => answer(solutions.get(name)))
    .catch(() => undefined);
  return bytes instanceof Uint8Array ? bytes : undefined;
}

/**
 * Without a database, or without space, the next visit solves the board again.
 * @param {string} name
 * @param {Uint8Array} bytes
 */
export async function keepSolution(name, bytes) {
  await database
    .within([SOLUTIONS], 'readwrite', (solutions) => answer(solutions.put(bytes, name)))
    .catch(() => {});
}
