// The requests from the page to the engine's worker, and the types of a search and its answers. requests.js sends them.

/** @import { Report as Result, SearchLimits } from '../pkg/afterstate.js' */

/**
 * How the engine uses the machine, strongest first. `shared`: one worker with several threads on shared memory.
 * `workers`: several workers with separate memory, among which the root's moves are split. `single`: one worker.
 * @typedef {'shared' | 'workers' | 'single'} TierName
 */

/** When a search ends; src/wasm/solver.rs describes each limit. @typedef {SearchLimits} Limits */

/** How much longer than the mean one managed search may take: `MANAGED_MAX` in src/search/limits.rs. */
export const MANAGED_MOST = 6;

/**
 * A board as it is sent to WebAssembly: ranks row by row (0 = empty), and its size.
 * @typedef {{ ranks: Uint8Array, rows: number, cols: number }} Position
 */

/**
 * The AI that made a report. `name`: of the strategy or of the engine's network, empty for the built-in heuristic.
 * `unit`: of the values, or empty. `note`: why a strategy chose its move, if its values are not the reason. `possible`:
 * the possible moves, if a strategy does not rate them.
 * @typedef {{
 *   kind: 'engine' | 'strategy', name: string, unit: string, tier: TierName | null, note: string, possible: boolean[] | null
 * }} Author
 */

/** The result of a search, and who made it. @typedef {Result & { by?: Author }} Report */

/**
 * A trained network as the site lists it (models.js): its name, and the address and size of its file. `content`: the file
 * itself, for callers that have it; then `url` only identifies the network. `sha256` of the file, in hexadecimal, is checked
 * if it is given.
 * @typedef {{ id: string, name: string, url: string, bytes: number, content?: Uint8Array<ArrayBuffer>, sha256?: string }} Model
 */

/** The requests to the engine's worker, in this order. */
export const LOAD = 'load';
export const START = 'start';
export const SEARCH = 'search';
export const FETCH = 'fetch';
export const USE = 'use';

/**
 * Load the package, with threads or without. `probe`: four shared bytes into which the worker writes 1, which proves that
 * memory is shared. `module`: the compiled package, if another worker has compiled it already.
 * @typedef {{ ask: typeof LOAD, shared: boolean, probe?: SharedArrayBuffer, module?: unknown }} LoadQuestion
 */
/** Start the threads and make a solver. @typedef {{ ask: typeof START, threads: number, tableBytes: number }} StartQuestion */
/**
 * The answer. `memory` and `stopFlag` (the byte offset of an Int32 in it): with shared memory only. `module`: the compiled
 * package, for the next worker.
 * @typedef {{ threads: number, memory?: SharedArrayBuffer, stopFlag?: number, module?: unknown }} Ready
 */
/** Search one board. `root`: the directions to consider (default all). @typedef {{ ask: typeof SEARCH, position: Position, limits: Limits, root?: number[] }} SearchQuestion */
/** The answer, with its board. `report`: null if the search was canceled. @typedef {{ position: Position, report: Report | null }} Found */
/**
 * Get a network's file from the cache or by download, and keep its bytes for `USE`. Searches continue meanwhile.
 * `others`: the addresses of the site's other networks; other cached files are from older versions and are deleted.
 * `share`: whether to answer with the bytes, for other workers.
 * @typedef {{ ask: typeof FETCH, model: Model, others: string[], share: boolean }} FetchQuestion
 * @typedef {{ bytes?: Uint8Array<ArrayBuffer> }} Fetched
 */
/**
 * Switch to this network, or to the built-in heuristic if `model` is null. `bytes`: the content of the file, if this
 * worker has not downloaded it.
 * @typedef {{ ask: typeof USE, model: Model | null, bytes?: Uint8Array<ArrayBuffer> }} UseQuestion
 * @typedef {{ stopFlag?: number }} Used `stopFlag` as in `Ready`: each solver has its own
 */
/** @typedef {LoadQuestion | StartQuestion | SearchQuestion | FetchQuestion | UseQuestion} Question */

/** The progress of FETCH (in bytes) and USE (up to 1). @typedef {{ stage: 'fetching' | 'reading', done: number, total: number }} Stage */

/** The message of an error. @param {unknown} error @returns {string} */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** Whether a worker's answer has the fields of a report that the page needs. @param {any} report @returns {report is Report} */
export function isReport(report) {
  const isValue = (/** @type {unknown} */ value) => value === null || typeof value === 'number';
  return Array.isArray(report?.values) && report.values.length === 4 && report.values.every(isValue)
    && (report.best === null || [0, 1, 2, 3].includes(report.best)) && Array.isArray(report.line) && Array.isArray(report.history)
    && [report.ply, report.nodes, report.timeMs, report.threads].every(Number.isFinite);
}
