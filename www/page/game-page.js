// The game's page: connects the state with the storage, the views, the AI's panel and the dialogs.

import { readAddress, withoutGame } from '../game/address.js';
import { goalOf } from '../game/goal.js';
import { USUAL_SIZE } from '../game/size.js';
import { listenToPlayer } from '../input/player.js';
import { stop, takeOver } from '../state/ai.js';
import { closeDialog, openDialog } from '../state/dialogs.js';
import { endFollow, toggleFollow } from '../state/follow.js';
import { adoptBest, beginGame, focusBoard, offerUndo } from '../state/game.js';
import { notify, say } from '../state/notices.js';
import { createState } from '../state/state.js';
import { startOf } from '../storage/moves.js';
import { Records, WORTH_KEEPING } from '../storage/record.js';
import { saveSettings, storedSettings } from '../storage/settings.js';
import { Store } from '../storage/store.js';
import { listenToDeletions, listenToOtherTabs } from '../storage/tabs.js';
import { wait, waiting } from '../storage/waiting.js';
import { t, translatable } from '../text/text.js';
import { effect, untracked } from '../vendor/signals-core.js';
import { showAnnouncements } from '../view/announcer.js';
import { applyAppearance } from '../view/appearance.js';
import { showControls } from '../view/controls.js';
import { button, element, input } from '../view/page.js';
import { ProgressView } from '../view/progress.js';
import { TableView } from '../view/table.js';
import { showNotices } from '../view/toasts.js';

