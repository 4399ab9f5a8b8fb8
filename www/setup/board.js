// The dialog to set up a board: paste it, or tap cells to set tiles; then play on from it, or follow a game
// that is played elsewhere. A pasted game or puzzle is opened instead.
//
// The cells are a grid of buttons: arrow keys move, Enter or Space sets the chosen tile, + and - double and
// halve it, Delete clears it.

import { largestRank } from '../game/goal.js';
import { boardLink } from '../game/link.js';
import { gameFrom, writeDigits, writePosition } from '../game/position.js';
import { takeOver } from '../ai/acts.js';
import { beginGame } from '../game/acts.js';
import { WALK, cellBeside, reachOnly } from '../game/cells-view.js';
import { Dialog } from '../shared/dialog.js';
import { plainNumber } from '../shared/digits.js';
import { buttonRow, make, makeButton } from '../shared/element.js';
import { cellInWords } from '../shared/phrases.js';
import { setFace, tileFace } from '../game/board-view.js';
import { chooser } from './size.js';
import { addressOf } from '../shared/share.js';
import { openDialog } from '../shared/dialogs.js';
import { fileInput, readFile } from '../shared/file.js';
import { startFollow } from './follow.js';
import { readAnything } from './pasted.js';

/** @import { App } from '../game/app.js' */
/** @import { Position } from '../game/position.js' */
/** @import { OpenDialog } from '../game/types.js' */

/** The maximum size of a file, in bytes. */
const LONGEST_FILE = 4_000_000;
/** The largest tile with a button, as a rank: 131072. */
const LAST_BUTTON = 17;

export default class SetupDialog {
  /** @param {App} app */
  constructor({ has, state }) {
    this.has = has;
    this.state = state;
    this.dialog = new Dialog({ id: 'setup', title: 'Set up a board' });
    /** @type {Position} */
    this.position = { ranks: new Uint8Array(16), rows: 4, cols: 4 };
    /** The rank that a tap sets. */
    this.chosen = 1;
    /** @type {HTMLButtonElement[]} */
    this.cells = [];
    this.grid = make('div', {
      class: 'editor-grid',
      role: 'group',
      'aria-label': 'Cells',
      'aria-describedby': 'editor-help',
    });
    this.grid.addEventListener('keydown', (event) => this.walk(event));
    this.grid.addEventListener('focusin', ({ target }) =>
      reachOnly(this.cells, this.cells.indexOf(/** @type {HTMLButtonElement} */ (target))),
    );
    this.palette = make('fieldset', { class: 'palette' }, make('legend', {}, 'Tile to place'));
    this.rows = chooser('Rows', () => this.resize());
    this.cols = chooser('Columns', () => this.resize());
    this.score = make('input', {
      inputmode: 'numeric',
      maxlength: 24,
      autocomplete: 'off',
      placeholder: '0',
    });
    this.text = make('textarea', {
      rows: 4,
      spellcheck: 'false',
      autocomplete: 'off',
      'aria-describedby': 'setup-text-about',
    });
    const read = () => void this.dialog.attempt(() => this.read());
    this.text.addEventListener('input', read);
    // What is pasted replaces the text, wherever the focus is.
    this.text.addEventListener('focus', () => this.text.select());
    this.dialog.element.addEventListener('paste', (event) => {
      if (event.target === this.text || event.target === this.score) return;
      event.preventDefault();
      this.text.value = event.clipboardData?.getData('text') ?? '';
      read();
    });
    const file = fileInput(
      '.txt,.csv,.json,.vrs,text/plain',
      (chosen) => void this.dialog.attempt(() => this.readFile(chosen)),
    );
    /** What sets up a board; hidden while the text is a game. */
    this.board = make(
      'div',
      { class: 'setup-board' },
      this.palette,
      this.grid,
      make(
        'p',
        { id: 'editor-help', class: 'sr-only' },
        'Arrow keys move. Enter places the chosen tile. Plus doubles the tile in the cell, minus halves it, Delete clears it.',
      ),
      make(
        'div',
        { class: 'fields' },
        this.rows.field,
        this.cols.field,
        make('label', { class: 'field' }, 'Score so far', this.score),
      ),
      buttonRow(
        this.dialog.button('Play from here', () => this.play(), { class: 'strong' }),
        this.dialog.button('Get hints for another game', () => this.follow(), {
          title: 'Follow a game that you play elsewhere',
        }),
        makeButton('Clear board', () =>
          this.show({ ...this.position, ranks: new Uint8Array(this.position.ranks.length) }),
        ),
        this.dialog.button('Copy text', () => this.dialog.copy(writePosition(this.typed()))),
        this.dialog.button('Copy as digits', () => this.copyDigits()),
        this.dialog.button('Copy link', () =>
          this.dialog.copy(addressOf(boardLink(this.typed(), this.points()))),
        ),
      ),
    );
    /** @type {(() => Promise<OpenDialog>) | null} */
    this.opens = null;
    this.opening = buttonRow(this.dialog.button('Open', () => this.openPasted(), { class: 'strong' }));
    this.dialog.body.append(
      make('label', { class: 'field' }, 'Paste a board, a link or a game', this.text),
      make(
        'p',
        { id: 'setup-text-about', class: 'small' },
        'Tiles row by row, with a dot for an empty cell; or 16 digits for a 4 × 4 board: 0 is empty, 1 is 2, 2 is 4, … b is 2048.',
      ),
      make('label', { class: 'field' }, 'Or choose a file', file),
      this.opening,
      this.board,
    );
  }

