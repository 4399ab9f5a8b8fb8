// The coach: what the AI knows of the board, and what the coach says of a move. ./coach.js asks the AI,
// and rate-move.js rates the moves.

import { rate } from '../ai/rating.js';
import { batch } from '../vendor/signals-core.js';

/** @import { Direction, Report } from '../engine/types.js' */
/** @import { State } from '../game/state.js' */
/** @import { ActiveCoach, CoachKnows, Said } from '../game/types.js' */

/** @param {State} state @param {boolean} on */
export function switchCoach(state, on) {
  if (on === (state.coach.value.kind === 'on')) return;
  batch(() => {
    state.coach.value = on ? { kind: 'on', known: 'nothing', said: { kind: 'nothing' } } : { kind: 'off' };
    state.speaker.value = 'nobody';
  });
}

/** @param {State} state @param {Partial<ActiveCoach>} change */
function set({ coach }, change) {
  if (coach.value.kind === 'on') coach.value = { ...coach.value, ...change };
}

/**
 * The AI has evaluated a board for the coach.
 * @param {State} state
 * @param {CoachKnows | 'nothing'} known
 */
export const knows = (state, known) => set(state, { known });

/** A hint has looked longer at a board that the coach knows. @param {State} state @param {Report} report */
export function knowsBetter(state, report) {
  const { value: coach } = state.coach;
  if (coach.kind === 'off' || coach.known === 'nothing') return;
  const { board } = coach.known;
  if (board === state.game.value) set(state, { known: { ...coach.known, report } });
}

/** @param {State} state @param {Said} said */
export function tell(state, said) {
  batch(() => {
    set(state, { said });
    state.speaker.value = 'coach';
  });
}

/**
 * Whether to make a move of the player at once. If warnings are on, a known blunder is made only when it is
 * repeated.
 * @param {State} state @param {Direction} direction @returns {boolean}
 */
export function mayMove(state, direction) {
  const { coach, game, settings } = state;
  const board = game.value;
  const now = coach.value;
  if (now.kind === 'off' || !settings.value.askBlunder) return true;
  if (now.known === 'nothing' || now.known.board !== board) return true;
  const rating = board.possible[direction] ? rate(now.known.report, direction) : null;
  const { said } = now;
  const repeated = said.kind === 'warning' && said.board === board && said.rating.played === direction;
  if (rating?.grade !== 'blunder' || repeated) return true;
  tell(state, { kind: 'warning', rating, board });
  return false;
}
