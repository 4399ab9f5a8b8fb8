// The dialogs of the page. Each is loaded when it is first opened.

import { closeDialog } from '../shared/dialogs.js';
import { effect } from '../vendor/signals-core.js';
import { loadStyle } from '../shared/style.js';

/** @import { RunningAi } from './ai.js' */
/** @import { DialogName, State } from '../game/state.js' */
/** @import { Dialog } from '../shared/dialog.js' */

/**
 * The module of each dialog. It exports a class that takes the state and how to start a review, and has a
 * method `open`.
 */
const DIALOGS = {
  challenge: () => import('../challenge/dialog.js'),
  menu: () => import('./menu.js'),
  size: () => import('../setup/size.js'),
  setup: () => import('../setup/board.js'),
  replay: () => import('../replay/dialog.js'),
  settings: () => import('../settings/dialog.js'),
  history: () => import('../history/dialog.js'),
  daily: () => import('../daily/dialog.js'),
  puzzles: () => import('../puzzles/dialog.js'),
};

/** The styles of single dialogs. @type {Partial<Record<DialogName, URL>>} */
const STYLES = {
  challenge: new URL('../challenge/challenge.css', import.meta.url),
  setup: new URL('../setup/setup.css', import.meta.url),
  replay: new URL('../replay/replay.css', import.meta.url),
  history: new URL('../history/history.css', import.meta.url),
  daily: new URL('../daily/daily.css', import.meta.url),
  puzzles: new URL('../puzzles/puzzles.css', import.meta.url),
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
  const style = STYLES[name];
  const [module] = await Promise.all([
    DIALOGS[name](),
    loadStyle(new URL('../shared/dialogs.css', import.meta.url)),
    loadStyle(new URL('../shared/chart.css', import.meta.url)),
    ...(style ? [loadStyle(style)] : []),
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
