// The engine's worker: loads the package of its tier and answers searches with the built-in heuristic or a
// trained network, and questions about people (src/wasm/people.rs). It also starts the threads of the pool,
// because the page's main thread is not allowed to block (RReverser/wasm-bindgen-rayon#36).

import { loadPackage, networkCaches } from './loader.js';
import { serve } from './requests.js';
import { searchInSlices } from './slices.js';
import { NetworkFile } from './network-file.js';
import { wait } from '../shared/wait.js';

/**
 * @import { Evaluation, EvaluateQuestion, FetchQuestion, ForecastQuestion, LoadQuestion, PeopleAnswers,
 *   PointsQuestion, ReadPeopleQuestion, Ready, Result, SearchQuestion, Stage, StartQuestion, UseQuestion }
 *   from './types.js'
 */
/** @import { People, PlayedMove, Solver } from '../pkg/afterstate.js' */
/** @import { Package } from './loader.js' */

/**
 * Memory for a network of two stages with its file, in bytes (see `reserve` in src/wasm). Shared memory grows
 * by this before its threads start, because it must not grow while they run. Other memory grows before a
 * network is read: its weights grow step by step and would fragment the memory (432 MB instead of 330 for a
 * page with the full network).
 */
const NETWORK_BYTES = 192 << 20;
/** Apart from the networks, whose cache keeps no file that is not in their list. */
const PEOPLE_CACHE = 'afterstate-people';
/** The boards of a game that are looked at before other questions are answered: 15 ms. */
const SLICE = 500;

/** @type {Package | undefined} */
let engine;
/** @type {Solver | undefined} */
let solver;
let sharesMemory = false;
let tableBytes = 0;
/** @type {Uint8Array<ArrayBuffer> | undefined} a network's file, until a solver is made from it */
let fetched;
/** @type {People | undefined} the judge of people's moves and the forecast, once their file is read */
let people;

/** @param {LoadQuestion} question @param {{ progress: (share: number) => void }} context */
async function load({ shared, probe, module }, { progress }) {
  sharesMemory = shared;
  if (probe) Atomics.store(new Int32Array(probe), 0, 1);
  engine = await loadPackage(shared, module, progress);
  return null;
}

/** @param {StartQuestion} question @returns {Promise<Ready>} */
async function start({ threads, tableBytes: size }) {
  // Only the package with threads has a pool.
  const { Solver, wasmMemory, initThreadPool } =
    /** @type {Package & { initThreadPool(threads: number): Promise<void> }} */ (loadedEngine());
  tableBytes = size;
  if (sharesMemory) {
    reserveMemory();
    await initThreadPool(threads);
  }
  solver = new Solver({ tableBytes });
  if (!sharesMemory) return { threads: 1 };
  return {
    threads: solver.threads,
    memory: /** @type {SharedArrayBuffer} */ (wasmMemory().buffer),
    stopFlag: solver.stopFlag,
  };
}

function reserveMemory() {
  try {
    loadedEngine().reserve(NETWORK_BYTES);
  } catch {
    // The built-in heuristic needs no reserve, and a network may still fit without one.
  }
}

/**
 * @param {SearchQuestion} question @param {{ signal: AbortSignal }} context
 * @returns {Promise<Result | null>}
 */
async function search({ position, limits }, { signal }) {
  if (!solver) throw new Error('a search was requested before the engine was ready');
  const { ranks, rows, cols } = position;
  const player = solver;
  /** @param {import('./types.js').Limits} within */
  const once = (within) => player.search(ranks, rows, cols, within, undefined);
  // With shared memory the page stops a search through the flag; otherwise the worker reads its messages
  // between slices.
  return sharesMemory ? once(limits) : searchInSlices(once, limits, () => signal.aborted);
}

/** @param {EvaluateQuestion} question @returns {Evaluation} */
function evaluate({ position: { ranks, rows, cols }, limits }) {
  if (!solver) throw new Error('an evaluation was requested before the engine was ready');
  const evaluation = solver.evaluate(ranks, rows, cols, limits);
  return people ? { ...evaluation, people: people.judge(ranks, rows, cols) ?? null } : evaluation;
}

/**
 * @param {FetchQuestion} question
 * @param {{ signal: AbortSignal, progress: (stage: Stage) => void }} context
 */
