// `Engine`: the engine client of the page (www/engine) with promises, signals and a queue of requests.

import { EngineClient } from '../../../www/engine/client.js';
import { AfterstateError } from './errors.js';
import { limited, readBoard, readEngineOptions, readLimits, readNetwork, readUseOptions } from './input.js';

/** @import { Limits, Network as NetworkFile, Position } from '../../../www/engine/types.js' */
/** @import { TierName, WorkerLike } from '../../../www/engine/types.js' */
/** @import { Board, EngineOptions, Network, SearchOptions, SearchResult } from '../types/worker.d.ts' */

/**
 * What differs between browsers and Node.
 * @typedef {{
 *   tiers: (threads: number) => TierName[], cores: () => number, makeWorker: () => WorkerLike,
 *   resolve: (address: string | URL) => string, prepare: (network: NetworkFile) => Promise<NetworkFile>
 * }} Platform `resolve`: an address as a worker understands it; `prepare`: what must happen to a network
 * before a worker
 *   can load it
 */

const MAX_THREADS = 8;

/** @param {EngineOptions} options @param {Platform} platform @returns {Promise<Engine>} */
export async function startEngine(options, platform) {
  const engine = new Engine(readEngineOptions(options), platform);
  try {
    await engine.start(options.network);
    return engine;
  } catch (error) {
    engine.close();
    throw error;
  }
}

/** @param {EngineOptions} options @param {Platform} platform */
function readThreads({ threads }, { cores }) {
  if (threads === undefined) return Math.max(1, Math.min(cores(), MAX_THREADS));
  if (Number.isInteger(threads) && threads >= 1 && threads <= 64) return threads;
  throw new AfterstateError(
    'bad-options',
    `threads is ${typeof threads === 'number' ? threads : 'no number'}, but it is a whole number from 1 to 64`,
  );
}