  open() {
    const { session } = this.state;
    takeOver(this.state);
    this.score.value = String(session.score);
    this.show({ ranks: session.ranks().slice(), rows: session.rows, cols: session.cols });
    this.dialog.open();
  }

  /** Reads the text: shows a board, or offers to open what is none. @throws with a message for the player */
  read() {
    this.offer(null);
    const pasted = readAnything(this.state.Game, this.text.value, this.position);
    if (pasted.kind === 'dialog') {
      if (!this.has(pasted.feature)) throw new Error('This can’t be opened here.');
      this.offer(pasted.open);
    } else {
      if (pasted.score === 'unknown') this.forgetScore();
      else this.score.value = String(pasted.score);
      this.show(pasted.position, true);
    }
    this.dialog.say('');
  }

  /** Another board does not have the score of the player's own game. A score that was typed stays. */
  forgetScore() {
    if (this.score.value === String(this.state.session.score)) this.score.value = '0';
  }

  /** @param {(() => Promise<OpenDialog>) | null} opens what is not a board; null for a board */
  offer(opens) {
    this.opens = opens;
    this.board.hidden = opens !== null;
    this.opening.hidden = opens === null;
  }

  /** @throws with a message for the player */
  async openPasted() {
    if (this.opens) openDialog(this.state, await this.opens());
  }

  /** @param {File} file @throws with a message for the player */
  async readFile(file) {
    if (file.size > LONGEST_FILE) throw new Error('That file is too large. A game has at most 4 MB.');
    this.text.value = await readFile(file);
    this.read();
    await this.openPasted();
  }

  /**
   * Draws a position.
   * @param {Position} position
   * @param {boolean} [typed] whether it was typed: then the text is not rewritten
   */
  show(position, typed = false) {
    const resized =
      position.rows !== this.position.rows || position.cols !== this.position.cols || this.cells.length === 0;
    this.position = position;
    if (resized) this.build();
    this.offer(null);
    for (const [cell, button] of this.cells.entries()) this.showCell(cell, button);
    if (typed) return;
    this.text.value = writePosition(position);
    this.dialog.say('');
  }

  /**
   * The position of the text: that of the cells, unless it cannot be read.
   * @throws with a message for the player
   */
  typed() {
    const pasted = readAnything(this.state.Game, this.text.value, this.position);
    return pasted.kind === 'board' ? pasted.position : this.position;
  }

  /** @param {number} cell @param {HTMLButtonElement} button */
  showCell(cell, button) {
    const rank = this.position.ranks[cell] ?? 0;
    const face = /** @type {HTMLElement} */ (button.firstElementChild);
    face.hidden = rank === 0;
    if (rank > 0) setFace(face, rank);
    button.setAttribute('aria-label', cellInWords(rank, cell, this.position.cols));
  }

