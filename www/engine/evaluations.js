// The boards that the AI has looked at, so that hint, coach and review say the same about a board: a shorter
// look at it gets the answer of the longer one before.

/** @import { Network, Question, Report } from './types.js' */

/** The most boards that are remembered: a few games. */
const MOST = 5000;

export class Evaluations {
  constructor() {
    /** By network and board, oldest first. @type {Map<string, { nodes: number, report: Report }>} */
    this.known = new Map();
  }

  /**
   * What the longest look so far has said of a board, and whether it was as long as this one.
   * @param {Question} question @param {Network | null} network that answers now; null: the built-in heuristic
   * @returns {{ nodes: number, report: Report, isEnough: boolean } | undefined}
   */
  find(question, network) {
    const known = this.known.get(keyOf(question, network));
    return known && { ...known, isEnough: known.nodes >= nodesOf(question) };
  }

  /**
   * A longer look may have been quicker.
   * @param {Question} question @param {Network | null} network @param {Report} report
   */
  keep(question, network, report) {
    const key = keyOf(question, network);
    const nodes = nodesOf(question);
    if (nodes < (this.known.get(key)?.nodes ?? 0)) return;
    this.known.delete(key);
    this.known.set(key, { nodes, report });
    for (const oldest of this.known.keys()) {
      if (this.known.size <= MOST) break;
      this.known.delete(oldest);
    }
  }
}

/** @param {Question} question */
const nodesOf = ({ limits: { nodes = 0 } }) => nodes;

/**
 * Names need not differ, but addresses do.
 * @param {Question} question @param {Network | null} network
 */
const keyOf = ({ position: { ranks, rows, cols } }, network) =>
  `${network?.url ?? ''} ${rows}x${cols} ${ranks.join()}`;
