// Splits a search into short slices, for workers without a shared stop flag: between two slices the worker
// reads its messages and checks whether the answer is still needed.
//
// Each slice starts again at 1-ply, but the transposition table holds the results of the earlier slices, so
// it soon catches up. A search that only its nodes limit is one slice: its result must not depend on the
// speed of the machine.

import { wait } from '../shared/wait.js';

/** @import { Limits, Result } from './types.js' */

/** The first slice, in milliseconds: the longest delay of the next request at the start. */
const FIRST_SLICE_MS = 30;
/** The longest slice: people do not notice a delay of a tenth of a second (Miller 1968, Nielsen 1993). */
const LONGEST_SLICE_MS = 100;

/**
 * @param {(limits: Limits) => Result} search runs one slice @param {Limits} limits of the whole search
 * @param {() => boolean} unwanted called between two slices @param {() => number} [now] milliseconds
 * @returns {Promise<Result | null>} the deepest slice's report with the nodes and time of all slices; null if
 *   it is no longer needed
 */
export async function searchInSlices(search, limits, unwanted, now = () => performance.now()) {
  const began = now();
  const { ply, timeMs: allowed = Infinity, nodes: nodeLimit = Infinity } = limits;
  if (ply === undefined && limits.timeMs === undefined) return search(limits);
  /** @type {Result | null} */
  let best = null;
  let nodes = 0;
  let tableHits = 0;
  let slice = FIRST_SLICE_MS;
  for (;;) {
    const left = allowed - (now() - began);
    if (best && left < 1) break;
    /** @type {Limits} */
    const within = { ...limits, managed: false, timeMs: Math.max(1, Math.min(slice, left)) };
    if (nodeLimit !== Infinity) within.nodes = nodeLimit - nodes;
    const report = search(within);
    nodes += report.nodes;
    tableHits += report.tableHits;
    if (!best || report.ply >= best.ply) best = report;
    // A slice that ended before its time (ply limit, nothing left to search) is the final one.
    if (!report.stopped || nodes >= nodeLimit) break;
    if (left - slice < 1) break;
    // Lets the event loop deliver the messages that have arrived.
    await wait(0);
    if (unwanted()) return null;
    slice = Math.min(slice * 2, LONGEST_SLICE_MS);
  }
  return { ...best, nodes, tableHits, timeMs: now() - began };
}
