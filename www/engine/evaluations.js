// Remembers evaluations, so that hint, coach and review say the same about a board: a shorter look at a board
// gets the answer of the longer one before it.

/** @import { Evaluation, EvaluationQuestion } from './types.js' */

/** The most boards that are remembered, newest first: a few games. */
const MOST = 5000;

export class Evaluations {
  constructor() {
    /** By network and board, oldest first. @type {Map<string, { nodes: number, evaluation: Evaluation }>} */
    this.known = new Map();
  }

  /**
   * @param {EvaluationQuestion} question
   * @param {string} network the name of the one that would answer
   * @returns {Evaluation | null} of a look as long at least
   */
  find(question, network) {
    const found = this.known.get(keyOf(question, network));
    return found && found.nodes >= nodesOf(question) ? found.evaluation : null;
  }

  /** @param {EvaluationQuestion} question @param {Evaluation} evaluation */
  add(question, evaluation) {
    const nodes = nodesOf(question);
    const key = keyOf(question, evaluation.network);
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

/** @param {EvaluationQuestion} question @param {string} network */
const keyOf = ({ position: { ranks, rows, cols } }, network) => `${network} ${rows}x${cols} ${ranks.join()}`;
