// Requests to a worker, for the engine's workers and those of the strategies: each has an id, may be cancelled, may report
// progress and may have a deadline. A worker that dies, hangs or breaks rejects everything that was asked of it, and whoever
// made it starts another. The worker's side is serve.js.

/**
 * The part of a Worker that is used here.
 * @typedef {{
 *   postMessage(message: ToWorker): void, terminate(): void,
 *   onmessage: ((event: { data: FromWorker }) => void) | null,
 *   onerror: ((event: { message?: string, preventDefault?: () => void }) => void) | null,
 *   onmessageerror: (() => void) | null
 * }} WorkerLike
 */

/** Page to worker. */
export const REQUEST = 'afterstate-request';
export const CANCEL = 'afterstate-cancel';

/** Worker to page. */
export const HELLO = 'afterstate-hello';
export const ANSWER = 'afterstate-answer';
export const REFUSED = 'afterstate-refused';
export const PROGRESS = 'afterstate-progress';
export const BROKEN = 'afterstate-broken';

/**
 * @typedef {{ type: typeof REQUEST, id: number, question: any } | { type: typeof CANCEL, id: number }} ToWorker
 */

/**
 * HELLO: the worker's script runs. `nested`: it can start workers itself; `lock`: the name of a lock that it holds for as
 * long as it lives, so that its death is seen even where the browser reports none. REFUSED: this request has no answer, and
 * the worker goes on. BROKEN: the worker cannot be used any more.
 * @typedef {{ type: typeof HELLO, nested: boolean, lock: string | null }
 *   | { type: typeof ANSWER | typeof PROGRESS, id: number, value: any }
 *   | { type: typeof REFUSED, id: number, message: string }
 *   | { type: typeof BROKEN, message: string }} FromWorker
 */

/**
 * `ms`: how long the answer may take, from the request or its last progress; `what`: words for it where it does not come.
 * @typedef {{ ms?: number, what?: string, signal?: AbortSignal, onProgress?: (value: any) => void }} RequestOptions
 */

/** @typedef {{ resolve: (value: any) => void, reject: (error: Error) => void, onProgress: (value: any) => void }} Pending */

/** After a page slept, its timers and messages are due together: messages go first (ms). */
const AFTER_SLEEP_MS = 50;
/** The id of the first message, which nobody asks for. */
const FIRST = 0;

/** A request that has no answer; the worker itself goes on. */
export class Refusal extends Error {}

export class WorkerClient {
  /**
   * @param {{
   *   makeWorker: () => WorkerLike, helloMs?: number, onBroken?: (reason: Error) => void,
   *   watch?: (lock: string, signal: AbortSignal, onFree: () => void) => void
   * }} options `onBroken` is told once; `watch` tells when nobody holds a lock any more
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
    /** What the worker says when its script runs. @type {Promise<{ nested: boolean }>} */
    this.hello = this.wait(FIRST, { ms: helloMs, what: 'the worker' });
    this.hello.catch(() => {});
  }

  /** @param {FromWorker} message @param {(lock: string, signal: AbortSignal, onFree: () => void) => void} watch */
  receive(message, watch) {
    if (message.type === BROKEN) return this.broke(message.message);
    const id = message.type === HELLO ? FIRST : message.id;
    const pending = this.pending.get(id);
    if (message.type === PROGRESS) return pending?.onProgress(message.value);
    this.pending.delete(id);
    if (message.type === REFUSED) return pending?.reject(new Refusal(message.message));
    if (message.type === HELLO && message.lock !== null && pending) watch(message.lock, this.watching.signal, () => this.broke('it ended without a word'));
    pending?.resolve(message.type === HELLO ? message : message.value);
  }

  /**
   * @param {any} question @param {RequestOptions} [options]
   * @returns {Promise<any>} rejected with `Refusal` where there is no answer, with another error where the worker died or hangs
   */
  request(question, options = {}) {
    const id = ++this.lastId;
    const answer = this.wait(id, options);
    if (!this.ended) this.worker.postMessage({ type: REQUEST, id, question });
    options.signal?.addEventListener('abort', () => {
      if (this.pending.has(id)) this.worker.postMessage({ type: CANCEL, id });
    });
    return answer;
  }

  /** @param {number} id @param {RequestOptions} options @returns {Promise<any>} */
  async wait(id, { ms = Infinity, what = 'an answer', onProgress = () => {} }) {
    if (this.ended) throw new Error('the worker was ended');
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    try {
      return await new Promise((resolve, reject) => {
        const late = () => reject(new Error(`${what} did not come within ${Math.round(ms)} ms`));
        const restart = () => {
          clearTimeout(timer);
          if (ms !== Infinity) timer = setTimeout(() => { timer = setTimeout(late, AFTER_SLEEP_MS); }, ms);
        };
        this.pending.set(id, { resolve, reject, onProgress: (value) => {
          restart();
          onProgress(value);
        } });
        restart();
      });
    } finally {
      clearTimeout(timer);
      this.pending.delete(id);
    }
  }

  /** Ends the worker; whatever was asked is rejected. @param {string} [reason] */
  end(reason = 'the worker was ended') {
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
 * Waits for a lock that a living worker holds. Without locks only the browser's own events tell of a death.
 * @param {string} lock @param {AbortSignal} signal @param {() => void} onFree
 */
function watchLock(lock, signal, onFree) {
  globalThis.navigator?.locks?.request(lock, { signal }, onFree).catch(() => {});
}
