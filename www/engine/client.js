// The engine as the page sees it: ask about a board, get an outcome. Chooses the tier, keeps one request running and
// at most one waiting, drops late answers, and replaces workers that crash or hang.
//
// No failure is remembered: a request that finds the AI unavailable tries every tier again.

import { collectSoon } from './heap.js';
import { DEADLINES, WorkerPool } from './pool.js';
import { Refusal } from './requests.js';

/** @import { Deadlines } from './pool.js' */
/** @import { WorkerLike } from './requests.js' */
/** @import { Limits, Model, Position, Report, Stage, TierName } from './protocol.js' */

/**
 * How a request ended. `dropped`: the answer is no longer needed (stopped, or replaced by a newer request). `failed`: there
 * is no answer; `message` gives the reason.
 * @typedef {{ kind: 'answer', report: Report } | { kind: 'dropped' } | { kind: 'failed', message: string }} Outcome
 */

/**
 * @typedef {'idle' | 'starting' | 'ready' | 'thinking' | 'unavailable'} State
 * @typedef {{ state: State, tier: TierName | null, threads: number }} Status
 */

/**
 * The state of the requested network. `ready`: searches use it (null: they use the built-in heuristic). `failed`:
 * `message` gives the reason, and searches keep using the previous evaluator.
 * @typedef {{ kind: 'fetching' | 'reading', model: Model, share: number } | { kind: 'ready', model: Model | null }
 *   | { kind: 'failed', model: Model, message: string }} ModelStatus
 */

/**
 * `possible`: the possible moves, by direction. `game`: an id of the game, for strategies with memory or randomness.
 * @typedef {{ position: Position, limits: Limits, possible?: boolean[], game?: bigint }} Question
 * @typedef {Question & {
 *   tries: number, controller: AbortController, settle: (outcome: Outcome) => void
 * }} Job
 */

/**
 * The size of the transposition table. With 4 MiB a search of 12 boards visits as many nodes at 5-ply and 6-ply as with
 * 16 MiB, and 0.7% more at 7-ply (39.07 M and 38.81 M: `afterstate bench --ply 7 --json 1 --table-mb 4`, 2026-11-21).
 */
const TABLE_BYTES = 4 << 20;
/** The client gives up a job after it broke this many pools. */
const TRIES = 3;
/** The client gives up a network after workers broke this often while loading it. */
const BREAKS_OF_A_MODEL = 2;
/** The client moves on to the next tier after workers broke this often without an answer in between. */
const BREAKS_OF_A_TIER = 2;

export class EngineClient {
  /**
   * @param {{
   *   tiers: TierName[], threads: number, workers?: number, tableBytes?: number, makeWorker: () => WorkerLike,
   *   moduleFor?: (tier: TierName) => unknown, deadlines?: Partial<Deadlines>, onStatus?: (status: Status) => void,
   *   onTrouble?: (message: string) => void, onModel?: (status: ModelStatus) => void
   * }} options `tiers`: tried in this order; `threads`: size of the thread pool; `workers`: how many workers the tier
   *   `workers` has; `moduleFor`: a tier's compiled package or its address, instead of the usual one; `onTrouble`: called
   *   with a message for the player when a worker was replaced
   */
  constructor(options) {
    this.options = options;
    this.deadlines = { ...DEADLINES, ...options.deadlines };
    /** @type {WorkerPool | null} */
    this.pool = null;
    /** Why the last tier that was tried did not start. @type {unknown} */
    this.reason = undefined;
    /** @type {Promise<WorkerPool | null> | null} */
    this.starting = null;
    /** Index of the tier in use. */
    this.rung = 0;
    this.breaks = 0;
    /** Incremented by `end`, so that a start that was under way can notice that it is no longer needed. */
    this.life = 0;
    /** @type {Job | null} */
    this.running = null;
    /** @type {Job | null} */
    this.waiting = null;
    /** @type {Model | null} the requested network; null: the built-in heuristic */
    this.wanted = null;
    /** @type {string[]} the addresses of all networks of the site */
    this.known = [];
    /** Whether the workers are loading the requested network. */
    this.bringing = false;
    /** How often workers broke while they loaded the network. */
    this.broken = 0;
    /** @type {Model | null} a network that could not be loaded; not tried again until `use` is called */
    this.refused = null;
    /** @type {Status} */
    this.status = { state: 'idle', tier: null, threads: 0 };
  }

