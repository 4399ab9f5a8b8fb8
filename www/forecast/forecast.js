// Asks the AI for the line below the board, in the pauses of the player: no move and no other question waits
// for it.

import { EFFORT } from '../ai/effort.js';
import { foresee, wantsForecast } from './state.js';
import { computed, effect, untracked } from '../vendor/signals-core.js';

/** @import { Askable } from '../engine/types.js' */
/** @import { State } from '../game/state.js' */

/** How long the player rests before the AI is asked, in milliseconds. */
const REST_MS = 250;
/** During autoplay the line below the board is brought up to date this often, in milliseconds. */
const PLAYING_MS = 2000;

/** Calls when the page has nothing else to do. @param {() => void} act */
export function whenIdle(act) {
  globalThis.requestIdleCallback?.(act, { timeout: 1000 }) ?? act(); // Safari has no such function
}

/**
 * @param {State} state @param {Askable} ai @param {(act: () => void) => void} [idle]
 * @param {number} [playingMs]
 */
export function startForecast(state, ai, idle = whenIdle, playingMs = PLAYING_MS) {
  effect(() => {
    void state.game.value;
    // Another network has other chances.
    void state.networks.value.used;
    if (state.mode.value !== 'off' || !wantsForecast(state)) return;
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      idle(() => void askForecast(state, ai, leaving.signal));
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  });
  // A move or two later the chances are nearly the same.
  effect(() => {
    if (state.mode.value !== 'autoplay') return;
    const leaving = new AbortController();
    const timer = setInterval(() => {
      if (wantsForecast(state) && state.networks.value.used !== 'built-in')
        void askForecast(state, ai, leaving.signal);
    }, playingMs);
    return () => {
      clearInterval(timer);
      leaving.abort();
    };
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

/** A quick look at the board. @param {State} state @param {Askable} ai @param {AbortSignal} signal */
async function askForecast(state, ai, signal) {
  if (signal.aborted) return;
  const { ranks, rows, cols } = state.game.value;
  const outcome = await ai.ask(
    { position: { ranks, rows, cols }, limits: EFFORT.forecast, compare: true, quiet: true },
    { signal },
  );
  if (outcome.kind === 'answer' && !signal.aborted) foresee(state, outcome.report);
}
