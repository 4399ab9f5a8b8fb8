// One search cut into short slices, for workers that no flag can reach while they search: between two slices the
// worker reads its messages and sees whether the answer is still wanted.
//
// A slice begins again at 1-ply, but the transposition table still holds what the slices before it found, so it soon
// comes to where they ended.

/** @import { Limits, Report } from './protocol.js' */

/** The first slice, in milliseconds: the longest that a person's next request waits at the start. */
const FIRST_SLICE_MS = 30;
/** The longest slice: a tenth of a second is what a person does not feel as waiting (Miller 1968, Nielsen 1993). */
const LONGEST_SLICE_MS = 100;

export class SlicedSearch {
  /**
   * @param {(limits: Limits) => Report} search runs one slice
   * @param {Limits} limits of the whole search
   * @param {() => number} [now] milliseconds
   */
  constructor(search, limits, now = () => performance.now()) {
    this.search = search;
    this.limits = limits;
    this.now = now;
  }

  /**
   * @param {() => boolean} unwanted asked between two slices
   * @returns {Promise<Report | null>} the deepest slice's report with the nodes and time of all of them; null where
   *   it was not wanted any more
   */
  async run(unwanted) {
    const began = this.now();
    const { timeMs: allowed = Infinity, nodes: nodeLimit = Infinity } = this.limits;
    /** @type {Report | null} */
    let best = null;
    let nodes = 0;
    let tableHits = 0;
    let slice = FIRST_SLICE_MS;
    for (;;) {
      const left = allowed - (this.now() - began);
      if (best && left < 1) break;
      /** @type {Limits} */
      const within = { ...this.limits, managed: false, timeMs: Math.max(1, Math.min(slice, left)) };
      if (nodeLimit !== Infinity) within.nodes = nodeLimit - nodes;
      const report = this.search(within);
      nodes += report.nodes;
      tableHits += report.tableHits;
      if (!best || report.ply >= best.ply) best = report;
      // A slice that came to its own end (ply limit, nothing left to look at) has nothing to add.
      if (!report.stopped || nodes >= nodeLimit) break;
      if (left - slice < 1) break;
      await nextMessages();
      if (unwanted()) return null;
      slice = Math.min(slice * 2, LONGEST_SLICE_MS);
    }
    return { ...best, nodes, tableHits, timeMs: this.now() - began };
  }
}

/** Lets the messages that have arrived be read: a task of our own that comes after theirs. */
function nextMessages() {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
