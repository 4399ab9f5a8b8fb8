// The solutions of small boards, in an IndexedDB database of their own: solving 2x4 takes ten seconds, and its solution
// 50 MB. Whether one is damaged, or of another version, the reader of its bytes decides (src/search/exact/solution.rs).

const DATABASE = 'afterstate-solutions';
const VERSION = 1;
const SOLUTIONS = 'solutions';

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const answer = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @template T @param {IDBTransactionMode} mode @param {(solutions: IDBObjectStore) => IDBRequest<T>} act @returns {Promise<T>} */
async function inDatabase(mode, act) {
  const request = indexedDB.open(DATABASE, VERSION);
  request.onupgradeneeded = () => void request.result.createObjectStore(SOLUTIONS);
  const database = await answer(request);
  try {
    return await answer(act(database.transaction(SOLUTIONS, mode).objectStore(SOLUTIONS)));
  } finally {
    database.close();
  }
}

/** @param {string} name @returns {Promise<Uint8Array | undefined>} undefined if there is none, or no database */
export async function readSolution(name) {
  const bytes = await inDatabase('readonly', (solutions) => solutions.get(name)).catch(() => undefined);
  return bytes instanceof Uint8Array ? bytes : undefined;
}

/** Without a database, or without space, the next visit solves the board again. @param {string} name @param {Uint8Array} bytes */
export async function keepSolution(name, bytes) {
  await inDatabase('readwrite', (solutions) => solutions.put(bytes, name)).catch(() => {});
}
