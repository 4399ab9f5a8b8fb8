// The page's side of a worker that plays strategies: starts it with its package and sends requests.

import { messageOf } from '../shared/error.js';
import { WorkerClient } from '../engine/requests.js';
import { startPlayersWorker } from '../engine/scripts.js';

/** @import { Question } from './protocol.js' */

/** How long the download of script and package may take, in milliseconds. */
const LOAD_MS = 30_000;

export class PlayersClient extends WorkerClient {
  /**
   * @param {Partial<ConstructorParameters<typeof WorkerClient>[0]> & { module?: unknown, loadMs?: number }}
   *   [options] `module`: the compiled package, if another worker has compiled it already
   */
  constructor({ makeWorker = startPlayersWorker, module, loadMs = LOAD_MS, watch } = {}) {
    super({ makeWorker, helloMs: loadMs, watch });
    /** The compiled package, once the worker is ready. @type {Promise<unknown>} */
    this.ready = this.start(module, loadMs);
    // A failed start also rejects every request, so this rejection may go unhandled.
    this.ready.catch(() => {});
  }

  /** @param {unknown} module @param {number} ms */
  async start(module, ms) {
    try {
      await this.hello;
      return await this.request({ ask: 'start', module }, { ms, what: 'its start' });
    } catch (error) {
      const reason = messageOf(error);
      this.broke(reason);
      // Not a refusal: another worker may succeed.
      throw new Error(reason, { cause: error });
    }
  }

  /**
   * @param {Question} question @param {{ onProgress?: (value: unknown) => void }} [options]
   * @returns {Promise<any>} rejects with `Refusal` if there is no answer, with another error if the worker
   *   died
   */
  async ask(question, options) {
    await this.ready;
    return this.request(question, options);
  }
}
