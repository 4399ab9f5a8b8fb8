// What the page and the engine's worker agree on, besides the types of their messages (types.d.ts).

/** @import { Evaluation, Found } from './types.js' */

/** How much longer than the mean one managed search may take: `MANAGED_MAX` in src/search/limits.rs. */
export const MANAGED_MAX = 6;

/** The message of an error. @param {unknown} error @returns {string} */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

const isDirection = (/** @type {unknown} */ value) =>
  value === 0 || value === 1 || value === 2 || value === 3;
const isNumber = (/** @type {unknown} */ value) => typeof value === 'number';

/**
 * Whether a worker's answer has the fields of a report that the page needs.
 * @param {any} report
 * @returns {report is NonNullable<Found['report']>}
 */
export function isReport(report) {
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

/** The choices of a network besides the id of one: the page's own rule, and the built-in heuristic. */
export const AUTOMATIC = 'automatic';
export const BUILT_IN = 'built-in';

/**
 * Whether a worker's answer has the fields of an evaluation that the page needs.
 * @param {any} evaluation
 * @returns {evaluation is Evaluation}
 */
export function isEvaluation(evaluation) {
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
