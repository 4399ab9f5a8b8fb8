// A move on a board, without a new tile.

/** @import { Direction } from '../engine/types.js' */
/** @import { Step } from '../pkg-game/afterstate.js' */
/** @import { Position } from './position.js' */
/** @import { GameClass } from './session.js' */

/**
 * A move: where its tiles went, and the board before the new tile.
 * @typedef {{ moves: Pick<Step['moves'][number], 'from' | 'to' | 'rank' | 'merged'>[], after: Uint8Array }}
 *   Slide
 */

/**
 * @param {GameClass} Game
 * @param {Position} position
 * @param {Direction} direction
 * @param {number} [score]
 * @returns {Step | null} null: nothing would move
 */
export function stepOn(Game, { ranks, rows, cols }, direction, score = 0) {
  const game = Game.fromPosition(ranks, rows, cols, score, 0n);
  const step = game.play(direction);
  game.free();
  return step ?? null;
}

/**
 * The same without the new tile.
 * @param {GameClass} Game
 * @param {Position} position
 * @param {Direction} direction
 * @returns {Slide | null}
 */
export function slideOn(Game, position, direction) {
  const step = stepOn(Game, position, direction);
  const after = new Uint8Array(position.ranks.length);
  for (const { to, rank, merged } of step?.moves ?? []) after[to] = merged ? rank + 1 : rank;
  return step && { moves: step.moves, after };
}
