// A worker that plays strategies, as the page sees it: started with its package, then asked.

import { Refusal, WorkerClient } from '../engine/requests.js';
import { START } from './protocol.js';

/** @import { WorkerLike } from '../engine/requests.js' */
/** @import { Question } from './protocol.js' */

export { Refusal };

/** The script and the package come over the network: they may take this long, in milliseconds. */
const LOAD_MS = 30_000;

export class PlayersClient {
  /**
   * @param {{
   *   makeWorker: () => WorkerLike, module?: unknown, loadMs?: number,
   *   watch?: (lock: string, signal: AbortSignal, onFree: () => void) => void
   * }} options `module`: the compiled package, where another worker has compiled it already
   */
  constructor({ makeWorker, module, loadMs = LOAD_MS, watch }) {
    this.client = new WorkerClient({ makeWorker, helloMs: loadMs, watch });
    /** The compiled package, once the worker is ready. @type {Promise<unknown>} */
    this.ready = this.start(module, loadMs);
    // Whoever asks hears of a failed start as well; that nobody has waited for it alone is no error.
    this.ready.catch(() => {});
  }

  get ended() {
    return this.client.ended;
  }

  /** @param {unknown} module @param {number} ms */
  async start(module, ms) {
    try {
      await this.client.hello;
      return await this.client.request({ ask: START, module }, { ms, what: 'the package' });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.client.broke(reason);
      // Not a refusal: this worker is of no use, another may be.
      throw new Error(reason, { cause: error });
    }
  }

  /**
   * @param {Question} question
   * @returns {Promise<any>} rejected with `Refusal` where there is no answer, with another error where the worker died
   */
  async ask(question) {
    await this.ready;
    return this.client.request(question);
  }

  /** Ends the worker; what was asked is rejected. */
  end() {
    this.client.end();
  }
}
