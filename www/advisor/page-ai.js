// The AI's wiring: the engine's workers, the pilot who plays with them, and the panel that shows both.
//
// Leaves out each of them (engine/, game/pilot.js, view/engine-panel.js), the networks (networks.js) and the rest of the
// page (page/main.js).

import { EngineClient } from '../engine/client.js';
import { chooseTiers } from '../engine/tiers.js';
import { Pilot } from '../game/pilot.js';
import { Networks } from './networks.js';
import { startEngineWorker } from '../engine/scripts.js';
import { NetworkChoice } from '../storage/network-choice.js';
import { StrategyChoice } from '../storage/strategy-choice.js';
import { DIRECTIONS, crewInWords } from '../view/phrases.js';

/** @import { ChancesDesk } from './odds.js' */
/** @import { Outcome, Question, Status } from '../engine/client.js' */
/** @import { Report } from '../engine/protocol.js' */
/** @import { Wishes } from '../game/address.js' */
/** @import { Mode } from '../game/pilot.js' */
/** @import { Engine } from '../game/review.js' */
/** @import { Session } from '../game/session.js' */
/** @import { Shelf } from '../storage/store.js' */
/** @import { Strategies } from './strategies.js' */
/** @import { Announcer } from '../view/announcer.js' */
/** @import { EnginePanel } from '../view/engine-panel.js' */
/** @import { Toasts } from '../view/toasts.js' */

/** The engine is got ready this long after it was first thought of, if nobody has asked for it before (ms). */
const WARM_UP_AFTER_MS = 1500;

function makeWorker() {
  return /** @type {any} */ (startEngineWorker());
}

export class Ai {
  /**
   * @param {{
   *   wishes: Wishes, session: Session, panel: EnginePanel, toasts: Toasts, announcer: Announcer,
   *   shelf: Shelf, onMode: (mode: Mode) => void
   * }} options
   */
  constructor(options) {
    this.options = options;
    const { wishes, session, panel, toasts, announcer, shelf } = options;
    const { tiers, threads, workers } = chooseTiers(wishes, globalThis);
    /** Null where the address has switched the engine off. */
    this.client = wishes.engine
      ? new EngineClient({
        tiers, threads, workers, makeWorker,
        onStatus: (status) => this.engineStatus(status),
        onTrouble: (text) => toasts.show(text),
        onModel: (news) => this.networks?.heard(news),
      })
      : null;
    const { client } = this;
    /** Null where there is no engine to have one. */
    this.networks = client && new Networks({
      client, view: panel.networks, announcer, choice: new NetworkChoice(shelf), valuesShown: () => panel.analysis.showsValues,
    });
    /** Null until their menu has been opened, or one was chosen at an earlier visit. @type {Strategies | null} */
    this.strategies = null;
    /** Settled when the strategy of an earlier visit is back. @type {Promise<void> | null} */
    this.returning = null;
    /** Null until they were first asked for. @type {ChancesDesk | null} */
    this.chances = null;
    /** @type {HTMLButtonElement | null} */
    this.chancesButton = null;
    this.pilot = new Pilot({
      client: this.client && {
        ask: (question) => this.ask(question),
        stop: () => {
          this.client?.stop();
          this.strategies?.strategist.stop();
        },
      },
      session, speed: () => panel.speed,
      onMode: (mode) => this.modeChanged(mode),
      onReport: (report, mode) => this.reported(report, mode),
      onTrouble: (text) => {
        panel.analysis.tell(text);
        toasts.show(text);
      },
    });
    if (!client) panel.analysis.tell('The AI is switched off. The game plays on.');
  }

  /** Asks whoever plays: the engine or, where one was chosen, a strategy. @param {Question} question @returns {Promise<Outcome>} */
  async ask(question) {
    await this.returning;
    if (this.strategies?.chosen) return this.strategies.ask(question);
    if (!this.client) return { kind: 'dropped' };
    const { rows, cols } = question.position;
    if (rows === 4 && cols === 4) {
      this.networks?.needed();
      return this.client.ask(question);
    }
    return { kind: 'failed', message: `The engine plays 4x4 only. On ${rows}x${cols}, let another strategy play: choose it below.` };
  }

  /** Loads the strategies when their menu is first opened, or at once where one was chosen at an earlier visit. @param {HTMLDetailsElement} menu @param {HTMLElement} place */
  offerStrategies(menu, place) {
    const { session, toasts, shelf, panel: { analysis } } = this.options;
    const choice = new StrategyChoice(shelf);
    const summary = /** @type {HTMLElement} */ (menu.querySelector('summary'));
    const offer = summary.textContent;
    menu.hidden = this.client === null;
    let loading = false;
    const load = async () => {
      if (this.strategies || loading) return;
      loading = true;
      try {
        const { Strategies } = await import('./strategies.js');
        this.strategies = await Strategies.load(place, {
          session,
          onTrouble: (text) => toasts.show(text),
          remembered: choice.read(),
          onChoice: (name, strategy) => {
            choice.write(strategy);
            summary.textContent = name ? `${name} plays` : offer;
            if (!name) this.networks?.showUnit();
            // One that comes back from an earlier visit answers what was asked meanwhile.
            if (!this.strategies && this.pilot.mode !== 'off') return;
            this.pilot.stop();
            analysis.clear();
            analysis.tell(name ? `${name} plays. Press Hint to see what it would do.` : 'The engine plays.');
          },
        });
      } catch {
        menu.open = false;
        toasts.show('The strategies could not be loaded. Are you offline?');
      }
      loading = false;
    };
    menu.addEventListener('toggle', () => {
      if (menu.open) void load();
    });
    // The menu may have been opened before there was anybody to hear it.
    if (menu.open || (this.client && choice.read() !== '')) this.returning = load();
  }

