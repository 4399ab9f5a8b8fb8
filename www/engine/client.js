// The engine as the page sees it: ask about a board, get an outcome. Chooses the tier, answers one question
// after another, and replaces a worker that crashes or hangs.
//
// If no tier starts, the next request tries all of them again. Until then, one that did not start or broke
// twice is skipped.

import { NO_AI } from '../shared/notices.js';
import { t } from '../shared/text.js';
import { within } from '../shared/wait.js';
import { DEADLINES, Engine } from './engine.js';
import { NetworkLoader } from './network-loader.js';
import { People, isCriticalGrade } from './people.js';
import { messageOf } from '../shared/error.js';
import { Refusal } from './requests.js';

/**
 * @import { Asking, Deadlines, Direction, Dropped, Evaluation, Judgment, LoadStatus, Network, Outcome,
 *   PeopleMove, Question, Report, Result, State, Status, TierName, WorkerLike } from './types.js'
 */
/** @import { Grade } from '../pkg/afterstate.js' */
/** @import { Evaluations } from './evaluations.js' */
/** @import { PeopleOptions } from './people.js' */

/** How much longer than the mean one managed search may take: `MANAGED_MAX` in src/search/limits.rs. */
const MANAGED_MAX = 6;

/** @type {Dropped} */
export const DROPPED = { kind: 'dropped' };

/**
 * The size of the transposition table. With 4 MiB a search of 12 boards visits as many nodes at 5-ply and
 * 6-ply as with 16 MiB, and 0.7% more at 7-ply (39.07 M and 38.81 M: `afterstate bench --ply 7 --json
 * --threads 1 --table-mb 4`, 2026-11-21).
 */
const TABLE_BYTES = 4 << 20;
/** The client gives up a question after it broke this many engines. */
const TRIES = 3;
/** The client moves on to the next tier after workers broke this often without an answer in between. */
const BREAKS_OF_A_TIER = 2;
/**
 * How long a comparison waits for a network, from when it began to load (ms): longer than reading a cached
 * one takes. Afterwards it is answered without it at once.
 */
const NETWORK_MS = 8000;
/** A search without a time limit counts as hanging after this time (ms). */
const NO_LIMIT_MS = 600_000;

export class EngineClient {
  /**
   * @param {{
   *   tiers: TierName[], threads: number, tableBytes?: number, waits?: boolean, makeWorker: () => WorkerLike,
   *   moduleFor?: (tier: TierName) => unknown, deadlines?: Partial<Deadlines>, evaluations?: Evaluations,
   *   networkMs?: number, people?: PeopleOptions,
   *   onStatus?: (status: Status) => void, onTrouble?: (message: string) => void,
   *   onNetwork?: (status: LoadStatus) => void
   * }} options `tiers`: tried in this order; `threads`: size of the thread pool; `waits`: whether questions
   *   wait for a network that loads, instead of an answer by the evaluator before it; `moduleFor`: a tier's
   *   compiled package or its address, instead of the default one; `evaluations`: where comparisons are
   *   remembered; `people`: how to find the file of the judge of people's moves; `onTrouble`: called with a
   *   message for the player when the worker was replaced
   */
  constructor(options) {
    this.options = options;
    /** @type {Engine | null} */
    this.engine = null;
    /** Why the last tier that was tried did not start. @type {unknown} */
    this.reason = undefined;
    /** @type {Promise<Engine | null> | null} */
    this.starting = null;
    this.rung = 0;
    this.breaks = 0;
    /** The last question in line. @type {Promise<unknown>} */
    this.last = Promise.resolve();
    /** Aborted by `end`, which drops all questions. */
    this.living = new AbortController();
    this.loader = new NetworkLoader({
      engine: () => this.engine,
      onNetwork: (status) => options.onNetwork?.(status),
      onBroken: (engine, reason) => {
        this.broke(engine, reason);
        void this.warmUp(); // no question may come that would start it
      },
    });
    this.people = options.people ? new People(this, options.people) : null;
    /** @type {Status} */
    this.status = { state: 'idle', tier: null, threads: 0 };
  }

