// What lies in the box of a board: cells that a screen reader walks, tiles that are seen, and the hint's arrow over both.

import { make } from './element.js';
import { HintArrow } from './hint-arrow.js';

/**
 * @param {HTMLElement} box with the class `board`
 * @param {Record<string, string>} grid attributes of the cells' grid
 * @param {{ tiles?: string, arrow?: string }} [ids] of the others
 */
export function fillBoard(box, grid, ids = {}) {
  const cells = make('div', { class: 'cells', role: 'grid', ...grid });
  const tiles = make('div', { class: 'tiles', 'aria-hidden': 'true', id: ids.tiles });
  const arrow = new HintArrow(ids.arrow ? { id: ids.arrow } : {});
  box.replaceChildren(cells, tiles, arrow.element);
  return { cells, tiles, arrow };
}
