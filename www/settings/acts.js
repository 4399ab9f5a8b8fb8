// What the Settings dialog does besides changing one setting: it takes many at once, whose language may be
// another, saves all stored records to a file, and loads them again.

import { takeOver } from '../ai/acts.js';
import { messageOf } from '../shared/error.js';
import { showStored } from '../game/adopt.js';
import { keepLost } from '../game/keep.js';
import { addGames, listGames } from '../game/kept-games.js';
import { closeDialog } from '../shared/dialogs.js';
import { readFile, saveFile } from '../shared/file.js';
import { RELOAD, forget, notify } from '../shared/notices.js';
import { adoptSettings, storedSettings } from '../shared/settings.js';
import { languageOf } from '../shared/text.js';
import { LARGEST_FILE, putAll, readAll, readBackup, writeBackup } from './backup.js';

/** @import { State } from '../game/state.js' */
/** @import { Values } from '../shared/settings.js' */

/**
 * Whether the page is in another language with these settings, once it is loaded again.
 * @param {State} state @param {Values} values
 */
const changesLanguage = ({ settings }, { language }) =>
  languageOf(language) !== languageOf(settings.value.language);

/**
 * Takes settings. With another language the page is loaded again.
 * @param {State} state @param {Values} values
 * @throws {Error} with a message for the player, if the page would lose the game then
 */
export function changeSettings(state, values) {
  const { session, unsaved } = state;
  const reloads = changesLanguage(state, values);
  if (reloads) session.saving.now();
  // The page that reloads would have neither the game nor the choice.
  if (reloads && unsaved.value)
    throw new Error(
      'The language can’t be changed, because your browser’s storage is full or blocked: the page would lose your game.',
    );
  adoptSettings(state, values);
  if (reloads) location.reload();
}

/** @param {State} state @returns {Storage} @throws {Error} if the browser blocks it */
function storageOf({ store }) {
  if (!store.storage) throw new Error('Your browser blocks storage, so nothing is saved here.');
  return /** @type {Storage} */ (store.storage);
}

/** @param {State} state */
export async function saveToFile(state) {
  state.session.saving.now();
  const records = readAll(storageOf(state));
  const date = new Date();
  const { games, trouble } = await listGames(state.store);
  saveFile(
    writeBackup(records, games, date),
    `2048-${date.toISOString().slice(0, 10)}.json`,
    'application/json',
  );
  if (trouble) throw trouble;
}

/**
 * Loads a file, closes the dialog and offers to undo it. A reload would take that offer away, so a file in
 * another language only offers that, too.
 * @param {State} state @param {File} file
 * @returns {Promise<void>} rejects with a message for the player
 */
export async function loadFromFile(state, file) {
  if (file.size > LARGEST_FILE) throw new Error('This isn’t a backup from this page: it is too large.');
  const { records, history } = readBackup(await readFile(file));
  const { Game, session, store } = state;
  const storage = storageOf(state);
  takeOver(state);
  session.saving.now();
  // The history is the part that can fail, and then nothing else has been changed.
  const removeGames = await addGames(history).catch(() => {
    throw new Error('This browser can’t save your history. Nothing was changed.');
  });
  /** @type {() => void} */
  let putBack;
  try {
    putBack = putAll(storage, records, (played) => keepLost(Game, store, played));
  } catch (error) {
    await removeGames();
    throw error;
  }
  const show = () => {
    showStored(state);
    adoptSettings(state, storedSettings(store));
  };
  const isOtherLanguage = changesLanguage(state, storedSettings(store));
  const undo = () => {
    session.saving.now();
    putBack();
    show();
    forget(state, 'language');
    removeGames().catch((error) => notify(state, messageOf(error)));
  };
  show();
  closeDialog(state, 'settings');
  if (isOtherLanguage) notify(state, 'The language changes when you reload the page.', RELOAD, 'language');
  notify(state, 'Your games and settings were loaded.', { label: 'Undo', act: undo });
}
