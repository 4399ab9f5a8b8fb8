// The workers of one tier: started behind real probes and deadlines, asked together, ended together.
//
// Leaves out which tier to try, what to do when one fails, and which answers are still wanted: client.js. No DOM, no
// wasm; workers are made by a function that is handed in, so that the tests can hand in ones that answer late, crash
// or hang.

import {
  ABORT, ANSWER, CANCEL, FAILED, FETCH, FETCHED, HELLO, LOADED, MANAGED_MOST, PROGRESS, READY, SEARCH, START, USE, USED,
} from './protocol.js';
import { combine, deal } from './combine.js';

/** @import { FetchedMessage, FromWorker, Limits, Model, Position, ProgressMessage, ReadyMessage, Report, TierName, ToWorker, UsedMessage } from './protocol.js' */

/**
 * The part of a Worker that is used here.
 * @typedef {{
 *   postMessage(message: ToWorker): void, terminate(): void,
 *   onmessage: ((event: { data: FromWorker }) => void) | null,
 *   onerror: ((event: { message?: string, preventDefault?: () => void }) => void) | null,
 *   onmessageerror: (() => void) | null
 * }} WorkerLike
 */

/**
 * How long each stage may take, in milliseconds. The script and the package come over the network. A working browser
 * starts the threads in a tenth of a second and reads a network in two seconds, on a machine with nothing else to do.
 * @typedef {{ hello: number, load: number, threads: number, grace: number, use: number }} Deadlines
 */

/** @type {Deadlines} */
export const DEADLINES = { hello: 10_000, load: 30_000, threads: 10_000, grace: 3_000, use: 60_000 };

/** What a search without a time limit may take before it counts as hanging, in milliseconds. */
const NO_LIMIT_MS = 600_000;
/** Directions. */
const ALL = [true, true, true, true];

/** What one worker waits for: a stage of its start, or the answer to a search. */
class Waiting {
  /** @param {(message: any) => void} resolve @param {(error: Error) => void} reject */
  constructor(resolve, reject) {
    this.resolve = resolve;
    this.reject = reject;
  }
}

/** A refusal of one search, or of a network; the worker itself goes on. */
export class Refused extends Error {}

/** One worker and what it waits for. */
class Hand {
  /** @param {WorkerLike} worker @param {(reason: Error) => void} onBroken */
  constructor(worker, onBroken) {
    this.worker = worker;
    /** @type {Map<string, Waiting>} by message name, an answer's with its id */
    this.waiting = new Map();
    /** @type {Map<string, FromWorker>} messages that came before they were waited for */
    this.early = new Map();
    /** @type {(message: ProgressMessage) => void} */
    this.onProgress = () => {};
    /** @param {Error} reason */
    const broken = (reason) => {
      for (const waiting of this.waiting.values()) waiting.reject(reason);
      this.waiting.clear();
      onBroken(reason);
    };
    worker.onerror = (event) => {
      event.preventDefault?.();
      broken(new Error(event.message || 'the worker could not be started'));
    };
    worker.onmessageerror = () => broken(new Error('a message from the worker could not be read'));
    worker.onmessage = ({ data }) => this.hear(data, broken);
  }

  /** @param {FromWorker} message @param {(reason: Error) => void} broken */
  hear(message, broken) {
    if (message.type === FAILED) {
      const key = `${ANSWER} ${message.id}`;
      const waiting = this.waiting.get(key);
      if (message.fatal) return broken(new Error(message.message));
      this.waiting.delete(key);
      return waiting?.reject(new Refused(message.message));
    }
    if (message.type === PROGRESS) return this.onProgress(message);
    const key = message.type === ANSWER ? `${ANSWER} ${message.id}` : message.type;
    const waiting = this.waiting.get(key);
    this.waiting.delete(key);
    if (waiting) waiting.resolve(message);
    else if (message.type !== ANSWER) this.early.set(key, message);
  }

