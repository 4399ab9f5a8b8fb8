// The engine's worker: the only file that loads a Solver. Loads the package of its tier, then answers one search at a
// time, with the built-in evaluator or a trained network.
//
// Leaves out which tier to use and what to do when something fails (client.js decides), the page and storage.
// The pool's threads are started here and never on the page's own thread, where waiting is forbidden
// (RReverser/wasm-bindgen-rayon#36).

import { compile } from './compile.js';
import { collectNowAndThen } from './heap.js';
import { ABORT, ANSWER, CANCEL, FAILED, FETCH, FETCHED, HELLO, LOADED, PROGRESS, READY, SEARCH, START, USE, USED } from './protocol.js';
import { SlicedSearch } from './slices.js';
import { Weights } from './weights.js';

/** @import { FetchMessage, FromWorker, SearchMessage, StartMessage, ToWorker, UseMessage } from './protocol.js' */
/** @import { Solver } from '../pkg/afterstate.js' */
/** @typedef {typeof import('../pkg/afterstate.js')} Package */

const PACKAGES = {
  shared: new URL('../pkg-parallel/afterstate.js', import.meta.url),
  alone: new URL('../pkg/afterstate.js', import.meta.url),
};

/**
 * Room for a network of two stages with its file, in bytes (see `reserve` in src/wasm). Shared memory grows by it before
 * its threads start, so that it need not while they run; any memory before a network is read, whose weights grow piece by
 * piece and would else be moved from one hole to the next larger (432 MB instead of 330 for a page with the full one).
 */
const ROOM = 192 << 20;

/** @type {Package | undefined} */
let engine;
/** @type {Solver | undefined} */
let solver;
let sharesMemory = false;
let tableBytes = 0;
/** @type {Uint8Array<ArrayBuffer> | undefined} a network's file, until it is used */
let fetched;
let fetching = new AbortController();
/** The newest request that was cancelled; requests are numbered upwards. */
let cancelled = -1;

/** @param {FromWorker} message */
function say(message) {
  postMessage(message);
}

/**
 * Tells the page what broke. After a trap the instance cannot be trusted (it is built to abort), so that is fatal.
 * @param {unknown} error
 * @param {number} [id] the search that failed
 */
function sayFailed(error, id) {
  const fatal = id === undefined || !(error instanceof Error) || error instanceof WebAssembly.RuntimeError;
  say({ type: FAILED, id, fatal, message: error instanceof Error ? error.message : String(error) });
}

/** @param {StartMessage} message */
async function start({ tier, threads, tableBytes: size, probe, module }) {
  sharesMemory = tier === 'shared';
  tableBytes = size;
  if (probe) Atomics.store(new Int32Array(probe), 0, 1);
  const home = sharesMemory ? PACKAGES.shared : PACKAGES.alone;
  const [loaded, compiled] = await Promise.all([import(home.href), module ?? compile(home)]);
  await loaded.default({ module_or_path: compiled });
  say({ type: LOADED });
  if (sharesMemory) {
    makeRoom(loaded);
    await loaded.initThreadPool(threads);
  }
  engine = /** @type {Package} */ (loaded);
  solver = new engine.Solver({ tableBytes });
  if (sharesMemory) {
    const memory = /** @type {SharedArrayBuffer} */ (engine.wasmMemory().buffer);
    say({ type: READY, threads: solver.threads, memory, stopFlag: solver.stopFlag });
  } else {
    say({ type: READY, threads: 1, module: compiled });
  }
}

/** @param {Package} loaded */
function makeRoom(loaded) {
  try {
    loaded.reserve(ROOM);
  } catch {
    // The built-in evaluator needs none of it, and a network may fit all the same.
  }
}

/** @param {SearchMessage} message */
async function search({ id, position, limits, root }) {
  if (!solver) throw new Error('a search was asked for before the engine was ready');
  if (id <= cancelled) return say({ type: ANSWER, id, position, report: null });
  const { ranks, rows, cols } = position;
  const player = solver;
  /** @param {import('./protocol.js').Limits} within */
  const once = (within) => player.search(ranks, rows, cols, within, root);
  // With shared memory the page stops a search through the flag; without, the worker has to look up now and then.
  const report = sharesMemory ? once(limits) : await new SlicedSearch(once, limits).run(() => id <= cancelled);
  say({ type: ANSWER, id, position, report });
}

/** @param {FetchMessage} message */
async function fetchNetwork({ model, others, share }) {
  const { Network } = loadedEngine();
  const weights = new Weights({ check: (bytes) => Network.check(bytes) });
  fetching = new AbortController();
  fetched = await weights.load(model, others, (done, total) => say({ type: PROGRESS, stage: 'fetching', done, total }), fetching.signal);
  say({ type: FETCHED, ...(share && { bytes: fetched }) });
}

/** @param {UseMessage} message */
function use({ model, bytes = fetched }) {
  const { Network, Solver } = loadedEngine();
  fetched = undefined;
  if (!model) {
    replaceSolver(() => new Solver({ tableBytes }));
  } else {
    if (!bytes) throw new Error('a network was asked for that was not fetched');
    // Two networks at a time may not fit: the one before goes first.
    replaceSolver(() => new Solver({ tableBytes }));
    makeRoom(loadedEngine());
    const network = Network.read(bytes, (done) => say({ type: PROGRESS, stage: 'reading', done, total: 1 }));
    replaceSolver(() => Solver.withNetwork(network, { tableBytes }));
  }
  say({ type: USED, stopFlag: solver?.stopFlag });
}

/** The table of the old one is free before the new one is made. @param {() => Solver} make */
function replaceSolver(make) {
  solver?.free();
  solver = undefined;
  solver = make();
}

function loadedEngine() {
  if (!engine) throw new Error('a network was asked for before the engine was ready');
  return engine;
}

/** Says that there is no network, and why; a trap is another matter. @param {typeof FETCHED | typeof USED} type @param {unknown} error */
function sayProblem(type, error) {
  if (error instanceof WebAssembly.RuntimeError) sayFailed(error);
  else say({ type, problem: error instanceof Error ? error.message : String(error), ...(type === USED && { stopFlag: solver?.stopFlag }) });
}

addEventListener('message', (event) => {
  collectNowAndThen();
  const message = /** @type {ToWorker} */ (event.data);
  switch (message?.type) {
    case START:
      start(message).catch((error) => sayFailed(error));
      break;
    case SEARCH:
      search(message).catch((error) => sayFailed(error, message.id));
      break;
    case FETCH:
      fetchNetwork(message).catch((error) => sayProblem(FETCHED, error));
      break;
    case ABORT:
      fetching.abort();
      break;
    case USE:
      try {
        use(message);
      } catch (error) {
        sayProblem(USED, error);
      }
      break;
    case CANCEL:
      cancelled = Math.max(cancelled, message.id);
      break;
  }
});
addEventListener('messageerror', () => sayFailed(new Error('a message could not be read')));

say({ type: HELLO, nested: typeof Worker === 'function' });
