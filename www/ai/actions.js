// What the AI adds to the actions of the board: its buttons, and that it stops when the player acts.

import { addGuard } from '../game/acts.js';
import { computed, effect, untracked } from '../vendor/signals-core.js';
import { ask, canAsk, takeOver } from './state.js';

/** @import { Action, Guard } from '../game/acts.js' */
/** @import { State } from '../game/state.js' */

/** @type {Action} */
const HINT = {
  name: 'hint',
  guard: canAsk,
  run(state) {
    // Else a hint is on its way, or the AI plays.
    if (state.mode.value === 'off') ask(state, 'hint');
  },
};

/** @type {Action} */
const STEP = {
  name: 'step',
  guard: canAsk,
  run(state) {
    takeOver(state);
    ask(state, 'step');
  },
};

/** @type {Action} Starts it, or stops it. */
const AUTOPLAY = {
  name: 'autoplay',
  guard: canAsk,
  run(state) {
    if (state.mode.value === 'autoplay') takeOver(state);
    else ask(state, 'autoplay');
  },
};

const ASKING = [HINT, STEP, AUTOPLAY];

/** @param {State} state */
export function addAi(state) {
  state.actions.push(...ASKING);
  /** @type {Guard} */
  const yields = ({ does }) => {
    if (does) takeOver(state);
    return 'go on';
  };
  effect(() => {
    if (state.owner.value === 'elsewhere') untracked(() => takeOver(state));
  });
  const isBusy = computed(() => state.mode.value !== 'off');
  effect(() => {
    if (!isBusy.value) return undefined;
    return untracked(() => addGuard(state, yields, { first: true }));
  });
}
