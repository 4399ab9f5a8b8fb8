// The board for screen readers: a grid of cells. Press Shift and an arrow key to move between cells.
//
// Arrow keys alone remain moves.

import { make } from '../shared/element.js';
import { cellInWords } from '../shared/phrases.js';

/** The step in rows and columns of each arrow key. @type {Map<string, [number, number]>} */
export const WALK = new Map([
  ['ArrowUp', [-1, 0]],
  ['ArrowRight', [0, 1]],
  ['ArrowDown', [1, 0]],
  ['ArrowLeft', [0, -1]],
]);

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
      if (cell < 0) return;
      this.current = cell;
      reachOnly(this.cells, cell);
    });
  }

  /** @param {number} rows @param {number} cols */
  setSize(rows, cols) {
    this.rows = rows;
    this.cols = cols;
    this.cells = [];
    this.current = 0;
    this.grid.replaceChildren(
      ...Array.from({ length: rows }, (_, row) => {
        const line = Array.from({ length: cols }, (__, col) =>
          make('div', { role: 'gridcell', class: 'cell', tabindex: row + col === 0 ? 0 : -1 }),
        );
        this.cells.push(...line);
        return make('div', { role: 'row', class: 'cell-row' }, ...line);
      }),
    );
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
    // A cell is no button; the page must not scroll under it.
    if (event.key === ' ') event.preventDefault();
    const step =
      event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey ? WALK.get(event.key) : undefined;
    if (!step) return;
    event.preventDefault();
    this.cells[cellBeside(this.current, step, this)]?.focus();
  }
}

/** Makes one cell of a grid the only one that Tab reaches. @param {HTMLElement[]} cells @param {number} at */
export function reachOnly(cells, at) {
  for (const [index, cell] of cells.entries()) cell.tabIndex = index === at ? 0 : -1;
}

/**
 * The cell one step away; -1 beyond the edge.
 * @param {number} cell
 * @param {[number, number]} step see `WALK`
 * @param {{ rows: number, cols: number }} size
 */
export function cellBeside(cell, [down, right], { rows, cols }) {
  const [row, col] = [Math.floor(cell / cols) + down, (cell % cols) + right];
  return row < 0 || row >= rows || col < 0 || col >= cols ? -1 : row * cols + col;
}
