// The keys and swipes of the player.

import { MOVE, perform } from './acts.js';
import { listenToKeys } from './keys.js';
import { listenToSwipes } from './swipe.js';

/** @import { State } from './state.js' */

/**
 * @param {State} state
 * @param {HTMLElement} board
 * @param {HTMLElement | null} around where fingers can swipe, too
 */
export function listenToPlayer(state, board, around) {
  listenToKeys(document, {
    actions: state.actions,
    letters: () => state.settings.value.letters,
    // Not `state.dialog`, which is set while the code of a dialog still loads.
    active: () => document.querySelector('dialog[open]') === null,
    onAction: (action, argument) => perform(state, action, argument),
  });
  listenToSwipes(board, (direction) => perform(state, MOVE, direction), around);
}
