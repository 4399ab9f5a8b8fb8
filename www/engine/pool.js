// The workers of one tier: started with probes and deadlines, used together and ended together. client.js decides which
// tier to try and what to do when one fails.

import { combine, deal } from './combine.js';
import { MANAGED_MOST, isEvaluation, isReport } from './protocol.js';
import { Refusal, WorkerClient } from './requests.js';

/** @import { Deadlines, Evaluation, EvaluationQuestion, Found, Limits, Model, Position, Ready, Report, Stage, TierName, WorkerLike } from './types.js' */

/** @type {Deadlines} */
export const DEADLINES = { hello: 10_000, load: 30_000, threads: 10_000, grace: 3_000, use: 60_000 };

/** A search without a time limit counts as hanging after this time (ms). */
const NO_LIMIT_MS = 600_000;

export class WorkerPool {
  /**
   * @param {TierName} tier
   * @param {{
   *   threads: number, tableBytes: number, makeWorker: () => WorkerLike, deadlines: Deadlines, module?: unknown,
   *   onBroken: (reason: Error) => void
   * }} options `threads`: of the pool or, in tier `workers`, the number of workers; `module`: the compiled package or its
   *   address, instead of the usual one; `onBroken`: called once, when a worker can no longer be used
   */
  constructor(tier, options) {
    this.tier = tier;
    this.options = options;
    /** @type {WorkerClient[]} */
    this.workers = [];
    this.threads = 0;
    /** @type {SharedArrayBuffer | undefined} */
    this.memory = undefined;
    /** @type {Int32Array | undefined} the stop flag, if memory is shared */
    this.flag = undefined;
    this.ended = false;
    /** Whether a worker died; an ended pool that is not broken was no longer needed. */
    this.isBroken = false;
    /** @type {Model | null} the network that searches use; null: the built-in heuristic */
    this.model = null;
    /** @type {Promise<unknown>} the current search, or the last one */
    this.searching = Promise.resolve();
    /** @type {Promise<unknown>} the current change of evaluator, or the last one */
    this.changing = Promise.resolve();
    /** Aborts the current or last download of a network. */
    this.fetching = new AbortController();
  }