  /**
   * Loads what tells the chances of a board with the first press.
   * @param {HTMLButtonElement} button @param {HTMLElement} place
   */
  offerChances(button, place) {
    const { session, toasts, announcer } = this.options;
    this.chancesButton = button;
    button.addEventListener('click', async () => {
      try {
        const { ChancesDesk } = await import('./odds.js');
        this.chances ??= new ChancesDesk({ button, place, session, announcer, busy: () => this.pilot.mode !== 'off' });
      } catch {
        return void toasts.show('This part of the page could not be loaded. Are you offline?');
      }
      this.chances.press();
    });
    this.showButtons();
  }

  /** Gets the engine ready when the page has nothing better to do. */
  warmUpSoon() {
    const warm = () => setTimeout(() => void this.client?.warmUp(), WARM_UP_AFTER_MS);
    if (typeof requestIdleCallback === 'function') requestIdleCallback(warm);
    else warm();
  }

  /**
   * An engine of one worker, for a review in the background, that evaluates as the page's own does.
   * @returns {Promise<Engine>} once its network is there, or cannot be had
   */
  async reviewer() {
    const { networks } = this;
    networks?.needed();
    const model = networks?.told ?? null;
    const client = await new Promise((/** @type {(client: EngineClient) => void} */ resolve) => {
      let waits = true;
      const done = () => {
        waits = false;
        resolve(engine);
      };
      const engine = new EngineClient({
        tiers: ['single'], threads: 1, makeWorker,
        onModel: ({ kind }) => {
          if (kind === 'ready' || kind === 'failed') done();
        },
        onStatus: ({ state }) => {
          if (state === 'unavailable' || (state === 'ready' && !model)) done();
          // Its worker broke, over its network perhaps: another tries, and nobody but this would ask for one.
          if (state === 'idle' && waits) void engine.warmUp();
        },
      });
      if (model) engine.use(model, networks?.models ?? []);
      void engine.warmUp();
    });
    return { client, unit: client.model ? 'points' : 'units', name: client.model?.name ?? 'built-in' };
  }

  /** Which buttons make sense on the board as it stands. */
  showButtons() {
    const { session, panel } = this.options;
    this.strategies?.fit();
    this.chances?.boardChanged();
    // What plays on by itself plays 4x4 only.
    const fits = session.rows === 4 && session.cols === 4 && !session.game.isOver;
    if (this.chancesButton) this.chancesButton.disabled = !this.chances?.chances?.runs && !(this.client && fits);
    panel.enable(this.client !== null && (!session.game.isOver || this.pilot.mode === 'autoplay'));
  }

  /** @param {Status} status */
  engineStatus({ state, tier, threads }) {
    const { analysis } = this.options.panel;
    this.networks?.engineChanged();
    document.documentElement.dataset.engine = state === 'ready' || state === 'thinking' ? `${tier} ${threads}` : state;
    if (this.strategies?.chosen) return;
    if (state === 'unavailable') analysis.tell('The AI is not available in this browser. The game plays on.');
    if (state === 'starting' && this.pilot.mode !== 'off') analysis.tell('Starting the AI …');
    if (state === 'ready' && this.pilot.mode === 'off' && !analysis.told) analysis.tell(`Ready with ${crewInWords(tier, threads)}. Press Hint to see what the AI would do.`);
  }

  /** @param {Report} report @param {Mode} mode */
  reported(report, mode) {
    const { panel: { analysis }, announcer } = this.options;
    const { tier, threads } = this.client?.status ?? { tier: null, threads: 0 };
    if (report.said) this.options.panel.networks.showUnit(report.said.unit);
    else this.networks?.nameUnit();
    analysis.show(report, tier, report.threads || threads, this.client?.model ? 'points' : '');
    if (mode !== 'hint') return;
    analysis.point(report.best);
    if (report.best !== null) announcer.say(`The AI would play ${DIRECTIONS[report.best]}`);
  }

  /** Ends every worker; the next question starts them again. */
  end() {
    this.client?.end();
    this.strategies?.strategist.end();
    this.chances?.end();
  }

  /** @param {Mode} mode */
  modeChanged(mode) {
    this.options.panel.showPlaying(mode === 'autoplay');
    this.options.onMode(mode);
  }
}