  /** Gets the workers ready before they are needed. Never rejects. */
  async warmUp() {
    await this.ready();
  }

  /**
   * Asks for the values of a board's moves. Drops earlier requests that have no answer yet.
   * @param {Question} question
   * @returns {Promise<Outcome>} never rejects
   */
  ask(question) {
    return new Promise((settle) => {
      /** @type {Job} */
      const job = { ...question, tries: 0, controller: new AbortController(), settle };
      this.waiting?.settle({ kind: 'dropped' });
      this.waiting = null;
      if (!this.running) {
        this.run(job);
        return;
      }
      this.drop(this.running);
      this.waiting = job;
    });
  }

  /**
   * Switches to a network once it is loaded, and keeps it when workers are replaced. Until then the previous evaluator
   * is used.
   * @param {Model | null} model null: the built-in heuristic @param {Model[]} models all networks of the site
   */
  use(model, models) {
    const another = model?.url !== this.wanted?.url;
    this.wanted = model;
    this.known = models.map(({ url }) => url);
    this.refused = null;
    // A repeated request for the same network does not restart its download.
    if (this.bringing && another) this.pool?.abort();
    if (model?.url === this.model?.url) this.options.onModel?.({ kind: 'ready', model });
    void this.bring();
  }

  /** The network that searches use; null: the built-in heuristic. */
  get model() {
    return this.pool?.model ?? null;
  }

  /** Loads the requested network into the workers, and then the next one if the choice has changed. Never rejects. */
  async bring() {
    if (this.bringing) return;
    this.bringing = true;
    try {
      for (;;) {
        const { pool, wanted: model } = this;
        if (!pool || model?.url === pool.model?.url || (model && model === this.refused)) return;
        await this.bringTo(pool, model);
      }
    } finally {
      this.bringing = false;
    }
  }

  /** @param {WorkerPool} pool @param {Model | null} model */
  async bringTo(pool, model) {
    const { life, options: { onModel = () => {} } } = this;
    const wanted = () => this.pool === pool && this.wanted === model;
    /** @param {Stage} stage */
    const onStage = ({ stage, done, total }) => {
      if (model && wanted()) onModel({ kind: stage, model, share: total > 0 ? done / total : 0 });
    };
    try {
      if (await pool.use(model, this.known, onStage, wanted)) {
        this.broken = 0;
        onModel({ kind: 'ready', model });
      }
    } catch (error) {
      if (life !== this.life) return;
      const message = error instanceof Error ? error.message : String(error);
      const known = error instanceof Refusal;
      // Broken workers are replaced and the network is tried again. If that fails too, the network is at fault.
      if (model && (known || ++this.broken >= BREAKS_OF_A_MODEL)) {
        this.refused = model;
        this.broken = 0;
        if (this.wanted === model) onModel({ kind: 'failed', model, message });
      }
      if (!known) this.broke(pool, message);
    }
  }

  /** Drops all requests: their answers are no longer needed. */
  stop() {
    this.waiting?.settle({ kind: 'dropped' });
    this.waiting = null;
    if (this.running) this.drop(this.running);
  }

  /** Ends every worker; the next request starts them again. */
  end() {
    this.life++;
    this.stop();
    this.pool?.end();
    this.pool = null;
    this.starting = null;
    this.running = null;
    this.setState('idle');
  }

  /** Settles a job at once; its worker continues until it can stop. @param {Job} job */
  drop(job) {
    job.settle({ kind: 'dropped' });
    job.controller.abort();
  }

