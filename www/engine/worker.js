// The engine's worker: the only file that loads a Solver. Loads the package of its tier, then answers searches with the
// built-in heuristic or a trained network. The pool's threads are started here and never on the page's own thread, where
// waiting is forbidden (RReverser/wasm-bindgen-rayon#36).

import { compile } from './compile.js';
import { FETCH, LOAD, SEARCH, START, USE } from './protocol.js';
import { serve } from './serve.js';
import { SlicedSearch } from './slices.js';
import { Weights } from './weights.js';

/** @import { FetchQuestion, Found, LoadQuestion, Ready, SearchQuestion, Stage, StartQuestion, UseQuestion } from './protocol.js' */
/** @import { Solver } from '../pkg/afterstate.js' */
/** @typedef {typeof import('../pkg/afterstate.js')} Package */

const PACKAGES = {
  shared: new URL('../pkg-parallel/afterstate.js', import.meta.url),
  alone: new URL('../pkg/afterstate.js', import.meta.url),
};

/**
 * Memory for a network of two stages with its file, in bytes (see `reserve` in src/wasm). Shared memory grows by it before
 * its threads start, so that it need not while they run; any memory before a network is read, whose weights grow piece by
 * piece and would else be moved from one hole to the next larger (432 MB instead of 330 for a page with the full one).
 */
const NETWORK_BYTES = 192 << 20;

/** @type {Package | undefined} */
let engine;
/** @type {unknown} */
let compiled;
/** @type {Solver | undefined} */
let solver;
let sharesMemory = false;
let tableBytes = 0;
/** @type {Uint8Array<ArrayBuffer> | undefined} a network's file, until it is used */
let fetched;

/** @param {LoadQuestion} question */
async function load({ shared, probe, module }) {
  sharesMemory = shared;
  if (probe) Atomics.store(new Int32Array(probe), 0, 1);
  const home = shared ? PACKAGES.shared : PACKAGES.alone;
  const [loaded, wasm] = await Promise.all([import(home.href), module ?? compile(home)]);
  await loaded.default({ module_or_path: wasm });
  engine = /** @type {Package} */ (loaded);
  compiled = wasm;
  return null;
}

/** @param {StartQuestion} question @returns {Promise<Ready>} */
async function start({ threads, tableBytes: size }) {
  // Only the package with threads has a pool.
  const { Solver, wasmMemory, initThreadPool } = /** @type {Package & { initThreadPool(threads: number): Promise<void> }} */ (loadedEngine());
  tableBytes = size;
  if (sharesMemory) {
    reserveMemory();
    await initThreadPool(threads);
  }
  solver = new Solver({ tableBytes });
  if (!sharesMemory) return { threads: 1, module: compiled };
  return { threads: solver.threads, memory: /** @type {SharedArrayBuffer} */ (wasmMemory().buffer), stopFlag: solver.stopFlag };
}

function reserveMemory() {
  try {
    loadedEngine().reserve(NETWORK_BYTES);
  } catch {
    // The built-in heuristic needs none of it, and a network may fit all the same.
  }
}

/** @param {SearchQuestion} question @param {{ signal: AbortSignal }} context @returns {Promise<Found>} */
async function search({ position, limits, root }, { signal }) {
  if (!solver) throw new Error('a search was asked for before the engine was ready');
  const { ranks, rows, cols } = position;
  const player = solver;
  /** @param {import('./protocol.js').Limits} within */
  const once = (within) => player.search(ranks, rows, cols, within, root);
  // With shared memory the page stops a search through the flag; without, the worker reads its messages between slices.
  const report = sharesMemory ? once(limits) : await new SlicedSearch(once, limits).run(() => signal.aborted);
  return { position, report };
}

/** @param {FetchQuestion} question @param {{ signal: AbortSignal, progress: (stage: Stage) => void }} context */
async function fetchNetwork({ model, others, share }, { signal, progress }) {
  const { Network } = loadedEngine();
  const weights = new Weights({ check: (bytes) => Network.check(bytes) });
  fetched = await weights.load(model, others, (done, total) => progress({ stage: 'fetching', done, total }), signal);
  return share ? { bytes: fetched } : {};
}

/** @param {UseQuestion} question @param {{ progress: (stage: Stage) => void }} context */
function use({ model, bytes = fetched }, { progress }) {
  const { Network, Solver } = loadedEngine();
  fetched = undefined;
  if (model && !bytes) throw new Error('a network was asked for that was not fetched');
  // Two networks at a time may not fit: the one before goes first.
  replaceSolver(() => new Solver({ tableBytes }));
  if (model && bytes) {
    reserveMemory();
    const network = Network.read(bytes, (done) => progress({ stage: 'reading', done, total: 1 }));
    replaceSolver(() => Solver.withNetwork(network, { tableBytes }));
  }
  return { stopFlag: solver?.stopFlag };
}

/** The table of the old one is free before the new one is made. @param {() => Solver} make */
function replaceSolver(make) {
  solver?.free();
  solver = undefined;
  solver = make();
}

function loadedEngine() {
  if (!engine) throw new Error('the engine is not loaded');
  return engine;
}

serve({ [LOAD]: load, [START]: start, [SEARCH]: search, [FETCH]: fetchNetwork, [USE]: use });