  /**
   * @template {FromWorker} M
   * @param {string} key what to wait for
   * @param {number} ms how long; Infinity waits as long as the worker lives
   * @param {string} what the words for it where it does not come
   * @returns {Promise<M>}
   */
  async wait(key, ms, what) {
    const early = this.early.get(key);
    if (early) return /** @type {M} */ (early);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    try {
      return await new Promise((resolve, reject) => {
        this.waiting.set(key, new Waiting(resolve, reject));
        if (ms === Infinity) return;
        timer = setTimeout(() => {
          // A page that slept wakes up with its timers and messages due together: let the messages go first.
          timer = setTimeout(() => reject(new Error(`${what} did not come within ${Math.round(ms)} ms`)), 50);
        }, ms);
      });
    } finally {
      clearTimeout(timer);
      this.waiting.delete(key);
    }
  }
}

export class WorkerPool {
  /**
   * @param {TierName} tier
   * @param {{
   *   threads: number, tableBytes: number, makeWorker: () => WorkerLike, deadlines: Deadlines,
   *   onBroken: (reason: Error) => void
   * }} options `threads`: of the pool or, in tier `workers`, how many workers; `onBroken` is told once, when a worker
   *   can no longer be used
   */
  constructor(tier, options) {
    this.tier = tier;
    this.options = options;
    /** @type {Hand[]} */
    this.hands = [];
    /** Threads that search. */
    this.threads = 0;
    /** @type {Int32Array | undefined} the stop flag, where memory is shared */
    this.flag = undefined;
    this.ended = false;
    /** @type {Model | null} what it searches with; null: the built-in evaluator */
    this.model = null;
    /** @type {Promise<unknown>} the search that runs, or the last one */
    this.searching = Promise.resolve();
    /** @type {Promise<unknown>} the change of evaluator that runs, or the last one */
    this.changing = Promise.resolve();
    /** Whether the file that is fetched, or was last, is not wanted any more. */
    this.aborted = false;
  }

  /** Starts every worker. @returns {Promise<void>} rejected, with all workers ended, where one cannot be started */
  async start() {
    const { threads } = this.options;
    try {
      const first = await this.startOne(undefined);
      this.threads = first.threads;
      if (this.tier === 'shared') {
        if (!first.memory || first.stopFlag === undefined) throw new Error('the engine shares no memory');
        this.flag = new Int32Array(first.memory, first.stopFlag, 1);
      }
      if (this.tier === 'workers') {
        const others = Array.from({ length: threads - 1 }, () => this.startOne(first.module));
        for (const other of await Promise.all(others)) this.threads += other.threads;
      }
    } catch (error) {
      this.end();
      throw error;
    }
  }

  /** @param {unknown} module the compiled package, where there is one @returns {Promise<ReadyMessage>} */
  async startOne(module) {
    const { deadlines, makeWorker, tableBytes, threads } = this.options;
    const hand = new Hand(makeWorker(), (reason) => this.broken(reason));
    this.hands.push(hand);
    const hello = await hand.wait(HELLO, deadlines.hello, 'the worker');
    const shared = this.tier === 'shared';
    if (shared && !(/** @type {{ nested: boolean }} */ (hello).nested)) {
      throw new Error('workers cannot start workers here');
    }
    const probe = shared ? new SharedArrayBuffer(4) : undefined;
    hand.worker.postMessage({ type: START, tier: this.tier, threads, tableBytes, probe, module });
    await hand.wait(LOADED, deadlines.load, 'the engine');
    if (probe && Atomics.load(new Int32Array(probe), 0) !== 1) throw new Error('memory is not shared with workers');
    return await hand.wait(READY, deadlines.threads, shared ? 'the threads' : 'the engine');
  }

  /**
   * Searches with a network from now on, or with the built-in evaluator. Searches go on while its file is fetched, and
   * wait while it is read.
   * @param {Model | null} model @param {string[]} others addresses of the site's other networks
   * @param {(message: ProgressMessage) => void} tell
   * @param {() => boolean} wanted asked once the file is here, or is not to be had
   * @returns {Promise<boolean>} false: not wanted any more. Rejected with `Refused` where there is no such network to be
   *   had and everything is as before, with another error where a worker crashed or hangs.
   */
  async use(model, others, tell, wanted) {
    const first = /** @type {Hand} */ (this.hands[0]);
    /** @type {FetchedMessage['bytes']} */
    let bytes;
    if (model) {
      first.onProgress = tell;
      this.aborted = false;
      first.worker.postMessage({ type: FETCH, model, others, share: this.hands.length > 1 });
      // A slow connection may take as long as it likes.
      /** @type {FetchedMessage} */
      const file = await first.wait(FETCHED, Infinity, 'the network');
      // Nobody's fault, also where it is wanted again by now.
      if (!wanted() || (this.aborted && file.problem !== undefined)) return false;
      if (file.problem !== undefined) throw new Refused(file.problem);
      bytes = file.bytes;
    }
    const change = this.searching.then(() => this.change(model, bytes));
    this.changing = change.catch(() => {});
    await change;
    return true;
  }

