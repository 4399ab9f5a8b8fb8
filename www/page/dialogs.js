// The dialogs of the page. Each is loaded when it is first opened.

import { messageOf } from '../engine/protocol.js';
import { readLink } from '../game/link.js';
import { loadStyle } from '../view/style.js';
import { closeDialog, openDialog } from '../state/dialogs.js';
import { notify } from '../state/notices.js';
import { PART } from './game-page.js';
import { gameFrom } from './sharing.js';

/** @import { Dialog } from '../view/dialog.js' */
/** @import { DialogName } from '../state/state.js' */
/** @import { GamePage } from './game-page.js' */

/** The module of each dialog. It exports a class that takes the page and has a method `open`. */
const DIALOGS = {
  menu: () => import('./dialog-menu.js'),
  size: () => import('./dialog-size.js'),
  editor: () => import('./dialog-editor.js'),
  replay: () => import('./dialog-replay.js'),
  settings: () => import('./dialog-settings.js'),
  history: () => import('./dialog-history.js'),
  daily: () => import('./dialog-daily.js'),
};

/** A game of the player: whether the AI made moves in it. @typedef {{ aided: boolean }} Own */

/** Those that have been opened. @type {Map<DialogName, { dialog: Dialog, open: (game?: string, own?: Own) => void | Promise<void> }>} */
const made = new Map();

/**
 * @param {GamePage} page @param {DialogName} name @param {string} [game] the text of a game to show instead of the current one
 * @param {Own} [own] given if the player has played it, so that it is shown from its end
 * @returns {Promise<boolean>} whether it could be loaded
 */
export async function showDialog(page, name, game, own) {
  const style = new URL('../style/dialogs.css', import.meta.url);
  const loaded = await page.load(
    PART,
    () => Promise.all([DIALOGS[name](), loadStyle(style)]),
    () => openDialog(page.state, name, { game, own }),
  );
  if (!loaded) return false;
  let dialog = made.get(name);
  if (!dialog) {
    dialog = new loaded[0].default(page);
    made.set(name, dialog);
    dialog.dialog.element.addEventListener('close', () => closeDialog(page.state, name));
  }
  await dialog.open(game, own);
  return true;
}

/**
 * Opens what an address shares, if it shares anything.
 * @param {GamePage} page @param {string} hash the part from its # on
 * @returns {Promise<boolean>} false if the dialog could not be loaded; the next call tries again
 */
export async function openLink(page, hash) {
  try {
    const shared = readLink(hash);
    if (shared?.kind === 'board')
      page.beginGame(gameFrom(page.Game, shared.position, shared.score), 'New game from the shared board.');
    if (shared?.kind === 'game') openDialog(page.state, 'replay', { game: shared.text });
    return true;
  } catch (error) {
    notify(page.state, messageOf(error));
    return true;
  }
}