  /** @param {Job} job */
  async run(job) {
    const life = this.life;
    this.running = job;
    const outcome = await this.outcomeOf(job, life);
    if (life !== this.life) return;
    job.settle(outcome);
    this.running = null;
    if (this.pool) this.setState('ready');
    const next = this.waiting;
    this.waiting = null;
    if (next) await this.run(next);
  }

  /** @param {Job} job @param {number} life @returns {Promise<Outcome>} */
  async outcomeOf(job, life) {
    let message = '';
    for (; job.tries < TRIES; job.tries++) {
      const pool = await this.ready();
      if (life !== this.life) return { kind: 'dropped' };
      if (!pool) return { kind: 'failed', message: 'The AI is not available in this browser. You can still play.' };
      await pool.settled();
      if (life !== this.life || job.controller.signal.aborted) return { kind: 'dropped' };
      this.setState('thinking');
      try {
        const report = await pool.search(job.position, job.limits, job.possible, job.controller.signal);
        this.breaks = 0;
        return report ? { kind: 'answer', report } : { kind: 'dropped' };
      } catch (error) {
        message = error instanceof Error ? error.message : String(error);
        if (error instanceof Refusal) return { kind: 'failed', message };
        if (life !== this.life) return { kind: 'dropped' };
        this.broke(pool, message);
        if (job.controller.signal.aborted) return { kind: 'dropped' };
      }
    }
    return { kind: 'failed', message: `The AI failed: ${message}.` };
  }

  /**
   * The workers of the strongest tier that starts; null if none does.
   * @returns {Promise<WorkerPool | null>}
   */
  async ready() {
    if (this.pool) return this.pool;
    if (this.starting) return this.starting;
    const starting = this.climb(this.life).finally(() => {
      // `end` may have cleared this and another start may have replaced it.
      if (this.starting === starting) this.starting = null;
    });
    this.starting = starting;
    return starting;
  }

  /** @param {number} life @returns {Promise<WorkerPool | null>} */
  async climb(life) {
    const { tiers, threads, workers = threads, tableBytes = TABLE_BYTES, makeWorker } = this.options;
    if (this.rung >= tiers.length) this.rung = 0;
    this.setState('starting');
    for (; this.rung < tiers.length; this.rung++) {
      const tier = /** @type {TierName} */ (tiers[this.rung]);
      const pool = new WorkerPool(tier, {
        threads: tier === 'workers' ? workers : threads,
        tableBytes,
        makeWorker,
        module: this.options.moduleFor?.(tier),
        deadlines: this.deadlines,
        onBroken: (reason) => this.broke(pool, reason.message),
      });
      try {
        await pool.start();
      } catch (error) {
        if (life !== this.life) return null;
        this.reason = error;
        continue; // try the next tier
      }
      if (life !== this.life) {
        pool.end();
        return null;
      }
      this.pool = pool;
      collectSoon();
      this.setState('ready');
      void this.bring();
      return pool;
    }
    this.rung = 0;
    this.setState('unavailable');
    return null;
  }

  /**
   * Ends a pool that crashed or hangs; the next request starts another.
   * @param {WorkerPool} pool @param {string} reason
   */
  broke(pool, reason) {
    if (this.pool !== pool) return; // already reported, or never ready
    pool.end();
    this.pool = null;
    this.breaks++;
    if (this.breaks >= BREAKS_OF_A_TIER && this.rung + 1 < this.options.tiers.length) {
      this.rung++;
      this.breaks = 0;
    }
    this.setState('idle');
    this.options.onTrouble?.(`The AI stopped (${reason}) and was restarted.`);
  }

  /** @param {State} state */
  setState(state) {
    const status = { state, tier: this.pool?.tier ?? null, threads: this.pool?.threads ?? 0 };
    if (status.state === this.status.state && status.tier === this.status.tier) return;
    this.status = status;
    this.options.onStatus?.(status);
  }
}
