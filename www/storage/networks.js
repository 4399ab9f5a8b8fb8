// Keeps networks that learned in this browser, in IndexedDB: a description of each, its file, and the memory of its
// learner, with which it continues. A description and its files are written together or not at all.
//
// A database of a newer page is not opened, so nothing in it changes (docs/develop/storage.md).

import { t } from '../text/text.js';

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */

/**
 * `id`: never used again for other content; `name`: the player's; `saved`: the time, in milliseconds; `run`: what the
 * page of learning shows of it, in its own form; `bytes`: of its file; `canContinue`: whether its learner is kept too.
 * @typedef {{
 *   id: string, name: string, saved: number, mean: number, moves: number, bytes: number, canContinue: boolean, run: unknown
 * }} NetworkInfo
 */
/** The network's file, as `afterstate model` reads it, and the learner's state. @typedef {{ file: Bytes | null, state: Bytes | null }} NetworkFiles */

const DATABASE = 'afterstate-networks';
/** A newer page raises it when it changes the form of a record. */
const VERSION = 1;
const INFOS = 'infos';
const FILES = 'files';

/** The id of the run that is saved by itself, so that a closed tab loses little. */
export const UNNAMED = 'unnamed';

/** @type {Promise<IDBDatabase> | undefined} */
let opened;

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const answer = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(reasonOf(request.error));
  });

/** @param {DOMException | null} error */
function reasonOf(error) {
  if (error?.name === 'VersionError')
    return new Error('A newer version of this page keeps your networks. Reload the page.');
  if (error?.name === 'QuotaExceededError')
    return new Error('There is no space left for it in this browser.');
  return new Error('Your browser can’t store networks here.');
}

async function open() {
  const request = indexedDB.open(DATABASE, VERSION);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(INFOS, { keyPath: 'id' });
    request.result.createObjectStore(FILES);
  };
  const database = await answer(request);
  // A newer page may want to change it. Closing it here fires no event.
  database.onversionchange = () => {
    database.close();
    opened = undefined;
  };
  database.onclose = () => {
    opened = undefined;
  };
  return database;
}

/** @returns {Promise<IDBDatabase>} rejects with a message for the player */
function database() {
  opened ??= open().catch((error) => {
    opened = undefined;
    // Where storage is forbidden, opening it throws at once.
    throw error instanceof DOMException ? reasonOf(error) : error;
  });
  return opened;
}

/** @param {IDBTransaction} transaction @returns {Promise<void>} */
const written = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(reasonOf(transaction.error));
  });

/** @param {any} info @returns {info is NetworkInfo} */
const isInfo = (info) =>
  typeof info?.id === 'string' &&
  typeof info.name === 'string' &&
  [info.saved, info.mean, info.moves, info.bytes].every(Number.isFinite) &&
  typeof info.canContinue === 'boolean';

/** @returns {Promise<NetworkInfo[]>} the newest first. Rejects with a message for the player */
export async function listNetworks() {
  const store = (await database()).transaction(INFOS).objectStore(INFOS);
  const all = await answer(store.getAll());
  return all.filter(isInfo).sort((a, b) => b.saved - a.saved);
}

/** Replaces what has the same id. @param {NetworkInfo} info @param {NetworkFiles} files @returns {Promise<void>} rejects with a message for the player; nothing is changed then */
export async function keepNetwork(info, files) {
  const transaction = (await database()).transaction([INFOS, FILES], 'readwrite');
  const done = written(transaction);
  try {
    transaction.objectStore(INFOS).put(info);
    transaction.objectStore(FILES).put(files, info.id);
  } catch (error) {
    transaction.abort();
    await done.catch(() => {});
    throw error instanceof DOMException ? reasonOf(error) : error;
  }
  await done;
}

/** @param {string} id @returns {Promise<NetworkFiles | null>} null if there is none */
export async function filesOf(id) {
  const store = (await database()).transaction(FILES).objectStore(FILES);
  return (await answer(store.get(id))) ?? null;
}

/** @param {string} id */
export async function deleteNetwork(id) {
  const transaction = (await database()).transaction([INFOS, FILES], 'readwrite');
  transaction.objectStore(INFOS).delete(id);
  transaction.objectStore(FILES).delete(id);
  await written(transaction);
}

/**
 * The networks that can play, for the engine. Never rejects: without storage there are none.
 * @returns {Promise<{ id: string, name: string, url: string, bytes: number, read: () => Promise<Bytes> }[]>}
 */
export async function playableNetworks() {
  const all = await listNetworks().catch(() => []);
  return all
    .filter(({ bytes }) => bytes > 0)
    .map(({ id, name, bytes }) => ({
      id,
      name,
      // It only identifies the network; an id is not used again.
      url: `kept:${id}`,
      bytes,
      async read() {
        const files = await filesOf(id);
        if (!files?.file) throw new Error(t('it is no longer kept here'));
        return files.file;
      },
    }));
}
