// Creates the layers of a board: cells for screen readers, visible tiles, and the arrow of the hint.

import { make } from './element.js';
import { HintArrow } from './hint-arrow.js';

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
