// The page around the game: connects the table, what is stored, the notices, the AI's panel and the dialogs.

import { readAddress, withoutGame } from '../game/address.js';
import { goalOf } from '../game/goal.js';
import { FASTEST, USUAL, speedInWords } from '../game/pace.js';
import { USUAL_SIZE } from '../game/size.js';
import { listenToPointer } from '../input/pointer.js';
import { Records } from '../storage/record.js';
import { Settings } from '../storage/settings.js';
import { Store } from '../storage/store.js';
import { listenToOtherTabs } from '../storage/tabs.js';
import { applyAppearance } from '../view/appearance.js';
import { EnginePanel } from '../view/engine-panel.js';
import { button, element, input } from '../view/page.js';
import { ProgressView } from '../view/progress.js';
import { Toasts } from '../view/toasts.js';
import { GameTable } from './game-table.js';

/** @import { Change, GameClass } from '../game/session.js' */
/** @import { Step } from '../pkg-game/afterstate.js' */
/** @import { AiPanel } from './ai-panel.js' */
/** @import { DialogName, Dialogs } from './dialogs.js' */

const RELOAD = { label: 'Reload', act: () => location.reload() };
/** Short enough to feel like a tick. */
const VIBRATION_MS = 12;

export class GamePage {
  /** @param {GameClass} Game */
  constructor(Game) {
    this.Game = Game;
    this.urlOptions = readAddress(location.search);
    this.store = new Store();
    this.store.onNewer = () => this.toasts.show('A newer version of this page saved data here. It is safe: reload to use it. Until then, games are saved separately.', RELOAD);
    this.records = new Records(this.store);
    this.toasts = new Toasts(element('toasts'));
    this.stillness = matchMedia('(prefers-reduced-motion: reduce)');
    this.settings = new Settings(this.store, (values) => {
      applyAppearance(values);
      this.progress.showCount(values.count);
      if (this.loadingAi) void this.switchCoach(values.coach);
    });
    this.table = this.makeTable();
    this.session = this.table.session;
    this.progress = new ProgressView(element('goal'), element('count'), () => this.session);
    this.panel = this.makePanel();
    /** Comes after the first board: nobody needs it for a first move. @type {AiPanel | null} */
    this.ai = null;
    /** @type {Promise<AiPanel> | undefined} */
    this.loadingAi = undefined;
    /** @type {Promise<Dialogs> | undefined} */
    this.dialogs = undefined;
    /** Null while it is switched off. @type {Awaited<ReturnType<typeof import('./coach.js').startCoach>> | null} */
    this.coach = null;
    /** Whether it is wanted; loading it takes a while. */
    this.coached = false;
    /** Takes back the offer to undo what was begun last. @type {() => void} */
    this.forgetToast = () => {};
    this.listen();
  }

  /** @returns {GameTable} */
  makeTable() {
    const { urlOptions, records, toasts } = this;
    const size = urlOptions.size ?? records.size() ?? USUAL_SIZE;
    return new GameTable({
      Game: this.Game, records, ...size, seed: urlOptions.seed,
      still: () => this.still,
      speed: () => this.panel.speed,
      letters: () => this.settings.values.letters,
      active: () => document.querySelector('dialog[open]') === null,
      newGame: () => this.beginWith(() => this.session.newGame(), 'New game.', this.session.moves > 0),
      onChange: (change) => this.changed(change),
      mayMove: (direction) => this.coach?.coach.mayPlay(direction) ?? true,
      onButtons: () => {
        if (this.ai) this.ai.showButtons();
        else this.panel.enable(false);
      },
      onSize: () => this.settleAddress(),
      onUnkept: () => toasts.show('Your browser blocks storage, so this game will be lost when you close the page.'),
    });
  }

  /** @returns {EnginePanel} */
  makePanel() {
    return new EnginePanel({
      hint: button('hint'), step: button('step'), autoplay: button('autoplay'), speed: input('speed'), speedWords: element('speed-words'),
      arrow: this.table.view.arrow, summary: element('engine-summary'), values: element('values'),
      why: element('engine-why'), ahead: element('engine-ahead'), line: element('engine-line'),
      networks: /** @type {HTMLSelectElement} */ (element('networks')),
      networkProgress: /** @type {HTMLProgressElement} */ (element('network-progress')),
      networkLine: element('network-line'), unit: element('values-unit'),
    }, { fastest: FASTEST, usual: USUAL, inWords: speedInWords });
  }

