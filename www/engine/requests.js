// Requests to a worker, on both sides: the page sends them with `WorkerClient`, the worker answers them with
// `serve`. A request has an id, can be canceled, can report progress and can have a deadline. When a worker
// dies or hangs, all its requests reject, and its owner starts another.

import { messageOf } from '../shared/error.js';

/** @import { FromWorker, RequestOptions, ToWorker, WorkerLike } from './types.js' */

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
    this.hello = this.request(undefined, { ms: helloMs, what: 'the worker' });
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
   * @param {any} question undefined: nothing is sent, and the worker's first message is the answer
   * @param {RequestOptions} [options]
   * @returns {Promise<any>} rejects with `Refusal` if there is no answer, with another error if the worker
   *   died or hangs
   */
  async request(question, { ms = Infinity, what = 'an answer', signal, onProgress = () => {} } = {}) {
    if (this.ended) throw new Error('it was stopped');
    const id = question === undefined ? FIRST : ++this.lastId;
    const cancel = () => this.worker.postMessage({ type: CANCEL, id });
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
        if (question === undefined) return;
        try {
          this.worker.postMessage({ type: REQUEST, id, question });
        } catch (error) {
          reject(new Refusal(messageOf(error)));
        }
        signal?.addEventListener('abort', cancel);
      });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
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

// ---- in the worker ----

/**
 * Answers one kind of question. `signal`: aborted when the answer is no longer needed.
 * @typedef {(question: any, context: { signal: AbortSignal, progress: (value: unknown) => void }) => unknown}
 *   Handler
 */

/** @param {FromWorker} message */
const post = (message) => postMessage(message);

/**
 * Answers every request with the handler named by its question's `ask`.
 * @param {Record<string, Handler>} handlers
 */
export function serve(handlers) {
  // A server that renders pages may import the script of a worker.
  if (typeof postMessage !== 'function') return;
  /** @type {Map<number, AbortController>} */
  const running = new Map();

  addEventListener('message', async ({ data }) => {
    const { type, id, question } = /** @type {Extract<ToWorker, { question: any }>} */ (data ?? {});
    if (/** @type {string} */ (type) === CANCEL) running.get(id)?.abort();
    if (type !== REQUEST) return;
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const handler = handlers[question.ask];
      if (!handler) throw new Error(`there is no request "${question.ask}"`);
      const value = await handler(question, {
        signal: controller.signal,
        progress: (done) => post({ type: PROGRESS, id, value: done }),
      });
      post({ type: ANSWER, id, value });
    } catch (error) {
      // After a trap the WebAssembly instance cannot be trusted: it is built with panic=abort.
      if (error instanceof WebAssembly.RuntimeError) post({ type: BROKEN, message: messageOf(error) });
      else post({ type: REFUSED, id, message: messageOf(error) });
    } finally {
      running.delete(id);
    }
  });
  addEventListener('messageerror', () => post({ type: BROKEN, message: 'a message could not be read' }));
  void hold().then((lock) => post({ type: HELLO, nested: typeof Worker === 'function', lock }));
}

/**
 * Takes a lock that the browser releases when the worker ends.
 * @returns {Promise<string | null>} its name; null without Web Locks
 */
function hold() {
  const name = `afterstate-worker-${Date.now()}-${Math.random()}`;
  return new Promise((resolve) => {
    if (!navigator.locks) return resolve(null);
    navigator.locks
      .request(name, () => {
        resolve(name);
        return new Promise(() => {});
      })
      .catch(() => resolve(null));
  });
}
