// Estimates the remaining time of an experiment from the games that have ended.

/**
 * The games of one strategy: how many ended, the seconds they took in total, and how many are left.
 * @typedef {{ ended: number, seconds: number, left: number }} Tally
 */

/**
 * The remaining seconds. Running games count in full, so the estimate is at most one game too long.
 * @param {Tally[]} tallies @param {number} workers
 * @returns {number | null} null while a strategy with games left has not finished one
 */
export function secondsLeft(tallies, workers) {
  let seconds = 0;
  let games = 0;
  for (const { ended, seconds: taken, left } of tallies) {
    if (left === 0) continue;
    if (ended === 0) return null;
    games += left;
    seconds += (taken / ended) * left;
  }
  return games === 0 ? 0 : seconds / Math.min(workers, games);
}

/** @param {number | null} seconds @returns {string} */
export function leftInWords(seconds) {
  if (seconds === null) return 'time left unknown';
  if (seconds < 1) return 'less than a second left';
  if (seconds < 90) return `about ${Math.round(seconds)} s left`;
  if (seconds < 90 * 60) return `about ${Math.round(seconds / 60)} min left`;
  return `about ${(seconds / 3600).toFixed(seconds < 36_000 ? 1 : 0)} h left`;
}
