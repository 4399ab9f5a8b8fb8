// The engine's worker: the only file that loads a Solver. Loads the package of its tier, then answers one search at a
// time.
//
// Leaves out which tier to use and what to do when something fails (client.js decides), the page and storage.
// The pool's threads are started here and never on the page's own thread, where waiting is forbidden
// (RReverser/wasm-bindgen-rayon#36).

import { ANSWER, CANCEL, FAILED, HELLO, LOADED, READY, SEARCH, START } from './protocol.js';
import { SlicedSearch } from './slices.js';

/** @import { FromWorker, SearchMessage, StartMessage, ToWorker } from './protocol.js' */
/** @import { Solver } from '../pkg/afterstate.js' */

const PACKAGES = {
  shared: new URL('../pkg-parallel/afterstate.js', import.meta.url),
  alone: new URL('../pkg/afterstate.js', import.meta.url),
};

/** @type {Solver | undefined} */
let solver;
let sharesMemory = false;
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
async function start({ tier, threads, tableBytes, probe, module }) {
  sharesMemory = tier === 'shared';
  if (probe) Atomics.store(new Int32Array(probe), 0, 1);
  const home = sharesMemory ? PACKAGES.shared : PACKAGES.alone;
  const [engine, compiled] = await Promise.all([import(home.href), module ?? compile(home)]);
  await engine.default({ module_or_path: compiled });
  say({ type: LOADED });
  if (sharesMemory) await engine.initThreadPool(threads);
  const made = /** @type {Solver} */ (new engine.Solver({ tableBytes }));
  solver = made;
  if (sharesMemory) {
    const memory = /** @type {SharedArrayBuffer} */ (engine.wasmMemory().buffer);
    say({ type: READY, threads: made.threads, memory, stopFlag: made.stopFlag });
  } else {
    say({ type: READY, threads: 1, module: compiled });
  }
}

/**
 * Compiles the package's module while it arrives; where a server gives it a wrong type, after it has arrived.
 * @param {URL} home
 * @returns {Promise<WebAssembly.Module>}
 */
async function compile(home) {
  const address = new URL('afterstate_bg.wasm', home);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.pathname} cannot be loaded: ${response.status}`);
  if (response.headers.get('content-type') === 'application/wasm') return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** @param {SearchMessage} message */
async function search({ id, position, limits, root }) {
  if (!solver) throw new Error('a search was asked for before the engine was ready');
  if (id <= cancelled) return say({ type: ANSWER, id, position, report: null });
  const { ranks, rows, cols } = position;
  const engine = solver;
  /** @param {import('./protocol.js').Limits} within */
  const once = (within) => engine.search(ranks, rows, cols, within, root);
  // With shared memory the page stops a search through the flag; without, the worker has to look up now and then.
  const report = sharesMemory ? once(limits) : await new SlicedSearch(once, limits).run(() => id <= cancelled);
  say({ type: ANSWER, id, position, report });
}

addEventListener('message', (event) => {
  const message = /** @type {ToWorker} */ (event.data);
  switch (message?.type) {
    case START:
      start(message).catch((error) => sayFailed(error));
      break;
    case SEARCH:
      search(message).catch((error) => sayFailed(error, message.id));
      break;
    case CANCEL:
      cancelled = Math.max(cancelled, message.id);
      break;
  }
});
addEventListener('messageerror', () => sayFailed(new Error('a message could not be read')));

say({ type: HELLO, nested: typeof Worker === 'function' });