  /** Starts every worker. @returns {Promise<void>} rejects, with all workers ended, if one cannot be started */
  async start() {
    const { threads } = this.options;
    try {
      const first = await this.startOne(this.options.module);
      this.threads = first.threads;
      if (this.tier === 'shared') {
        if (!first.memory || first.stopFlag === undefined) throw new Error('the engine shares no memory');
        this.memory = first.memory;
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

  /** @param {unknown} module the compiled package, if there is one @returns {Promise<Ready>} */
  async startOne(module) {
    const { deadlines, makeWorker, tableBytes, threads } = this.options;
    const worker = new WorkerClient({
      makeWorker,
      helloMs: deadlines.hello,
      onBroken: (reason) => this.broken(reason),
    });
    this.workers.push(worker);
    const { nested } = await worker.hello;
    const shared = this.tier === 'shared';
    if (shared && !nested) throw new Error('workers cannot start workers here');
    const probe = shared ? new SharedArrayBuffer(4) : undefined;
    await worker.request({ ask: 'load', shared, probe, module }, { ms: deadlines.load, what: 'the engine' });
    if (probe && Atomics.load(new Int32Array(probe), 0) !== 1)
      throw new Error('memory is not shared with workers');
    return worker.request(
      { ask: 'start', threads, tableBytes },
      { ms: deadlines.threads, what: shared ? 'the threads' : 'the engine' },
    );
  }

  /**
   * Switches to a network, or to the built-in heuristic. Searches continue while the file downloads, and wait while the
   * workers read it.
   * @param {Model | null} model @param {string[]} others addresses of the site's other networks
   * @param {(stage: Stage) => void} onStage
   * @param {() => boolean} wanted checked when the download has ended
   * @returns {Promise<boolean>} false: no longer wanted. Rejects with `Refusal` if the network cannot be loaded, and nothing
   *   changed; with another error if a worker crashed or hangs.
   */
  async use(model, others, onStage, wanted) {
    const bytes = model && (await this.fetch(model, others, onStage, wanted));
    if (bytes === 'unwanted') return false;
    const change = this.searching.then(() => this.change(model, bytes, onStage));
    this.changing = change.catch(() => {});
    await change;
    return true;
  }

  /**
   * @param {Model} model @param {string[]} others @param {(stage: Stage) => void} onStage @param {() => boolean} wanted
   * @returns {Promise<Uint8Array<ArrayBuffer> | undefined | 'unwanted'>} the bytes, if several workers need them
   */
  async fetch(model, others, onStage, wanted) {
    const first = /** @type {WorkerClient} */ (this.workers[0]);
    const { signal } = (this.fetching = new AbortController());
    try {
      // No deadline, because a connection may be slow.
      const question = { ask: 'fetch', model, others, share: this.workers.length > 1 };
      const { bytes } = await first.request(question, { what: 'the network', signal, onProgress: onStage });
      return wanted() ? bytes : 'unwanted';
    } catch (error) {
      // Aborted on purpose, even if it is wanted again by now.
      if (error instanceof Refusal && (signal.aborted || !wanted())) return 'unwanted';
      throw error;
    }
  }

  /** @param {Model | null} model @param {Uint8Array<ArrayBuffer> | null | undefined} bytes @param {(stage: Stage) => void} onStage */
  async change(model, bytes, onStage) {
    // The stop flag belongs to the old solver. There is none until the new solver reports its own.
    this.flag = undefined;
    const answers = await Promise.allSettled(
      this.workers.map((worker, index) =>
        worker.request(
          {
            ask: 'use',
            model: model && { ...model, content: undefined },
            ...(index > 0 && bytes && { bytes }),
          },
          {
            ms: this.options.deadlines.use,
            what: 'the network',
            onProgress: index === 0 ? onStage : undefined,
          },
        ),
      ),
    );
    const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    const failure = failures.find((reason) => !(reason instanceof Refusal)) ?? failures[0];
    // All workers must search with the same evaluator.
    if (failure instanceof Refusal && model) await this.change(null, null, onStage);
    if (failure) throw failure;
    const [first] = answers;
    const stopFlag = first?.status === 'fulfilled' ? first.value.stopFlag : undefined;
    if (this.memory && stopFlag !== undefined) this.flag = new Int32Array(this.memory, stopFlag, 1);
    this.model = model;
  }

  /**
   * @param {Position} position @param {Limits} limits @param {boolean[]} [possible] the possible moves, by direction
   * @param {AbortSignal} [signal] stops the search as soon as this tier can; the result is still an answer or null
   * @returns {Promise<Report | null>} null: canceled before there was a result. Rejects with `Refusal` if the board
   *   cannot be searched, with another error if a worker crashed or hangs.
   */
  search(position, limits, possible = [true, true, true, true], signal) {
    return this.inTurn(() => this.searchNow(position, limits, possible, signal), signal);
  }

  /**
   * Evaluates a board, in one worker of whatever tier.
   * @param {EvaluationQuestion} question @param {AbortSignal} [signal] as for `search`
   * @returns {Promise<Evaluation | null>} null: canceled. Rejects as `search` does
   */
  evaluate({ position, limits }, signal) {
    return this.inTurn(async () => {
      this.listenForStop(signal);
      const evaluation = await /** @type {WorkerClient} */ (this.workers[0]).request(
        { ask: 'evaluate', position, limits },
        { ms: (limits.timeMs ?? NO_LIMIT_MS) + this.options.deadlines.grace, signal },
      );
      if (!isEvaluation(evaluation)) throw new Error('invalid answer');
      return signal?.aborted ? null : { ...evaluation, network: this.model?.name ?? '' };
    }, signal);
  }

  /**
   * Runs after a change of the evaluator, which in turn waits for it.
   * @template T @param {() => Promise<T | null>} run @param {AbortSignal} [signal] @returns {Promise<T | null>}
   */
  inTurn(run, signal) {
    const answer = this.changing.then(() => (signal?.aborted ? null : run()));
    this.searching = answer.catch(() => {});
    return answer;
  }

  /** @param {AbortSignal} [signal] stops the search that begins now */
  listenForStop(signal) {
    // A stop that arrived after the end of the last search must not stop this one.
    if (this.flag) Atomics.store(this.flag, 0, 0);
    signal?.addEventListener('abort', () => {
      if (this.flag) Atomics.store(this.flag, 0, 1);
    });
  }

  /** @param {Position} position @param {Limits} limits @param {boolean[]} possible @param {AbortSignal} [signal] */
  async searchNow(position, limits, possible, signal) {
    const { workers } = this;
    this.listenForStop(signal);
    const most = (limits.timeMs ?? NO_LIMIT_MS) * (limits.managed ? MANAGED_MOST : 1);
    const ms = most + this.options.deadlines.grace;
    const dealt = workers.length > 1 ? deal(possible, workers.length) : [undefined];
    /** @type {Found[]} */
    const answers = await Promise.all(
      dealt.map((root, index) =>
        /** @type {WorkerClient} */ (workers[index]).request(
          { ask: 'search', position, limits, ...(root && { root }) },
          { ms, signal },
        ),
      ),
    );
    /** @type {Report[]} */
    const reports = [];
    for (const { report, position: about } of answers) {
      if (report === null || !same(about, position)) return null;
      if (!isReport(report)) throw new Error('invalid answer');
      reports.push(report);
    }
    return combine(reports);
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
    for (const worker of this.workers) worker.end();
    this.workers = [];
  }
}

/** @param {Position} a @param {Position} b */
function same(a, b) {
  return a.rows === b.rows && a.cols === b.cols && a.ranks.every((rank, cell) => rank === b.ranks[cell]);
}