async function fetchNetwork({ network, others }, { signal, progress }) {
  const { Network } = loadedEngine();
  const file = new NetworkFile({ check: (bytes) => Network.check(bytes), caches: networkCaches });
  const bytes =
    network.content ??
    (await file.load(network, others, (done, total) => progress({ stage: 'fetching', done, total }), signal));
  if (network.sha256 !== undefined) await checkSum(bytes, network.sha256);
  fetched = bytes;
  return null;
}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {string} expected SHA-256 in hexadecimal */
async function checkSum(bytes, expected) {
  // Only secure contexts can hash. The checksum inside the file is checked everywhere.
  if (!globalThis.crypto?.subtle) return;
  const sum = Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  if (sum !== expected) throw new Error(`the network’s SHA-256 is ${sum}, but ${expected} was expected`);
}

/** @param {UseQuestion} question @param {{ progress: (stage: Stage) => void }} context */
function use({ network }, { progress }) {
  const { Network, Solver } = loadedEngine();
  const bytes = fetched;
  fetched = undefined;
  if (network && !bytes) throw new Error('a network was requested that was not fetched');
  // Two networks may not fit into memory, so the old one is freed first.
  replaceSolver(() => new Solver({ tableBytes }));
  if (network && bytes) {
    reserveMemory();
    try {
      const weights = Network.read(bytes, (done) => progress({ stage: 'reading', done, total: 1 }));
      replaceSolver(() => Solver.withNetwork(weights, { tableBytes }));
    } catch (error) {
      // A module whose memory is full traps or reports it, and never shrinks: the worker is replaced in both
      // cases.
      const isFull =
        error instanceof WebAssembly.RuntimeError || String(error).includes('more memory than there is');
      throw isFull ? new WebAssembly.RuntimeError('the network may need more memory than there is') : error;
    }
  }
  return { stopFlag: solver?.stopFlag };
}

/** Frees the old solver's table before making the new solver. @param {() => Solver} make */
function replaceSolver(make) {
  solver?.free();
  solver = undefined;
  solver = make();
}

function loadedEngine() {
  if (!engine) throw new Error('the engine is not loaded');
  return engine;
}

/** @param {ReadPeopleQuestion} question @returns {Promise<number>} the checksum of the file */
async function readPeople({ file }) {
  // Shared memory must not grow while its threads run, so the judge has memory of its own.
  const { People } = sharesMemory ? await loadPackage(false, undefined) : loadedEngine();
  const check = (/** @type {Uint8Array} */ bytes) => {
    people?.free();
    people = People.read(bytes);
  };
  const network = { ...file, id: 'people', name: '' };
  await new NetworkFile({ check, cache: PEOPLE_CACHE, caches: networkCaches }).load(network, [], () => {});
  return judge().checksum;
}

function judge() {
  if (!people) throw new Error('the file of the judge was not read');
  return people;
}

/**
 * What a player with such moves makes of a game, by board; empty if the moves are too few to know.
 * @param {PointsQuestion} question @returns {Promise<number[]>}
 */
async function points({ game: { endsStuck, rows, cols, boards, scores, directions } }) {
  const ranks = (/** @type {number} */ at) => boards.subarray(at * rows * cols, (at + 1) * rows * cols);
  /** @type {PlayedMove[]} */
  const played = [];
  for (const [at, direction] of directions.entries()) {
    const observed = judge().observe(ranks(at), rows, cols, direction);
    if (observed) played.push(observed);
    if (at % SLICE === SLICE - 1) await wait(0);
  }
  const level = judge().level(played, endsStuck ? [scores.at(-1) ?? 0] : [])?.points;
  const expected = [];
  for (const [at, score] of level === undefined ? [] : scores.entries()) {
    expected.push(judge().forecast(ranks(at), rows, cols, score, Number(level))?.points ?? NaN);
    if (at % SLICE === SLICE - 1) await wait(0);
  }
  return expected;
}

/** @param {ForecastQuestion} question @returns {PeopleAnswers['forecast']} */
function forecast({ position: { ranks, rows, cols }, score, level: { points, low, high } }) {
  const at = (/** @type {number} */ level) => judge().forecast(ranks, rows, cols, score, level);
  const found = at(points);
  return found && { ...found, low: at(low)?.points ?? found.points, high: at(high)?.points ?? found.points };
}

serve({
  load,
  start,
  search,
  evaluate,
  fetch: fetchNetwork,
  use,
  people: readPeople,
  observe: ({ moves }) =>
    moves.map((/** @type {any} */ { ranks, direction }) => judge().observe(ranks, 4, 4, direction)),
  level: ({ played, scores }) => judge().level(played, scores),
  forecast,
  points,
});
