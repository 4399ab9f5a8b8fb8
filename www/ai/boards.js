// The default AI for each board size: the engine on 4x4, exact play on the smallest boards, elsewhere one of
// Cook's players. docs/use/board-sizes.md has the games behind the choice.

/** @import { Size } from '../game/size.js' */

/** The engine, where others have the text of a strategy. */
export const ENGINE = 'engine';

/**
 * Boards that are solved at once: the expected score of every position is known
 * (crates/papers/src/players/exact.rs).
 */
const EXACT = ['2x2', '2x3', '3x2'];
/**
 * One of Cook's players for boards of up to `cells` cells. The depth takes about 20 ms a move in the browser.
 */
const PLAYERS = [
  { cells: 15, strategy: 'cook-monotonic:depth=7,reading=rules' },
  { cells: 25, strategy: 'cook-dynamic-snake:depth=6,base=4,turn=drawn,reading=rules' },
  { cells: 81, strategy: 'cook-dynamic-snake:depth=4,base=4,turn=drawn,reading=rules' },
];

/** @param {Size} size @returns {string} `ENGINE`, or a strategy as text */
export function defaultPlayer({ rows, cols }) {
  if (rows === 4 && cols === 4) return ENGINE;
  if (EXACT.includes(`${rows}x${cols}`)) return 'exact-score';
  return PLAYERS.find(({ cells }) => rows * cols <= cells)?.strategy ?? ENGINE;
}
