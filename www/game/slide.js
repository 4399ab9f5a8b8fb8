// A move on a board, without a new tile.

/** @import { Step } from '../pkg-game/afterstate.js' */
/** @import { Position } from './position.js' */
/** @import { GameClass } from './session.js' */

/** A move: where its tiles went, and the board before the new tile. @typedef {{ moves: Pick<Step['moves'][number], 'from' | 'to' | 'rank' | 'merged'>[], after: Uint8Array }} Slide */

/** @param {Pick<Step, 'moves'>} step @param {number} cells of the board @returns {Uint8Array} the ranks after its slide */
export function afterSlide({ moves }, cells) {
  const after = new Uint8Array(cells);
  for (const { to, rank, merged } of moves) after[to] = merged ? rank + 1 : rank;
  return after;
}

/** @param {GameClass} Game @param {Position} position @param {number} direction @param {number} [score] @returns {Step | null} null: nothing would move */
export function stepOn(Game, { ranks, rows, cols }, direction, score = 0) {
  const game = Game.fromPosition(ranks, rows, cols, score, 0n);
  const step = game.play(direction);
  game.free();
  return step ?? null;
}

/** The same with the board after the slide. @param {GameClass} Game @param {Position} position @param {number} direction */
export function slideOn(Game, position, direction) {
  const step = stepOn(Game, position, direction);
  return step && { ...step, after: afterSlide(step, position.ranks.length) };
}
