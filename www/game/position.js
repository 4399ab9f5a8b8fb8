// Positions: whether one is possible, and how it is written. board-text.js reads them.

import { t } from '../shared/text.js';
import { LARGEST } from './goal.js';
import { randomSeed } from './seed.js';
import { SIDE, isSide } from './size.js';

/** @import { GameClass } from './session.js' */
/** @typedef {{ ranks: Uint8Array, rows: number, cols: number }} Position as the package takes it */

/** Ranks as digits; rank 17 is 131072, the largest tile of a 4x4 game from an empty board. */
export const DIGITS = '0123456789abcdefgh';

/** Text that is not a position; the message is for the player. */
export class PositionError extends Error {}

/** @param {string} size such as `4x10` @returns {string} the message that there is no such board */
export const noSize = (size) =>
  t('“{size}” isn’t a board size. Rows and columns can be {least} to {most}.', {
    size,
    least: SIDE.min,
    most: SIDE.max,
  });

/**
 * Checks that the position is possible and not empty.
 * @param {Position} position @returns {Position} the same @throws {PositionError}
 */
export function checked(position) {
  const { ranks, rows, cols } = position;
  if (!isSide(rows) || !isSide(cols)) {
    throw new PositionError(noSize(`${rows}x${cols}`));
  }
  const above = ranks.find((rank) => rank > LARGEST);
  if (above !== undefined) {
    throw new PositionError(
      t('There is no {tile} tile: the largest is {largest}.', {
        tile: String(2n ** BigInt(above)),
        largest: String(2 ** LARGEST),
      }),
    );
  }
  if (ranks.every((rank) => rank === 0)) throw new PositionError('The board is empty. Place a tile.');
  return position;
}

/** The tiles row by row, in columns. @param {Position} position @returns {string} */
export function writePosition({ ranks, rows, cols }) {
  const words = Array.from(ranks, (rank) => (rank === 0 ? '.' : String(2 ** rank)));
  const width = Math.max(...words.map((word) => word.length));
  return Array.from({ length: rows }, (_, row) =>
    words
      .slice(row * cols, (row + 1) * cols)
      .map((word) => word.padStart(width))
      .join(' '),
  ).join('\n');
}

/**
 * The ranks as 16 digits; null for another size than 4x4 or a tile above 131072.
 * @param {Position} position
 * @returns {string | null}
 */
export function writeDigits({ ranks, rows, cols }) {
  if (rows !== 4 || cols !== 4 || ranks.some((rank) => rank >= DIGITS.length)) return null;
  return Array.from(ranks, (rank) => DIGITS[rank]).join('');
}

/**
 * A game from a position, with a random seed.
 * @param {GameClass} Game
 * @param {Position} position
 * @param {number} score
 * @throws if it is over
 */
export function gameFrom(Game, { ranks, rows, cols }, score) {
  const game = Game.fromPosition(ranks, rows, cols, score, randomSeed());
  if (!game.isOver) return game;
  game.free();
  throw new Error('No moves are possible on this board.');
}
