// The next tile to reach: 2048 first, then each double up to 131072. On small boards, the largest tile that
// fits.

/** 2048 and 131072, as ranks. */
const FIRST = 11;
const LAST = 17;
/** The largest rank that the rules accept (src/rules/grid.rs). */
export const LARGEST = 40;

/** The largest rank that a game from an empty board can reach. @param {number} rows @param {number} cols */
export function largestRank(rows, cols) {
  return Math.min(rows * cols + 1, LARGEST);
}

/**
 * @param {number} maxRank the largest on the board @param {number} rows @param {number} cols
 * @returns {{ rank: number, reached: boolean }} `reached`: there is no further goal
 */
export function goalOf(maxRank, rows, cols) {
  const last = Math.min(LAST, largestRank(rows, cols));
  const rank = Math.min(last, Math.max(FIRST, maxRank + 1));
  return { rank, reached: maxRank >= last };
}
