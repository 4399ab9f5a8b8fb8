// The dialogs of the page. Each is loaded when it is first opened.

import { closeDialog } from '../state/dialogs.js';
import { effect } from '../vendor/signals-core.js';
import { loadStyle } from '../view/style.js';

/** @import { RunningAi } from '../ask/ai.js' */
/** @import { DialogName, State } from '../state/state.js' */
/** @import { Dialog } from '../view/dialog.js' */

/**
 * The module of each dialog. It exports a class that takes the state and how to start a review, and has a
 * method `open`.
 */
const DIALOGS = {
  menu: () => import('./dialog-menu.js'),
  size: () => import('./dialog-size.js'),
  editor: () => import('./dialog-editor.js'),
  import: () => import('./dialog-import.js'),
  replay: () => import('./dialog-replay.js'),
  settings: () => import('./dialog-settings.js'),
  history: () => import('./dialog-history.js'),
  daily: () => import('./dialog-daily.js'),
  puzzles: () => import('./dialog-puzzles.js'),
};

/** @typedef {{ dialog: Dialog, open: () => void | Promise<void> }} Loaded */

/** Those that have been opened. @type {Map<DialogName, Loaded>} */
const made = new Map();

/**
 * @param {State} state
 * @param {DialogName} name
 * @param {() => ReturnType<RunningAi['reviewer']>} reviewer starts an engine for a review
 * @returns {Promise<Loaded>} rejects if it cannot be loaded
 */
export async function loadDialog(state, name, reviewer) {
  const [module] = await Promise.all([
    DIALOGS[name](),
    loadStyle(new URL('../style/dialogs.css', import.meta.url)),
    loadStyle(new URL('../style/chart.css', import.meta.url)),
  ]);
  const known = made.get(name);
  if (known) return known;
  const dialog = new module.default(state, reviewer);
  made.set(name, dialog);
  dialog.dialog.element.addEventListener('close', () => closeDialog(state, name));
  effect(() => {
    if (state.dialog.value.name !== name) dialog.dialog.close();
  });
  return dialog;
}
