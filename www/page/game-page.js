// The game's page: connects the table, the storage, the notices, the AI's panel and the dialogs.

import { readAddress, withoutGame } from '../game/address.js';
import { goalOf } from '../game/goal.js';
import { USUAL_SIZE } from '../game/size.js';
import { Records, WORTH_KEEPING } from '../storage/record.js';
import { Settings } from '../storage/settings.js';
import { Store } from '../storage/store.js';
import { listenToOtherTabs } from '../storage/tabs.js';
import { startOf } from '../storage/moves.js';
import { wait, waiting } from '../storage/waiting.js';
import { t, translatable } from '../text/text.js';
import { applyAppearance } from '../view/appearance.js';
import { button, element, input } from '../view/page.js';
import { ProgressView } from '../view/progress.js';
import { Toasts } from '../view/toasts.js';
import { GameTable } from './game-table.js';

/** @import { Change, GameClass, Session } from '../game/session.js' */
/** @import { Step } from '../pkg-game/afterstate.js' */
/** @import { PlayedGame } from '../storage/record.js' */
/** @import { KeptGame } from '../storage/waiting.js' */
/** @import { AiPanel } from './ai-panel.js' */
/** @import { Daily } from './daily.js' */
/** @import { DialogName } from './dialogs.js' */

/** Names a part that could not be loaded. */
export const PART = translatable('This part of the page');
export const RELOAD = { label: 'Reload', act: () => location.reload() };
/** Short enough to feel like a tick. */
const VIBRATION_MS = 12;

export class GamePage {
  /** @param {GameClass} Game @param {((page: GamePage) => Daily) | null} [makeDaily] to show the daily board */
  constructor(Game, makeDaily) {
    this.Game = Game;
    this.urlOptions = readAddress(location.search);
    this.store = new Store();
    this.store.onNewer = () =>
      this.toasts.show(
        'A newer version of this page saved data in this browser. Reload to use it. Until then, your games are saved separately.',
        RELOAD,
      );
    /** The daily board, on its page. @type {Daily | null} */
    this.daily = makeDaily?.(this) ?? null;
    this.records = this.daily?.records ?? new Records(this.store);
    this.toasts = new Toasts(element('toasts'));
    this.stillness = matchMedia('(prefers-reduced-motion: reduce)');
    this.settings = new Settings(this.store, (values) => {
      applyAppearance(values);
      this.progress.showCount(values.count);
      void this.ai?.switchCoach(values.coach);
    });
    this.table = this.makeTable();
    this.session = this.table.session;
    this.progress = new ProgressView(element('goal'), element('count'), () => this.session);
    /** Loaded after the first board, because a first move does not need it. @type {AiPanel | null} */
    this.ai = null;
    /** @type {Promise<AiPanel> | undefined} */
    this.loadingAi = undefined;
    /** Changes to a newer version, if there is one. @type {(() => void) | null} */
    this.update = null;
    /** Whether a part of the page could not be loaded before. */
    this.failed = false;
    /** Removes the notice that offers to undo the last new game. @type {() => void} */
    this.forgetToast = () => {};
    this.listen();
  }

  /** @returns {GameTable} */
  makeTable() {
    const { urlOptions, records, toasts } = this;
    const size = this.daily ? USUAL_SIZE : (urlOptions.size ?? records.size() ?? USUAL_SIZE);
    return new GameTable({
      Game: this.Game,
      records,
      ...size,
      seed: this.daily ? BigInt(this.daily.seed) : urlOptions.seed,
      still: () => this.still,
      speed: () => this.speed,
      letters: () => this.settings.values.letters,
      active: () => document.querySelector('dialog[open]') === null,
      newGame: () => this.newGame(),
      ask: (what) => void this.withAi().then((ai) => ai?.pilot[what]()),
      final: () => this.daily?.counted ?? false,
      onChange: (change) => this.changed(change),
      mayMove: (direction) => this.ai?.coach?.mayPlay(direction) ?? true,
      onButtons: () => this.showButtons(),
      onSize: () => this.settleAddress(),
      onLost: (played) => this.keepLost(played),
      onUnkept: () =>
        toasts.show(
          'This game can’t be saved, because your browser’s storage is full or blocked. Your latest moves will be lost when you close the page.',
        ),
    });
  }

  /** The position of the slider of the AI's speed. */
  get speed() {
    return Number(input('speed').value);
  }

  get thinking() {
    return this.ai !== null && this.ai.pilot.mode !== 'off';
  }

  /** Whether to draw without animations. */
  get still() {
    return this.stillness.matches || this.settings.values.motion === 'reduced';
  }

  begin() {
    const {
      session,
      settings,
      table,
      toasts,
      urlOptions: { refused },
    } = this;
    settings.onChange(settings.values);
    table.begin();
    this.showProgress();
    if (session.damaged)
      toasts.show('Your saved game couldn’t be read. We kept a copy and started a new game.');
    if (refused.length > 0)
      toasts.show(t('Ignored invalid URL option: {names}', { names: refused.join(', ') }));
    // A try whose end could not be stored.
    if (session.status === 'over') this.daily?.ended();
    document.documentElement.dataset.page = 'ready';
  }

