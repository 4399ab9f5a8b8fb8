// What the AI says of a board, made here from every answer of the engine, and remembered here, so that hint,
// coach and review say the same about a board: a shorter look at a board gets the answer of the longer one
// before it.

/** @import { Evaluation, Found, Network, Question, Report, TierName } from './types.js' */

/**
 * @param {NonNullable<Found['report']> | Evaluation} result of a search, or of an evaluation of all moves
 * @param {{ network: Network | null, tier: TierName | null, threads: number }} engine
 * @returns {Report}
 * @throws {Error} if the worker answered something else
 */
export function reportOf(result, { network, tier, threads }) {
  const { best, line, ply, nodes, timeMs } = result;
  const { moves = [], outlook = null } = 'moves' in result ? result : {};
  const values = 'values' in result ? result.values : moves.map((move) => move && move.value);
  const losses = moves.map((move) => move && move.loss);
  const isComplete =
    values.length === 4 &&
    [...values, ...losses].every((value) => value === null || typeof value === 'number') &&
    [null, 0, 1, 2, 3].includes(best) &&
    Array.isArray(line) &&
    [ply, nodes, outlook?.points ?? 0].every(Number.isFinite);
  if (!isComplete) throw new Error('invalid answer');
  /** @type {Report} */
  const report = {
    best,
    values,
    line,
    ply,
    nodes,
    timeMs,
    threads: result.threads || threads,
    by: {
      kind: 'engine',
      name: network?.name ?? '',
      unit: network ? 'points' : '',
      tier,
      note: '',
      possible: null,
    },
  };
  if ('stopped' in result) report.stopped = result.stopped;
  if ('moves' in result && network)
    report.judged = { losses, grades: moves.map((move) => move && move.grade), outlook };
  return report;
}

/** The most boards that are remembered, newest first: a few games. */
const MOST = 5000;

export class Evaluations {
  constructor() {
    /** By network and board, oldest first. @type {Map<string, { nodes: number, report: Report }>} */
    this.known = new Map();
  }

  /**
   * @param {Question} question
   * @param {Network | null} network that would answer; null: the built-in heuristic
   * @returns {Report | null} of a look as long at least; of evaluations only
   */
  find(question, network) {
    if (!question.compare) return null;
    const found = this.known.get(keyOf(question, network));
    return found && found.nodes >= nodesOf(question) ? found.report : null;
  }

  /**
   * @param {Question} question
   * @param {Report} report
   * @param {Network | null} network that answered
   */
  add(question, report, network) {
    if (!question.compare) return;
    const nodes = nodesOf(question);
    const key = keyOf(question, network);
    if (nodes < (this.known.get(key)?.nodes ?? 0)) return;
    this.known.delete(key);
    this.known.set(key, { nodes, report });
    for (const oldest of this.known.keys()) {
      if (this.known.size <= MOST) break;
      this.known.delete(oldest);
    }
  }
}

/** @param {Question} question without a number of nodes it is not comparable */
const nodesOf = ({ limits: { nodes, ply } }) => (ply === undefined ? (nodes ?? 0) : 0);

/**
 * Names need not differ, but addresses do.
 * @param {Question} question @param {Network | null} network
 */
const keyOf = ({ position: { ranks, rows, cols } }, network) =>
  `${network?.url ?? ''} ${rows}x${cols} ${ranks.join()}`;