  /** The file that is being fetched is not wanted any more. */
  abort() {
    this.aborted = true;
    this.hands[0]?.worker.postMessage({ type: ABORT });
  }

  /** @param {Model | null} model @param {FetchedMessage['bytes']} bytes */
  async change(model, bytes) {
    // The solver that goes takes its stop flag with it: until the next one says where its own stands, there is none.
    const memory = this.flag?.buffer;
    this.flag = undefined;
    const answers = await Promise.all(this.hands.map((hand, index) => {
      const answer = /** @type {Promise<UsedMessage>} */ (hand.wait(USED, this.options.deadlines.use, 'the network'));
      hand.worker.postMessage({ type: USE, model, ...(index > 0 && bytes && { bytes }) });
      return answer;
    }));
    const { stopFlag } = /** @type {UsedMessage} */ (answers[0]);
    if (memory && stopFlag !== undefined) this.flag = new Int32Array(memory, stopFlag, 1);
    const problem = answers.find((answer) => answer.problem !== undefined)?.problem;
    if (problem === undefined) {
      this.model = model;
      return;
    }
    // None of them may search with another evaluator than the others.
    if (model) await this.change(null, undefined);
    throw new Refused(problem);
  }

  /** Resolves when no change of evaluator is under way. */
  async settled() {
    await this.changing;
  }

  /**
   * @param {number} id @param {Position} position @param {Limits} limits
   * @param {boolean[]} [possible] by direction; which moves to deal out
   * @returns {Promise<Report | null>} null: cancelled before there was anything. Rejected with `Refused` where the
   *   board cannot be searched, with another error where a worker crashed or hangs.
   */
  search(id, position, limits, possible = ALL) {
    const answer = this.changing.then(() => this.searchNow(id, position, limits, possible));
    this.searching = answer.catch(() => {});
    return answer;
  }

  /** @param {number} id @param {Position} position @param {Limits} limits @param {boolean[]} possible */
  async searchNow(id, position, limits, possible) {
    // A stop that came after the last search had ended must not end this one.
    if (this.flag) Atomics.store(this.flag, 0, 0);
    const most = (limits.timeMs ?? NO_LIMIT_MS) * (limits.managed ? MANAGED_MOST : 1);
    const ms = most + this.options.deadlines.grace;
    const several = this.hands.length > 1;
    const dealt = several ? deal(possible, this.hands.length) : [undefined];
    const asked = dealt.map((root, index) => {
      const hand = /** @type {Hand} */ (this.hands[index]);
      const answer = hand.wait(`${ANSWER} ${id}`, ms, 'an answer');
      hand.worker.postMessage({ type: SEARCH, id, position, limits, ...(root && { root }) });
      return answer;
    });
    const answers = /** @type {import('./protocol.js').AnswerMessage[]} */ (await Promise.all(asked));
    /** @type {Report[]} */
    const reports = [];
    for (const { report, position: about } of answers) {
      if (!report || !same(about, position)) return null;
      reports.push(report);
    }
    return combine(reports);
  }

  /** Stops a search as soon as this tier can; it still ends with an answer or null. @param {number} id */
  cancel(id) {
    for (const hand of this.hands) hand.worker.postMessage({ type: CANCEL, id });
    if (this.flag) Atomics.store(this.flag, 0, 1);
  }

  /** @param {Error} reason */
  broken(reason) {
    if (this.ended) return;
    this.end();
    this.options.onBroken(reason);
  }

  /** Ends every worker; searches that run are rejected. */
  end() {
    this.ended = true;
    for (const { worker, waiting } of this.hands) {
      worker.terminate();
      for (const { reject } of waiting.values()) reject(new Error('the worker was ended'));
      waiting.clear();
    }
    this.hands = [];
  }
}

/** @param {Position} a @param {Position} b */
function same(a, b) {
  return a.rows === b.rows && a.cols === b.cols && a.ranks.every((rank, cell) => rank === b.ranks[cell]);
}
