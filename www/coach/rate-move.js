// Rates a move of the player, with the reason why another one was better.

import { isCritical, rate } from '../ai/rating.js';
import { compareMoves } from '../ai/reasons.js';
import { tell } from './state.js';

/** @import { Direction } from '../engine/types.js' */
/** @import { State } from '../game/state.js' */
/** @import { CoachKnows } from '../game/types.js' */

/** What is possible after a move. @typedef {{ possible: boolean[] }} After */

/**
 * @param {State} state
 * @param {CoachKnows} known of the board before it
 * @param {Direction} played
 * @param {After} after
 */
export function rateMove(state, { board, report }, played, { possible }) {
  const rating = rate(report, played);
  if (!rating) return;
  const mayBeBad = isCritical(rating) || rating.grade === 'other';
  const compared = mayBeBad && compareMoves(state.Game, board, played, rating.best, possible);
  const reason = compared ? compared.reason : 'none';
  const line = compared && reason === 'none' ? Array.from(report.line) : [];
  tell(state, { kind: 'rating', rating, reason, line });
}
