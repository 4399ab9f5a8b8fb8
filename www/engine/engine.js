// The engine in a worker, of one tier: started with probes and deadlines, and the network that it uses.
// client.js decides which tier to try and what to do when one fails, and asks it.

import { Refusal, WorkerClient } from './requests.js';

/** @import { Deadlines, Network, Ready, Stage, TierName, WorkerLike } from './types.js' */

/** @type {Deadlines} */
export const DEADLINES = { hello: 10_000, load: 30_000, threads: 10_000, grace: 3_000, use: 60_000 };

/** A network's file could not be downloaded. */
export class Missing extends Refusal {}

export class Engine {
  /**
   * @param {TierName} tier
   * @param {{
   *   threads: number, tableBytes: number, makeWorker: () => WorkerLike, deadlines: Deadlines,
   *   module?: () => unknown, onShare?: (share: number) => void, onBroken: (reason: Error) => void
   * }} options `onShare`: this share of the package is downloaded; `module`: the compiled package or its
   *   address, instead of the default one; `onBroken`: called
   *   once, when the worker can no longer be used
   */
  constructor(tier, options) {
    this.tier = tier;
    this.options = options;
    /** Set by `start`. @type {WorkerClient} */
    this.worker = /** @type {any} */ (undefined);
    this.threads = 0;
    /** @type {SharedArrayBuffer | undefined} */
    this.memory = undefined;
    /** @type {Int32Array | undefined} the stop flag, if memory is shared */
    this.flag = undefined;
    this.ended = false;
    /** Whether the worker died; an ended engine that is not broken was no longer needed. */
    this.isBroken = false;
    /** @type {Network | null} the network that searches use; null: the built-in heuristic */
    this.network = null;
    /** @type {Promise<unknown>} the current search, or the last one: a change of evaluator waits for it */
    this.searching = Promise.resolve();
    /** @type {Promise<unknown>} the current change of evaluator, or the last one: a search waits for it */
    this.changing = Promise.resolve();
  }

  /** @returns {Promise<void>} rejects, with the worker ended, if it cannot be started */
  async start() {
    const { deadlines, makeWorker, module, tableBytes, threads } = this.options;
    const ofTier = module?.();
    const shared = this.tier === 'shared';
    try {
      const worker = new WorkerClient({
        makeWorker,
        helloMs: deadlines.hello,
        onBroken: (reason) => this.broken(reason),
      });
      this.worker = worker;
      const { nested } = await worker.hello;
      if (shared && !nested) throw new Error('workers cannot start workers here');
      const probe = shared ? new SharedArrayBuffer(4) : undefined;
      await worker.request(
        { ask: 'load', shared, probe, module: ofTier },
        { ms: deadlines.load, what: 'the engine', onProgress: this.options.onShare },
      );
      if (probe && Atomics.load(new Int32Array(probe), 0) !== 1)
        throw new Error('memory is not shared with workers');
      /** @type {Ready} */
      const ready = await worker.request(
        { ask: 'start', threads, tableBytes },
        { ms: deadlines.threads, what: shared ? 'the threads' : 'the engine' },
      );
      this.threads = ready.threads;
      if (!shared) return;
      if (!ready.memory || ready.stopFlag === undefined) throw new Error('the engine shares no memory');
      this.memory = ready.memory;
      this.flag = new Int32Array(ready.memory, ready.stopFlag, 1);
    } catch (error) {
      this.end();
      throw error;
    }
  }

  /**
   * Switches to a network, or to the built-in heuristic. Searches continue while the file downloads, and wait
   * while the worker reads it.
   * @param {Network | null} network @param {string[]} others addresses of the site's other networks
   * @param {{ signal: AbortSignal, onStage: (stage: Stage) => void }} options `signal`: it is no longer
   *   wanted, which ends its download
   * @returns {Promise<boolean>} false: no longer wanted. Rejects with `Refusal` if the network cannot be
   *   loaded, and nothing changed; with another error if the worker crashed or hangs.
   */
  async use(network, others, { signal, onStage }) {
    try {
      // No deadline, because a connection may be slow.
      if (network)
        await this.worker.request(
          { ask: 'fetch', network, others },
          { what: 'the network', signal, onProgress: onStage },
        );
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (!signal.aborted) throw new Missing(error.message);
    }
    if (signal.aborted) return false;
    const change = this.searching.then(() => this.change(network, onStage));
    this.changing = change.catch(() => {});
    await change;
    return true;
  }

  /** @param {Network | null} network @param {(stage: Stage) => void} onStage */
  async change(network, onStage) {
    // The stop flag belongs to the old solver. There is none until the new solver reports its own.
    this.flag = undefined;
    const question = { ask: 'use', network: network && { ...network, content: undefined } };
    const options = { ms: this.options.deadlines.use, what: 'the network', onProgress: onStage };
    const { stopFlag } = await this.worker.request(question, options).catch(async (error) => {
      if (error instanceof Refusal && network) await this.change(null, onStage);
      throw error;
    });
    if (this.memory && stopFlag !== undefined) this.flag = new Int32Array(this.memory, stopFlag, 1);
    this.network = network;
  }

  /** @param {Error} reason */
  broken(reason) {
    if (this.ended) return;
    this.isBroken = true;
    this.end();
    this.options.onBroken(reason);
  }

  end() {
    this.ended = true;
    this.worker?.end();
  }
}
