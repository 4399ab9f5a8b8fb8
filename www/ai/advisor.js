// Answers "what would the AI play here?" for the page and the frame, on every board size: by the engine on
// 4x4, by the strongest known strategy elsewhere.
//
// It starts workers when they are needed, replaces those that die, ends idle ones, and reports through
// callbacks. It does not use the document.

import { EngineClient } from '../engine/client.js';
import { Evaluations } from '../engine/evaluations.js';
import { AUTOMATIC, BUILT_IN, messageOf } from '../engine/protocol.js';
import { readyEngine } from '../engine/ready.js';
import { startEngineWorker } from '../engine/scripts.js';
import { chooseTiers } from '../engine/tiers.js';
import { t } from '../shared/text.js';
import { ENGINE, defaultPlayer } from './boards.js';
import { Networks } from './network-choice.js';
import { Strategist } from './strategist.js';

/** @import { Network, NetworkStatus, Outcome, Question } from '../engine/types.js' */
/** @import { Status, Surroundings, TierName } from '../engine/types.js' */
/** @import { Size } from '../game/size.js' */

/**
 * Callbacks. `onStatus`: the engine's status. `onStarting`: a strategy's worker starts, or has started.
 * `onNetworks`: the list of networks was loaded. `onTrouble`: a worker was replaced, or that list could not
 * be loaded. `onRefused`: there is no network of this name, but these; `fallback` is used instead.
 * @typedef {{
 *   onStatus: (status: Status) => void, onStarting: (starting: boolean) => void,
 *   onNetwork: (status: NetworkStatus) => void, onNetworks?: (networks: Networks) => void,
 *   onTrouble: (message: string) => void,
 *   onRefused: (name: string, names: string[]) => void
 * }} Listener
 */

/**
 * How long questions wait for a network, from when it began to load (ms): longer than reading a cached one
 * takes. Afterwards they are answered without it at once.
 */
const NETWORK_MS = 8000;

export class Advisor {
  /**
   * @param {Listener & {
   *   tier?: TierName | null, threads?: number | null, maxThreads?: number, idleMs?: number,
   *   networkMs?: number, listMs?: number, network?: string, fallback?: string,
   *   surroundings?: Surroundings, list?: () => Promise<Network[]>, makeEngineWorker?: () => any,
   *   makePlayersWorker?: () => any
   * }} options `tier`, `threads`: from the URL; `idleMs`: workers end after this time without a question;
   * `network`: AUTOMATIC, BUILT_IN or an id
   */
  constructor(options) {
    this.options = options;
    const {
      tier,
      threads: wanted,
      maxThreads = Infinity,
      makeEngineWorker = startEngineWorker,
      onTrouble,
    } = options;
    const { tiers, threads } = chooseTiers({ tier, threads: wanted }, globalThis);
    /** Of all engines. */
    this.evaluations = new Evaluations();
    this.client = new EngineClient({
      tiers,
      evaluations: this.evaluations,
      threads: Math.min(threads, wanted ?? maxThreads),
      makeWorker: makeEngineWorker,
      onTrouble,
      onStatus: (status) => {
        this.networks?.update();
        options.onStatus(status);
      },
      onNetwork: (status) => {
        this.networks.engineStatus(status);
        if (status.kind === 'ready' || status.kind === 'failed') this.settleNetwork();
      },
    });
    this.networks = new Networks({
      client: this.client,
      choice: options.network ?? AUTOMATIC,
      fallback: options.fallback ?? BUILT_IN,
      surroundings: options.surroundings ?? /** @type {Surroundings} */ (globalThis.navigator ?? {}),
      onStatus: options.onNetwork,
      onListed: options.onNetworks,
      list: options.list,
      listMs: options.listMs,
      onRefused: options.onRefused,
    });
    this.strategist = new Strategist({
      onTrouble,
      makeWorker: options.makePlayersWorker,
    });
    /** Reasons for a missing list of networks; each is reported once. @type {Set<string>} */
    this.reported = new Set();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.idle = undefined;
    this.asking = 0;
    /**
     * Incremented by `stop` and `end`: a question that still waits for the networks or a worker is dropped
     * then.
     */
    this.stops = 0;
    /** The number of questions that were not quiet: a newer one drops those before it. */
    this.asked = 0;
    /** What waits for a network that loads. @type {Set<() => void>} */
    this.waiting = new Set();
  }

  /** @param {Question} question @returns {Promise<Outcome>} never rejects */
  async ask(question) {
    clearTimeout(this.idle);
    this.asking++;
    if (!question.quiet) {
      this.asked++;
      this.settleNetwork();
    }
    const { asked, stops } = this;
    const isOld = () => asked !== this.asked || stops !== this.stops;
    try {
      if (this.networks.choice !== BUILT_IN) await this.networks.listedSoon();
      const player = defaultPlayer(question.position);
      if (player !== ENGINE) await this.startStrategist();
      if (isOld()) return { kind: 'dropped' };
      return player === ENGINE
        ? await this.askEngine(question, isOld)
        : await this.strategist.ask(player, question);
    } catch (error) {
      return {
        kind: 'failed',
        message: t('The AI could not be loaded: {message}.', { message: messageOf(error) }),
      };
    } finally {
      this.asking--;
      this.endWhenIdle();
    }
  }

