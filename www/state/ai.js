// What the player asks of the AI, and what it answers. The effect in ../ask/pilot.js does the work.

import { timingAt } from '../game/speed.js';
import { say } from './notices.js';

/** @import { Report } from '../engine/types.js' */
/** @import { Mode, State } from './state.js' */

/** @param {State} state @param {Exclude<Mode, 'off'>} kind */
export function ask(state, kind) {
  const follow = state.follow.value;
  if (follow.kind === 'on') {
    // The board is not complete before its new tile, and a move of the AI does not come from elsewhere.
    if (kind === 'hint' && follow.pending !== 'none') {
      state.follow.value = { ...follow, note: { kind: 'tap-first' } };
      return;
    }
    if (kind !== 'hint') state.follow.value = { kind: 'off' };
  }
  state.activity.value = { kind };
}

/** Ends what the AI does; its answer will not be used. @param {State} state */
export function stop(state) {
  if (state.activity.value.kind !== 'off') state.activity.value = { kind: 'off' };
}

/** Stops the AI because the player acts. @param {State} state */
export function takeOver(state) {
  if (state.mode.value === 'autoplay') say(state, 'Autoplay stopped');
  stop(state);
}

/** A button of the AI was pressed. Autoplay's button stops it, too. @param {State} state @param {Exclude<Mode, 'off'>} kind */
export function press(state, kind) {
  const autoplaying = state.mode.value === 'autoplay';
  if (kind === 'hint' && autoplaying) return;
  if (autoplaying || kind === 'step') takeOver(state);
  if (kind !== 'autoplay' || !autoplaying) ask(state, kind);
}

/** The AI has evaluated the board. @param {State} state @param {Report} report @param {boolean} hint whether to point at its move */
export function evaluated(state, report, hint) {
  state.evaluation.value = { kind: 'known', report, hint };
}

/** The AI could not answer. @param {State} state @param {string} text for the player */
export function failed(state, text) {
  state.trouble.value = { text };
}

/** The time between two moves, and how much of it is for thinking. @param {State} state */
export const timing = (state) => timingAt(state.speed.value);
