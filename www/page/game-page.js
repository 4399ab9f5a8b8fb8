// The game's page: connects the table, the storage, the notices, the AI's panel and the dialogs.

import { readAddress, withoutGame } from '../game/address.js';
import { goalOf } from '../game/goal.js';
import { FASTEST, USUAL, speedInWords } from '../game/pace.js';
import { USUAL_SIZE } from '../game/size.js';
import { listenToPointer } from '../input/pointer.js';
import { keepForGood } from '../storage/persistence.js';
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

/** A game of this many moves is worth asking the browser to keep it: about a tile of 256. */
const WORTH_KEEPING = 150;

export class GamePage {
  /** @param {GameClass} Game */
  constructor(Game) {
    this.Game = Game;
    this.urlOptions = readAddress(location.search);
    this.store = new Store();
    this.store.onNewer = () => this.toasts.show('A newer version of this page saved data in this browser. Reload to use it. Until then, your games are saved separately.', RELOAD);
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
    /** Loaded after the first board, because a first move does not need it. @type {AiPanel | null} */
    this.ai = null;
    /** @type {Promise<AiPanel> | undefined} */
    this.loadingAi = undefined;
    /** Changes to a newer version, where there is one. @type {(() => void) | null} */
    this.update = null;
    /** Whether a part of the page could not be loaded before. */
    this.failed = false;
    /** @type {Promise<Dialogs> | undefined} */
    this.dialogs = undefined;
    /** Null while it is switched off. @type {Awaited<ReturnType<typeof import('./coach.js').startCoach>> | null} */
    this.coach = null;
    /** Whether it is wanted; loading it takes a while. */
    this.coached = false;
    /** Removes the notice that offers to undo the last new game. @type {() => void} */
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
      onButtons: () => this.showButtons(),
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

  /** Whether to draw without animations. */
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
    if (refused.length > 0) toasts.show(`Ignored invalid URL option: ${refused.join(', ')}`);
    document.documentElement.dataset.page = 'ready';
  }

  /** Loads everything that the first board does not need. */
  loadRest() {
    void this.withAi();
    import('./install.js')
      .then(({ keepOffline }) => keepOffline((text, action) => this.offerUpdate(text, action)))
      .catch((error) => console.warn(error));
    void this.openLink();
    void this.switchCoach(this.settings.values.coach);
  }

  /** The AI's part of the page. @returns {Promise<AiPanel | null>} null where it could not be loaded; the next call tries again */
  async withAi() {
    const loading = this.loadingAi ??= import('./ai-panel.js').then(({ AiPanel }) => new AiPanel(this));
    try {
      this.ai = await loading;
    } catch (error) {
      if (loading !== this.loadingAi) return null; // another caller has handled it
      this.loadingAi = undefined;
      this.panel.analysis.showLine('The AI couldn’t be loaded. You can still play.');
      this.notLoaded('The AI', error, () => void this.withAi());
    }
    this.showButtons();
    return this.ai;
  }

  showButtons() {
    if (this.ai) this.ai.showButtons();
    // Where the AI could not be loaded, its buttons try again.
    else this.panel.enable(this.loadingAi === undefined && this.failed);
  }

  /** Offers another try and, where that fails too, a reload. @param {string} what @param {unknown} error @param {() => void} again */
  notLoaded(what, error, again) {
    this.toasts.show(`${what} couldn’t be loaded. Are you offline?`, this.failed ? RELOAD : { label: 'Try again', act: again });
    this.failed = true;
    console.warn(error);
  }

  /** A new version can be had: a notice says so, and an entry of the menu until it is taken. @param {string} text @param {{ label: string, act: () => void }} action */
  offerUpdate(text, action) {
    this.update = action.act;
    const more = button('more');
    more.classList.add('marked');
    more.setAttribute('aria-label', 'More (update available)');
    this.toasts.show(text, action);
  }

  // ---- changes ----

