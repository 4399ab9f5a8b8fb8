// Asks the AI for the line below the board, in the pauses of the player: no move and no other question waits
// for it.

import { EFFORT } from './effort.js';
import { foresee, wantsForecast } from './chances-state.js';
import { computed, effect, untracked } from '../vendor/signals-core.js';

/** @import { Outcome, Question } from '../engine/types.js' */
/** @import { State } from '../game/state.js' */

/** @typedef {{ ask: (question: Question) => Promise<Outcome> }} Answerer */

/** How long the player rests before the AI is asked, in milliseconds. */
const REST_MS = 250;

/** Calls when the page has nothing else to do. @param {() => void} act */
function whenIdle(act) {
  globalThis.requestIdleCallback?.(act, { timeout: 1000 }) ?? act(); // Safari has no such function
}

/** @param {State} state @param {Answerer} answerer @param {(act: () => void) => void} [idle] */
export function startForecast(state, answerer, idle = whenIdle) {
  effect(() => {
    const { revision } = state.game.value;
    // Another network has other chances.
    void state.networks.value.used;
    if (state.mode.value !== 'off' || !wantsForecast(state)) return;
    const timer = setTimeout(() => {
      idle(() => {
        if (revision === state.game.value.revision && state.mode.value === 'off')
          void askForecast(state, answerer);
      });
    }, REST_MS);
    return () => clearTimeout(timer);
  });
  // A hint and the coach have looked longer.
  effect(() => {
    const { value } = state.evaluation;
    if (value.kind === 'known' && value.hint) untracked(() => foresee(state, value.report));
  });
  const known = computed(() => (state.coach.value.kind === 'on' ? state.coach.value.known : 'nothing'));
  effect(() => {
    const { value } = known;
    if (value !== 'nothing') untracked(() => foresee(state, value.report));
  });
}

/** A quick look at the board. @param {State} state @param {Answerer} answerer */
export async function askForecast(state, answerer) {
  const { revision, ranks, rows, cols } = state.game.value;
  const outcome = await answerer.ask({
    position: { ranks, rows, cols },
    limits: EFFORT.forecast,
    compare: true,
    quiet: true,
  });
  if (outcome.kind === 'answer' && revision === state.game.value.revision) foresee(state, outcome.report);
}
