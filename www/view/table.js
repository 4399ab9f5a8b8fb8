// A game's board with all that is told of it: tiles, cells, score, messages, and the words for a screen reader.
//
// Leaves out the game (game/session.js), the AI's values (analysis.js) and every button: the page and the frame on other
// people's pages put those around it. It is told of each change together with the state after it.

import { Announcer } from './announcer.js';
import { BoardView } from './board.js';
import { CellGrid } from './cells.js';
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
   * @param {{
   *   tiles: HTMLElement, frame: HTMLElement, cells: HTMLElement, score: HTMLElement, best: HTMLElement,
   *   announcer: HTMLElement, message: ConstructorParameters<typeof MessageView>[0]
   * }} parts
   * @param {{ matches: boolean }} stillness whether the person wants nothing to move
   */
  constructor(parts, stillness) {
    this.stillness = stillness;
    this.board = new BoardView(parts.tiles, parts.frame);
    this.cells = new CellGrid(parts.cells);
    this.scores = new ScoresView(parts.score, parts.best);
    this.announcer = new Announcer(parts.announcer);
    this.message = new MessageView(parts.message);
    this.highest = 0;
    this.cellsShown = -Infinity;
  }

  /** The first board of a game of this size, at once. @param {TableState} state */
  begin(state) {
    this.board.setSize(state.rows, state.cols);
    this.cells.setSize(state.rows, state.cols);
    this.highest = state.maxRank;
    this.board.show(state.ranks);
    this.cells.show(state.ranks);
    this.scores.show(state.score, state.best);
    this.tellEnd(state, false);
  }

  /**
   * @param {TableChange} change @param {TableState} state after it @param {Pace} pace
   * @returns {boolean} whether all was drawn: a move of a fast AI leaves out what nobody could follow
   */
  show(change, state, { byItself, betweenMs }) {
    const { stillness, board, scores, announcer } = this;
    if (board.rows !== state.rows || board.cols !== state.cols) {
      this.begin(state);
      return true;
    }
    if (change.kind === 'step') {
      board.play(change.step, state.ranks, stillness.matches ? 0 : betweenMs);
      if (!stillness.matches && betweenMs > LEAST_RISING_MS) scores.rise(change.step.reward);
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
    if (state.maxRank > this.highest && state.maxRank >= MILESTONE_RANK) {
      announcer.say(`${2 ** state.maxRank} made, score ${state.score}`);
    }
    this.highest = state.maxRank;
    this.tellEnd(state, byItself);
    return whole;
  }

  /** The message over the board, where the game waits or is over. @param {TableState} state @param {boolean} byItself */
  tellEnd({ status, score, isOver }, byItself) {
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
