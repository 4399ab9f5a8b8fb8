// Shows the state of a game: tiles, cells, score, messages, and announcements for screen readers.
//
// Each change is passed with the state after it.

import { t } from '../text/text.js';
import { Announcer } from './announcer.js';
import { fillBoard } from './board-parts.js';
import { BoardView } from './board.js';
import { CellGrid } from './cells.js';
import { make } from './element.js';
import { Frames } from './frames.js';
import { MessageView } from './message.js';
import { element } from './page.js';
import { stepInWords } from './phrases.js';
import { ScoresView } from './scores.js';

/** @import { Step } from '../pkg-game/afterstate.js' */
/** @import { GameStatus } from './message.js' */

/** The smallest tile that is announced during autoplay, as a rank: 512. */
const MILESTONE_RANK = 9;
/** The minimum time between updates of the cells' labels during fast autoplay (ms). */
const CELLS_EVERY_MS = 400;
/** With less time between two moves the gained points are not animated (ms). */
const LEAST_RISING_MS = 90;
/** How long a previewed move is shown, in milliseconds. */
const PREVIEW_MS = 1500;

/**
 * The state of a game.
 * @typedef {{
 *   ranks: Uint8Array, rows: number, cols: number, score: number, best: number, maxRank: number, status: GameStatus,
 *   isOver: boolean
 * }} TableState
 */

/** @typedef {{ kind: 'step', step: Step } | { kind: 'board' }} TableChange */

/** `byItself`: whether autoplay is on; `betweenMs`: the time between two moves, Infinity for moves of the player. @typedef {{ byItself: boolean, betweenMs: number }} Timing */

export class TableView {
  /**
   * @param {{ still: () => boolean, message: ConstructorParameters<typeof MessageView>[0] }} options `still`: whether
   *   to draw without animations; `message`: the actions of the message's buttons
   */
  constructor({ still, message }) {
    this.still = still;
    const board = element('board');
    const frame = /** @type {HTMLElement} */ (board.parentElement);
    const { cells, tiles, arrow } = fillBoard(board,
      { id: 'cells', 'aria-label': 'Board', 'aria-describedby': 'board-help' }, { tiles: 'tiles', arrow: 'hint-arrow' });
    this.message = new MessageView(message);
    frame.append(this.message.element,
      make('p', { class: 'sr-only', id: 'board-help' }, 'Arrow keys slide the tiles. Press Shift and an arrow key to move between cells.'));
    const frames = new Frames();
    this.board = new BoardView(tiles, frame, frames);
    this.cells = new CellGrid(cells);
    this.arrow = arrow;
    this.scores = new ScoresView(element('score'), element('best'), frames);
    this.announcer = new Announcer(element('announcer'));
    this.highest = 0;
    this.cellsShown = -Infinity;
    /** @type {{ ranks: Uint8Array, timer: ReturnType<typeof setTimeout> } | null} the board to restore after a preview */
    this.previewed = null;
  }

  /** Draws the first board of a game of this size at once. @param {TableState} state */
  begin(state) {
    this.endPreview();
    this.board.setSize(state.rows, state.cols);
    this.cells.setSize(state.rows, state.cols);
    this.highest = state.maxRank;
    this.board.show(state.ranks);
    this.cells.show(state.ranks);
    this.scores.show(state.score, state.best);
    this.showEnd(state, false);
  }

  /**
   * @param {TableChange} change @param {TableState} state after it @param {Timing} timing
   * @returns {boolean} whether everything was drawn: fast autoplay skips details
   */
  show(change, state, { byItself, betweenMs }) {
    const { board, scores, announcer } = this;
    const still = this.still();
    this.endPreview();
    if (board.rows !== state.rows || board.cols !== state.cols) {
      this.begin(state);
      return true;
    }
    if (change.kind === 'step') {
      board.play(change.step, state.ranks, still ? 0 : betweenMs);
      if (!still && betweenMs > LEAST_RISING_MS) scores.rise(change.step.reward);
      if (!byItself) announcer.say(stepInWords(change.step, state.cols));
    } else {
      board.showSoon(state.ranks);
    }
    scores.show(state.score, state.best);
    const now = performance.now();
    const whole = !byItself || now - this.cellsShown > CELLS_EVERY_MS;
    if (whole) {
      this.cellsShown = now;
      this.cells.show(state.ranks);
    }
    // The player's move was already announced with its merges.
    if (byItself && state.maxRank > this.highest && state.maxRank >= MILESTONE_RANK) {
      announcer.say(t('Reached {tile}, score {score}', { tile: String(2 ** state.maxRank), score: state.score }));
    }
    this.highest = state.maxRank;
    this.showEnd(state, byItself);
    return whole;
  }

  /** Autoplay has ended: draws what was skipped. @param {TableState} state */
  rest(state) {
    this.cells.show(state.ranks);
    this.showEnd(state, false);
  }

  /** Shows for a moment where the tiles would slide. @param {Step & { after: Uint8Array }} slide @param {Uint8Array} ranks before it */
  preview(slide, ranks) {
    this.endPreview();
    this.board.preview(slide, this.still() ? 0 : Infinity);
    this.previewed = { ranks, timer: setTimeout(() => this.endPreview(), PREVIEW_MS) };
  }

  endPreview() {
    if (!this.previewed) return;
    clearTimeout(this.previewed.timer);
    this.board.show(this.previewed.ranks);
    this.previewed = null;
  }

  /** Shows the message over the board if the game is won or over. @param {TableState} state @param {boolean} byItself */
  showEnd({ status, score, isOver }, byItself) {
    // Autoplay continues past 2048 without asking.
    const now = byItself && status === 'won' ? 'playing' : status;
    const before = this.message.shown;
    this.message.show(now, score, !isOver);
    if (now === before || now === 'playing') return;
    this.announcer.say(now === 'won' ? t('You win, score {score}', { score }) : t('Game over, score {score}', { score }));
  }

  /** Moves the focus to the board, so that it does not stay on a removed button or one that Space would press again. */
  takeFocus() {
    this.cells.cells[this.cells.current]?.focus({ preventScroll: true });
  }
}