  /**
   * Asks about a board, after the questions before it.
   * @param {Question} question
   * @param {Asking} [options] `signal`: its answer is no longer needed
   * @returns {Promise<Outcome>} never rejects
   */
  async ask(question, { signal } = {}) {
    const { signal: living } = this.living;
    const isDropped = () => living.aborted || signal?.aborted === true;
    const { evaluations, waits } = this.options;
    const judge = question.judge || this.people?.isUsed ? this.people : null;
    const isReady =
      this.network && !(question.waits && this.loader.isLoading) && (judge === null || judge.isLoaded);
    if (question.compare && !isReady) await this.ready(question, judge, signal);
    if (isDropped()) return DROPPED;
    const known = question.compare && evaluations?.find(question, this.network);
    if (known && known.isEnough && (known.report.judged?.people || !this.people?.isLoaded))
      return { kind: 'answer', report: known.report };
    // A shorter look, only for the grades for people, could find another best move.
    const limits = known && known.isEnough ? { ...question.limits, nodes: known.nodes } : question.limits;
    const before = this.last;
    let next = () => {};
    this.last = new Promise((resolve) => {
      next = () => resolve(undefined);
    });
    await before;
    let message = '';
    try {
      for (let tries = 0; tries < TRIES && !isDropped(); tries++) {
        const engine = this.engine ?? (await this.warmUp());
        if (isDropped()) break;
        if (!engine) return { kind: 'failed', message: t(NO_AI) };
        // An engine that takes the place of a broken one has to load the network of a review again.
        await (waits || (question.waits && tries > 0) ? this.loader.loading : engine.changing);
        if (isDropped()) break;
        this.setState('thinking');
        try {
          const report = await answerOf(engine, { ...question, limits }, signal);
          this.breaks = 0;
          if (!report || isDropped()) return DROPPED;
          if (question.compare) evaluations?.keep({ ...question, limits }, engine.network, report);
          return { kind: 'answer', report };
        } catch (error) {
          message = messageOf(error);
          if (error instanceof Refusal) return { kind: 'failed', message };
          this.broke(engine, message);
        } finally {
          if (this.engine) this.setState('ready');
        }
      }
    } finally {
      next();
    }
    return isDropped() ? DROPPED : { kind: 'failed', message: t('The AI failed: {message}.', { message }) };
  }

  /**
   * Waits for the network that is being loaded, because only a network can tell what a move gives away, and
   * for the judge of people's moves; but not for long, except for the network of a review.
   * @param {Question} question @param {People | null} judge @param {AbortSignal} [signal]
   */
  async ready({ waits }, judge, signal) {
    const { loader } = this;
    const judged = judge?.ready();
    if ((waits || !this.network) && (await this.warmUp())) {
      const left = () => loader.since + (this.options.networkMs ?? NETWORK_MS) - performance.now();
      if (waits) await loader.loading;
      else
        while (loader.isLoading && !this.network && left() > 0 && !signal?.aborted)
          await within(loader.settled, left(), undefined);
    }
    await judged;
  }

  /**
   * Switches to a network once it is loaded, and keeps it when workers are replaced. Until then the previous
   * evaluator is used.
   * @param {Network | null} network null: the built-in heuristic @param {Network[]} networks all networks of
   *   the site
   */
  use(network, networks) {
    this.loader.use(network, networks);
  }

  /** The network that searches use; null: the built-in heuristic. */
  get network() {
    return this.engine?.network ?? null;
  }

  end() {
    this.living.abort();
    this.living = new AbortController();
    this.engine?.end();
    this.engine = null;
    this.starting = null;
    this.setState('idle');
  }

  /**
   * Gets the workers ready before they are needed. Never rejects.
   * @returns {Promise<Engine | null>} those of the strongest tier that starts; null if none does
   */
  async warmUp() {
    if (this.engine) return this.engine;
    const starting = (this.starting ??= this.climb(this.living.signal));
    try {
      return await starting;
    } finally {
      // `end` may have cleared this and another start may have replaced it.
      if (this.starting === starting) this.starting = null;
    }
  }

  /** @param {AbortSignal} signal @returns {Promise<Engine | null>} null also if `signal` aborts */
  async climb(signal) {
    const { tiers, threads, tableBytes = TABLE_BYTES, makeWorker, moduleFor, deadlines } = this.options;
    this.setState('starting');
    for (; this.rung < tiers.length; this.rung++) {
      const tier = /** @type {TierName} */ (tiers[this.rung]);
      const engine = new Engine(tier, {
        threads,
        tableBytes,
        makeWorker,
        module: () => moduleFor?.(tier),
        deadlines: { ...DEADLINES, ...deadlines },
        onShare: (share) => {
          if (!signal.aborted) this.options.onStatus?.({ ...this.status, share });
        },
        onBroken: (reason) => this.broke(engine, reason.message),
      });
      const reason = await engine.start().then(
        () => null,
        (error) => error ?? new Error('no reason'),
      );
      if (signal.aborted) {
        engine.end();
        return null;
      }
      if (reason) {
        this.reason = reason;
        continue; // try the next tier
      }
      this.engine = engine;
      this.setState('ready');
      void this.loader.load();
      return engine;
    }
    this.rung = 0;
    this.setState('unavailable');
    return null;
  }

