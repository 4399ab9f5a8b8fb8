// The puzzles: positions in which one move is clearly right. `cargo lab puzzles` makes their file.

import { INACCURACY_FROM } from '../ai/rating.js';

/** @import { Direction } from '../engine/types.js' */

/**
 * The share of the rest of the game that each move gives away, by direction, in percent; null: not possible.
 * @typedef {(number | null)[]} Losses
 */
/** By the depth that a search needs to find the right move. @typedef {'easy' | 'medium' | 'hard'} Level */
/**
 * `key`: what the record of solved puzzles calls it.
 * @typedef {{ key: string, ranks: Uint8Array, losses: Losses, level: Level }} Puzzle
 */

/** The greatest depth of each level, in plies. @type {[Level, number][]} */
const DEPTHS = [
  ['easy', 1],
  ['medium', 3],
  ['hard', Infinity],
];

/**
 * Reads a line: sixteen ranks, the depth, and the four losses, such as `0000000102340567 3 - 12 0 40`.
 * @param {string} line
 * @returns {Puzzle}
 */
export function readPuzzle(line) {
  const [key = '', plies, ...losses] = line.split(' ');
  const [level] = DEPTHS.find(([, most]) => Number(plies) <= most) ?? ['hard'];
  return {
    key,
    ranks: Uint8Array.from(key, (digit) => Number.parseInt(digit, 36)),
    losses: losses.map((loss) => (loss === '-' ? null : Number(loss))),
    level,
  };
}

/**
 * Whether a move is graded good or better. In the file only one move is.
 * @param {Losses} losses @param {Direction} direction
 */
export const isRight = (losses, direction) => (losses[direction] ?? Infinity) < INACCURACY_FROM;

/**
 * The moves that are possible, the best first.
 * @param {Losses} losses
 * @returns {{ direction: Direction, loss: number }[]}
 */
export const ranking = (losses) =>
  losses
    .flatMap((loss, direction) => (loss === null ? [] : [{ direction, loss }]))
    .sort((a, b) => a.loss - b.loss);

/**
 * The puzzle to show after this one: the next that is not solved or, if all are, simply the next.
 * @template {{ key: string }} T
 * @param {T[]} puzzles
 * @param {string} key of the last one, or empty
 * @param {string[]} solved
 * @returns {T | undefined}
 */
export function nextPuzzle(puzzles, key, solved) {
  const at = puzzles.findIndex((puzzle) => puzzle.key === key) + 1;
  const later = [...puzzles.slice(at), ...puzzles.slice(0, at)];
  return later.find((puzzle) => !solved.includes(puzzle.key)) ?? later[0];
}
