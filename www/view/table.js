// Shows the state of a game: tiles, cells, score, messages, and announcements for screen readers.

import { t } from '../text/text.js';
import { Announcer } from './announcer.js';
import { fillBoard } from './board-parts.js';
import { BoardView } from './board.js';
import { CellGrid } from './cells.js';
import { make, makeButton } from './element.js';
import { Frames } from './frames.js';
import { element } from './page.js';
import { stepInWords } from './phrases.js';
import { ScoresView } from './scores.js';

/** @import { Change, Session } from '../game/session.js' */
/** @import { Slide } from '../game/slide.js' */

/** The smallest tile that is announced during autoplay, as a rank: 512. */
const MILESTONE_RANK = 9;
/** The minimum time between updates of the cells' labels during fast autoplay (ms). */
const CELLS_EVERY_MS = 400;
/** With less time between two moves the gained points are not animated (ms). */
const LEAST_RISING_MS = 90;

export class TableView {
  /**
   * @param {{ still: () => boolean, message: ConstructorParameters<typeof MessageView>[0] }} options `still`: whether
   *   to draw without animations; `message`: the actions of the message's buttons
   */
  constructor({ still, message }) {
    this.still = still;
    const board = element('board');
    const frame = /** @type {HTMLElement} */ (board.parentElement);
    const { cells, tiles, arrow } = fillBoard(
      board,
      { id: 'cells', 'aria-label': 'Board', 'aria-describedby': 'board-help' },
      { tiles: 'tiles', arrow: 'hint-arrow' },
    );
    this.message = new MessageView(message);
    // Its buttons disappear with it.
    this.message.element.addEventListener('click', ({ target }) => {
      if (target instanceof HTMLButtonElement) this.takeFocus();
    });
    frame.append(
      this.message.element,
      make(
        'p',
        { class: 'sr-only', id: 'board-help' },
        'Arrow keys slide the tiles. Press Shift and an arrow key to move between cells.',
      ),
    );
    const frames = new Frames();
    this.board = new BoardView(tiles, frame, frames);
    this.cells = new CellGrid(cells);
    this.arrow = arrow;
    this.scores = new ScoresView(element('score'), element('best'), frames);
    this.announcer = new Announcer(element('announcer'));
    this.highest = 0;
    this.cellsShown = -Infinity;
  }

  /** Draws the first board of a game of this size at once. @param {Session} session */
  begin(session) {
    const { rows, cols, score, best, game } = session;
    this.board.setSize(rows, cols);
    this.cells.setSize(rows, cols);
    this.highest = game.maxRank;
    this.board.show(session.ranks());
    this.cells.show(session.ranks());
    this.scores.show(score, best);
    this.showEnd(session, false);
  }

  /**
   * @param {Change} change @param {Session} session after it @param {boolean} byItself whether autoplay is on
   * @param {number} betweenMs the time between two moves, Infinity for moves of the player
   * @returns {boolean} whether everything was drawn: fast autoplay skips details
   */
  show(change, session, byItself, betweenMs) {
    const { board, scores, announcer } = this;
    const {
      rows,
      cols,
      score,
      best,
      game: { maxRank },
    } = session;
    const still = this.still();
    if (board.rows !== rows || board.cols !== cols) {
      this.begin(session);
      return true;
    }
    const ranks = session.ranks();
    if (change.kind === 'step') {
      board.play(change.step, ranks, still ? 0 : betweenMs);
      if (!still && betweenMs > LEAST_RISING_MS) scores.rise(change.step.reward);
      if (!byItself) announcer.say(stepInWords(change.step, cols));
    } else {
      board.showSoon(ranks);
    }
    scores.show(score, best);
    const now = performance.now();
    const whole = !byItself || now - this.cellsShown > CELLS_EVERY_MS;
    if (whole) {
      this.cellsShown = now;
      this.cells.show(ranks);
    }
    // The player's move was already announced with its merges.
    if (byItself && maxRank > this.highest && maxRank >= MILESTONE_RANK) {
      announcer.say(t('Reached {tile}, score {score}', { tile: String(2 ** maxRank), score }));
    }
    this.highest = maxRank;
    this.showEnd(session, byItself);
    return whole;
  }

  /** Autoplay has ended: draws what was skipped. @param {Session} session */
  rest(session) {
    this.cells.show(session.ranks());
    this.showEnd(session, false);
  }

  /** Shows where the tiles would slide. @param {Slide} slide */
  slide(slide) {
    this.board.play(slide, slide.after, this.still() ? 0 : Infinity);
  }

  /** Shows the message over the board if the game is won or over. @param {Session} session @param {boolean} byItself */
  showEnd({ status, score, game: { isOver } }, byItself) {
    // Autoplay continues past 2048 without asking.
    const now = byItself && status === 'won' ? 'playing' : status;
    const before = this.message.shown;
    this.message.show(now, score, !isOver);
    if (now === before || now === 'playing') return;
    this.announcer.say(
      now === 'won' ? t('You win, score {score}', { score }) : t('Game over, score {score}', { score }),
    );
  }

  /** Moves the focus to the board, so that it does not stay on a removed button or one that Space would press again. */
  takeFocus() {
    this.cells.cells[this.cells.current]?.focus({ preventScroll: true });
  }
}

/** The message over the board when the game is won or over, with its buttons. */
class MessageView {
  /** @param {{ goOn: () => void, undo: () => void, again: () => void }} acts the actions of its buttons */
  constructor({ goOn, undo, again }) {
    this.title = make('h2', { id: 'message-title' });
    this.detail = make('p', { id: 'message-detail' });
    this.goOn = makeButton('Keep going', goOn, { id: 'message-go-on' });
    this.element = make(
      'section',
      { class: 'message', id: 'message', 'aria-labelledby': 'message-title', hidden: true },
      this.title,
      this.detail,
      make(
        'div',
        { class: 'message-buttons' },
        this.goOn,
        makeButton('Undo', undo, { id: 'message-undo' }),
        makeButton('New game', again, { id: 'message-again' }),
      ),
    );
    /** @type {Session['status']} */
    this.shown = 'playing';
  }

  /** @param {Session['status']} status @param {number} score @param {boolean} canGoOn whether a move is possible */
  show(status, score, canGoOn) {
    const { element, title, detail, goOn } = this;
    if (status !== this.shown) element.hidden = status === 'playing';
    this.shown = status;
    if (status === 'playing') return;
    // This also restarts the animation when one finished game replaces another.
    element.classList.toggle('won', status === 'won');
    title.textContent = status === 'won' ? t('You win!') : t('Game over!');
    detail.textContent =
      status === 'won' && !canGoOn
        ? t('You made 2048, but no moves are left: {score} points.', { score: String(score) })
        : t('{score} points.', { score: String(score) });
    goOn.hidden = status !== 'won' || !canGoOn;
  }
}
