// Converts all stored records, and the history, to the text of one file, and back.

import { BEST_NAME, NO_BESTS, Records, gamesLost, readGame, writeBests } from '../game/record.js';
import { PREFIX, Store } from '../shared/store.js';
import { isGame } from '../game/waiting.js';
import { readObject, versionOf } from '../shared/versions.js';

/** Which tab has a board, or the network that learns, is of this moment: it is in no file. */
const OWNER = /(^|:)owner:(\d+x\d+|learning)$/;
const FORM = { app: 'afterstate', version: 1 };
/**
 * The maximum length: a browser stores 5 MB of records, which escapes may double; 500 games of 20,000 moves
 * take 4 MB.
 */
export const LARGEST_FILE = 50_000_000;
/** Names of records without the prefix, as docs/develop/storage.md lists them. */
const NAME = /^(challenge:|daily:|embed:[\w-]{1,40}:)?[a-z-]{1,20}(:[a-z0-9-]{1,20}){0,2}(@\d{1,9})?$/;

/** @import { PlayedGame } from '../game/record.js' */
/** @import { KeptGame } from '../game/waiting.js' */

/** @typedef {Record<string, string>} Texts by name, without the prefix */

/** @param {Storage} storage @returns {Texts} */
export function readAll(storage) {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    .filter((key) => key.startsWith(PREFIX) && !OWNER.test(key))
    .sort();
  return Object.fromEntries(keys.map((key) => [key.slice(PREFIX.length), storage.getItem(key) ?? '']));
}

/** @param {Texts} records @param {KeptGame[]} history @param {Date} date @returns {string} */
export function writeBackup(records, history, date) {
  return `${JSON.stringify({ ...FORM, date: date.toISOString(), records, history }, null, 1)}\n`;
}

/**
 * @param {string} text of a file
 * @returns {{ records: Texts, history: KeptGame[] }}
 * @throws {Error} with a message for the player
 */
export function readBackup(text) {
  const file = text.length <= LARGEST_FILE ? readObject(text) : null;
  if (file?.app !== FORM.app || !Number.isSafeInteger(file.version))
    throw new Error('This isn’t a backup from this page.');
  if (file.version > FORM.version)
    throw new Error('This file is from a newer version of this page. Reload the page, then try again.');
  // An earlier version of the page wrote the owner of what learns.
  const entries = Object.entries(file.records ?? {}).filter(([name]) => !OWNER.test(name));
  const { history } = file;
  const valid =
    entries.every(([name, record]) => NAME.test(name) && typeof record === 'string') &&
    Array.isArray(history) &&
    history.every(isGame);
  if (!valid) throw new Error('This file is damaged. Nothing was changed.');
  if (entries.length + history.length === 0) throw new Error('This file has no saved data.');
  return { records: Object.fromEntries(entries), history };
}

/** The current game of a size: of the page, of the daily board, or of an embedded game. */
const CURRENT = /(^|:)game:\dx\d(@\d{1,9})?$/;
/** Whether a record holds best scores; before that, the name of the board. */
const BEST = new RegExp(`^(.*:)?${BEST_NAME}$`);

/**
 * Replaces the records with the same names, all or none. Records of a newer version stay, and best scores
 * only rise.
 * @param {Storage} storage @param {Texts} records @param {(played: PlayedGame) => void} onLost keeps a game
 *   that would be lost
 * @returns {() => void} restores everything
 * @throws {Error} with a message for the player, if storage is full
 */
export function putAll(storage, records, onLost) {
  const kept = Object.entries(records).filter(
    ([name, text]) => versionOf(storage.getItem(PREFIX + name) ?? '') <= versionOf(text),
  );
  const before = kept.map(([name]) => {
    // Another window would save best scores again that are removed.
    const text = storage.getItem(PREFIX + name) ?? (BEST.test(name) ? writeBests(NO_BESTS) : null);
    return /** @type {const} */ ([name, text]);
  });
  const putBack = () => {
    const growth = (/** @type {readonly [string, string | null]} */ [name, text]) =>
      (text ?? '').length - (storage.getItem(PREFIX + name) ?? '').length;
    // Free the space of the new records first.
    for (const [name, text] of before.toSorted((a, b) => growth(a) - growth(b)))
      if (text === null) storage.removeItem(PREFIX + name);
      else storage.setItem(PREFIX + name, text);
  };
  const raiseBests = before.map(([name]) => bestsOf(storage, name));
  handOverLost(storage, kept, onLost);
  try {
    for (const [name, text] of kept) storage.setItem(PREFIX + name, text);
  } catch {
    putBack();
    throw new Error('There isn’t enough browser storage. Nothing was changed.');
  }
  for (const raise of raiseBests) raise();
  return () => {
    handOverLost(storage, before, onLost);
    putBack();
  };
}

/**
 * @param {Storage} storage
 * @param {(readonly [name: string, text: string | null])[]} texts that replace the stored ones
 * @param {(played: PlayedGame) => void} onLost
 */
function handOverLost(storage, texts, onLost) {
  for (const [name, text] of texts) {
    const saved = CURRENT.test(name) ? readGame(storage.getItem(PREFIX + name) ?? '') : null;
    if (saved) for (const played of gamesLost(saved, readGame(text ?? ''))) onLost(played);
  }
}

/**
 * @param {Storage} storage
 * @param {string} name of a record
 * @returns {() => void} if it holds best scores, raises them to those of now
 */
function bestsOf(storage, name) {
  const [, board = ''] = BEST.exec(name) ?? [];
  if (!BEST.test(name)) return () => {};
  const records = new Records(new Store(() => storage, board));
  const bests = records.bests();
  return () => bests && records.raiseBests(bests);
}
