// Saves all stored records to a file, and loads them again.

import { LARGEST_FILE, putAll, readAll, readBackup, writeBackup } from '../storage/backup.js';

/** @import { Page } from './dialogs.js' */

/** The browser keeps the data once the download has begun (ms). */
const REVOKE_AFTER_MS = 10_000;

/** @param {Page} page @returns {Storage} @throws {Error} if the browser blocks it */
function storageOf({ store }) {
  if (!store.storage) throw new Error('Your browser blocks storage, so nothing is saved here.');
  return /** @type {Storage} */ (store.storage);
}

/** @param {Page} page */
export function saveToFile(page) {
  page.session.save();
  const date = new Date();
  const address = URL.createObjectURL(new Blob([writeBackup(readAll(storageOf(page)), date)], { type: 'application/json' }));
  Object.assign(document.createElement('a'), { href: address, download: `2048-${date.toISOString().slice(0, 10)}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER_MS);
}

/** @param {Page} page @param {File} file @returns {Promise<() => void>} restores everything. Rejects with a message for the player */
export async function loadFromFile(page, file) {
  if (file.size > LARGEST_FILE) throw new Error('This isn’t a backup from this page: it is too large.');
  const records = readBackup(await file.text());
  const { session, settings, pause } = page;
  const storage = storageOf(page);
  pause();
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
