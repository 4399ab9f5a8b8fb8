// The worker's side of requests.js: reads requests, answers them, and reports when the worker can no longer
// be used.

import { messageOf } from './protocol.js';
import { ANSWER, BROKEN, CANCEL, HELLO, PROGRESS, REFUSED, REQUEST } from './requests.js';

/** @import { FromWorker, ToWorker } from './types.js' */

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

  /** @param {number} id @param {any} question */
  const answer = async (id, question) => {
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
      if (globalThis.WebAssembly && error instanceof WebAssembly.RuntimeError)
        post({ type: BROKEN, message: messageOf(error) });
      else post({ type: REFUSED, id, message: messageOf(error) });
    } finally {
      running.delete(id);
    }
  };

  addEventListener('message', (event) => {
    const message = /** @type {ToWorker} */ (event.data);
    if (message?.type === REQUEST) void answer(message.id, message.question);
    else if (message?.type === CANCEL) running.get(message.id)?.abort();
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
