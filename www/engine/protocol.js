// What the page and the engine's worker say to each other: message names, their shapes, and the shapes of a search.
//
// Leaves out who sends what when: client.js (the page's side) and worker.js (the engine's side) hold that. Both import
// this file, so a name that one of them forgets is an error and not a message that nobody hears.

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

/** Page to worker. */
export const START = 'afterstate-start';
export const SEARCH = 'afterstate-search';
export const CANCEL = 'afterstate-cancel';
export const FETCH = 'afterstate-fetch';
export const ABORT = 'afterstate-abort';
export const USE = 'afterstate-use';

/** Worker to page. */
export const HELLO = 'afterstate-hello';
export const LOADED = 'afterstate-loaded';
export const READY = 'afterstate-ready';
export const ANSWER = 'afterstate-answer';
export const FAILED = 'afterstate-failed';
export const PROGRESS = 'afterstate-progress';
export const FETCHED = 'afterstate-fetched';
export const USED = 'afterstate-used';

/**
 * Load the package and get ready. `probe` is four shared bytes that the worker writes 1 into: the only proof that
 * memory is shared. `module` is the compiled package where another worker has compiled it already.
 * @typedef {{
 *   type: typeof START, tier: TierName, threads: number, tableBytes: number,
 *   probe?: SharedArrayBuffer, module?: unknown
 * }} StartMessage
 */

/**
 * Search one board; `root` lists the directions to consider (all, where it is missing).
 * @typedef {{ type: typeof SEARCH, id: number, position: Position, limits: Limits, root?: number[] }} SearchMessage
 */

/**
 * The answer to this request is no longer wanted.
 * @typedef {{ type: typeof CANCEL, id: number }} CancelMessage
 */

/**
 * Get a network's file, from the cache or else the network, and keep its bytes for `USE`; searches go on meanwhile.
 * `others`: the addresses of the other networks of this site; what is cached besides is an older version's and goes.
 * `share`: whether the answer is to bring the bytes, for other workers.
 * @typedef {{ type: typeof FETCH, model: Model, others: string[], share: boolean }} FetchMessage
 */

/**
 * The network's file is not wanted any more.
 * @typedef {{ type: typeof ABORT }} AbortMessage
 */

/**
 * Search with this network from now on, or with the built-in evaluator where `model` is null. `bytes` are those of its
 * file where this worker has not fetched it.
 * @typedef {{ type: typeof USE, model: Model | null, bytes?: Uint8Array<ArrayBuffer> }} UseMessage
 */

/** @typedef {StartMessage | SearchMessage | CancelMessage | FetchMessage | AbortMessage | UseMessage} ToWorker */

/**
 * The worker's script runs. `nested`: workers can be started from inside it (a pool of threads needs that).
 * @typedef {{ type: typeof HELLO, nested: boolean }} HelloMessage
 */

/**
 * The package is loaded; its threads are still to come.
 * @typedef {{ type: typeof LOADED }} LoadedMessage
 */

/**
 * Searches can be asked for. `memory` and `stopFlag` (byte offset of an Int32 in it) come with shared memory only;
 * `module` is the compiled package, for the next worker.
 * @typedef {{
 *   type: typeof READY, threads: number, memory?: SharedArrayBuffer, stopFlag?: number, module?: unknown
 * }} ReadyMessage
 */

/**
 * What a search found, with the request and the board it is about. `report` is null where it was cancelled before it
 * had anything.
 * @typedef {{ type: typeof ANSWER, id: number, position: Position, report: Report | null }} AnswerMessage
 */

/**
 * Something went wrong. With an `id`, this search was refused and the worker goes on; without one, or where `fatal`,
 * the worker cannot be used any more.
 * @typedef {{ type: typeof FAILED, id?: number, fatal: boolean, message: string }} FailedMessage
 */

/**
 * How far a network is: `fetching` counts bytes, `reading` parts of 1.
 * @typedef {{ type: typeof PROGRESS, stage: 'fetching' | 'reading', done: number, total: number }} ProgressMessage
 */

/**
 * A network's file is here, whole; or, with `problem`, why not.
 * @typedef {{ type: typeof FETCHED, problem?: string, bytes?: Uint8Array<ArrayBuffer> }} FetchedMessage
 */

/**
 * Searches are with what was asked for from now on; or, with `problem`, why they go on as before. `stopFlag` as in
 * `ReadyMessage`: each solver has its own.
 * @typedef {{ type: typeof USED, problem?: string, stopFlag?: number }} UsedMessage
 */

/**
 * @typedef {HelloMessage | LoadedMessage | ReadyMessage | AnswerMessage | FailedMessage | ProgressMessage
 *   | FetchedMessage | UsedMessage} FromWorker
 */
