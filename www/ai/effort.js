// How long the AI looks at a board when moves are compared: in nodes, so that the answer does not depend on
// the device. `timeMs` is a guard for slow ones. docs/evidence/calibration.md has what each number of nodes
// is worth.

/** @import { EvaluationLimits } from '../pkg/afterstate.js' */

/** @satisfies {Record<string, EvaluationLimits>} */
export const EFFORT = {
  /** A hint: worth waiting half a second for. */
  hint: { nodes: 1_000_000, timeMs: 4000 },
  /** A step, which compares no moves: long enough to be good, short enough to wait for. */
  step: { timeMs: 500 },
  /** The coach: an answer has to be there before the next move. */
  coach: { nodes: 200_000, timeMs: 1000 },
  /** The line below the board: an answer in the pauses of the player. */
  forecast: { nodes: 20_000, timeMs: 200 },
  /** The first look of a review at every board of a game: as the coach's, so that both say the same. */
  review: { nodes: 200_000 },
  /** One of many boards on which no move is graded: for the curve of a game of the AI, or of a race. */
  curve: { nodes: 100_000 },
  /** A second look where a move may be worse than good: as long as a hint. */
  again: { nodes: 1_000_000 },
};
