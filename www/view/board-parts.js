// Creates the layers of a board: cells for screen readers, visible tiles, and the arrow of the hint.

import { ARROW, icon, make } from './element.js';

/**
 * @param {HTMLElement} box with the class `board`
 * @param {Record<string, string>} grid attributes of the cells' grid
 * @param {{ tiles?: string, arrow?: string }} [ids] of the other layers
 */
export function fillBoard(box, grid, ids = {}) {
  const cells = make('div', { class: 'cells', role: 'grid', ...grid });
  const tiles = make('div', { class: 'tiles', 'aria-hidden': 'true', id: ids.tiles });
  const arrow = new HintArrow(ids.arrow ? { id: ids.arrow } : {});
  box.replaceChildren(cells, tiles, arrow.element);
  return { cells, tiles, arrow };
}

/** The arrow over the board that shows the AI's move. */
export class HintArrow {
  /** @param {Record<string, string>} [attributes] of its element */
  constructor(attributes = {}) {
    this.element = make('div', { class: 'hint-arrow', 'aria-hidden': 'true', hidden: true, ...attributes }, icon(ARROW));
  }

  /** @param {number | null} direction null hides the arrow */
  point(direction) {
    this.element.hidden = direction === null;
    if (direction !== null) this.element.dataset.direction = String(direction);
  }
}
