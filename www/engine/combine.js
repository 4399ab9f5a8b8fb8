// Combines the reports of several workers into one. Each worker searched some of the root's moves.
//
// Values of different depths are not comparable (a deeper search sees more of the risks), so the moves are compared at
// the deepest ply that every worker completed.

/** @import { Report } from './protocol.js' */

/** Up, Right, Down, Left. */
const DIRECTIONS = 4;

/**
 * Distributes the possible moves evenly among the workers. Workers without a move are omitted.
 * @param {boolean[]} possible by direction
 * @param {number} workers
 * @returns {number[][]} the directions of each worker
 */
export function deal(possible, workers) {
  /** @type {number[][]} */
  const shares = Array.from({ length: Math.max(1, workers) }, () => []);
  let next = 0;
  for (let direction = 0; direction < DIRECTIONS; direction++) {
    if (possible[direction]) shares[next++ % shares.length]?.push(direction);
  }
  return shares.filter((share) => share.length > 0);
}

/**
 * @param {Report[]} reports one of each worker, no move in two of them
 * @returns {Report}
 */
export function combine(reports) {
  const only = reports[0];
  if (!only) throw new Error('there are no reports to combine');
  if (reports.length === 1) return only;
  const ply = Math.min(...reports.map((report) => report.history.length));
  /** @type {(number | null)[][]} */
  const history = [];
  for (let at = 0; at < ply; at++) {
    history.push(merge(reports.map((report) => report.history[at] ?? [])));
  }
  // Without a common ply (stopped during the first one), the reported values are the best available.
  const values = history.at(-1) ?? merge(reports.map((report) => report.values));
  const best = bestOf(values);
  const line = reports.find((report) => report.best === best)?.line ?? (best === null ? [] : [best]);
  return {
    values,
    best,
    ply,
    nodes: sum(reports, (report) => report.nodes),
    tableHits: sum(reports, (report) => report.tableHits),
    timeMs: Math.max(...reports.map((report) => report.timeMs)),
    threads: sum(reports, (report) => report.threads),
    line,
    stopped: reports.some((report) => report.stopped),
    history,
  };
}

/** @param {(number | null)[][]} lists @returns {(number | null)[]} */
function merge(lists) {
  return Array.from({ length: DIRECTIONS }, (_, direction) => {
    for (const list of lists) {
      const value = list[direction];
      if (value !== null && value !== undefined) return value;
    }
    return null;
  });
}

/** The direction of the greatest value; of equal ones the first, as in the search. @param {(number | null)[]} values */
function bestOf(values) {
  let best = null;
  let greatest = -Infinity;
  for (const [direction, value] of values.entries()) {
    if (value !== null && (best === null || value > greatest)) {
      best = direction;
      greatest = value;
    }
  }
  return best;
}

/** @param {Report[]} reports @param {(report: Report) => number} of */
function sum(reports, of) {
  return reports.reduce((total, report) => total + of(report), 0);
}
