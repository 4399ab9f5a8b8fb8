// The AI of a frame on somebody else's page: the engine, with a network where the address names one, or a strategy of the
// catalogue.
//
// Loaded when it is first asked for. Leaves out the frame itself (embed/main.js) and the panel's ways to choose (page-ai.js):
// here the address has chosen, and what it says is checked against what there is.

import { BUILT_IN, ENGINE, inWords, refusal } from '../embed/options.js';
import { EngineClient } from '../engine/client.js';
import { AUTOMATIC, listModels } from '../engine/models.js';
import { chooseTiers } from '../engine/tiers.js';
import { Pilot } from '../game/pilot.js';
import { Refusal } from '../players/worker-client.js';
import { Networks } from './networks.js';
import { startEngineWorker } from '../engine/scripts.js';
import { ANY_BOARD, Strategist } from './strategist.js';

/** @import { Options } from '../embed/options.js' */
/** @import { ModelNews, Outcome, Question, Status } from '../engine/client.js' */
/** @import { Report } from '../engine/protocol.js' */
/** @import { Wishes } from '../game/address.js' */
/** @import { Mode } from '../game/pilot.js' */
/** @import { Session } from '../game/session.js' */
/** @import { Announcer } from '../view/announcer.js' */

/** A page may hold several frames: each takes less of the machine than the page itself would. */
const MOST_THREADS = 4;
/** Workers that have had nothing to do for this long are ended, for the host's sake (ms). */
const IDLE_MS = 30_000;
const STARTING = 'Starting the AI …';

export class FrameAi {
  /**
   * @param {{
   *   wishes: Wishes, options: Pick<Options, 'strategy' | 'network'>, session: Session, announcer: Announcer,
   *   speed: () => number, tell: (sentence: string) => void, showProgress: (sentence: string) => void, onMode: (mode: Mode) => void,
   *   onReport: (report: Report, mode: Mode) => void, onTrouble: (message: string) => void,
   *   onRefused: (name: string, message: string) => void
   * }} options `tell`: a sentence for the line under the board, which is read out, empty when it is over; `showProgress`:
   *   one in its place that is not, as it changes ten times a second; `onRefused`: the address names what there is not, and
   *   the usual is taken
   */
  constructor(options) {
    this.options = options;
    const { wishes, session, speed, onMode, onReport, onTrouble } = options;
    const { tiers, threads, workers } = chooseTiers(wishes, globalThis);
    this.client = new EngineClient({
      tiers, threads: Math.min(threads, wishes.threads ?? MOST_THREADS), workers,
      makeWorker: () => /** @type {any} */ (startEngineWorker()),
      onStatus: (status) => this.engineStatus(status),
      onTrouble: options.tell,
      onModel: (news) => this.modelNews(news),
    });
    /** Null with the built-in evaluator. @type {Networks | null} */
    this.networks = null;
    /** Whether it was told that a network is on its way. */
    this.loadingTold = false;
    /** Null until a strategy is asked. @type {Strategist | null} */
    this.strategist = null;
    /** Who plays boards of a size, where the address names a strategy: it, or the usual. @type {Map<string, string>} */
    this.players = new Map();
    /** Resolves once it is known whether there is the network that was asked for. */
    this.prepared = this.prepare();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.idle = undefined;
    this.pilot = new Pilot({
      client: {
        ask: (question) => this.ask(question),
        stop: () => {
          this.client.stop();
          this.strategist?.stop();
        },
      },
      session, speed, onReport, onTrouble,
      onMode: (mode) => {
        clearTimeout(this.idle);
        if (mode === 'off') this.endSoon();
        onMode(mode);
      },
    });
  }

  /** Looks whether there is a network of the name that was asked for. */
  async prepare() {
    const { options: { network }, announcer, onRefused } = this.options;
    if (network === BUILT_IN) return;
    const models = await listModels();
    const names = [BUILT_IN, AUTOMATIC, ...models.map(({ id }) => id)];
    if (!names.includes(network)) return onRefused('network', refusal('network', network, inWords(names)));
    this.networks = new Networks({
      client: this.client, announcer, listed: Promise.resolve(models), valuesShown: () => false,
      view: { listen() {}, setChoices() {}, showUnit() {}, tell: (sentence, share) => this.tellNetwork(sentence, share !== undefined) },
      choice: { read: () => network, write() {} },
    });
  }

  /** @param {ModelNews} news */
  modelNews(news) {
    const comes = news.kind === 'fetching' || news.kind === 'reading';
    if (comes && !this.loadingTold) this.options.tell(`Loading ${news.model.name} …`);
    this.loadingTold = comes;
    this.networks?.heard(news);
  }

  /** @param {string} sentence @param {boolean} onTheWay whether it is one of many, until the network is there */
  tellNetwork(sentence, onTheWay) {
    const { tell, showProgress } = this.options;
    showProgress(onTheWay ? sentence : '');
    if (!onTheWay) tell(sentence);
  }

  /** Asks whoever plays this board. @param {Question} question @returns {Promise<Outcome>} never rejected */
  async ask(question) {
    const { session, tell } = this.options;
    await this.prepared;
    try {
      const player = await this.playerOf(question.position);
      if (player !== ENGINE) return await this.strategies().ask(question, { text: player, name: player, game: session.game.seed });
    } catch (error) {
      return { kind: 'failed', message: `The AI could not be loaded: ${error instanceof Error ? error.message : error}.` };
    } finally {
      if (this.strategist) tell('');
    }
    this.networks?.needed();
    return this.client.ask(question);
  }

  /** Those who ask the catalogue's strategies; the first time, their worker starts. */
  strategies() {
    if (!this.strategist) this.options.tell(STARTING);
    this.strategist ??= new Strategist({ onTrouble: this.options.tell });
    return this.strategist;
  }

  /**
   * @param {{ rows: number, cols: number }} size
   * @returns {Promise<string>} `ENGINE`, or a strategy as text; rejected where strategies cannot be loaded
   */
  async playerOf(size) {
    const wished = this.options.options.strategy;
    const usual = size.rows === 4 && size.cols === 4 ? ENGINE : ANY_BOARD;
    if (wished === ENGINE) return usual;
    const board = `${size.rows}x${size.cols}`;
    const player = this.players.get(board) ?? (await this.accepts(wished, size) ? wished : usual);
    this.players.set(board, player);
    return player;
  }

  /** Whether the crate knows this strategy, and it plays this board; if not, why is told. @param {string} strategy @param {{ rows: number, cols: number }} size */
  async accepts(strategy, size) {
    try {
      await this.strategies().check(strategy, size);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.options.onRefused('strategy', error.message);
      return false;
    }
  }

  /** @param {Status} status */
  engineStatus({ state, tier, threads }) {
    const { tell } = this.options;
    const running = state === 'ready' || state === 'thinking';
    document.documentElement.dataset.engine = running ? `${tier} ${threads}` : state;
    this.networks?.engineChanged();
    if (state === 'unavailable') tell('The AI is not available in this browser.');
    else if (state === 'starting') tell(STARTING);
    else if (state === 'ready') tell('');
  }

  /** Ends the workers if nothing is asked for a while; a network that is still on its way would be fetched anew. */
  endSoon() {
    this.idle = setTimeout(() => {
      if (this.client.bringing) this.endSoon();
      else this.end();
    }, IDLE_MS);
  }

  /** Ends every worker; the next question starts them again. */
  end() {
    this.options.showProgress('');
    this.loadingTold = false;
    this.client.end();
    this.strategist?.end();
  }
}
