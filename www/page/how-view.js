// How to move the tiles, below the board: for whoever has not moved yet, and has no best score.

import { effect } from '../vendor/signals-core.js';
import { element } from '../shared/page.js';

/** @import { State } from '../game/state.js' */

/** @param {State} state */
export function showHow({ best, game }) {
  const how = element('how');
  effect(() => {
    const { isOver, moves } = game.value;
    how.hidden = isOver || moves > 0 || best.value > 0;
  });
}
