// Requests to the workers of the engine and of the strategies. A request has an id, can be canceled, can
// report progress and can have a deadline. When a worker dies or hangs, all its requests reject, and its
// owner starts another. The worker's side is serve.js.

import { messageOf } from './protocol.js';

/** @import { FromWorker, RequestOptions, WorkerLike } from './types.js' */

export const REQUEST = 'afterstate-request';
export const CANCEL = 'afterstate-cancel';

/** Worker to page. */
export const HELLO = 'afterstate-hello';
export const ANSWER = 'afterstate-answer';
export const REFUSED = 'afterstate-refused';
export const PROGRESS = 'afterstate-progress';
export const BROKEN = 'afterstate-broken';

/**
 * @typedef {{ resolve: (value: any) => void, reject: (error: Error) => void, onProgress: (value: any) => void
 *   }} Pending
 */

/** When a page wakes up, timers and messages are due at once; this delay lets messages go first (ms). */
const AFTER_SLEEP_MS = 50;
/** A timer of more milliseconds, 24 days, runs out at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** The id of the first message, HELLO, which is not an answer to a request. */
const FIRST = 0;

/** A request has no answer; the worker can still be used. */
export class Refusal extends Error {}

export class WorkerClient {
  /**
   * @param {{
   *   makeWorker: () => WorkerLike, helloMs?: number, onBroken?: (reason: Error) => void,
   *   watch?: (lock: string, signal: AbortSignal, onFree: () => void) => void
   * }} options `onBroken`: called once; `watch`: calls `onFree` when a lock is released
   */
  constructor({ makeWorker, helloMs = Infinity, onBroken = () => {}, watch = watchLock }) {
    this.onBroken = onBroken;
    this.ended = false;
    this.lastId = FIRST;
    /** @type {Map<number, Pending>} */
    this.pending = new Map();
    this.watching = new AbortController();
    this.worker = makeWorker();
    this.worker.onerror = (event) => {
      event.preventDefault?.();
      this.broke(event.message || 'it could not be started');
    };
    this.worker.onmessageerror = () => this.broke('a message could not be read');
    this.worker.onmessage = ({ data }) => this.receive(data, watch);
    /** The worker's first message, sent when its script runs. @type {Promise<{ nested: boolean }>} */
    this.hello = this.wait(FIRST, { ms: helloMs, what: 'the worker' });
    this.hello.catch(() => {});
  }

  /**
   * @param {FromWorker} message
   * @param {(lock: string, signal: AbortSignal, onFree: () => void) => void} watch
   */
  receive(message, watch) {
    if (message.type === BROKEN) return this.broke(message.message);
    const id = message.type === HELLO ? FIRST : message.id;
    const pending = this.pending.get(id);
    if (message.type === PROGRESS) return pending?.onProgress(message.value);
    this.pending.delete(id);
    if (message.type === REFUSED) return pending?.reject(new Refusal(message.message));
    if (message.type === HELLO && message.lock !== null && pending)
      watch(message.lock, this.watching.signal, () => this.broke('it ended without an error message'));
    pending?.resolve(message.type === HELLO ? message : message.value);
  }

  /**
   * @param {any} question @param {RequestOptions} [options]
   * @returns {Promise<any>} rejects with `Refusal` if there is no answer, with another error if the worker
   *   died or hangs
   */
  request(question, options = {}) {
    const id = ++this.lastId;
    const answer = this.wait(id, options);
    try {
      if (!this.ended) this.worker.postMessage({ type: REQUEST, id, question });
    } catch (error) {
      this.pending.get(id)?.reject(new Refusal(messageOf(error)));
    }
    const cancel = () => {
      if (this.pending.has(id)) this.worker.postMessage({ type: CANCEL, id });
    };
    options.signal?.addEventListener('abort', cancel);
    return answer.finally(() => options.signal?.removeEventListener('abort', cancel));
  }

  /** @param {number} id @param {RequestOptions} options @returns {Promise<any>} */
  async wait(id, { ms = Infinity, what = 'an answer', onProgress = () => {} }) {
    if (this.ended) throw new Error('it was stopped');
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    try {
      return await new Promise((resolve, reject) => {
        const late = () => reject(new Error(`${what} took longer than ${Math.round(ms)} ms`));
        const restart = () => {
          clearTimeout(timer);
          if (ms <= LONGEST_TIMER_MS)
            timer = setTimeout(() => {
              timer = setTimeout(late, AFTER_SLEEP_MS);
            }, ms);
        };
        this.pending.set(id, {
          resolve,
          reject,
          onProgress: (value) => {
            restart();
            onProgress(value);
          },
        });
        restart();
      });
    } finally {
      clearTimeout(timer);
      this.pending.delete(id);
    }
  }

  /** Ends the worker; pending requests reject. @param {string} [reason] */
  end(reason = 'it was stopped') {
    if (this.ended) return;
    this.ended = true;
    this.watching.abort();
    this.worker.terminate();
    for (const { reject } of this.pending.values()) reject(new Error(reason));
    this.pending.clear();
  }

  /** @param {string} reason */
  broke(reason) {
    if (this.ended) return;
    this.end(reason);
    this.onBroken(new Error(reason));
  }
}

/**
 * Waits for the lock that a worker holds while it lives. Without locks, only the browser's events report a
 * death.
 * @param {string} lock @param {AbortSignal} signal @param {() => void} onFree
 */
function watchLock(lock, signal, onFree) {
  globalThis.navigator?.locks?.request(lock, { signal }, onFree).catch(() => {});
}