  /** Whether nothing is to move except by a cut. */
  get still() {
    return this.stillness.matches || this.settings.values.motion === 'reduced';
  }

  /** Shows the first board. */
  begin() {
    const { session, settings, table, toasts, urlOptions: { refused } } = this;
    settings.onChange(settings.values);
    table.begin();
    this.showProgress();
    if (session.damaged) toasts.show('Your saved game couldn’t be read. We kept a copy and started a new game.');
    if (refused.length > 0) toasts.show(`Ignored unknown URL option: ${refused.join(', ')}`);
    document.documentElement.dataset.page = 'ready';
  }

  /** Loads what the first board does not need. */
  loadRest() {
    this.loadingAi = import('./ai-panel.js').then(({ AiPanel }) => {
      this.ai = new AiPanel(this);
      this.ai.showButtons();
      return this.ai;
    });
    this.loadingAi.catch((error) => {
      this.panel.analysis.showLine('The AI couldn’t be loaded. You can still play.');
      this.toasts.show('The AI couldn’t be loaded.', RELOAD);
      console.warn(error);
    });
    import('./install.js')
      .then(({ keepOffline }) => keepOffline((text, action) => void this.toasts.show(text, action)))
      .catch((error) => console.warn(error));
    void this.openLink();
    void this.switchCoach(this.settings.values.coach);
  }

  // ---- what changed ----

  /** @param {Change} change */
  changed(change) {
    const { analysis } = this.panel;
    if (change.kind === 'step' && change.by === 'engine') analysis.point(null);
    else analysis.clear();
    this.coach?.coach.changed(change);
    if (change.kind === 'step' && change.by === 'person') this.feel(change.step);
    this.showProgress();
  }

  /** Switches the coach on or off. @param {boolean} wanted */
  async switchCoach(wanted) {
    if (wanted === this.coached) return;
    this.coached = wanted;
    this.coach?.end();
    this.coach = null;
    if (!wanted) return;
    try {
      const [{ startCoach }, ai] = await Promise.all([import('./coach.js'), /** @type {Promise<AiPanel>} */ (this.loadingAi)]);
      const coach = await startCoach(this, ai);
      // It may have been switched off meanwhile.
      if (this.coached && !this.coach) this.coach = coach;
      else coach.end();
    } catch (error) {
      this.coached = false;
      this.toasts.show('The coach couldn’t be loaded.');
      console.warn(error);
    }
  }

  /** A merge can be felt, where that is wished. @param {Step} step */
  feel({ moves }) {
    if (this.settings.values.vibrate && moves.some(({ merged }) => merged)) navigator.vibrate?.(VIBRATION_MS);
  }

  showProgress() {
    const { game, rows, cols } = this.session;
    this.progress.draw();
    const goal = goalOf(game.maxRank, rows, cols);
    this.progress.showGoal(2 ** goal.rank, goal.reached);
  }

  /** Shows for a moment where a move would take the tiles. @param {number} direction */
  preview(direction) {
    const { session, table: { view } } = this;
    view.endPreview();
    const ranks = session.ranks();
    const game = this.Game.fromPosition(ranks, session.rows, session.cols, 0, 0n);
    const step = game.play(direction);
    game.free();
    if (step) view.preview(step, ranks);
  }

  /** From now on a reload shows the current game, whatever the address asked for at first. */
  settleAddress() {
    try {
      history.replaceState(history.state, '', withoutGame(location.href));
    } catch {
      // A sandboxed frame has no address of its own.
    }
  }

  // ---- other games ----

  /** @param {() => () => void} start @param {string} notice @param {boolean} kept whether there is something to take back */
  beginWith(start, notice, kept) {
    const { table, table: { view } } = this;
    table.takeOver();
    this.forgetToast();
    const takeBack = start();
    this.settleAddress();
    const undo = () => {
      table.takeOver();
      takeBack();
      view.takeFocus();
    };
    if (kept) this.forgetToast = this.toasts.show(notice, { label: 'Undo', act: undo });
    else view.announcer.say(notice);
    view.takeFocus();
  }

