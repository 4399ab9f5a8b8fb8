// The dialog over the page: one at a time.

/** @import { DialogName, OpenDialog, State } from '../game/state.js' */

/** @param {Pick<State, 'dialog'>} state @param {OpenDialog} opened */
export function openDialog({ dialog }, opened) {
  dialog.value = opened;
}

/**
 * A dialog as the menu opens it.
 * @param {Exclude<DialogName, 'challenge'>} name
 * @returns {OpenDialog}
 */
export function dialogOf(name) {
  if (name === 'replay') return { name, shown: { kind: 'current' } };
  return name === 'puzzles' ? { name, shown: { kind: 'any' } } : { name };
}

/**
 * Closes a dialog, unless another has taken its place.
 * @param {Pick<State, 'dialog'>} state
 * @param {DialogName} name
 */
export function closeDialog({ dialog }, name) {
  if (dialog.value.name === name) dialog.value = { name: 'none' };
}
