// What the AI says of a board, made here from every answer of the engine, and remembered here, so that hint,
// coach and review say the same about a board: a shorter look at a board gets the answer of the longer one
// before it.

/** @import { Evaluation, Found, Network, Question, Report, TierName } from './types.js' */

const isDirection = (/** @type {unknown} */ value) =>
  value === 0 || value === 1 || value === 2 || value === 3;
const isNumber = (/** @type {unknown} */ value) => typeof value === 'number';

/**
 * Whether a worker's answer has the fields of a report that the page needs.
 * @param {any} report
 * @returns {report is NonNullable<Found['report']>}
 */
function isReport(report) {
  const isValue = (/** @type {unknown} */ value) => value === null || isNumber(value);
  return (
    Array.isArray(report?.values) &&
    report.values.length === 4 &&
    report.values.every(isValue) &&
    (report.best === null || isDirection(report.best)) &&
    Array.isArray(report.line) &&
    Array.isArray(report.history) &&
    [report.ply, report.nodes, report.timeMs, report.threads].every(Number.isFinite)
  );
}

/**
 * Whether a worker's answer has the fields of an evaluation that the page needs.
 * @param {any} evaluation
 * @returns {evaluation is Evaluation}
 */
function isEvaluation(evaluation) {
  const isMove = (/** @type {any} */ move) =>
    move === null || (isNumber(move?.value) && (move.loss === null || isNumber(move.loss)));
  const isOutlook = (/** @type {any} */ outlook) =>
    outlook === null || (isNumber(outlook?.points) && Array.isArray(outlook.tiles));
  return (
    Array.isArray(evaluation?.moves) &&
    evaluation.moves.length === 4 &&
    evaluation.moves.every(isMove) &&
    (evaluation.best === null || isDirection(evaluation.best)) &&
    isOutlook(evaluation.outlook) &&
    Array.isArray(evaluation.line) &&
    [evaluation.ply, evaluation.nodes].every(Number.isFinite)
  );
}

/**
 * @param {NonNullable<Found['report']> | Evaluation} result of a search, or of an evaluation of all moves
 * @param {{ network: Network | null, tier: TierName | null, threads: number }} engine
 * @returns {Report}
 * @throws {Error} if the worker answered something else
 */
export function reportOf(result, { network, tier, threads }) {
  if (!isReport(result) && !isEvaluation(result)) throw new Error('invalid answer');
  const { best, line, ply, nodes, timeMs } = result;
  /** @type {Report} */
  const report = {
    best,
    values: 'values' in result ? result.values : result.moves.map((move) => move?.value ?? null),
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
  if ('moves' in result && network) {
    const { moves, outlook } = result;
    report.judged = {
      losses: moves.map((move) => move?.loss ?? null),
      grades: moves.map((move) => move?.grade ?? null),
      outlook,
    };
  }
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