  /** Loads everything that the first board does not need. */
  loadRest() {
    void this.withAi();
    import('./install.js')
      .then(({ keepOffline }) => keepOffline((text, action) => this.offerUpdate(text, action)))
      .catch((error) => console.warn(error));
    void this.openLink();
    this.keepWaiting();
  }

  /** The AI's part of the page. @returns {Promise<AiPanel | null>} null if it could not be loaded; the next call tries again */
  async withAi() {
    const loading = (this.loadingAi ??= import('./ai-panel.js').then(({ AiPanel }) => new AiPanel(this)));
    try {
      this.ai = await loading;
    } catch (error) {
      if (loading !== this.loadingAi) return null; // another caller has handled it
      this.loadingAi = undefined;
      for (const id of ['engine-summary', 'engine-line'])
        element(id).textContent = t('The AI couldn’t be loaded. You can still play.');
      this.notLoaded(translatable('The AI'), error, () => void this.withAi());
    }
    this.showButtons();
    return this.ai;
  }

  /** An engine for a review in the background. */
  async reviewer() {
    const ai = await this.withAi();
    if (!ai?.advisor) throw new Error('the AI couldn’t be loaded');
    return ai.advisor.reviewer();
  }

  showButtons() {
    // If the AI could not be loaded, its buttons try again.
    const possible = this.daily?.counted
      ? false
      : this.ai
        ? this.ai.canPlay
        : this.loadingAi === undefined && this.failed;
    for (const id of ['hint', 'step', 'autoplay']) button(id).disabled = !possible;
  }

  /**
   * Loads a part of the page. If it cannot be loaded, a notice offers another try.
   * @template T @param {string} what @param {() => Promise<T>} load @param {() => void} again
   * @returns {Promise<T | null>} null if it cannot be loaded
   */
  async load(what, load, again) {
    try {
      return await load();
    } catch (error) {
      this.notLoaded(what, error, again);
      return null;
    }
  }

  /** Offers another try and, if that fails too, a reload. @param {string} what @param {unknown} error @param {() => void} again */
  notLoaded(what, error, again) {
    this.toasts.show(
      t('{what} couldn’t be loaded. Are you offline?', { what: t(what) }),
      this.failed ? RELOAD : { label: 'Try again', act: again },
    );
    this.failed = true;
    console.warn(error);
  }

  /** Offers a new version in a notice, and in the menu until the player accepts it. @param {string} text @param {{ label: string, act: () => void }} action */
  offerUpdate(text, action) {
    this.update = action.act;
    const more = button('more');
    more.classList.add('marked');
    more.setAttribute('aria-label', t('More (update available)'));
    this.toasts.show(text, action);
  }

  // ---- changes ----

  /** @param {Change} change */
  changed(change) {
    const {
      session,
      urlOptions: { seed },
    } = this;
    if (session.status === 'over' && !this.daily?.ended()) this.keepGame();
    // After Undo the game may be an earlier one, which a reload should not replace by that of the address.
    if (change.kind === 'board' && seed !== null && session.game.seed !== seed) this.settleAddress();
    this.ai?.changed(change);
    if (change.kind === 'step' && change.by === 'person') this.feel(change.step);
    // Asks the browser to keep the storage when it needs space. Some have no such promise, and frames may not ask.
    if (session.moves === WORTH_KEEPING) navigator.storage?.persist?.().catch(() => {});
    this.showProgress();
  }

  /** A game is about to be lost with its record. One that ended was kept then. @param {PlayedGame} played */
  keepLost({ game: text, aided = false, ai = false }) {
    const game = this.session.read(text);
    if (game && game.status !== 'over') this.keepGame({ game, aided, ai });
    game?.free();
  }

  /** Puts a game into the history. It is stored at once; the history takes it over when it is loaded. @param {Pick<Session, 'game' | 'aided' | 'ai'>} [played] */
  keepGame(played) {
    wait(this.store, this.gameToKeep(played));
    this.keepWaiting();
  }

  /** Moves the games that wait, here or since an earlier visit, to the history. */
  keepWaiting() {
    if (waiting(this.store).length === 0) return;
    import('../storage/history.js')
      .then(({ keepWaiting }) => keepWaiting(this.store))
      .catch((error) => console.warn(error));
  }

  /** The game as the history keeps it. @param {Pick<Session, 'game' | 'aided' | 'ai'>} [played] @returns {KeptGame} */
  gameToKeep({ game, aided, ai } = this.session) {
    const { rows, cols, score, moves, maxRank: rank } = game;
    const text = game.replay();
    return { id: startOf(text), saved: Date.now(), rows, cols, score, rank, moves, aided, ai, text };
  }

  /** Vibrates at a merge, if the player has chosen that. @param {Step} step */
  feel({ moves }) {
    if (this.settings.values.vibrate && moves.some(({ merged }) => merged)) navigator.vibrate?.(VIBRATION_MS);
  }

