// Mirror mode: the player plays elsewhere and repeats each move here, then shows where the new tile appeared there.
//
// A tap places a 2, a long press a 4. Undo takes back the tile first, then the move.

import { slideOn } from '../game/slide.js';
import { t, translatable } from '../text/text.js';
import { make, makeButton } from '../view/element.js';
import { element } from '../view/page.js';
import { cellInWords, directionInWords } from '../view/phrases.js';

/** @import { GamePage } from './game-page.js' */

const LONG_PRESS_MS = 450;
const TAP_PX = 12;
const FIRST = translatable(
  'Make the same move here, then tap the cell where the new tile appeared. Press and hold for a 4.',
);

export class Mirror {
  /** @param {GamePage} page */
  constructor({ Game, table }) {
    this.Game = Game;
    this.table = table;
    this.play = element('play');
    this.listening = new AbortController();
    /** The move whose tile is still to come, with the board after its slide. @type {{ direction: number, after: Uint8Array } | null} */
    this.pending = null;
    /** The direction of the move made last here, and the number of moves after it. @type {{ direction: number, moves: number } | null} */
    this.last = null;
    /** @type {{ x: number, y: number, at: number } | null} */
    this.pressed = null;
    this.words = make('p', { role: 'status' }, FIRST);
    this.four = make('input', { type: 'checkbox' });
    this.bar = make(
      'section',
      { class: 'mirror', 'aria-label': 'Follow a game' },
      this.words,
      make(
        'div',
        { class: 'dialog-buttons' },
        make('label', { class: 'option' }, this.four, 'New tile is a 4'),
        makeButton('Stop', () => this.end(), { 'aria-label': 'Stop following' }),
      ),
    );
    this.play.before(this.bar);
    document.documentElement.dataset.mirror = 'on';
    this.listen();
  }

  listen() {
    const {
      play,
      listening: { signal },
    } = this;
    // On the document, because swipes capture the pointer.
    document.addEventListener(
      'pointerdown',
      ({ clientX: x, clientY: y, timeStamp: at, target }) => {
        const onBoard =
          target instanceof Element && play.contains(target) && target.closest('button, .message') === null;
        this.pressed = onBoard ? { x, y, at } : null;
      },
      { signal },
    );
    document.addEventListener(
      'pointerup',
      ({ clientX, clientY, timeStamp }) => {
        const { pressed } = this;
        this.pressed = null;
        if (!pressed || Math.hypot(clientX - pressed.x, clientY - pressed.y) > TAP_PX) return;
        const cell = this.cells.findIndex((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          return clientX >= left && clientX < right && clientY >= top && clientY < bottom;
        });
        this.place(cell, timeStamp - pressed.at >= LONG_PRESS_MS ? 2 : this.rank);
      },
      { signal },
    );
    play.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
    play.addEventListener(
      'keydown',
      (event) => {
        const rank = new Map([
          ['Enter', this.rank],
          [' ', this.rank],
          ['2', 1],
          ['4', 2],
        ]).get(event.key);
        const cell = this.cells.indexOf(/** @type {HTMLElement} */ (event.target));
        if (!rank || cell < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        this.place(cell, rank);
      },
      { signal },
    );
    // A screen reader clicks without a pointer.
    play.addEventListener(
      'click',
      ({ detail, target }) => {
        if (detail === 0) this.place(this.cells.indexOf(/** @type {HTMLElement} */ (target)), this.rank);
      },
      { signal },
    );
  }

  /** The rank of the next tile, unless a long press or a key chooses the other one. */
  get rank() {
    return this.four.checked ? 2 : 1;
  }

  get cells() {
    return this.table.view.cells.cells;
  }

  /** @param {number} direction @returns {boolean} whether it is possible */
  move(direction) {
    const {
      Game,
      table: { session, view },
    } = this;
    if (this.pending) {
      this.say('First tap where the new tile appeared, or press Undo.');
      return false;
    }
    if (session.status !== 'playing') return false;
    const slide = slideOn(
      Game,
      { ranks: session.ranks(), rows: session.rows, cols: session.cols },
      direction,
    );
    if (!slide) return false;
    this.pending = { direction, after: slide.after };
    view.board.showDue();
    view.slide(slide);
    view.cells.show(slide.after);
    this.table.showButtons();
    this.say(t('{move}. Now tap where the new tile appeared.', { move: directionInWords(direction) }));
    return true;
  }

  /** @param {number} cell @param {number} rank */
  place(cell, rank) {
    const {
      pending,
      table: { session },
    } = this;
    if (!pending || cell < 0) return;
    if (pending.after[cell] !== 0) return this.say('That cell is not empty.');
    const { direction } = pending;
    session.move(direction, 'person', { cell, rank });
    this.last = { direction, moves: session.moves };
    this.four.checked = false;
    this.say(
      t('Placed {tile}. Wrong cell? Press Undo and tap again.', {
        tile: cellInWords(rank, cell, session.cols),
      }),
    );
  }

  /** Takes back the last tile or, if it has not been placed yet, the move. @returns {boolean} false: there is none from here */
  undo() {
    const { pending, last, table } = this;
    if (pending) {
      this.pending = null;
      table.view.rest(table.session);
      table.view.board.showSoon(table.session.ranks());
      table.showButtons();
      this.say(FIRST);
    } else if (last?.moves === table.session.moves && table.session.undo()) this.move(last.direction);
    else return false;
    return true;
  }

  end() {
    if (this.pending) this.undo();
    this.listening.abort();
    this.bar.remove();
    delete document.documentElement.dataset.mirror;
    this.table.mirror = null;
  }

  /** @param {string} words */
  say(words) {
    this.words.textContent = words;
  }
}

/** Switches mirror mode on or off. @param {GamePage} page */
export function toggleMirror(page) {
  const { table } = page;
  if (table.mirror) return table.mirror.end();
  table.takeOver();
  table.mirror = new Mirror(page);
}
