// What the page and the engine's worker agree on, besides the types of their messages (types.d.ts).

/** @import { Report } from './types.js' */

/** How much longer than the mean one managed search may take: `MANAGED_MAX` in src/search/limits.rs. */
export const MANAGED_MOST = 6;

/** The message of an error. @param {unknown} error @returns {string} */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** Whether a worker's answer has the fields of a report that the page needs. @param {any} report @returns {report is Report} */
export function isReport(report) {
  const isValue = (/** @type {unknown} */ value) => value === null || typeof value === 'number';
  return (
    Array.isArray(report?.values) &&
    report.values.length === 4 &&
    report.values.every(isValue) &&
    (report.best === null || [0, 1, 2, 3].includes(report.best)) &&
    Array.isArray(report.line) &&
    Array.isArray(report.history) &&
    [report.ply, report.nodes, report.timeMs, report.threads].every(Number.isFinite)
  );
}

/** The choices of a network besides the id of one: the page's own rule, and the built-in heuristic. */
export const AUTOMATIC = 'automatic';
export const BUILT_IN = 'built-in';
