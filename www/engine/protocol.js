// What the page asks the engine's worker, and the shapes of a search and its answers. requests.js carries the messages.

/**
 * How the engine uses the machine, strongest first. `shared`: one worker whose threads share one memory. `workers`:
 * several workers with a memory each, the root's moves split among them. `single`: one worker.
 * @typedef {'shared' | 'workers' | 'single'} TierName
 */

/**
 * Where a search ends. `timeMs` is the time a person waits at most, in milliseconds; `line`: whether to find the
 * principal line as well (true if left out). `managed`: `timeMs` and `nodes` are means over the moves of a game instead,
 * of which a hard move takes up to MANAGED_MOST times as much; engines that cannot keep accounts (without shared
 * memory) take them as the most all the same.
 * @typedef {{ ply?: number, nodes?: number, timeMs?: number, managed?: boolean, line?: boolean }} Limits
 */

/** How much longer than the mean one managed search may take: `MOST` in src/search/limits.rs. */
export const MANAGED_MOST = 6;

/**
 * A board at the edge: ranks row by row (0 = empty), and its size.
 * @typedef {{ ranks: Uint8Array, rows: number, cols: number }} Position
 */

/**
 * Which AI found a report. `name`: of the strategy or of the engine's network, empty for the built-in heuristic. `unit` of
 * the values, empty where they have none. `note`: why a strategy chose its move, where its values are not the reason.
 * `possible`: the moves that are possible, where a strategy rates none of them.
 * @typedef {{
 *   kind: 'engine' | 'strategy', name: string, unit: string, tier: TierName | null, note: string, possible: boolean[] | null
 * }} Author
 */

/**
 * What a search found. `values` by direction (Up, Right, Down, Left), null where the move is not possible; `history`
 * holds the values after each completed ply; `line` is the principal line, best move first.
 * @typedef {{
 *   values: (number | null)[], best: number | null, ply: number, nodes: number, tableHits: number,
 *   timeMs: number, threads: number, line: number[], stopped: boolean, history: (number | null)[][],
 *   by?: Author
 * }} Report
 */

/**
 * A trained network as the site lists it (models.js): where its file is, how many bytes it has, and in a word or two
 * what it is called.
 * @typedef {{ id: string, name: string, url: string, bytes: number }} Model
 */

/** What the engine's worker can be asked, in this order: the shapes are below. */
export const LOAD = 'load';
export const START = 'start';
export const SEARCH = 'search';
export const FETCH = 'fetch';
export const USE = 'use';

/**
 * Load the package, with threads or without. `probe` is four shared bytes that the worker writes 1 into: the only proof
 * that memory is shared. `module` is the compiled package where another worker has compiled it already.
 * @typedef {{ ask: typeof LOAD, shared: boolean, probe?: SharedArrayBuffer, module?: unknown }} LoadQuestion
 */

/**
 * Start the threads and make a solver.
 * @typedef {{ ask: typeof START, threads: number, tableBytes: number }} StartQuestion
 */

/**
 * Searches can be asked for. `memory` and `stopFlag` (byte offset of an Int32 in it) come with shared memory only;
 * `module` is the compiled package, for the next worker.
 * @typedef {{ threads: number, memory?: SharedArrayBuffer, stopFlag?: number, module?: unknown }} Ready
 */

/**
 * Search one board; `root` lists the directions to consider (all, where it is missing).
 * @typedef {{ ask: typeof SEARCH, position: Position, limits: Limits, root?: number[] }} SearchQuestion
 */

/**
 * What a search found, and the board that it is about. `report` is null where it was cancelled before it had anything.
 * @typedef {{ position: Position, report: Report | null }} Found
 */

/**
 * Get a network's file, from the cache or else the network, and keep its bytes for `USE`; searches go on meanwhile.
 * `others`: the addresses of the other networks of this site; what is cached besides is an older version's and goes.
 * `share`: whether the answer is to bring the bytes, for other workers.
 * @typedef {{ ask: typeof FETCH, model: Model, others: string[], share: boolean }} FetchQuestion
 * @typedef {{ bytes?: Uint8Array<ArrayBuffer> }} Fetched
 */

/**
 * Search with this network from now on, or with the built-in heuristic where `model` is null. `bytes` are those of its
 * file where this worker has not fetched it.
 * @typedef {{ ask: typeof USE, model: Model | null, bytes?: Uint8Array<ArrayBuffer> }} UseQuestion
 * @typedef {{ stopFlag?: number }} Used `stopFlag` as in `Ready`: each solver has its own
 */

/** @typedef {LoadQuestion | StartQuestion | SearchQuestion | FetchQuestion | UseQuestion} Question */

/**
 * The progress of FETCH and USE: `fetching` counts bytes, `reading` parts of 1.
 * @typedef {{ stage: 'fetching' | 'reading', done: number, total: number }} Stage
 */
