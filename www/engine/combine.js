// Combines the reports of several workers into one. Each worker searched some of the root's moves.
//
// Values of different depths are not comparable (a deeper search sees more of the risks), so the moves are compared at
// the deepest ply that every worker completed.

/** @import { Report } from './types.js' */

/** Up, Right, Down, Left. */
const DIRECTIONS = [0, 1, 2, 3];

/**
 * Distributes the possible moves evenly among the workers. Workers without a move are omitted.
 * @param {boolean[]} possible by direction @param {number} workers @returns {number[][]} the directions of each worker
 */
export function deal(possible, workers) {
  const directions = DIRECTIONS.filter((direction) => possible[direction]);
  const shares = Math.min(directions.length, Math.max(1, workers));
  return Array.from({ length: shares }, (_, share) => directions.filter((_, at) => at % shares === share));
}

/** @param {Report[]} reports one of each worker, no move in two of them @returns {Report} */
export function combine(reports) {
  const [only] = reports;
  if (!only) throw new Error('there are no reports to combine');
  if (reports.length === 1) return only;
  const ply = Math.min(...reports.map((report) => report.history.length));
  const history = Array.from({ length: ply }, (_, at) =>
    merge(reports.map((report) => report.history[at] ?? [])),
  );
  // Without a common ply (stopped during the first one), the reported values are the best available.
  const values = history.at(-1) ?? merge(reports.map((report) => report.values));
  const best = bestOf(values);
  const line = reports.find((report) => report.best === best)?.line ?? (best === null ? [] : [best]);
  const total = (/** @type {'nodes' | 'tableHits' | 'threads'} */ name) =>
    reports.reduce((sum, report) => sum + report[name], 0);
  return {
    values,
    best,
    ply,
    line,
    history,
    nodes: total('nodes'),
    tableHits: total('tableHits'),
    threads: total('threads'),
    timeMs: Math.max(...reports.map((report) => report.timeMs)),
    stopped: reports.some((report) => report.stopped),
  };
}

/** The values of all moves; each is in one of the lists. @param {(number | null)[][]} lists */
const merge = (lists) =>
  DIRECTIONS.map((direction) => lists.map((list) => list[direction]).find((value) => value != null) ?? null);

/** The direction of the greatest value; of equal ones the first, as in the search. @param {(number | null)[]} values */
function bestOf(values) {
  const best = values.indexOf(Math.max(...values.filter((value) => value !== null)));
  return best < 0 ? null : best;
}
