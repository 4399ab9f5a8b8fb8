// Saves all stored records to a file, and loads them again.

import { LARGEST_FILE, putAll, readAll, readBackup, writeBackup } from '../storage/backup.js';
import { saveFile } from '../view/file.js';

/** @import { GamePage } from './game-page.js' */

/** @param {GamePage} page @returns {Storage} @throws {Error} if the browser blocks it */
function storageOf({ store }) {
  if (!store.storage) throw new Error('Your browser blocks storage, so nothing is saved here.');
  return /** @type {Storage} */ (store.storage);
}

/** @param {GamePage} page */
export function saveToFile(page) {
  page.session.save();
  const date = new Date();
  saveFile(writeBackup(readAll(storageOf(page)), date), `2048-${date.toISOString().slice(0, 10)}.json`, 'application/json');
}

/** @param {GamePage} page @param {File} file @returns {Promise<() => void>} restores everything. Rejects with a message for the player */
export async function loadFromFile(page, file) {
  if (file.size > LARGEST_FILE) throw new Error('This isn’t a backup from this page: it is too large.');
  const records = readBackup(await file.text());
  const { session, settings, table } = page;
  const storage = storageOf(page);
  table.takeOver();
  session.save();
  const known = page.records.bests() ?? {};
  const putBack = putAll(storage, records);
  const show = () => {
    session.refresh();
    settings.refresh();
  };
  // A best score is never lost.
  for (const [size, score] of Object.entries(known)) {
    const [rows, cols] = size.split('x').map(Number);
    page.records.saveBest(rows ?? 0, cols ?? 0, score);
  }
  show();
  return () => {
    putBack();
    show();
  };
}
