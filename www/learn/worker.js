// The worker that learns. It works in slices, so that it reads its messages in between: pausing takes effect
// at once.

import { compile } from '../engine/compile.js';
import { serve } from '../engine/requests.js';
import { wait } from '../shared/wait.js';

/** @import { Learner } from '../pkg-learn/afterstate.js' */
/** @import { Report, Settings, Watched } from './protocol.js' */
/** @import { Tally } from './curve.js' */

const PACKAGES = {
  /** With threads, on memory that they share. */
  shared: new URL('../pkg-learn-parallel/afterstate.js', import.meta.url),
  alone: new URL('../pkg-learn/afterstate.js', import.meta.url),
};

/** The length of a slice, in milliseconds. */
const SLICE_MS = 25;
/** The time between two reports, and between two moves of the game that is watched, in milliseconds. */
const REPORT_MS = 50;
/** The reports for which the end of a watched game stays. */
const END_REPORTS = 30;
/**
 * The least time between two searches for patterns, in milliseconds and as a multiple of the time of a
 * search.
 */
const PATTERNS = { ms: 2000, times: 50 };
/** The steps of the first slice; later ones follow the clock. */
const FIRST_STEPS = 50;
/** What threads need beside the learner and its checkpoint, in bytes: games, patterns, a packed network. */
const SPARE_BYTES = 32 << 20;
/**
 * The share of the time that is used at the start of a slow start, and the seconds after which it has
 * doubled.
 */
const SLOW = { share: 1 / 2048, doubled: 1.5 };

/** @typedef {typeof import('../pkg-learn/afterstate.js')} Package */
/**
 * The package with threads.
 * @typedef {Package & { initThreadPool(threads: number): Promise<void> }} Parallel
 */

/** @type {Package} */
let trainer;
/** How many threads learn on one table. */
let workers = 1;
/** @type {Learner | null} */
let learner = null;
/** How many more reports show the end of the watched game. */
let endShown = 0;

/** @param {{ workers: number }} question */
async function start(question) {
  workers = question.workers;
  const home = workers > 1 ? PACKAGES.shared : PACKAGES.alone;
  const loaded = import(home.href);
  const compiled = await compile(home);
  trainer = await loaded;
  await trainer.default({ module_or_path: compiled });
  return null;
}

/** Takes its learner, once. @param {() => Learner} make */
async function become(make) {
  learner = make();
  if (workers > 1) {
    // Shared memory must not grow while threads run (docs/develop/building.md).
    trainer.reserve(learner.savedBytes + SPARE_BYTES);
    await /** @type {Parallel} */ (trainer).initThreadPool(workers);
  }
  return null;
}

/** @returns {Learner} */
function current() {
  if (!learner) throw new Error('nothing has been started');
  return learner;
}

/** Lets the event loop deliver messages; unlike a timer without a delay. @returns {Promise<void>} */
const readMessages = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** @param {number[]} numbers as `takeStatistics` returns them @returns {Tally} */
function tallyOf([moves = 0, games = 0, score = 0, squares = 0, best = 0, ...ranks]) {
  return { moves, games, score, squares, best, ranks };
}

/** Plays the next move of the watched game; its end stays for a while. @returns {Watched} */
function watch() {
  const game = current();
  if (game.watchedOver && endShown > 0) endShown--;
  else {
    game.watchMove();
    endShown = END_REPORTS;
  }
  return { ranks: game.watchedRanks(), score: game.watchedScore, over: game.watchedOver };
}

/** @param {{ seconds: number, withPatterns: boolean }} since the last report @returns {Report} */
function report({ seconds, withPatterns }) {
  const tally = tallyOf([...current().takeStatistics()]);
  return { seconds, tally, watched: watch(), patterns: withPatterns ? current().patterns() : null };
}

/**
 * The share of the time in which to learn.
 * @param {number | null} seconds of a slow start so far; null: there is none
 */
const shareOf = (seconds) => (seconds === null ? 1 : Math.min(1, SLOW.share * 2 ** (seconds / SLOW.doubled)));

/**
 * Learns until it is no longer wanted.
 * @param {{ slowFrom: number | null }} question
 * @param {{ signal: AbortSignal, progress: (report: Report) => void }} context
 */
async function learn({ slowFrom }, { signal, progress }) {
  const started = performance.now();
  let steps = FIRST_STEPS;
  let reported = started;
  let searchAt = started;
  while (!signal.aborted) {
    const began = performance.now();
    const share = shareOf(slowFrom === null ? null : slowFrom + (began - started) / 1000);
    current().run(steps);
    const ms = Math.max(0.05, performance.now() - began);
    steps = Math.ceil(Math.min(2, (share * SLICE_MS) / ms) * steps);
    if (began - reported >= REPORT_MS) {
      const withPatterns = began >= searchAt;
      const before = performance.now();
      progress(report({ seconds: (began - reported) / 1000, withPatterns }));
      reported = began;
      if (withPatterns)
        searchAt = began + Math.max(PATTERNS.ms, PATTERNS.times * (performance.now() - before));
    }
    await (share < 1 ? wait(SLICE_MS - ms) : readMessages());
  }
  return report({ seconds: (performance.now() - reported) / 1000, withPatterns: true });
}

serve({
  start,
  /** @param {{ settings: Settings }} question */
  make: ({ settings: { network, method, rate, seed } }) =>
    become(() => new trainer.Learner(network, method === 'tc', rate, BigInt(seed), workers)),
  /** @param {{ state: Uint8Array }} question */
  restore: ({ state }) => become(() => trainer.Learner.restore(state)),
  /** @param {{ file: Uint8Array, settings: Settings }} question */
  open: ({ file, settings: { method, rate, seed } }) =>
    become(() => trainer.Learner.open(file, method === 'tc', rate, BigInt(seed))),
  learn,
  /** @param {{ about: string }} question */
  export: ({ about }) => current().exportNetwork(about),
  /** @param {{ most: number }} question */
  save: ({ most }) => (current().savedBytes <= most ? current().save() : null),
});