  /** Opens the saved game of another size. What was begun last cannot be taken back from there. @param {number} rows @param {number} cols */
  continueSaved(rows, cols) {
    this.table.takeOver();
    this.forgetToast();
    this.session.open(rows, cols);
    this.table.view.takeFocus();
  }

  // ---- dialogs ----

  /** The dialogs, loaded when one is first asked for. @returns {Promise<Dialogs | null>} */
  async withDialogs() {
    this.dialogs ??= import('./dialogs.js').then(({ Dialogs }) => new Dialogs({
      Game: this.Game, session: this.session, records: this.records, settings: this.settings, store: this.store,
      begin: (game, notice) => this.beginWith(() => this.session.begin(game), notice, true),
      continueSaved: (rows, cols) => this.continueSaved(rows, cols),
      pause: () => this.table.takeOver(),
      redo: () => this.table.redo(),
      still: () => this.still,
      reviewer: this.urlOptions.engine ? async () => /** @type {AiPanel} */ (await this.loadingAi).reviewer() : null,
      busy: () => this.ai !== null && this.ai.pilot.mode !== 'off',
      notify: (text) => void this.toasts.show(text),
    }));
    try {
      return await this.dialogs;
    } catch (error) {
      this.dialogs = undefined;
      this.toasts.show('This part of the page couldn’t be loaded. Are you offline?');
      console.warn(error);
      return null;
    }
  }

  /** Opens the game or the board that the address shares. What could not be loaded stays in the address for a reload. */
  async openLink() {
    const { hash } = location;
    if (hash !== '' && await (await this.withDialogs())?.openLink(hash)) this.settleAddress();
  }

  // ---- events ----

  listen() {
    const { table, panel } = this;
    panel.analysis.onPreview = (direction) => this.preview(direction);
    for (const opener of document.querySelectorAll('[data-dialog]')) {
      const name = /** @type {DialogName} */ (opener.getAttribute('data-dialog'));
      opener.addEventListener('click', async () => void (await this.withDialogs())?.open(name));
    }
    this.listenToPanel();
    panel.listen({
      hint: () => {
        if (!table.autoplaying) void this.ai?.pilot.hint();
      },
      step: () => {
        table.takeOver();
        void this.ai?.pilot.step();
      },
      autoplay: () => {
        if (table.autoplaying) table.takeOver();
        else void this.ai?.pilot.autoplay();
      },
      // After the slider was dragged, the arrow keys are moves again; a keyboard user stays on the slider.
      speedChosen: () => table.view.takeFocus(),
    });
    listenToPointer(element('engine'), () => table.view.takeFocus());
    addEventListener('hashchange', () => void this.openLink());
    addEventListener('pagehide', () => {
      this.ai?.pilot.stop();
      this.session.save();
      this.ai?.end();
    });
    this.listenToTabs();
  }

  /** The AI's panel is one line until it is opened, except where there is room beside the board (style/page.css). */
  listenToPanel() {
    const toggle = button('engine-toggle');
    toggle.addEventListener('click', () => {
      const open = toggle.getAttribute('aria-expanded') !== 'true';
      toggle.setAttribute('aria-expanded', String(open));
      document.documentElement.dataset.ai = open ? 'open' : 'line';
    });
  }

  listenToTabs() {
    const { table, session, records, settings } = this;
    listenToOtherTabs({
      events: window,
      page: document,
      game: () => session,
      busy: () => table.autoplaying,
      onHide: () => session.save(),
      onSettings: () => settings.refresh(),
      onReturn: (saved) => session.adopt(saved),
      onWake: () => session.refresh(),
      onBest: () => {
        session.best = Math.max(session.best, records.best(session.rows, session.cols));
        table.view.scores.show(session.score, session.best);
      },
      onGame: () => this.toasts.show('You played this game in another tab.', {
        label: 'Show it',
        act: () => {
          table.takeOver();
          const newest = records.loadGame(session.rows, session.cols).saved;
          if (newest) session.adopt(newest);
        },
      }),
    });
  }
}