  /** Creates the cells and the choice of tiles for a new size. */
  build() {
    const { rows, cols } = this.position;
    this.rows.number = rows;
    this.cols.number = cols;
    this.grid.style.setProperty('--rows', String(rows));
    this.grid.style.setProperty('--cols', String(cols));
    this.cells = Array.from({ length: rows * cols }, (_, cell) => {
      const button = make(
        'button',
        { type: 'button', class: 'editor-cell', tabindex: cell === 0 ? 0 : -1 },
        tileFace(1),
      );
      button.addEventListener('click', () =>
        this.set(cell, this.position.ranks[cell] === this.chosen ? 0 : this.chosen),
      );
      return button;
    });
    this.grid.replaceChildren(...this.cells);
    const max = Math.min(LAST_BUTTON, largestRank(rows, cols));
    this.chosen = Math.min(this.chosen, max);
    const choices = Array.from({ length: max + 1 }, (_, rank) => {
      const radio = make('input', { type: 'radio', name: 'editor-tile', value: rank, class: 'sr-only' });
      radio.checked = rank === this.chosen;
      radio.addEventListener('change', () => {
        this.chosen = rank;
      });
      const look = rank === 0 ? make('span', { class: 'face none' }, 'Empty') : tileFace(rank);
      return make('label', { class: 'palette-tile' }, radio, look);
    });
    this.palette.replaceChildren(/** @type {Element} */ (this.palette.firstElementChild), ...choices);
  }

  /** @param {number} cell @param {number} rank */
  set(cell, rank) {
    const { ranks, rows, cols } = this.position;
    if (rank < 0 || rank > largestRank(rows, cols)) return;
    ranks[cell] = rank;
    this.showCell(cell, /** @type {HTMLButtonElement} */ (this.cells[cell]));
    this.text.value = writePosition(this.position);
    this.dialog.say('');
  }

  /** @param {KeyboardEvent} event */
  walk(event) {
    const cell = this.cells.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    if (cell < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    const rank = this.position.ranks[cell] ?? 0;
    const way = WALK.get(event.key);
    if (way) this.cells[cellBeside(cell, way, this.position)]?.focus();
    else if (event.key === '+' || event.key === '=') this.set(cell, rank + 1);
    else if (event.key === '-') this.set(cell, rank - 1);
    else if (event.key === 'Delete' || event.key === 'Backspace') this.set(cell, 0);
    else return;
    event.preventDefault();
  }

  /** Changes the size and keeps the tiles that fit. */
  resize() {
    const { ranks, rows, cols } = this.position;
    const size = { rows: this.rows.number, cols: this.cols.number };
    const max = largestRank(size.rows, size.cols);
    const kept = Uint8Array.from({ length: size.rows * size.cols }, (_, cell) => {
      const row = Math.floor(cell / size.cols);
      const col = cell % size.cols;
      return row < rows && col < cols ? Math.min(max, ranks[row * cols + col] ?? 0) : 0;
    });
    this.show({ ...size, ranks: kept });
  }

  /** The typed score. @throws with a message for the player */
  points() {
    const typed = plainNumber(this.score.value) || '0';
    if (/^\d{1,15}$/.test(typed)) return Number(typed);
    throw new Error('The score must be a whole number of at most 15 digits.');
  }

  /** @returns {boolean} whether it is played now */
  play() {
    const game = gameFrom(this.state.Game, this.typed(), this.points());
    return beginGame(this.state, game, 'New game from your board.');
  }

  /** Goes on with a game that is played elsewhere: its board is here already, or replaces this one. */
  follow() {
    const { state } = this;
    const { ranks, rows, cols } = this.typed();
    const { owner, session } = state;
    const same =
      rows === session.rows &&
      cols === session.cols &&
      session.ranks().every((rank, cell) => rank === ranks[cell]);
    if (!same) this.forgetScore();
    const isHere = same && this.points() === session.score;
    if (isHere && !state.final.value && owner.value !== 'elsewhere') this.dialog.close();
    else if (!this.play()) return;
    startFollow(state);
  }

  copyDigits() {
    const digits = writeDigits(this.typed());
    if (digits === null) throw new Error('Digits work only for 4 × 4 boards with tiles up to 131,072.');
    return this.dialog.copy(digits);
  }
}
