// The tile to get to next: 2048 first, then each double of it up to 131072; on small boards what they can hold.
//
// Leaves out when a game is won: the rules stop once, at 2048.

import { largestRank } from './position.js';

/** 2048 and 131072, as ranks. */
const FIRST = 11;
const LAST = 17;

/**
 * @param {number} maxRank the largest on the board @param {number} rows @param {number} cols
 * @returns {{ rank: number, reached: boolean }} `reached`: there is no further goal
 */
export function goalOf(maxRank, rows, cols) {
  const last = Math.min(LAST, largestRank(rows, cols));
  const rank = Math.min(last, Math.max(FIRST, maxRank + 1));
  return { rank, reached: maxRank >= last };
}
