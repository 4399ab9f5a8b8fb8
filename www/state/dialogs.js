// The dialog over the page: one at a time.

/** @import { OpenDialog, State } from './state.js' */

/** @param {Pick<State, 'dialog'>} state @param {OpenDialog} opened */
export function openDialog({ dialog }, opened) {
  dialog.value = opened;
}

/**
 * Closes a dialog, unless another has taken its place.
 * @param {Pick<State, 'dialog'>} state
 * @param {OpenDialog['name']} name
 */
export function closeDialog({ dialog }, name) {
  if (dialog.value.name === name) dialog.value = { name: 'none' };
}
