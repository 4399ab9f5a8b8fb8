// The Set board dialog: tap cells to set tiles, or paste a position; then play on from it.
//
// The cells are a grid of buttons: arrow keys move, Enter or Space sets the chosen tile, + and - double and halve it,
// Delete clears it.

import { Dialog } from './dialog.js';
import { chooser } from './dialog-size.js';
import { make, makeButton } from './element.js';
import { cellInWords } from './phrases.js';
import { setFace, tileFace } from './tile.js';

/** @typedef {{ ranks: Uint8Array, rows: number, cols: number }} Position */

/** The step in rows and columns of each key. @type {Record<string, [number, number]>} */
const WALK = { ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowDown: [1, 0], ArrowLeft: [0, -1] };
/** The largest tile with a button, as a rank: 131072. */
const LAST_BUTTON = 17;

export class EditorDialog {
  /**
   * @param {{
   *   read: (text: string, size: { rows: number, cols: number }) => Position, write: (position: Position) => string,
   *   digits: (position: Position) => string | null, largest: (rows: number, cols: number) => number,
   *   link: (position: Position, score: number) => string, copy: (text: string) => Promise<boolean>,
   *   play: (position: Position, score: number) => void
   * }} options `read` and `play` throw an Error with a message for the player
   */
  constructor(options) {
    this.options = options;
    this.dialog = new Dialog({ id: 'editor', title: 'Edit board' });
    /** @type {Position} */
    this.position = { ranks: new Uint8Array(16), rows: 4, cols: 4 };
    /** The rank that a tap sets. */
    this.chosen = 1;
    /** @type {HTMLButtonElement[]} */
    this.cells = [];
    this.grid = make('div', { class: 'editor-grid', role: 'group', 'aria-label': 'Cells', 'aria-describedby': 'editor-help' });
    this.grid.addEventListener('keydown', (event) => this.walk(event));
    this.palette = make('fieldset', { class: 'palette' }, make('legend', {}, 'Tile to place'));
    this.rows = chooser('Rows', () => this.resize());
    this.cols = chooser('Columns', () => this.resize());
    this.score = make('input', { inputmode: 'numeric', maxlength: 15, autocomplete: 'off', placeholder: '0' });
    this.text = make('textarea', { rows: 4, spellcheck: 'false', autocomplete: 'off', maxlength: 1200, 'aria-describedby': 'editor-text-about' });
    this.text.addEventListener('input', () => this.readText());
    this.dialog.body.append(
      this.palette,
      this.grid,
      make('p', { id: 'editor-help', class: 'sr-only' }, 'Arrow keys move. Enter places the chosen tile. Plus doubles the tile in the cell, minus halves it, Delete clears it.'),
      make('div', { class: 'fields' }, this.rows.field, this.cols.field, make('label', { class: 'field' }, 'Score so far', this.score)),
      make('label', { class: 'field' }, 'As text', this.text),
      make('p', { id: 'editor-text-about', class: 'small' }, 'Tiles row by row, with a dot for an empty cell; or 16 digits for a 4 × 4 board: 0 is empty, 1 is 2, 2 is 4, … b is 2048.'),
      make('div', { class: 'dialog-buttons' },
        makeButton('Play from here', () => this.play(), { class: 'strong' }),
        makeButton('Clear board', () => this.show({ ...this.position, ranks: new Uint8Array(this.position.ranks.length) })),
        makeButton('Copy text', () => this.copy(this.options.write(this.position))),
        makeButton('Copy as digits', () => this.copy(this.options.digits(this.position))),
        makeButton('Copy link', () => this.copy(this.options.link(this.position, this.points())))));
  }

  /** @param {Position} position @param {number} score */
  open(position, score) {
    this.score.value = String(score);
    this.show({ ...position, ranks: position.ranks.slice() });
    this.dialog.open();
  }