  /** @param {Change} change */
  changed(change) {
    const { analysis } = this.panel;
    if (change.kind === 'step' && change.by === 'engine') analysis.point(null);
    else analysis.clear();
    this.coach?.coach.changed(change);
    if (change.kind === 'step' && change.by === 'person') this.feel(change.step);
    if (this.session.moves === WORTH_KEEPING) void keepForGood();
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
      const [{ startCoach }, ai] = await Promise.all([import('./coach.js'), this.withAi()]);
      if (!ai) throw new Error('the AI couldn’t be loaded');
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

  /** Shows for a moment where the tiles would slide. @param {number} direction */
  preview(direction) {
    const { session, table: { view } } = this;
    view.endPreview();
    const ranks = session.ranks();
    const game = this.Game.fromPosition(ranks, session.rows, session.cols, 0, 0n);
    const step = game.play(direction);
    game.free();
    if (step) view.preview(step, ranks);
  }

  /** Removes the game from the URL, so that a reload shows the current game. */
  settleAddress() {
    try {
      history.replaceState(history.state, '', withoutGame(location.href));
    } catch {
      // A sandboxed frame cannot change its URL.
    }
  }

  // ---- other games ----

  /** @param {() => () => void} start @param {string} notice @param {boolean} kept whether it can be undone */
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

  /** Opens the saved game of another size and removes the offer to undo the last new game. @param {number} rows @param {number} cols */
  continueSaved(rows, cols) {
    this.table.takeOver();
    this.forgetToast();
    this.session.open(rows, cols);
    this.table.view.takeFocus();
  }

  // ---- dialogs ----

  /** The dialogs, loaded when one is first asked for. @param {() => void} again @returns {Promise<Dialogs | null>} */
  async withDialogs(again) {
    this.dialogs ??= import('./dialogs.js').then(({ Dialogs }) => new Dialogs({
      Game: this.Game, session: this.session, records: this.records, settings: this.settings, store: this.store,
      begin: (game, notice) => this.beginWith(() => this.session.begin(game), notice, true),
      continueSaved: (rows, cols) => this.continueSaved(rows, cols),
      pause: () => this.table.takeOver(),
      redo: () => this.table.redo(),
      update: () => this.update,
      still: () => this.still,
      reviewer: this.urlOptions.engine ? async () => {
        const ai = await this.withAi();
        if (!ai) throw new Error('the AI couldn’t be loaded');
        return ai.reviewer();
      } : null,
      busy: () => this.ai !== null && this.ai.pilot.mode !== 'off',
      notify: (text, action) => void this.toasts.show(text, action),
      notLoaded: (error, again) => this.notLoaded('This part of the page', error, again),
      mirror: async () => (await import('./mirror.js')).toggleMirror(this),
    }));
    try {
      return await this.dialogs;
    } catch (error) {
      this.dialogs = undefined;
      this.notLoaded('This part of the page', error, again);
      return null;
    }
  }

  /** Opens the game or the board that the URL shares. If the code cannot be loaded, it stays in the URL for a reload. */
  async openLink() {
    const { hash } = location;
    if (hash !== '' && await (await this.withDialogs(() => void this.openLink()))?.openLink(hash)) this.settleAddress();
  }

  // ---- events ----

  listen() {
    const { table, panel } = this;
    panel.analysis.onPreview = (direction) => this.preview(direction);
    for (const opener of document.querySelectorAll('[data-dialog]')) {
      const name = /** @type {DialogName} */ (opener.getAttribute('data-dialog'));
      const open = async () => void (await this.withDialogs(open))?.open(name);
      opener.addEventListener('click', open);
    }
    this.listenToPanel();
    panel.listen({
      hint: () => {
        if (!table.autoplaying) void this.withAi().then((ai) => ai?.pilot.hint());
      },
      step: () => {
        table.takeOver();
        void this.withAi().then((ai) => ai?.pilot.step());
      },
      autoplay: () => {
        if (table.autoplaying) table.takeOver();
        else void this.withAi().then((ai) => ai?.pilot.autoplay());
      },
      // After dragging the slider the arrow keys are moves again; for keyboard users the focus stays on the slider.
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
      onWake: () => session.refresh(),
      onBest: () => {
        session.best = Math.max(session.best, records.best(session.rows, session.cols));
        table.view.scores.show(session.score, session.best);
      },
      onGame: () => this.toasts.show('You played this game in another tab.', {
        label: 'Load that game',
        act: () => {
          table.takeOver();
          const newest = records.loadGame(session.rows, session.cols).saved;
          if (newest) session.adopt(newest);
        },
      }),
    });
  }
}