  /**
   * Ends a engine that crashed or hangs; the next question starts another.
   * @param {Engine} engine @param {string} reason
   */
  broke(engine, reason) {
    if (this.engine !== engine) return; // already reported, or never ready
    engine.end();
    this.engine = null;
    this.breaks++;
    if (this.breaks >= BREAKS_OF_A_TIER && this.rung + 1 < this.options.tiers.length) {
      this.rung++;
      this.breaks = 0;
    }
    this.setState('idle');
    console.warn(reason);
    this.options.onTrouble?.(t('The AI crashed and restarted.'));
  }

  /** @param {State} state */
  setState(state) {
    const status = { state, tier: this.engine?.tier ?? null, threads: this.engine?.threads ?? 0 };
    if (status.state === this.status.state && status.tier === this.status.tier) return;
    this.status = status;
    this.options.onStatus?.(status);
  }
}

/**
 * Asks an engine, after a change of its evaluator, which in turn waits for the answer.
 * @param {Engine} engine
 * @param {Question} question
 * @param {AbortSignal} [signal] stops the search as soon as this tier can
 * @returns {Promise<Report | null>} null: aborted before there was a result. Rejects with `Refusal` if the
 *   board cannot be searched, with another error if the worker crashed or hangs.
 */
function answerOf(engine, { position, limits, compare }, signal) {
  const answer = engine.changing.then(async () => {
    if (signal?.aborted) return null;
    const { flag, worker } = engine;
    // A stop that arrived after the end of the last search must not stop this one.
    if (flag) Atomics.store(flag, 0, 0);
    const stop = () => flag && Atomics.store(flag, 0, 1);
    signal?.addEventListener('abort', stop);
    const { ply, nodes, timeMs } = limits;
    const longest = (timeMs ?? NO_LIMIT_MS) * (limits.managed ? MANAGED_MAX : 1);
    const result = await worker
      .request(
        compare
          ? { ask: 'evaluate', position, limits: { ply, nodes, timeMs } }
          : { ask: 'search', position, limits },
        { ms: longest + engine.options.deadlines.grace, signal },
      )
      .finally(() => signal?.removeEventListener('abort', stop));
    return result === null ? null : reportOf(result, engine);
  });
  engine.searching = answer.catch(() => {});
  return answer;
}

/**
 * What the AI says of a board, made here from every answer of the engine.
 * @param {Result | Evaluation} result of a search, or of an evaluation of all moves
 * @param {{ network: Network | null, tier: TierName | null, threads: number }} engine
 * @returns {Report}
 * @throws {Error} if the worker answered something else
 */
export function reportOf(result, { network, tier, threads }) {
  const { best, line, ply, nodes, timeMs } = result;
  const { moves = [], outlook = null } = 'moves' in result ? result : {};
  const values = 'values' in result ? result.values : moves.map((move) => move && move.value);
  const losses = moves.map((move) => move && move.loss);
  const isComplete =
    values.length === 4 &&
    [...values, ...losses].every((value) => value === null || typeof value === 'number') &&
    [null, 0, 1, 2, 3].includes(best) &&
    Array.isArray(line) &&
    [ply, nodes, outlook?.points ?? 0].every(Number.isFinite);
  if (!isComplete) throw new Error('invalid answer');
  /** @type {Report} */
  const report = {
    best,
    values,
    line,
    ply,
    nodes,
    timeMs,
    threads: result.threads || threads,
    by: {
      kind: 'engine',
      name: network?.name ?? '',
      unit: network ? 'points' : '',
      tier,
      note: '',
      possible: null,
    },
  };
  if ('stopped' in result) report.stopped = result.stopped;
  if ('moves' in result && network) {
    const grades = moves.map((move) => move && move.grade);
    report.judged = { losses, grades, outlook };
    const { people } = result;
    if (people !== undefined)
      report.judged.people = grades.map((grade, direction) => grade && forPeople(people, direction, grade));
  }
  return report;
}

/**
 * A move for people, by their judge. The AI sees further, so a move that it grades best is the best, and no
 * other one is. If the one criticizes what the other calls good, or the best, the move has the friendlier
 * grade and does not count.
 * @param {Judgment | null} judgment @param {Direction} direction @param {Grade} ai the grade by the AI
 * @returns {PeopleMove | null}
 */
export function forPeople(judgment, direction, ai) {
  const move = judgment?.moves[direction];
  if (!judgment || !move) return null;
  if (!judgment.matters) return { grade: 'even', loss: 0, cost: 0, disputed: false };
  const disputed = isCriticalGrade(move.grade) ? ai === 'best' : isCriticalGrade(ai);
  if (ai === 'best') return { grade: 'best', loss: 0, cost: 0, disputed };
  const most = Math.max(...judgment.moves.map((one) => one?.value ?? 0));
  const cost = isCriticalGrade(move.grade) ? most - move.value : 0;
  return { grade: move.grade === 'best' ? 'good' : move.grade, loss: move.loss, cost, disputed };
}
