// One worker of the Lab as the page sees it: questions are asked, answers come, or it dies and everything that was asked
// is rejected.
//
// Leaves out the worker's work (worker.js) and what to do when one dies (run.js, page.js). Workers are made by a function
// that is handed in, and so is the watch over their locks: the tests hand in their own.

import { ANSWER, ASK, BROKEN, READY, REFUSED, START } from './protocol.js';

/** @import { FromWorker, Question, ToWorker } from './protocol.js' */

/**
 * The part of a Worker that is used here.
 * @typedef {{
 *   postMessage(message: ToWorker): void, terminate(): void,
 *   onmessage: ((event: { data: FromWorker }) => void) | null,
 *   onerror: ((event: { message?: string, preventDefault?: () => void }) => void) | null,
 *   onmessageerror: (() => void) | null
 * }} WorkerLike
 */

/** The script and the package come over the network: they may take this long, in milliseconds. */
const LOAD_MS = 30_000;

let made = 0;

/** A question that has no answer; the worker itself goes on. */
export class Refusal extends Error {}

export class WorkerClient {
  /**
   * @param {{
   *   makeWorker: () => WorkerLike, module?: unknown, loadMs?: number,
   *   watch?: (lock: string, signal: AbortSignal, onFree: () => void) => void
   * }} options `watch` tells when nobody holds a lock any more
   */
  constructor({ makeWorker, module, loadMs = LOAD_MS, watch = watchLock }) {
    this.worker = makeWorker();
    this.lastId = 0;
    this.ended = false;
    /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void }>} */
    this.asked = new Map();
    this.watching = new AbortController();
    const lock = `afterstate-lab-${Date.now()}-${made++}`;
    /** The compiled package, once the worker is ready. @type {Promise<unknown>} */
    this.ready = new Promise((resolve, reject) => {
      this.asked.set(0, { resolve, reject });
    });
    // Whoever asks hears of a failed start as well; that nobody has waited for it alone is no error.
    this.ready.catch(() => {});
    this.timer = setTimeout(() => this.broke('it did not start in time'), loadMs);
    this.worker.onerror = (event) => {
      event.preventDefault?.();
      this.broke(event.message || 'it could not be started');
    };
    this.worker.onmessageerror = () => this.broke('a message could not be read');
    this.worker.onmessage = ({ data }) => {
      if (data.type === BROKEN) return this.broke(data.message);
      if (data.type !== READY) return this.settle(data);
      clearTimeout(this.timer);
      watch(lock, this.watching.signal, () => this.broke('it ended without a word'));
      this.asked.get(0)?.resolve(data.module);
      this.asked.delete(0);
    };
    this.worker.postMessage({ type: START, lock, module });
  }

  /** @param {Exclude<FromWorker, { type: typeof READY } | { type: typeof BROKEN }>} message */
  settle(message) {
    const asker = this.asked.get(message.id);
    this.asked.delete(message.id);
    if (message.type === ANSWER) asker?.resolve(message.value);
    else if (message.type === REFUSED) asker?.reject(new Refusal(message.message));
  }

  /**
   * @param {Question} question
   * @returns {Promise<any>} rejected with `Refusal` where there is no answer, with another error where the worker died
   */
  async ask(question) {
    await this.ready;
    return new Promise((resolve, reject) => {
      if (this.ended) return reject(new Error('the worker was ended'));
      const id = ++this.lastId;
      this.asked.set(id, { resolve, reject });
      this.worker.postMessage({ type: ASK, id, question });
    });
  }

  /** Ends the worker; what was asked is rejected. @param {string} [reason] */
  end(reason = 'the worker was ended') {
    if (this.ended) return;
    this.ended = true;
    clearTimeout(this.timer);
    this.watching.abort();
    this.worker.terminate();
    for (const { reject } of this.asked.values()) reject(new Error(reason));
    this.asked.clear();
  }

  /** @param {string} reason */
  broke(reason) {
    this.end(`the worker stopped: ${reason}`);
  }
}

/**
 * Waits for a lock that a living worker holds. Where there are no locks, only the browser's own word tells of a death.
 * @param {string} lock @param {AbortSignal} signal @param {() => void} onFree
 */
function watchLock(lock, signal, onFree) {
  globalThis.navigator?.locks?.request(lock, { signal }, onFree).catch(() => {});
}
