// Draws the game: tiles, cells, score, messages, and announcements for screen readers.

import { KEEP_GOING, NEW_GAME, UNDO, perform } from './acts.js';
import { timingAt } from './speed.js';
import { say } from '../shared/notices.js';
import { inPoints, listed, t } from '../shared/text.js';
import { effect, untracked } from '../vendor/signals-core.js';
import { fillBoard } from './board-parts.js';
import { showHint } from './hint-arrow.js';
import { make, makeButton } from '../shared/element.js';
import { every } from '../shared/paced.js';
import { element } from '../shared/page.js';
import { directionInWords, placeInWords } from '../shared/phrases.js';
import { ScoresView } from './scores-view.js';

/** @import { Step } from '../pkg-game/afterstate.js' */
/** @import { Slide } from './types.js' */
/** @import { State } from './state.js' */
/** @import { BoardState } from './types.js' */

/** The smallest tile that is announced during autoplay, as a rank: 512. */
const MILESTONE_RANK = 9;
/** The minimum time between updates of the cells' labels during fast autoplay (ms). */
const CELLS_EVERY_MS = 400;
/** With less time between two moves the gained points are not animated (ms). */
const MIN_RISING_MS = 90;

export class TableView {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    const box = element('board');
    const frame = /** @type {HTMLElement} */ (box.parentElement);
    const { board, cells, arrow } = fillBoard(
      box,
      { id: 'cells', 'aria-label': 'Board', 'aria-describedby': 'board-help' },
      { tiles: 'tiles', arrow: 'hint-arrow' },
    );
    this.message = new MessageView(state, frame);
    // Its buttons disappear with it.
    this.message.element.addEventListener('click', ({ target }) => {
      if (target instanceof HTMLButtonElement) this.takeFocus();
    });
    frame.append(
      make(
        'p',
        { class: 'sr-only', id: 'board-help' },
        'Arrow keys slide the tiles. Press Shift and an arrow key to move between cells.',
      ),
    );
    this.board = board;
    this.cells = cells;
    const best = element('best');
    const bestBox = best.closest('.score'); // a race has none
    this.scores = new ScoresView(element('score'), best);
    /** The moves of the game that was drawn last. */
    this.moves = -1;
    this.highest = 0;
    this.cellsAreDue = every(CELLS_EVERY_MS);
    effect(() => {
      const game = state.game.value;
      untracked(() => this.draw(game));
    });
    effect(() => {
      this.scores.show(state.game.value.score, state.best.value);
      // A board that was set up raises no best score, so that 0 would say nothing of it.
      bestBox?.toggleAttribute('hidden', !state.session.counts && state.best.value === 0);
    });
    effect(() => {
      if (state.mode.value === 'off') untracked(() => this.rest());
    });
    showHint(state, arrow);
    let pending = false;
    effect(() => {
      const follow = state.follow.value;
      const before = pending;
      pending = follow.kind === 'on' && follow.pending !== 'none';
      if (pending === before) return;
      if (follow.kind === 'on' && follow.pending !== 'none') {
        const { slide } = follow.pending;
        untracked(() => this.slide(slide));
      } else untracked(() => this.board.showSoon(this.rest().ranks));
    });
    effect(() => {
      if (state.focus.value > 0) this.takeFocus();
    });
  }

  /** Shows where the tiles slide, without the new tile. @param {Slide} slide */
  slide(slide) {
    this.board.showDue();
    this.board.play(slide, slide.after, this.state.still.value ? 0 : Infinity);
    this.cells.show(slide.after);
  }

  /** @param {BoardState} game */
  draw(game) {
    const { board, cells, scores, state } = this;
    const { rows, cols, ranks, change, maxRank } = game;
    const byItself = state.mode.value === 'autoplay';
    const resized = board.rows !== rows || board.cols !== cols;
    if (resized) {
      board.setSize(rows, cols);
      cells.setSize(rows, cols);
      board.show(ranks);
    } else if (change.kind === 'step' && game.moves === this.moves + 1) {
      // The slide of a followed move has been shown already.
      const still = state.still.value || state.follow.value.kind === 'on';
      const betweenMs = still ? 0 : byItself ? timingAt(state.speed.value).betweenMs : Infinity;
      board.play(change.step, ranks, betweenMs);
      if (betweenMs > MIN_RISING_MS) scores.rise(change.step.reward);
      if (!byItself) say(state, stepInWords(change.step, cols));
    } else board.showSoon(ranks);
    this.moves = game.moves;
    if (resized || !byItself || this.cellsAreDue()) cells.show(ranks);
    // The player's move was already announced with its merges.
    if (byItself && maxRank > this.highest && maxRank >= MILESTONE_RANK)
      say(state, t('Reached {tile}, score {score}', { tile: String(2 ** maxRank), score: game.score }));
    this.highest = maxRank;
    this.showEnd(game, byItself);
  }

  /** Autoplay has ended: draws what was skipped. */
  rest() {
    const game = this.state.game.value;
    this.cells.show(game.ranks);
    this.showEnd(game, false);
    return game;
  }

  /**
   * Shows the message over the board if the game is won or over.
   * @param {BoardState} game
   * @param {boolean} byItself
   */
  showEnd({ change, status, score, isOver }, byItself) {
    // Autoplay continues past 2048 without asking.
    const now = byItself && status === 'won' ? 'playing' : status;
    const before = this.message.shown;
    const { players } = this.state.session;
    const byAi = players === 'ai' || (change.kind === 'step' && change.by === 'engine');
    // The tiles of a day or a challenge have bests of their own.
    const isOwnGame = this.state.daily.value.kind === 'none' && this.state.challenge.value.kind === 'none';
    const isBest = isOwnGame && players === 'own' && score === this.state.best.value;
    const words = endInWords({ won: now === 'won', byAi, canGoOn: !isOver, score, isBest });
    this.message.show(now, words, !isOver);
    if (now === before || now === 'playing') return;
    say(this.state, words.said);
  }

  /**
   * Moves the focus to the board, so that it does not stay on a removed button or one that Space would press
   * again.
   */
  takeFocus() {
    this.cells.cells[this.cells.current]?.focus({ preventScroll: true });
  }
}

