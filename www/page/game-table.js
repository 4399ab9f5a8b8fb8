// A game with its view and input, for the page and the embedded game: session, tiles, keys, swipes and buttons. A move of
// the player stops the AI.

import { timingAt } from '../game/speed.js';
import { Session } from '../game/session.js';
import { listenToKeys } from '../input/keys.js';
import { listenToSwipes } from '../input/swipe.js';
import { t } from '../text/text.js';
import { fillArrows } from '../view/board-parts.js';
import { button, element } from '../view/page.js';
import { TableView } from '../view/table.js';

/** @import { Mode, Pilot } from '../game/pilot.js' */
/** @import { Change, GameClass } from '../game/session.js' */
/** @import { Mirror } from './mirror.js' */
/** @import { PlayedGame, Records } from '../storage/record.js' */

/** What the buttons ask of the AI. @typedef {'hint' | 'step' | 'autoplay'} Asked */

export class GameTable {
  /**
   * @param {{
   *   Game: GameClass, records: Records, rows: number, cols: number, seed: bigint | null,
   *   still: () => boolean, speed: () => number, letters: () => boolean, active?: () => boolean, final?: () => boolean,
   *   newGame: () => void, ask: (what: Asked) => void, mayMove?: (direction: number) => boolean,
   *   onChange: (change: Change) => void, onButtons: () => void, onSize?: () => void,
   *   onLost?: (played: PlayedGame) => void, onUnkept?: () => void
   * }} options the first game, as for a session; `still`: whether to draw without animations; `speed`: the position of the
   *   slider; `letters`: whether letters are moves; `active`: whether the board takes keys; `final`: whether moves cannot be
   *   undone; `newGame`: the action of the buttons for a new game; `ask`: lets the AI act. `onChange`: a change was drawn;
   *   `onButtons`: buttons may need an update (not called after every move of a fast AI); `onSize`: the size changed;
   *   `onLost`, `onUnkept`: as for a session.
   */
  constructor(options) {
    this.options = options;
    const { Game, records, rows, cols, seed, still, onLost, onUnkept } = options;
    /** The AI, once it is loaded. @type {Pick<Pilot, 'mode' | 'stop'> | null} */
    this.pilot = null;
    /** Takes moves and new tiles in mirror mode. @type {Mirror | null} */
    this.mirror = null;
    this.view = new TableView({
      still,
      message: { goOn: () => this.session.keepGoing(), undo: () => this.undo(), again: options.newGame },
    });
    /** Null if the page has none. */
    this.redoButton = /** @type {HTMLButtonElement | null} */ (document.getElementById('redo'));
    this.session = new Session({
      Game,
      records,
      rows,
      cols,
      seed,
      onLost,
      onUnkept,
      onChange: (change) => this.changed(change),
    });
    this.listen();
  }

  get autoplaying() {
    return this.pilot?.mode === 'autoplay';
  }

  /** Shows the first board without animation. */
  begin() {
    this.view.begin(this.session);
    document.documentElement.dataset.moves = String(this.session.moves);
    this.showButtons();
  }

  /** @param {Change} change */
  changed(change) {
    const { view, session, autoplaying, options } = this;
    const resized = view.board.rows !== session.rows || view.board.cols !== session.cols;
    // In mirror mode the slide has been shown already.
    if (this.mirror) this.mirror.pending = null;
    const betweenMs = this.mirror ? 0 : autoplaying ? timingAt(options.speed()).betweenMs : Infinity;
    const whole = view.show(change, session, autoplaying, betweenMs);
    // For tests and other observers of the page.
    document.documentElement.dataset.moves = String(session.moves);
    if (resized) options.onSize?.();
    options.onChange(change);
    if (whole) this.showButtons();
  }

  /** The AI starts or stops an activity. @param {Mode} mode */
  modeChanged(mode) {
    document.documentElement.dataset.pilot = mode;
    if (mode === 'step' || mode === 'autoplay') this.mirror?.end();
    if (mode !== 'off') return;
    this.view.rest(this.session);
    this.showButtons();
  }

  showButtons() {
    const { session, redoButton } = this;
    const final = this.options.final?.() ?? false;
    for (const id of ['message-undo', 'message-again']) button(id).hidden = final;
    const undo = button('undo');
    undo.disabled = final || (!session.canUndo && !this.mirror?.pending);
    if (redoButton) redoButton.disabled = !session.canRedo;
    const label = t(session.undoesNewGame ? 'Undo new game' : 'Undo');
    if (undo.getAttribute('aria-label') !== label) undo.setAttribute('aria-label', label);
    this.options.onButtons();
  }

  // ---- actions of the player ----

  /** Stops the AI because the player acts. */
  takeOver() {
    if (this.autoplaying) this.view.announcer.say('Autoplay stopped');
    this.pilot?.stop();
  }

  /** @param {number} direction @returns {boolean} false: the move is impossible */
  move(direction) {
    this.takeOver();
    if (this.mirror) return this.mirror.move(direction);
    if (this.options.mayMove?.(direction) === false) return false;
    return this.session.move(direction, 'person');
  }

  undo() {
    this.takeOver();
    if (this.options.final?.() || this.mirror?.undo()) return;
    if (this.session.undo())
      this.view.announcer.say(t('Undone, score {score}', { score: this.session.score }));
  }

  redo() {
    this.takeOver();
    this.session.redo();
  }

  /** A button of the AI was pressed. Autoplay's button stops it, too. @param {Asked} what */
  askAi(what) {
    const { autoplaying } = this;
    if (what === 'hint' && autoplaying) return;
    if (autoplaying || what === 'step') this.takeOver();
    if (what !== 'autoplay' || !autoplaying) this.options.ask(what);
  }

  /** Repeats the coach's last words, for screen readers. */
  sayAgain() {
    const words = document.getElementById('coach-words')?.textContent;
    if (words) this.view.announcer.say(words);
  }

  listen() {
    const { letters, active, newGame } = this.options;
    /** @param {number} direction */
    const move = (direction) => void this.move(direction);
    listenToKeys(document, {
      letters,
      active,
      onAction: (action) => {
        if (action.kind === 'move') move(action.direction);
        else if (action.kind === 'undo') this.undo();
        else if (action.kind === 'redo') this.redo();
        else this.sayAgain();
      },
    });
    listenToSwipes(element('play'), move, document.getElementById('page'));
    fillArrows(element('arrows'), move);
    button('undo').addEventListener('click', () => this.undo());
    this.redoButton?.addEventListener('click', () => this.redo());
    button('new-game').addEventListener('click', newGame);
    for (const what of /** @type {Asked[]} */ (['hint', 'step', 'autoplay'])) {
      document.getElementById(what)?.addEventListener('click', () => this.askAi(what));
    }
  }
}
