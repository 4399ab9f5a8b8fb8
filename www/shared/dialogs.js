// The dialog over the page: one at a time.

/** @import { State } from '../game/state.js' */
/** @import { DialogName, OpenDialog } from '../game/types.js' */

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
