// Explains why a move is worse than the best one: a fact about the board that is true after it and not after
// the best move.

import { slideOn } from '../game/slide.js';

/** @import { Direction } from '../engine/types.js' */
/** @import { Position } from '../game/position.js' */
/** @import { GameClass } from '../game/session.js' */
/** @import { Size } from '../game/size.js' */
/** @import { Slide } from '../game/slide.js' */

/**
 * @typedef {{ kind: 'over', chance: number } | { kind: 'one-move' } | { kind: 'corner', rank: number }
 *   | { kind: 'merge', rank: number } | { kind: 'line' } | { kind: 'trap', rank: number }
 *   | { kind: 'space', left: number, better: number }} Reason `over`: the chance that the new tile ends the
 *   game;
 *   `one-move`: only one move is possible now;
 *   `corner`: the largest tile left its corner; `merge`: only the best move makes a tile this large, by rank;
 *   `line`: the tiles along an edge are no longer in order; `trap`: a small tile is surrounded by much larger
 *   ones;
 *   `space`: the number of empty cells left before the new tile, and `better` with the best move
 */

/** A tile is trapped if each of its neighbors is larger by at least this many ranks (8 times). */
const SHUT_IN = 3;
/** The chance that a new tile is a 4. */
const FOUR = 0.1;
/** The minimum difference of empty cells that is worth a message. */
const SPACE = 2;

/**
 * A move and the best one, and why that is better.
 * @param {GameClass} Game
 * @param {Position} board
 * @param {Direction} played
 * @param {Direction} best
 * @param {boolean[]} possible the moves after `played` and its new tile
 * @returns {{ slide: Slide, better: Slide, reason: Reason | 'none' } | null} null if one is not possible
 */
export function compareMoves(Game, board, played, best, possible) {
  const [slide, better] = [slideOn(Game, board, played), slideOn(Game, board, best)];
  if (!slide || !better) return null;
  const { ranks: before, rows, cols } = board;
  const reason = reasonFor({ before, rows, cols, played: slide, best: better, possible });
  return { slide, better, reason: reason ?? 'none' };
}

/**
 * @param {{ before: ArrayLike<number>, rows: number, cols: number, played: Slide, best: Slide,
 *   possible: boolean[] }} moves `possible`: the moves that are possible now
 * @returns {Reason | null}
 */
export function reasonFor({ before, rows, cols, played, best, possible }) {
  const size = { rows, cols };
  const chance = chanceOfOver(played.after, size);
  if (chance > chanceOfOver(best.after, size)) return { kind: 'over', chance };
  if (possible.filter(Boolean).length === 1) return { kind: 'one-move' };
  const corner = cornerLeft(before, size, played);
  if (corner > 0 && cornerLeft(before, size, best) === 0) return { kind: 'corner', rank: corner };
  const made = largestMade(best);
  if (made > largestMade(played) && made > 2) return { kind: 'merge', rank: made };
  // No two moves break the same line: along it nothing moves, and tiles that merge into it stay no larger
  // than the one before.
  if (linesInOrder(before, size).some((line) => breaks(line, played))) return { kind: 'line' };
  const trapped = shutIn(played.after, size).filter(
    ({ cell }) => !shutIn(before, size).some((other) => other.cell === cell),
  );
  const [trap] = trapped;
  if (trap && shutIn(best.after, size).length === 0) return { kind: 'trap', rank: trap.rank };
  const [left, better] = [played, best].map(({ after }) => emptyCells(after));
  return left !== undefined && better !== undefined && better - left >= SPACE
    ? { kind: 'space', left, better }
    : null;
}

/**
 * The chance that no move is possible after the new tile, which must fill the last empty cell.
 * @param {Uint8Array} after
 * @param {Size} size
 */
function chanceOfOver(after, size) {
  const cell = after.indexOf(0);
  if (cell < 0 || after.indexOf(0, cell + 1) >= 0) return 0;
  const isOver = (/** @type {number} */ rank) => !hasPair(after.with(cell, rank), size);
  return (isOver(1) ? 1 - FOUR : 0) + (isOver(2) ? FOUR : 0);
}

/** Whether two neighbors are equal. @param {ArrayLike<number>} ranks @param {Size} size */
function hasPair(ranks, { rows, cols }) {
  return Array.from(ranks).some(
    (rank, cell) =>
      (cell % cols < cols - 1 && ranks[cell + 1] === rank) ||
      (cell < (rows - 1) * cols && ranks[cell + cols] === rank),
  );
}

/**
 * The rank of the unique largest tile if the move takes it out of its corner, else 0.
 * @param {ArrayLike<number>} before
 * @param {Size} size
 * @param {Slide} slide
 */
function cornerLeft(before, { rows, cols }, slide) {
  const rank = Math.max(...Array.from(before));
  const places = Array.from(before).flatMap((other, cell) => (other === rank ? [cell] : []));
  const [cell = -1] = places;
  if (places.length !== 1 || ![0, cols - 1, (rows - 1) * cols, rows * cols - 1].includes(cell)) return 0;
  return slide.moves.some(({ from, to }) => from === cell && to !== cell) ? rank : 0;
}

/** The largest rank that the move merges into; 0 for none. @param {Slide} slide */
function largestMade({ moves }) {
  return Math.max(0, ...moves.map(({ rank, merged }) => (merged ? rank + 1 : 0)));
}

/**
 * The cells of each edge that is full and falls from one of its ends, largest first, without equal tiles.
 * @param {ArrayLike<number>} ranks
 * @param {Size} size
 */
function linesInOrder(ranks, { rows, cols }) {
  const across = Array.from({ length: cols }, (_, col) => col);
  const down = Array.from({ length: rows }, (_, row) => row * cols);
  return [across, across.map((cell) => cell + (rows - 1) * cols), down, down.map((cell) => cell + cols - 1)]
    .flatMap((line) => [line, [...line].reverse()])
    .filter((line) =>
      line.every(
        (cell, index) =>
          Number(ranks[cell]) > 0 &&
          (index === 0 || Number(ranks[cell]) < Number(ranks[line[index - 1] ?? 0])),
      ),
    );
}

/**
 * Whether the line no longer falls, or has lost its first tile.
 * @param {number[]} line
 * @param {Slide} slide
 */
function breaks(line, { moves, after }) {
  if (moves.some(({ from, to }) => from === line[0] && to !== from)) return true;
  return line.some((cell, index) => index > 0 && Number(after[cell]) > Number(after[line[index - 1] ?? 0]));
}

/** @param {ArrayLike<number>} ranks @param {Size} size @returns {{ cell: number, rank: number }[]} */
function shutIn(ranks, { rows, cols }) {
  return Array.from(ranks)
    .map((rank, cell) => ({ rank, cell }))
    .filter(({ rank, cell }) => {
      const [row, col] = [Math.floor(cell / cols), cell % cols];
      const neighbors = [
        [row - 1, col],
        [row, col + 1],
        [row + 1, col],
        [row, col - 1],
      ]
        .filter(([r = -1, c = -1]) => r >= 0 && r < rows && c >= 0 && c < cols)
        .map(([r = 0, c = 0]) => Number(ranks[r * cols + c]));
      return rank > 0 && neighbors.every((other) => other >= rank + SHUT_IN);
    });
}

/** @param {ArrayLike<number>} ranks */
const emptyCells = (ranks) => Array.from(ranks).filter((rank) => rank === 0).length;
