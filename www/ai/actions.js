// What the AI adds to the actions of the board: its buttons, and that it stops when the player acts.

import { addGuard } from '../game/acts.js';
import { computed, effect, untracked } from '../vendor/signals-core.js';
import { canAsk, press, takeOver } from './state.js';

/** @import { Action, Guard } from '../game/acts.js' */
/** @import { State } from '../game/state.js' */

/** @type {Action[]} */
const ASKING = /** @type {const} */ (['hint', 'step', 'autoplay']).map((name) => ({
  name,
  guard: canAsk,
  run: (/** @type {State} */ state) => press(state, name),
}));

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
