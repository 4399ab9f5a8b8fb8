// The keys and swipes of the player: moves, undo and redo.

import { repeatWords } from '../coach/state.js';
import { move, redo, undo } from './acts.js';
import { listenToKeys } from './keys.js';
import { listenToSwipes } from './swipe.js';

/** @import { State } from './state.js' */

const ACTIONS = { undo, redo, again: repeatWords };

/**
 * @param {State} state
 * @param {HTMLElement} board
 * @param {HTMLElement | null} around where fingers can swipe, too
 */
export function listenToPlayer(state, board, around) {
  listenToKeys(document, {
    letters: () => state.settings.value.letters,
    // Not `state.dialog`, which is set while the code of a dialog still loads.
    active: () => document.querySelector('dialog[open]') === null,
    onAction: (action) =>
      action.kind === 'move' ? void move(state, action.direction) : ACTIONS[action.kind](state),
  });
  listenToSwipes(board, (direction) => void move(state, direction), around);
}