  /** Draws a position. @param {Position} position @param {boolean} [typed] whether it was typed: then the text is not rewritten */
  show(position, typed = false) {
    const resized = position.rows !== this.position.rows || position.cols !== this.position.cols || this.cells.length === 0;
    this.position = position;
    if (resized) this.build();
    for (const [cell, button] of this.cells.entries()) this.showCell(cell, button);
    if (!typed) this.text.value = this.options.write(position);
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
      const button = make('button', { type: 'button', class: 'editor-cell', tabindex: cell === 0 ? 0 : -1 }, tileFace(1));
      button.addEventListener('click', () => this.set(cell, this.position.ranks[cell] === this.chosen ? 0 : this.chosen));
      return button;
    });
    this.grid.replaceChildren(...this.cells);
    const most = Math.min(LAST_BUTTON, this.options.largest(rows, cols));
    this.chosen = Math.min(this.chosen, most);
    const choices = Array.from({ length: most + 1 }, (_, rank) => {
      const radio = make('input', { type: 'radio', name: 'editor-tile', value: rank, class: 'sr-only' });
      radio.checked = rank === this.chosen;
      radio.addEventListener('change', () => { this.chosen = rank; });
      const look = rank === 0 ? make('span', { class: 'face none' }, 'Empty') : tileFace(rank);
      return make('label', { class: 'palette-tile' }, radio, look);
    });
    this.palette.replaceChildren(/** @type {Element} */ (this.palette.firstElementChild), ...choices);
  }

  /** @param {number} cell @param {number} rank */
  set(cell, rank) {
    const { ranks, rows, cols } = this.position;
    if (rank < 0 || rank > this.options.largest(rows, cols)) return;
    ranks[cell] = rank;
    this.showCell(cell, /** @type {HTMLButtonElement} */ (this.cells[cell]));
    this.text.value = this.options.write(this.position);
    this.dialog.say('');
  }

  /** @param {KeyboardEvent} event */
  walk(event) {
    const cell = this.cells.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    if (cell < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    const rank = this.position.ranks[cell] ?? 0;
    const way = WALK[event.key];
    if (way) this.goTo(cell, way);
    else if (event.key === '+' || event.key === '=') this.set(cell, rank + 1);
    else if (event.key === '-') this.set(cell, rank - 1);
    else if (event.key === 'Delete' || event.key === 'Backspace') this.set(cell, 0);
    else return;
    event.preventDefault();
  }

  /** @param {number} cell @param {[number, number]} way */
  goTo(cell, way) {
    const { rows, cols } = this.position;
    const row = Math.floor(cell / cols) + way[0];
    const col = (cell % cols) + way[1];
    const next = row < 0 || row >= rows || col < 0 || col >= cols ? undefined : this.cells[row * cols + col];
    if (!next) return;
    for (const other of this.cells) other.tabIndex = other === next ? 0 : -1;
    next.focus();
  }

  /** Changes the size and keeps the tiles that fit. */
  resize() {
    const { ranks, rows, cols } = this.position;
    const size = { rows: this.rows.number, cols: this.cols.number };
    const most = this.options.largest(size.rows, size.cols);
    const kept = Uint8Array.from({ length: size.rows * size.cols }, (_, cell) => {
      const row = Math.floor(cell / size.cols);
      const col = cell % size.cols;
      return row < rows && col < cols ? Math.min(most, ranks[row * cols + col] ?? 0) : 0;
    });
    this.show({ ...size, ranks: kept });
  }

  readText() {
    try {
      this.show(this.options.read(this.text.value, this.position), true);
      this.dialog.say('');
    } catch (error) {
      this.dialog.say(error instanceof Error ? error.message : String(error), 'wrong');
    }
  }

  /** The typed score. @returns {number} NaN if it is invalid */
  points() {
    const typed = this.score.value.trim();
    return typed === '' ? 0 : /^\d{1,15}$/.test(typed) ? Number(typed) : NaN;
  }

  play() {
    try {
      if (Number.isNaN(this.points())) throw new Error('The score must be a whole number of at most 15 digits.');
      this.options.play(this.position, this.points());
    } catch (error) {
      this.dialog.say(error instanceof Error ? error.message : String(error), 'wrong');
    }
  }

  /** @param {string | null} text */
  async copy(text) {
    if (text === null) return this.dialog.say('Digits work only for 4 × 4 boards with tiles up to 131,072.', 'wrong');
    const copied = await this.options.copy(text);
    if (copied) this.dialog.say('Copied.');
    else this.dialog.say(`Your browser blocked copying. Select and copy this text: ${text}`);
  }
}
