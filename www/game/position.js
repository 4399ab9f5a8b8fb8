// Reads and writes positions as text, with messages for the player about text that cannot be read.
//
// Accepts the tiles row by row (`2 . 4 / . . 8 / . . .`, or a line for each row) and, for 4x4, the ranks as
// 16 digits (0-9, a-f, and g, h for 65536 and 131072). The text is untrusted: its length is limited, and
// messages quote only a short part of it.

import { t } from '../shared/text.js';
import { LARGEST } from './goal.js';
import { randomSeed } from './seed.js';
import { SIDE, DEFAULT_SIZE, isSide } from './size.js';

/** @import { GameClass } from './session.js' */
/** @typedef {{ ranks: Uint8Array, rows: number, cols: number }} Position as the package takes it */

/** The maximum length: enough for 81 tiles of thirteen digits with separators. */
const LONGEST = 1200;
/** Ranks as digits; rank 17 is 131072, the largest tile of a 4x4 game from an empty board. */
const DIGITS = '0123456789abcdefgh';
/** The accepted spellings of an empty cell. */
const EMPTY = new Set(['.', '0', '-', '_', '*']);

/** Text that is not a position; the message is for the player. */
export class PositionError extends Error {}

/**
 * @param {string} text
 * @param {{ rows: number, cols: number }} [size] of the board, for tiles without rows
 * @returns {Position}
 * @throws {PositionError}
 */
export function readPosition(text, size = DEFAULT_SIZE) {
  if (text.length > LONGEST)
    throw new PositionError(t('That’s too long: a position has at most {n} characters.', { n: LONGEST }));
  const whole = text.trim();
  if (whole === '') throw new PositionError('Enter a position.');
  const digits = /^(?:0x)?([0-9a-h]{16})$/i.exec(whole)?.[1];
  if (digits) {
    const ranks = [...digits.toLowerCase()].map((digit) => DIGITS.indexOf(digit));
    return checked({ ranks: Uint8Array.from(ranks), rows: 4, cols: 4 });
  }
  const rows = whole
    .split(/[/\n\r\]]+/)
    .map((row) =>
      row
        .split(/[\s,;|[]+/)
        .filter((word) => word !== '')
        .map(rankOf),
    )
    .filter((row) => row.length > 0);
  const first = rows[0] ?? [];
  if (rows.length === 1 && first.length === size.rows * size.cols)
    return checked({ ranks: Uint8Array.from(first), rows: size.rows, cols: size.cols });
  if (rows.some((row) => row.length !== first.length)) {
    const counts = rows.map((row) => row.length).slice(0, SIDE.max);
    throw new PositionError(
      t('All rows need the same number of tiles. These have {counts}.', { counts: counts.join(', ') }),
    );
  }
  return checked({ ranks: Uint8Array.from(rows.flat()), rows: rows.length, cols: first.length });
}

/** @param {string} word @returns {number} */
function rankOf(word) {
  if (EMPTY.has(word)) return 0;
  const tile = /^\d{1,13}$/.test(word) ? Number(word) : NaN;
  const rank = Math.log2(tile);
  if (Number.isInteger(rank) && rank >= 1) return rank;
  throw new PositionError(
    t('“{word}” is not a tile. Use 2, 4, 8 and so on, and a dot for an empty cell.', {
      word: word.slice(0, 16),
    }),
  );
}

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