  /**
   * @param {Question} question @param {() => boolean} isOld whether its answer is no longer needed
   * @returns {Promise<Outcome>}
   */
  async askEngine(question, isOld) {
    const { networks, reported } = this;
    const { choice, trouble: message } = networks;
    networks.needed(question.quiet);
    if (!question.quiet && choice !== BUILT_IN && message !== null && !reported.has(message)) {
      this.options.onTrouble(
        t('The networks couldn’t be loaded: {message}. Using the built-in heuristic.', { message }),
      );
      reported.add(message);
    }
    if (question.compare) await this.networkLoads();
    if (isOld()) return { kind: 'dropped' };
    if (question.quiet && this.asking > 1) return { kind: 'dropped' };
    const outcome = question.compare ? await this.compare(question) : await this.client.ask(question);
    if (outcome.kind !== 'answer') return outcome;
    const { network, status } = this.client;
    const by = {
      kind: /** @type {const} */ ('engine'),
      name: network?.name ?? '',
      unit: network ? 'points' : '',
      tier: status.tier,
      note: '',
      possible: null,
    };
    return {
      kind: 'answer',
      report: { ...outcome.report, threads: outcome.report.threads || status.threads, by },
    };
  }

  /**
   * Waits for a network that loads, because only a network can tell what a move gives away; but not for long.
   */
  async networkLoads() {
    if (!(await this.client.warmUp()) || this.client.network || !this.client.loader.isLoading) return;
    const left = this.client.loader.since + (this.options.networkMs ?? NETWORK_MS) - performance.now();
    if (left <= 0) return;
    await new Promise((resolve) => {
      const late = setTimeout(resolve, left);
      this.waiting.add(() => {
        clearTimeout(late);
        resolve(undefined);
      });
    });
  }

  /** A network is loaded or has failed, or nothing waits for it any more. */
  settleNetwork() {
    for (const go of this.waiting) go();
    this.waiting.clear();
  }

  /** Compares the moves of a board. @param {Question} question @returns {Promise<Outcome>} */
  async compare({ position, limits: { nodes, timeMs } }) {
    const outcome = await this.client.evaluate({ position, limits: { nodes, timeMs } });
    if (outcome.kind !== 'answer') return outcome;
    const { moves, network, outlook, ...found } = outcome.evaluation;
    const judged = {
      losses: moves.map((move) => move?.loss ?? null),
      grades: moves.map((move) => move?.grade ?? null),
      outlook,
    };
    const values = moves.map((move) => move?.value ?? null);
    const report = { ...found, values, tableHits: 0, stopped: false, history: [] };
    return { kind: 'answer', report: network === '' ? report : { ...report, judged } };
  }

  async startStrategist() {
    const { onStarting } = this.options;
    const { strategist } = this;
    if (strategist.isRunning) return;
    onStarting(true);
    try {
      await strategist.catalog();
    } finally {
      onStarting(false);
    }
  }

  stop() {
    this.stops++;
    this.settleNetwork();
    this.client.stop();
    this.strategist.stop();
  }

  /**
   * Gets the engine ready before it is needed. Never rejects.
   * @param {Size} size of the board; nothing happens if the engine does not play it
   */
  async warmUp(size) {
    if (defaultPlayer(size) === ENGINE) await this.client.warmUp();
  }

  /**
   * Ends idle workers, but not while a network downloads: that would have to start again.
   */
  endWhenIdle() {
    const { idleMs } = this.options;
    if (idleMs === undefined || this.asking > 0) return;
    clearTimeout(this.idle);
    this.idle = setTimeout(() => {
      const busy = this.client.loader.isLoading;
      if (busy) this.endWhenIdle();
      else this.end();
    }, idleMs);
  }

  end() {
    this.stops++;
    clearTimeout(this.idle);
    this.client.end();
    this.strategist.end();
  }

  /**
   * An engine with one worker for a review in the background, with the same evaluator as this one.
   * @param {boolean} [quiet] the player has not asked for the review: no more is downloaded for it than the
   *   smallest network
   * @returns {Promise<EngineClient>} resolves once its network is loaded or has failed
   */
  async reviewer(quiet) {
    const { networks } = this;
    networks.needed(quiet);
    await networks.listedSoon();
    const network = await networks.whole();
    const { makeEngineWorker: makeWorker } = this.options;
    const { evaluations } = this;
    return readyEngine({ network, networks: networks.all, makeWorker, evaluations });
  }
}
