// All stored records as one file, and back.

import { PREFIX } from './store.js';
import { versionOf } from './versions.js';

/** What tells the file from others, and its version. */
const FORM = { app: 'afterstate', version: 1 };
/** A browser stores 5 MB for a site; escapes may double that. */
export const LARGEST_FILE = 12_000_000;
/** Names of records without the prefix, as docs/storage.md lists them. */
const NAME = /^(embed:[\w-]{1,40}:)?[a-z-]{1,20}(:[a-z0-9-]{1,20}){0,2}(@\d{1,9})?$/;

/** @typedef {Record<string, string>} Texts by name, without the prefix */

/** @param {Storage} storage @returns {Texts} */
export function readAll(storage) {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) => key.startsWith(PREFIX)).sort();
  return Object.fromEntries(keys.map((key) => [key.slice(PREFIX.length), storage.getItem(key) ?? '']));
}

/** @param {Texts} records @param {Date} date @returns {string} */
export function writeBackup(records, date) {
  return `${JSON.stringify({ ...FORM, date: date.toISOString(), records }, null, 1)}\n`;
}

/** @param {string} text of a file @returns {Texts} @throws {Error} with a message for the player */
export function readBackup(text) {
  const file = parse(text);
  if (file?.app !== FORM.app || !Number.isSafeInteger(file.version)) throw new Error('This is no file of saved data from this page.');
  if (file.version > FORM.version) throw new Error('This file is from a newer version of this page. Reload the page, then try again.');
  const records = Object.entries(file.records ?? {});
  if (records.length === 0) throw new Error('This file holds no saved data.');
  if (!records.every(([name, record]) => NAME.test(name) && typeof record === 'string')) throw new Error('This file is damaged. Nothing was changed.');
  return Object.fromEntries(records);
}

/** @param {string} text @returns {any} */
function parse(text) {
  try {
    return text.length <= LARGEST_FILE ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

/**
 * Puts records in the place of those with the same names, all or none. One of a newer version stays.
 * @param {Storage} storage @param {Texts} records
 * @returns {() => void} puts everything back
 * @throws {Error} with a message for the player, where there is no room for them
 */
export function putAll(storage, records) {
  const kept = Object.entries(records).filter(([name, text]) => versionOf(storage.getItem(PREFIX + name) ?? '') <= versionOf(text));
  const before = kept.map(([name]) => /** @type {const} */ ([PREFIX + name, storage.getItem(PREFIX + name)]));
  const putBack = () => {
    // Room first, for what was there.
    for (const [key] of before) storage.removeItem(key);
    for (const [key, text] of before) if (text !== null) storage.setItem(key, text);
  };
  try {
    for (const [name, text] of kept) storage.setItem(PREFIX + name, text);
  } catch {
    putBack();
    throw new Error('Your browser has no room for this data. Nothing was changed.');
  }
  return putBack;
}
