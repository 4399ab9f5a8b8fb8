// Keeps the network that learned in this browser, in IndexedDB: a description, its file, and the memory of
// its learner, with which it continues. A description and its files are written together or not at all.
// Earlier versions of the page kept several networks.
//
// A database of a newer page is not opened, so nothing in it changes (docs/develop/storage.md).

import { t } from '../shared/text.js';
import { Database, answer } from '../shared/database.js';

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */

/**
 * `fileId`: never used again for another file; without it, `id` names the file; `saved`: the time, in
 * milliseconds; `run`: what the page of learning shows of it, in its own form; `bytes`: of its file;
 * `canContinue`: whether its learner is kept too.
 * @typedef {{
 *   id: string, fileId?: string, name: string, saved: number, mean: number, moves: number, bytes: number,
 *   canContinue: boolean, run: unknown
 * }} NetworkInfo
 */
/**
 * The network's file, as `afterstate model` reads it, and the learner's state.
 * @typedef {{ file: Bytes | null, state: Bytes | null }} NetworkFiles
 */

const INFOS = 'infos';
const FILES = 'files';

/** The id of the run that the page of learning keeps. */
export const UNNAMED = 'unnamed';

const database = new Database('afterstate-networks', {
  create(made) {
    made.createObjectStore(INFOS, { keyPath: 'id' });
    made.createObjectStore(FILES);
  },
  reasonOf(cause) {
    const { name } = cause instanceof DOMException ? cause : { name: '' };
    if (name === 'VersionError')
      return new Error('Your networks were saved by a newer version of this page. Reload the page.');
    if (name === 'QuotaExceededError') return new Error('Not enough storage for this network.');
    return new Error('Your browser can’t store networks here.');
  },
});

/** @param {any} info @returns {info is NetworkInfo} */
const isInfo = (info) =>
  typeof info?.id === 'string' &&
  typeof info.name === 'string' &&
  [info.saved, info.mean, info.moves, info.bytes].every(Number.isFinite) &&
  typeof info.canContinue === 'boolean';

/** @returns {Promise<NetworkInfo[]>} the newest first. Rejects with a message for the player */
export async function listNetworks() {
  const all = await database.within([INFOS], 'readonly', (infos) => answer(infos.getAll()));
  return all.filter(isInfo).sort((a, b) => b.saved - a.saved);
}

/**
 * Replaces what has the same id.
 * @param {NetworkInfo} info
 * @param {NetworkFiles} files
 * @param {(stored: NetworkInfo) => boolean} [mayReplace] whether to replace this
 * @returns {Promise<boolean>} false: it was not replaced. Rejects with a message for the player; nothing is
 *   changed then
 */
export function keepNetwork(info, files, mayReplace = () => true) {
  return database.within([INFOS, FILES], 'readwrite', async (infos, all) => {
    const stored = await answer(infos.get(info.id));
    if (isInfo(stored) && !mayReplace(stored)) return false;
    infos.put(info);
    all.put(files, info.id);
    return true;
  });
}

/** @param {string} id @returns {Promise<NetworkFiles | null>} null if there is none */
export async function filesOf(id) {
  return (await database.within([FILES], 'readonly', (files) => answer(files.get(id)))) ?? null;
}

/** @param {string} id @param {(stored: NetworkInfo) => boolean} [mayDelete] whether to delete this */
export async function deleteNetwork(id, mayDelete = () => true) {
  await database.within([INFOS, FILES], 'readwrite', async (infos, files) => {
    const stored = await answer(infos.get(id));
    if (isInfo(stored) && !mayDelete(stored)) return;
    infos.delete(id);
    files.delete(id);
  });
}

/**
 * The networks that can play, for the engine. Never rejects: without storage there are none.
 * @returns {Promise<{ id: string, name: string, url: string, bytes: number, read: () => Promise<Bytes> }[]>}
 */
export async function playableNetworks() {
  const all = await listNetworks().catch(() => []);
  return all
    .filter(({ bytes }) => bytes > 0)
    .map(({ id, fileId = id, name, bytes }) => ({
      id: fileId,
      name,
      // It only identifies the network; an id is not used again.
      url: `kept:${fileId}`,
      bytes,
      async read() {
        const files = await filesOf(id);
        const isSame = (await listNetworks()).some((info) => (info.fileId ?? info.id) === fileId);
        if (!files?.file || !isSame) throw new Error(t('it was deleted from this browser'));
        return files.file;
      },
    }));
}
