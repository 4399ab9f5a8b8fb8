// Converts all stored records to the text of one file, and back.

import { PREFIX } from './store.js';
import { readObject, versionOf } from './versions.js';

const FORM = { app: 'afterstate', version: 1 };
/** The maximum length: a browser stores 5 MB for a site, which escapes may double. */
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
  const file = text.length <= LARGEST_FILE ? readObject(text) : null;
  if (file?.app !== FORM.app || !Number.isSafeInteger(file.version)) throw new Error('This isn’t a backup from this page.');
  if (file.version > FORM.version) throw new Error('This file is from a newer version of this page. Reload the page, then try again.');
  const records = Object.entries(file.records ?? {});
  if (records.length === 0) throw new Error('This file holds no saved data.');
  if (!records.every(([name, record]) => NAME.test(name) && typeof record === 'string')) throw new Error('This file is damaged. Nothing was changed.');
  return Object.fromEntries(records);
}

/**
 * Replaces the records with the same names, all or none. Records of a newer version stay.
 * @param {Storage} storage @param {Texts} records
 * @returns {() => void} restores everything
 * @throws {Error} with a message for the player, if storage is full
 */
export function putAll(storage, records) {
  const kept = Object.entries(records).filter(([name, text]) => versionOf(storage.getItem(PREFIX + name) ?? '') <= versionOf(text));
  const before = kept.map(([name]) => /** @type {const} */ ([PREFIX + name, storage.getItem(PREFIX + name)]));
  const putBack = () => {
    // Free the space of the new records first.
    for (const [key] of before) storage.removeItem(key);
    for (const [key, text] of before) if (text !== null) storage.setItem(key, text);
  };
  try {
    for (const [name, text] of kept) storage.setItem(PREFIX + name, text);
  } catch {
    putBack();
    throw new Error('There isn’t enough browser storage. Nothing was changed.');
  }
  return putBack;
}
