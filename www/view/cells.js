// The board for screen readers: a grid of cells. Press Shift and an arrow key to move between cells.
//
// Arrow keys alone remain moves.

import { cellInWords } from './phrases.js';

/** The step in rows and columns of each key. @type {Record<string, [number, number]>} */
const WALK = { ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowDown: [1, 0], ArrowLeft: [0, -1] };

export class CellGrid {
  /** @param {HTMLElement} grid */
  constructor(grid) {
    this.grid = grid;
    this.rows = 0;
    this.cols = 0;
    /** @type {HTMLElement[]} */
    this.cells = [];
    this.current = 0;
    grid.addEventListener('keydown', (event) => this.walk(event));
    grid.addEventListener('focusin', (event) => {
      const cell = this.cells.indexOf(/** @type {HTMLElement} */ (event.target));
      if (cell >= 0) this.makeCurrent(cell);
    });
  }

  /** @param {number} rows @param {number} cols */
  setSize(rows, cols) {
    this.rows = rows;
    this.cols = cols;
    this.cells = [];
    this.current = 0;
    this.grid.replaceChildren();
    for (let row = 0; row < rows; row++) {
      const line = this.grid.ownerDocument.createElement('div');
      line.setAttribute('role', 'row');
      line.className = 'cell-row';
      for (let col = 0; col < cols; col++) {
        const cell = this.grid.ownerDocument.createElement('div');
        cell.setAttribute('role', 'gridcell');
        cell.className = 'cell';
        cell.tabIndex = row + col === 0 ? 0 : -1;
        line.append(cell);
        this.cells.push(cell);
      }
      this.grid.append(line);
    }
  }

  /** @param {Uint8Array} ranks */
  show(ranks) {
    for (const [index, cell] of this.cells.entries()) {
      const words = cellInWords(ranks[index] ?? 0, index, this.cols);
      if (cell.getAttribute('aria-label') !== words) cell.setAttribute('aria-label', words);
    }
  }

  /** @param {KeyboardEvent} event */
  walk(event) {
    const way = event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey ? WALK[event.key] : undefined;
    if (!way) return;
    event.preventDefault();
    const row = Math.floor(this.current / this.cols) + way[0];
    const col = (this.current % this.cols) + way[1];
    if (row < 0 || row >= this.rows || col < 0 || col >= this.cols) return;
    this.cells[row * this.cols + col]?.focus();
  }

  /** Makes this cell the one that Tab reaches. @param {number} cell */
  makeCurrent(cell) {
    const old = this.cells[this.current];
    if (old) old.tabIndex = -1;
    this.current = cell;
    const now = this.cells[cell];
    if (now) now.tabIndex = 0;
  }
}
