// One report out of the reports of several workers, each of which searched some of the root's moves.
//
// Values of different ply must not be compared (a deeper one sees more of what can go wrong), so the moves are compared
// at the deepest ply that every worker completed.

/** @import { Report } from './protocol.js' */

/** Up, Right, Down, Left. */
const DIRECTIONS = 4;

/**
 * Deals the possible moves out to workers as evenly as can be; a worker that would get none is left out.
 * @param {boolean[]} possible by direction
 * @param {number} workers
 * @returns {number[][]} the directions of each worker that has some
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
  // With no common ply (stopped within the first), the values each worker gave are all there is.
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

/** The direction of the greatest value; the first of equals, as the search itself does. @param {(number | null)[]} values */
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
