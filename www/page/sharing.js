// Links to this page, and games from positions.

/** @import { Position } from '../game/position.js' */
/** @import { GameClass } from '../game/session.js' */

/** @param {string} hash @returns {string} the full URL of this page with it */
export const addressOf = (hash) => new URL(hash, new URL('./', location.href)).href;

/** A game from a position, with a random seed. @param {GameClass} Game @param {Position} position @param {number} score @throws if it is over */
export function gameFrom(Game, { ranks, rows, cols }, score) {
  const seed = crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n;
  const game = Game.fromPosition(ranks, rows, cols, score, seed);
  if (!game.isOver) return game;
  game.free();
  throw new Error('No moves are possible on this board.');
}
