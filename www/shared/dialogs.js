// The dialog over the page: one at a time.

/** @import { DialogName, OpenDialog, State } from '../game/state.js' */

/** @param {Pick<State, 'dialog'>} state @param {OpenDialog} opened */
export function openDialog({ dialog }, opened) {
  dialog.value = opened;
}

/**
 * Closes a dialog, unless another has taken its place.
 * @param {Pick<State, 'dialog'>} state
 * @param {DialogName} name
 */
export function closeDialog({ dialog }, name) {
  if (dialog.value.name === name) dialog.value = { name: 'none' };
}