  showProgress() {
    const { game, rows, cols } = this.session;
    this.progress.draw();
    const goal = goalOf(game.maxRank, rows, cols);
    this.progress.showGoal(2 ** goal.rank, goal.reached);
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
    const {
      table,
      table: { view },
    } = this;
    if (this.daily?.counted)
      return void this.toasts.show('Finish your daily try first, or end it.', {
        label: 'Result',
        act: () => void this.open('daily'),
      });
    table.takeOver();
    this.forgetToast();
    const takeBack = start();
    this.settleAddress();
    if (kept) this.offerUndo(notice, takeBack);
    else view.announcer.say(notice);
    view.takeFocus();
  }

  /** @param {string} notice @param {() => void} takeBack restores the game before */
  offerUndo(notice, takeBack) {
    const { table } = this;
    this.forgetToast();
    this.forgetToast = this.toasts.show(notice, {
      label: 'Undo',
      act: () => {
        table.takeOver();
        takeBack();
        table.view.takeFocus();
      },
    });
  }

  /** Shows the game that another tab has saved. If it replaces another game, or other moves, this can be undone, except in the daily try. */
  showNewest() {
    this.daily?.wake();
    const putBack = this.session.refresh();
    if (putBack && !this.daily?.counted) this.offerUndo('You played this game in another tab.', putBack);
  }

  newGame() {
    const { session, daily } = this;
    this.beginWith(
      () => (daily ? session.begin(new this.Game(4, 4, BigInt(daily.seed))) : session.newGame()),
      'New game.',
      session.moves > 0,
    );
  }

  /** Starts another game. @param {InstanceType<GameClass>} game @param {string} notice can undo it @param {boolean} [aided] whether the AI made moves in it */
  beginGame(game, notice, aided) {
    this.beginWith(() => this.session.begin(game, aided), notice, true);
  }

  /** Opens the saved game of another size and removes the offer to undo the last new game. @param {number} rows @param {number} cols */
  continueSaved(rows, cols) {
    this.table.takeOver();
    this.forgetToast();
    this.session.open(rows, cols);
    this.table.view.takeFocus();
  }

  // ---- dialogs ----

  /** @param {DialogName} name */
  async open(name) {
    const dialogs = await this.load(
      PART,
      () => import('./dialogs.js'),
      () => void this.open(name),
    );
    await dialogs?.openDialog(this, name);
  }

  /** Opens the game or the board that the URL shares. If the code cannot be loaded, it stays in the URL for a reload. */
  async openLink() {
    const { hash } = location;
    const dialogs =
      hash === ''
        ? null
        : await this.load(
            PART,
            () => import('./dialogs.js'),
            () => void this.openLink(),
          );
    if (await dialogs?.openLink(this, hash)) this.settleAddress();
  }

  // ---- events ----

  listen() {
    const { table } = this;
    for (const opener of document.querySelectorAll('[data-dialog]')) {
      opener.addEventListener(
        'click',
        () => void this.open(/** @type {DialogName} */ (opener.getAttribute('data-dialog'))),
      );
    }
    // The AI's panel is one line until it is opened, except where there is room beside the board (style/page.css).
    const toggle = button('engine-toggle');
    toggle.addEventListener('click', () => {
      const open = toggle.getAttribute('aria-expanded') !== 'true';
      toggle.setAttribute('aria-expanded', String(open));
      document.documentElement.dataset.ai = open ? 'open' : 'line';
    });
    // After a list or the slider was changed with the pointer, arrow keys are moves again; for keyboard users the focus stays.
    input('speed').addEventListener('pointerup', () => table.view.takeFocus());
    const engine = element('engine');
    let byPointer = false;
    for (const event of ['pointerdown', 'keydown'])
      engine.addEventListener(event, () => {
        byPointer = event === 'pointerdown';
      });
    engine.addEventListener('change', ({ target }) => {
      if (byPointer && target instanceof HTMLSelectElement) table.view.takeFocus();
    });
    addEventListener('hashchange', () => void this.openLink());
    addEventListener('pagehide', () => {
      this.ai?.pilot.stop();
      this.session.save();
      this.ai?.end();
    });
    this.listenToTabs();
  }

  listenToTabs() {
    const { table, session, records, settings } = this;
    listenToOtherTabs({
      events: window,
      page: document,
      game: () => session,
      busy: () => table.autoplaying,
      prefix: records.store.prefix,
      onHide: () => session.save(),
      onSettings: () => settings.refresh(),
      onWake: () => this.showNewest(),
      onTakeOver: () => {
        table.takeOver();
        session.giveWay();
      },
      onBest: () => {
        session.refreshBests();
        table.view.scores.show(session.score, session.best);
      },
      onGame: () =>
        this.toasts.show('You played this game in another tab.', {
          label: 'Load that game',
          act: () => {
            table.takeOver();
            this.showNewest();
          },
        }),
    });
  }
}
