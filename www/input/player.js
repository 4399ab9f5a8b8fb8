// The keys and swipes of the player: moves, undo and redo.

import { move, redo, undo } from '../state/game.js';
import { listenToKeys } from './keys.js';
import { listenToSwipes } from './swipe.js';

/** @import { State } from '../state/state.js' */

/**
 * @param {State} state @param {{ board: HTMLElement, around: HTMLElement | null, again?: () => void }} places where to swipe
 *   (see `listenToSwipes`); `again`: repeats the coach's last words
 */
export function listenToPlayer(state, { board, around, again = () => {} }) {
  const actions = { undo, redo, again };
  listenToKeys(document, {
    letters: () => state.settings.value.letters,
    active: () => state.dialog.value.name === 'none',
    onAction: (action) =>
      action.kind === 'move' ? void move(state, action.direction) : actions[action.kind](state),
  });
  listenToSwipes(board, (direction) => void move(state, direction), around);
}
