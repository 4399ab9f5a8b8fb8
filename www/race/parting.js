// Where two games of one seed parted: the move after which one was worth more than the other for good.

/** Two boards are level if their values differ by no more than this share of the greater. */
const LEVEL = 0.1;
/** A move that widens the gap by less than this share does not part two games. */
const STEP = 0.05;

/**
 * @param {ArrayLike<number>} winner the values of its boards, and of the loser's, by the number of moves
 *   before each
 * @param {ArrayLike<number>} loser
 * @param {boolean} stuck whether the loser's last move ended its game
 * @returns {number | null} the number of moves before the one that parted them; null if they were level to
 *   the end
 */
export function partingOf(winner, loser, stuck) {
  const boards = Math.min(winner.length, loser.length);
  const gap = (/** @type {number} */ at) => {
    const [more, less] = [Number(winner[at]), Number(loser[at])];
    return (more - less) / Math.max(more, less, 1);
  };
  let level = boards - 1;
  while (level >= 0 && !(gap(level) <= LEVEL)) level--;
  if (level < 0) return null;
  const last = boards - 1;
  for (let at = level; at < last; at++) if (gap(at + 1) - gap(at) >= STEP) return at;
  if (level < last) return level;
  return stuck ? last : null;
}