/**
 * What the message says, and what is said to screen readers.
 * @param {{ won: boolean, byAi: boolean, canGoOn: boolean, score: number, isBest?: boolean }} end `won`: else
 *   the game is over; `byAi`: the AI made the 2048; `isBest`: no game of the player had more points
 */
export function endInWords({ won, byAi, canGoOn, score, isBest = false }) {
  const points = inPoints(score);
  const detail = t('{points}.', { points });
  if (!won)
    return {
      title: t('Game over!'),
      detail: isBest ? t('{points}. New best!', { points }) : detail,
      said: t('Game over, score {score}', { score }),
    };
  const made = { tile: '2048', score };
  if (byAi)
    return { title: t('The AI made {tile}', made), detail, said: t('Reached {tile}, score {score}', made) };
  return {
    title: t('You win!'),
    detail: canGoOn ? detail : t('You made 2048, but no moves are left: {points}.', { points }),
    said: t('You win, score {score}', { score }),
  };
}

/** The message when the game is won or over, with its buttons: over the board, or below it. */
class MessageView {
  /** @param {State} state @param {HTMLElement} frame of the board */
  constructor(state, frame) {
    this.title = make('h2', { id: 'message-title' });
    this.detail = make('p', { id: 'message-detail' });
    this.goOn = makeButton('Keep going', () => perform(state, KEEP_GOING), {
      id: 'message-go-on',
      class: 'strong',
    });
    this.again = makeButton('New game', () => perform(state, NEW_GAME), { id: 'message-again' });
    this.element = make(
      'section',
      { class: 'message', id: 'message', 'aria-labelledby': 'message-title', hidden: true },
      this.title,
      this.detail,
      make(
        'div',
        { class: 'message-buttons' },
        this.goOn,
        makeButton('Undo', () => perform(state, UNDO), { id: 'message-undo' }),
        this.again,
      ),
    );
    this.frame = frame;
    addEventListener('resize', () => this.place());
    /** @type {BoardState['status']} */
    this.shown = 'playing';
    this.place();
  }

  /** Where there is room (board.css), the end of a game takes the row of the buttons below the board. */
  place() {
    const page = this.shown === 'over' ? document.getElementById('page') : null;
    const below = page && getComputedStyle(page).getPropertyValue('--end').trim() === 'below';
    const row = below ? page.querySelector('.moves') : null;
    const home = row?.parentElement ?? this.frame;
    if (this.element.parentElement === home) return;
    if (row) row.after(this.element);
    else home.append(this.element);
  }

  /**
   * @param {BoardState['status']} status
   * @param {ReturnType<typeof endInWords>} words
   * @param {boolean} canGoOn whether a move is possible
   */
  show(status, words, canGoOn) {
    const { element, title, detail, goOn, again } = this;
    if (status !== this.shown) element.hidden = status === 'playing';
    this.shown = status;
    if (status === 'playing') return;
    this.place();
    // This also restarts the animation when one finished game replaces another.
    element.classList.toggle('won', status === 'won');
    title.textContent = words.title;
    detail.textContent = words.detail;
    goOn.hidden = status !== 'won' || !canGoOn;
    // One thing to do next.
    again.classList.toggle('strong', goOn.hidden);
  }
}

/**
 * Describes a move: its merges, the score, the new tile.
 * @param {Step} step
 * @param {number} cols
 * @returns {string}
 */
export function stepInWords(step, cols) {
  /** @type {Map<number, number>} new rank by cell */
  const merged = new Map();
  for (const { to, rank, merged: merges } of step.moves) if (merges) merged.set(to, rank + 1);
  const tiles = [...merged.values()].sort((a, b) => b - a).map((rank) => String(2 ** rank));
  const merges =
    tiles.length === 0 ? directionInWords(step.direction) : t('merged {tiles}', { tiles: listed(tiles) });
  const { cell, rank } = step.spawn;
  return t('{merges}, score {score}, new {tile} in {place}', {
    merges,
    score: step.score,
    tile: String(2 ** rank),
    place: placeInWords(cell, cols),
  });
}
