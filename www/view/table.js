// A game's board with everything that shows its state: tiles, cells, score, messages, and the words for a screen reader.
//
// Each change is passed together with the state after it.

import { Announcer } from './announcer.js';
import { fillBoard } from './board-parts.js';
import { BoardView } from './board.js';
import { CellGrid } from './cells.js';
import { make } from './element.js';
import { Frames } from './frames.js';
import { MessageView } from './message.js';
import { stepInWords } from './phrases.js';
import { ScoresView } from './scores.js';

/** @import { Step } from '../pkg-game/afterstate.js' */
/** @import { GameStatus } from './message.js' */

/** The smallest tile that is announced while the AI plays, as a rank: 512. */
const MILESTONE_RANK = 9;
/** While the AI plays fast, the cells' labels are written at most this often (ms). */
const CELLS_EVERY_MS = 400;
/** With less time than this between two moves, no points rise from the score. */
const LEAST_RISING_MS = 90;
/** How long a previewed move is shown, in milliseconds. */
const PREVIEW_MS = 1500;

/**
 * The game as it stands.
 * @typedef {{
 *   ranks: Uint8Array, rows: number, cols: number, score: number, best: number, maxRank: number, status: GameStatus,
 *   isOver: boolean
 * }} TableState
 */

/** @typedef {{ kind: 'step', step: Step } | { kind: 'board' }} TableChange */

/** Who plays, and the time between two moves: Infinity where a person makes them. @typedef {{ byItself: boolean, betweenMs: number }} Pace */

export class TableView {
  /**
   * @param {{ board: HTMLElement, score: HTMLElement, best: HTMLElement, announcer: HTMLElement }} parts `board`: the empty
   *   box, in a frame that takes the message too
   * @param {{ still: () => boolean, message: ConstructorParameters<typeof MessageView>[0] }} options `still`: whether
   *   nothing is to move but by a cut; `message`: what the buttons of the message do
   */
  constructor(parts, { still, message }) {
    this.still = still;
    const frame = /** @type {HTMLElement} */ (parts.board.parentElement);
    const { cells, tiles, arrow } = fillBoard(parts.board,
      { id: 'cells', 'aria-label': 'Board', 'aria-describedby': 'board-help' }, { tiles: 'tiles', arrow: 'hint-arrow' });
    this.message = new MessageView(message);
    frame.append(this.message.element,
      make('p', { class: 'sr-only', id: 'board-help' }, 'Arrow keys slide the tiles. Shift with an arrow key moves between cells.'));
    const frames = new Frames();
    this.board = new BoardView(tiles, frame, frames);
    this.cells = new CellGrid(cells);
    this.arrow = arrow;
    this.scores = new ScoresView(parts.score, parts.best, frames);
    this.announcer = new Announcer(parts.announcer);
    this.highest = 0;
    this.cellsShown = -Infinity;
    /** @type {{ ranks: Uint8Array, timer: ReturnType<typeof setTimeout> } | null} the board under a preview */
    this.previewed = null;
  }

  /** The first board of a game of this size, at once. @param {TableState} state */
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
   * @param {TableChange} change @param {TableState} state after it @param {Pace} pace
   * @returns {boolean} whether all was drawn: a move of a fast AI leaves out what nobody could follow
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
    // A person's move has been told already, with what it merged.
    if (byItself && state.maxRank > this.highest && state.maxRank >= MILESTONE_RANK) {
      announcer.say(`${2 ** state.maxRank} made, score ${state.score}`);
    }
    this.highest = state.maxRank;
    this.showEnd(state, byItself);
    return whole;
  }

  /** The AI lets go: what was left out while it played fast is caught up. @param {TableState} state */
  rest(state) {
    this.cells.show(state.ranks);
    this.showEnd(state, false);
  }

  /** Shows for a while where a move would take the tiles. @param {Step} step @param {Uint8Array} ranks before it */
  preview(step, ranks) {
    this.endPreview();
    this.board.preview(step, this.still() ? 0 : Infinity);
    this.previewed = { ranks, timer: setTimeout(() => this.endPreview(), PREVIEW_MS) };
  }

  endPreview() {
    if (!this.previewed) return;
    clearTimeout(this.previewed.timer);
    this.board.show(this.previewed.ranks);
    this.previewed = null;
  }

  /** The message over the board, where the game waits or is over. @param {TableState} state @param {boolean} byItself */
  showEnd({ status, score, isOver }, byItself) {
    // The AI goes on past 2048 without asking.
    const now = byItself && status === 'won' ? 'playing' : status;
    const before = this.message.shown;
    this.message.show(now, score, !isOver);
    if (now === before || now === 'playing') return;
    this.announcer.say(now === 'won' ? `You win, score ${score}` : `Game over, score ${score}`);
  }

  /** Puts the focus on the board: a button that is gone, or that Space would press again, must not keep it. */
  takeFocus() {
    this.cells.cells[this.cells.current]?.focus({ preventScroll: true });
  }
}
