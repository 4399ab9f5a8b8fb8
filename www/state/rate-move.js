// Rates a move of the player, with the reason why another one was better.

import { isCritical, rate } from '../game/rating.js';
import { reasonFor } from '../game/reasons.js';
import { slideOn } from '../game/slide.js';
import { tell } from './coach.js';

/** @import { Direction, Report } from '../engine/types.js' */
/** @import { Rating } from '../game/rating.js' */
/** @import { CoachedBoard, State } from './state.js' */

/** What is possible after a move. @typedef {{ possible: boolean[] }} After */

/**
 * Rates a move of the player.
 * @param {State} state
 * @param {CoachedBoard} board before it
 * @param {Report} report about it
 * @param {Direction} played
 * @param {After} after
 */
export function rateMove(state, board, report, played, after) {
  const rating = rate(report, played);
  if (!rating) return;
  const reason = isCritical(rating) ? whyWorse(state, board, rating, after) : null;
  tell(state, { kind: 'rating', rating, reason: reason ?? 'none' });
}

/** @param {State} state @param {CoachedBoard} board @param {Rating} rating @param {After} after */
function whyWorse({ Game }, board, rating, { possible }) {
  const [played, best] = [rating.played, rating.best].map((direction) => slideOn(Game, board, direction));
  const { ranks: before, rows, cols } = board;
  return played && best ? reasonFor({ before, rows, cols, played, best, possible }) : null;
}