/** @import { GameClass, Session } from '../game/session.js' */
/** @import { Step } from '../pkg-game/afterstate.js' */
/** @import { DialogName } from '../state/state.js' */
/** @import { PlayedGame } from '../storage/record.js' */
/** @import { KeptGame } from '../storage/waiting.js' */
/** @import { AiPanel } from './ai-panel.js' */
/** @import { Daily } from './daily.js' */

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
    /** The daily board, on its page. @type {Daily | null} */
    this.daily = makeDaily?.(this) ?? null;
    this.records = this.daily?.records ?? new Records(this.store);
    const { seed, size } = this.urlOptions;
    const dailySeed = this.daily && BigInt(this.daily.seed);
    this.state = createState({
      Game,
      records: this.records,
      ...(this.daily ? USUAL_SIZE : (size ?? this.records.size() ?? USUAL_SIZE)),
      seed: dailySeed ?? seed,
      seedOfNewGames: dailySeed ?? 'random',
      settings: storedSettings(this.store),
      onLost: (played) => this.keepLost(played),
    });
    this.state.final.value = this.daily?.counted ?? false;
    this.state.mayMove = (direction) => this.ai?.coach?.mayPlay(direction) ?? true;
    this.session = this.state.session;
    this.store.onNewer = () =>
      notify(
        this.state,
        'A newer version of this page saved data in this browser. Reload to use it. Until then, your games are saved separately.',
        RELOAD,
      );
    /** Loaded after the first board, because a first move does not need it. @type {AiPanel | null} */
    this.ai = null;
    /** @type {Promise<AiPanel> | undefined} */
    this.loadingAi = undefined;
    /** Whether a part of the page could not be loaded before. */
    this.failed = false;
  }

  begin() {
    const { session, state, store, urlOptions } = this;
    this.showViews();
    saveSettings(state.settings, store);
    effect(() => {
      const { coach } = state.settings.value;
      untracked(() => void this.ai?.switchCoach(coach));
    });
    this.followGame();
    effect(() => {
      if (state.mode.value !== 'off') void this.withAi();
    });
    effect(() => {
      const dialog = state.dialog.value;
      if (dialog.name !== 'none') void this.open(dialog.name, dialog.game, dialog.own);
    });
    this.showFollowed();
    this.listen();
    if (session.damaged)
      notify(state, 'Your saved game couldn’t be read. We kept a copy and started a new game.');
    const { refused } = urlOptions;
    if (refused.length > 0)
      notify(state, t('Ignored invalid URL option: {names}', { names: refused.join(', ') }));
    this.daily?.offerToday();
    // A try whose end could not be stored.
    if (session.status === 'over') this.daily?.ended();
    this.showButtons();
    document.documentElement.dataset.page = 'ready';
  }

  showViews() {
    const { state } = this;
    const stillness = matchMedia('(prefers-reduced-motion: reduce)');
    const calm = () => {
      state.calm.value = stillness.matches;
    };
    stillness.addEventListener('change', calm);
    calm();
    showNotices(state, element('toasts'));
    showAnnouncements(state, element('announcer'));
    new TableView(state);
    showControls(state);
    const progress = new ProgressView(element('goal'), element('count'), () => this.session);
    effect(() => {
      const { maxRank, rows, cols } = state.game.value;
      const goal = goalOf(maxRank, rows, cols);
      progress.draw();
      progress.showGoal(2 ** goal.rank, goal.reached);
    });
    effect(() => applyAppearance(state.settings.value));
    effect(() => progress.showCount(state.settings.value.count));
  }

  /** Shows how to follow a game from elsewhere, once that is wanted. */
  showFollowed() {
    const { state } = this;
    const end = effect(() => {
      if (state.follow.value.kind === 'off') return;
      const load = () => import('../view/follow.js');
      void this.load(PART, load, () => toggleFollow(state)).then((loaded) => {
        if (!loaded) return endFollow(state);
        end();
        loaded.showFollow(state);
      });
    });
  }

  /** What follows the game: the history, the address, the AI's panel, vibration. */
  followGame() {
    const {
      session,
      state,
      urlOptions: { seed },
    } = this;
    let { game, rows, cols, revision } = session;
    effect(() => {
      const { change, status, moves } = state.game.value;
      untracked(() => {
        if (session.revision === revision) return; // the first board
        revision = session.revision;
        if (status === 'over' && !this.daily?.ended()) this.keepGame();
        // A reload should not replace another game by that of the address.
        const another = session.game !== game && session.game.seed !== seed;
        if (another || session.rows !== rows || session.cols !== cols) this.settleAddress();
        ({ game, rows, cols } = session);
        this.ai?.changed(change);
        this.showButtons();
        if (change.kind === 'step' && change.by === 'person') this.feel(change.step);
        // Asks the browser to keep the storage when it needs space. Some have no such promise, and frames may not ask.
        if (moves === WORTH_KEEPING) navigator.storage?.persist?.().catch(() => {});
      });
    });
    effect(() => {
      if (state.unsaved.value)
        untracked(() =>
          notify(
            state,
            'This game can’t be saved, because your browser’s storage is full or blocked. Your latest moves will be lost when you close the page.',
          ),
        );
    });
  }

  /** Loads everything that the first board does not need. */
  loadRest() {
    void this.withAi();
    import('./install.js')
      .then(({ keepOffline }) => keepOffline(this.state))
      .catch((error) => console.warn(error));
    void this.openLink();
    this.keepWaiting();
    this.daily?.playAi();
  }

  /** The AI's part of the page. @returns {Promise<AiPanel | null>} null if it could not be loaded; the next call tries again */
  async withAi() {
    const loading = (this.loadingAi ??= import('./ai-panel.js').then(({ AiPanel }) => new AiPanel(this)));
    try {
      this.ai = await loading;
    } catch (error) {
      if (loading !== this.loadingAi) return null; // another caller has handled it
      this.loadingAi = undefined;
      stop(this.state);
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
    const possible = this.state.final.value
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
    notify(
      this.state,
      t('{what} couldn’t be loaded. Are you offline?', { what: t(what) }),
      this.failed ? RELOAD : { label: 'Try again', act: again },
    );
    this.failed = true;
    console.warn(error);
  }

  // ---- changes ----

  /** A game is about to be lost with its record. One that ended was kept then. @param {PlayedGame} played */
  keepLost({ game: text, aided = false, ai = false }) {
    let game;
    try {
      game = this.Game.fromText(text);
    } catch {
      return; // it could not be shown either
    }
    if (game.status !== 'over') this.keepGame({ game, aided, ai });
    game.free();
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
    if (this.state.settings.value.vibrate && moves.some(({ merged }) => merged))
      navigator.vibrate?.(VIBRATION_MS);
  }

  /** Removes the game from the URL, so that a reload shows the current game. */
  settleAddress() {
    try {
      history.replaceState(history.state, '', withoutGame(location.href));
    } catch {
      // A sandboxed frame cannot change its URL.
    }
  }

  /** Shows the game that another tab has saved. If it replaces another game, or other moves, this can be undone, except in the daily try. */
  showNewest() {
    this.daily?.wake();
    const putBack = this.session.refresh();
    if (putBack && !this.daily?.counted)
      offerUndo(this.state, 'You played this game in another tab.', putBack);
  }

  /** Starts another game. @param {InstanceType<GameClass>} game @param {string} notice can undo it @param {boolean} [aided] whether the AI made moves in it */
  beginGame(game, notice, aided) {
    beginGame(this.state, game, notice, aided);
  }

  // ---- dialogs ----

  /** @param {DialogName} name @param {string} [game] @param {{ aided: boolean }} [own] */
  async open(name, game, own) {
    const dialogs = await this.load(
      PART,
      () => import('./dialogs.js'),
      () => openDialog(this.state, name, { game, own }),
    );
    if (!(await dialogs?.showDialog(this, name, game, own))) closeDialog(this.state, name);
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
    const { state } = this;
    listenToPlayer(state, {
      board: element('play'),
      around: document.getElementById('page'),
      again: () => {
        const words = document.getElementById('coach-words')?.textContent;
        if (words) say(state, words);
      },
    });
    for (const opener of document.querySelectorAll('[data-dialog]')) {
      const name = /** @type {DialogName} */ (opener.getAttribute('data-dialog'));
      opener.addEventListener('click', () => openDialog(state, name));
    }
    // The AI's panel is one line until it is opened, except where there is room beside the board (style/page.css).
    const toggle = button('engine-toggle');
    toggle.addEventListener('click', () => {
      const open = toggle.getAttribute('aria-expanded') !== 'true';
      toggle.setAttribute('aria-expanded', String(open));
      document.documentElement.dataset.ai = open ? 'open' : 'line';
    });
    // After a list or the slider was changed with the pointer, arrow keys are moves again; for keyboard users the focus stays.
    input('speed').addEventListener('pointerup', () => focusBoard(state));
    const engine = element('engine');
    let byPointer = false;
    for (const event of ['pointerdown', 'keydown'])
      engine.addEventListener(event, () => {
        byPointer = event === 'pointerdown';
      });
    engine.addEventListener('change', ({ target }) => {
      if (byPointer && target instanceof HTMLSelectElement) focusBoard(state);
    });
    addEventListener('hashchange', () => void this.openLink());
    addEventListener('pagehide', () => {
      stop(state);
      this.session.save();
      this.ai?.end();
    });
    this.listenToTabs();
  }

  listenToTabs() {
    const { state, session, records, store } = this;
    listenToDeletions(window, () => session.saveIfDeleted());
    listenToOtherTabs({
      events: window,
      page: document,
      game: () => session,
      busy: () => state.mode.value === 'autoplay',
      prefix: records.store.prefix,
      onHide: () => session.save(),
      onSettings: () => {
        state.settings.value = storedSettings(store);
      },
      onWake: () => this.showNewest(),
      onTakeOver: () => {
        takeOver(state);
        session.giveWay();
      },
      onBest: () => adoptBest(state),
      onGame: () =>
        notify(state, 'You played this game in another tab.', {
          label: 'Load that game',
          act: () => {
            takeOver(state);
            this.showNewest();
          },
        }),
    });
  }
}
