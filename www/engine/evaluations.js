// Remembers evaluations, so that hint, coach and review say the same about a board: a shorter look at a board
// gets the answer of the longer one before it.

/** @import { Evaluation, EvaluationQuestion, Network } from './types.js' */

/** The most boards that are remembered, newest first: a few games. */
const MOST = 5000;

export class Evaluations {
  constructor() {
    /** By network and board, oldest first. @type {Map<string, { nodes: number, evaluation: Evaluation }>} */
    this.known = new Map();
  }

  /**
   * @param {EvaluationQuestion} question
   * @param {Network | null} network that would answer; null: the built-in heuristic
   * @returns {Evaluation | null} of a look as long at least
   */
  find(question, network) {
    const found = this.known.get(keyOf(question, network));
    return found && found.nodes >= nodesOf(question) ? found.evaluation : null;
  }

  /**
   * @param {EvaluationQuestion} question
   * @param {Evaluation} evaluation
   * @param {Network | null} network that answered
   */
  add(question, evaluation, network) {
    const nodes = nodesOf(question);
    const key = keyOf(question, network);
    if (nodes < (this.known.get(key)?.nodes ?? 0)) return;
    this.known.delete(key);
    this.known.set(key, { nodes, evaluation });
    for (const oldest of this.known.keys()) {
      if (this.known.size <= MOST) break;
      this.known.delete(oldest);
    }
  }
}

/** @param {EvaluationQuestion} question without a number of nodes it is not comparable */
const nodesOf = ({ limits: { nodes, ply } }) => (ply === undefined ? (nodes ?? 0) : 0);

/**
 * Names need not differ, but addresses do.
 * @param {EvaluationQuestion} question @param {Network | null} network
 */
const keyOf = ({ position: { ranks, rows, cols } }, network) =>
  `${network?.url ?? ''} ${rows}x${cols} ${ranks.join()}`;