/** @template T @param {Promise<T>} promise @param {AbortSignal | undefined} signal @returns {Promise<T>} */
function orAborted(promise, signal) {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

export class Engine {
  /** @type {EngineClient} */
  #client;
  #options;
  #platform;
  #closed = false;
  /** @type {Promise<unknown>} the last request in line */
  #last = Promise.resolve();
  /** @type {PromiseWithResolvers<void> | null} the network that is being loaded */
  #loading = null;
  /** @type {((share: number) => void) | undefined} */
  #onProgress;

  /** @param {EngineOptions} options @param {Platform} platform */
  constructor(options, platform) {
    const threads = readThreads(options, platform);
    const { wasmUrl, threadsWasmUrl, wasmBytes, threadsWasmBytes } = options;
    this.#options = options;
    this.#platform = platform;
    this.#client = new EngineClient({
      tiers: platform.tiers(threads),
      threads,
      waits: true,
      makeWorker: platform.makeWorker,
      ...(options.tableBytes !== undefined && { tableBytes: options.tableBytes }),
      moduleFor(tier) {
        const [bytes, address] =
          tier === 'shared' ? [threadsWasmBytes, threadsWasmUrl] : [wasmBytes, wasmUrl];
        return bytes ?? (address && platform.resolve(address));
      },
      onTrouble: (message) => {
        options.onTrouble?.(message);
        // Only a question starts another worker, and what is loading waits for one.
        if (this.#loading) this.start(null).catch((error) => this.#loading?.reject(error));
      },
      onNetwork: (status) => this.#loadStatus(status),
    });
  }

  /** @param {Network | null | undefined} network */
  async start(network) {
    await this.#client.warmUp();
    const { engine, reason } = this.#client;
    if (this.#closed) throw closed();
    if (!engine)
      throw new AfterstateError(
        'unavailable',
        `the engine cannot start: ${reason instanceof Error ? reason.message : reason}`,
        { cause: reason },
      );
    if (network !== undefined && network !== null) await this.use(network);
  }

  /** The threads that search. */
  get threads() {
    return this.#client.engine?.threads ?? 0;
  }
  /** The id of the network in use; null: the built-in heuristic. */
  get network() {
    return this.#client.network?.id ?? null;
  }

  /**
   * @param {Network | null} wanted null: the built-in heuristic
   * @param {{ signal?: AbortSignal, onProgress?: (share: number) => void }} [options]
   * @returns {Promise<void>}
   */
  async use(wanted, options = {}) {
    const { signal, onProgress } = readUseOptions(options);
    return this.#inTurn(signal, async () => {
      const network = wanted === null ? null : await this.#platform.prepare(readNetwork(wanted));
      signal?.throwIfAborted();
      this.#loading = Promise.withResolvers?.() ?? withResolvers();
      this.#onProgress = onProgress;
      const { promise } = this.#loading;
      const before = this.#client.network;
      const back = () => this.#client.use(before, []);
      signal?.addEventListener('abort', back, { once: true });
      this.#client.use(network, network ? [network] : []);
      try {
        await promise;
      } catch (error) {
        back(); // so that a new worker gets it too
        throw error;
      } finally {
        this.#loading = null;
        signal?.removeEventListener('abort', back);
      }
    });
  }

  /**
   * Searches a board; one request after another.
   * @param {Board} board @param {SearchOptions} [options] @returns {Promise<SearchResult>}
   */
  async search(board, options = {}) {
    const position = readBoard(board);
    const limits = limited(readLimits(options));
    return this.#inTurn(options.signal, () => this.#ask(position, limits, options.signal));
  }

  /**
   * Searches 1-ply, 2-ply and so on, and yields each as it is completed.
   * @param {Board} board @param {SearchOptions} [options] @returns {AsyncGenerator<SearchResult, void,
   *   undefined>}
   */
  async *deepen(board, options = {}) {
    readLimits(options);
    const { ranks } = readBoard(board);
    const { ply: deepest = Infinity, timeMs = Infinity, nodes = Infinity, ...rest } = options;
    const began = performance.now();
    let left = nodes;
    for (let ply = 1; ply <= Math.min(deepest, 30); ply++) {
      const time = timeMs - (performance.now() - began);
      if (ply > 1 && (time <= 0 || left < 1)) return;
      const result = await this.search(ranks, {
        ...rest,
        ply,
        ...(timeMs !== Infinity && { timeMs: Math.max(1, time) }),
        ...(nodes !== Infinity && { nodes: left }),
      });
      left -= result.nodes;
      // The first is worth having even if it is not complete.
      if (result.ply < ply && ply > 1) return;
      yield result;
      if (result.best === null) return;
    }
  }

  /** Ends the workers. Waiting requests are rejected. */
  close() {
    this.#closed = true;
    this.#client.end();
    this.#loading?.reject(closed());
  }

  /**
   * @template T @param {AbortSignal | undefined} signal @param {() => Promise<T>} task @returns {Promise<T>}
   */
  #inTurn(signal, task) {
    if (this.#closed) return Promise.reject(closed());
    if (signal?.aborted) return Promise.reject(signal.reason);
    const turn = this.#last.then(() => {
      if (this.#closed) throw closed();
      signal?.throwIfAborted();
      return task();
    });
    this.#last = turn.catch(() => {});
    return orAborted(turn, signal);
  }

  /**
   * @param {Position} position
   * @param {Limits} limits
   * @param {AbortSignal | undefined} signal
   * @returns {Promise<SearchResult>}
   */
  async #ask(position, limits, signal) {
    const outcome = await this.#client.ask({ position, limits }, { signal });
    if (outcome.kind === 'answer') {
      const { best, values, ply, nodes, timeMs, threads, line, stopped } = outcome.report;
      return /** @type {SearchResult} */ ({ best, values, ply, nodes, timeMs, threads, line, stopped });
    }
    if (this.#closed) throw closed();
    signal?.throwIfAborted();
    throw new AfterstateError(
      'search-failed',
      outcome.kind === 'failed' ? outcome.message : 'the search was stopped',
    );
  }

  /** @param {import('../../../www/engine/types.js').LoadStatus} status */
  #loadStatus(status) {
    if (status.kind === 'ready') this.#loading?.resolve();
    else if (status.kind === 'failed') {
      const message = `network ${status.network.id}: ${status.message}`;
      if (this.#loading) this.#loading.reject(new AfterstateError('network-failed', message));
      else this.#options.onTrouble?.(`${message}; the built-in heuristic takes its place`);
    } else this.#onProgress?.(status.kind === 'fetching' ? status.share / 2 : 0.5 + status.share / 2);
  }
}

const closed = () => new AfterstateError('closed', 'the engine was closed');

/** Promise.withResolvers for Node 20. @returns {PromiseWithResolvers<void>} */
function withResolvers() {
  /** @type {any} */
  const deferred = {};
  deferred.promise = new Promise((resolve, reject) => Object.assign(deferred, { resolve, reject }));
  return deferred;
}
