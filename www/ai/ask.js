// The one way to ask the AI about a board, for the page and the frame, on every board size: the engine
// answers on 4x4, exact play on the smallest boards, elsewhere one of Cook's players.
// docs/use/board-sizes.md has the games behind the choice.
//
// It starts workers when they are needed, replaces those that die, ends idle ones, and reports through
// callbacks. It does not use the document.

import { DROPPED, EngineClient } from '../engine/client.js';
import { Evaluations } from '../engine/evaluations.js';
import { peopleFile } from '../engine/networks.js';
import { AUTOMATIC, BUILT_IN } from '../shared/choices.js';
import { messageOf } from '../shared/error.js';
import { startEngineWorker } from '../engine/scripts.js';
import { chooseTiers } from '../engine/tiers.js';
import { t } from '../shared/text.js';
import { Networks } from './network-choice.js';
import { Strategist } from './strategist.js';

/**
 * @import { Asking, Network, NetworkStatus, Outcome, Question, Status, Surroundings, TierName }
 *   from '../engine/types.js'
 */
/** @import { People } from '../engine/people.js' */
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
 * Boards that are solved at once: the expected score of every position is known
 * (crates/papers/src/players/exact.rs).
 */
const EXACT = ['2x2', '2x3', '3x2'];
/**
 * One of Cook's players for boards of up to `cells` cells. The depth takes about 20 ms a move in the browser.
 */
const PLAYERS = [
  { cells: 15, strategy: 'cook-monotonic:depth=7,reading=rules' },
  { cells: 25, strategy: 'cook-dynamic-snake:depth=6,base=4,turn=drawn,reading=rules' },
  { cells: 81, strategy: 'cook-dynamic-snake:depth=4,base=4,turn=drawn,reading=rules' },
];

/** Whether the engine plays it: its networks know only 4x4. @param {Size} size */
export const isForEngine = ({ rows, cols }) => rows === 4 && cols === 4;

/** @param {Size} size other than 4x4 @returns {string} a strategy as text */
export function strategyFor({ rows, cols }) {
  if (EXACT.includes(`${rows}x${cols}`)) return 'exact-score';
  const { strategy = '' } = PLAYERS.find(({ cells }) => rows * cols <= cells) ?? {};
  return strategy;
}

export class Ai {
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
    this.client = new EngineClient({
      tiers,
      threads: Math.min(threads, wanted ?? maxThreads),
      makeWorker: makeEngineWorker,
      evaluations: new Evaluations(),
      networkMs: options.networkMs,
      people: {
        find: () => peopleFile(),
        // Whoever chooses the heuristic downloads nothing.
        isWanted: () => this.networks.choice !== BUILT_IN,
        surroundings: options.surroundings,
      },
      onTrouble,
      onStatus: (status) => {
        this.networks?.update();
        options.onStatus(status);
      },
      onNetwork: (status) => this.networks.engineStatus(status),
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
      onTrouble,
      onRefused: options.onRefused,
    });
    this.strategist = new Strategist({
      onTrouble,
      makeWorker: options.makePlayersWorker,
    });
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.idle = undefined;
    /** The number of questions without an outcome. */
    this.asking = 0;
  }

  /** The judge of people's moves, and the forecast for people. */
  get people() {
    return /** @type {People} */ (this.client.people);
  }

  /**
   * Asks about a board. Questions are answered one after another.
   * @param {Question} question
   * @param {Asking} [options] `signal`: its answer is no longer needed
   * @returns {Promise<Outcome>} never rejects
   */
  async ask(question, { signal } = {}) {
    clearTimeout(this.idle);
    this.asking++;
    const { signal: living } = this.client.living;
    const isDropped = () => living.aborted || signal?.aborted === true;
    try {
      const { client, networks } = this;
      if (networks.choice !== BUILT_IN && !networks.isListed) await networks.listedSoon();
      if (isDropped()) return DROPPED;
      const { position } = question;
      if (!isForEngine(position)) {
        await this.startStrategist();
        if (isDropped()) return DROPPED;
        return await this.strategist.ask(strategyFor(position), question, { signal });
      }
      networks.needed(question);
      return await client.ask(question, { signal });
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

  /**
   * Gets the engine ready before it is needed. Never rejects.
   * @param {Size} size of the board; nothing happens if the engine does not play it
   */
  async warmUp(size) {
    if (isForEngine(size)) await this.client.warmUp();
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

  /** Ends every worker; the next question starts them again. */
  end() {
    clearTimeout(this.idle);
    this.client.end();
    this.strategist.end();
  }
}
