// The dialog over the page: one at a time.

/** @import { Dialog, DialogName, State } from './state.js' */

/**
 * @param {Pick<State, 'dialog'>} state
 * @param {DialogName} name
 * @param {Pick<Extract<Dialog, { game?: string }>, 'game' | 'players'>} [shown] a game for the replay
 */
export function openDialog({ dialog }, name, shown) {
  dialog.value = { name, ...shown };
}

/**
 * Closes a dialog, unless another has taken its place.
 * @param {Pick<State, 'dialog'>} state
 * @param {DialogName} name
 */
export function closeDialog({ dialog }, name) {
  if (dialog.value.name === name) dialog.value = { name: 'none' };
}
