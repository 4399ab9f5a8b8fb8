// Creates the layers of a board (cells for screen readers, visible tiles, the arrow of the hint) and the
// arrow buttons.

import { BoardView } from './board-view.js';
import { CellGrid } from './cells-view.js';
import { HintArrow } from './hint-arrow.js';
import { ARROW, icon, make, makeButton } from '../shared/element.js';
import { DIRECTIONS } from '../shared/phrases.js';

/** @import { Direction } from '../engine/types.js' */

/**
 * Makes a board in its place, which has a frame around it.
 * @param {HTMLElement} box with the class `board`
 * @param {Record<string, string>} grid attributes of the cells' grid
 * @param {{ tiles?: string, arrow?: string }} [ids] of the other layers
 */
export function fillBoard(box, grid, ids = {}) {
  const cells = make('div', { class: 'cells', role: 'grid', ...grid });
  const tiles = make('div', { class: 'tiles', 'aria-hidden': 'true', id: ids.tiles });
  const arrow = new HintArrow(ids.arrow ? { id: ids.arrow } : {});
  box.replaceChildren(cells, tiles, arrow.element);
  // The space around an embedded board follows its shape, too.
  const frame = /** @type {HTMLElement} */ (box.closest('.embed-board') ?? box.parentElement);
  return { board: new BoardView(tiles, frame), cells: new CellGrid(cells), arrow };
}

/** A board of its own, for a dialog. @param {Record<string, string>} grid attributes of the cells' grid */
export function makeBoard(grid) {
  const box = make('div', { class: 'board' });
  const frame = make('div', { class: 'board-frame' }, box);
  return { frame, ...fillBoard(box, grid) };
}

/**
 * A small board over its label, which is its only name: another would make screen readers say it twice.
 * @param {string} label
 * @param {Uint8Array} ranks
 * @param {{ rows: number, cols: number }} size
 */
export function labeledBoard(label, ranks, { rows, cols }) {
  const { frame, board, cells } = makeBoard({});
  board.setSize(rows, cols);
  cells.setSize(rows, cols);
  board.showSoon(ranks);
  cells.show(ranks);
  return make('figure', {}, frame, make('figcaption', {}, label));
}

/** The order of the buttons: Left, Up, Down, Right. */
const ORDER = [3, 0, 2, 1];
/** By direction: Up, Right, Down, Left. */
const ARROWS = [ARROW, 'M22 12 12 3v5H2v8h10v5z', 'M12 22 3 12h5V2h8v10h5z', 'M2 12 12 3v5h10v8H12v5z'];

/**
 * The four arrow buttons, for players who use neither keys nor swipes.
 * @param {HTMLElement} group
 * @param {(direction: Direction) => void} onPress
 */
export function fillArrows(group, onPress) {
  for (const direction of ORDER) {
    const button = makeButton('', () => onPress(direction), {
      class: 'round',
      'data-direction': direction,
      'aria-label': DIRECTIONS[direction],
    });
    button.append(icon(ARROWS[direction] ?? ARROW));
    group.append(button);
  }
}
