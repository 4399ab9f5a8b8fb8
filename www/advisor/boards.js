// Which AI plays a board by default: the engine on 4x4, elsewhere the strongest strategy known for that size at a time
// per move that nobody waits for. docs/results/board-sizes.md has the games behind the choice.

/** @import { Size } from '../game/size.js' */

/** Stands for the engine where a strategy could be named. */
export const ENGINE = 'engine';

/** Boards with a complete solution, the expected score of every position: src/players/exact.rs. */
const EXACT = ['2x2', '2x3', '3x2', '2x4', '4x2'];
/**
 * The strongest of Cook's players by the most cells of a board, and the layers that it looks ahead: as many as leave a move
 * at about 20 ms in the browser.
 */
const PLAYERS = [
  { cells: 15, strategy: 'cook-monotonic:depth=7' },
  { cells: 25, strategy: 'cook-dynamic-snake:depth=6' },
  { cells: 81, strategy: 'cook-dynamic-snake:depth=4' },
];

/** @param {Size} size @returns {string} `ENGINE`, or a strategy as text */
export function defaultPlayer({ rows, cols }) {
  if (rows === 4 && cols === 4) return ENGINE;
  if (EXACT.includes(`${rows}x${cols}`)) return 'exact-score';
  return PLAYERS.find(({ cells }) => rows * cols <= cells)?.strategy ?? ENGINE;
}
