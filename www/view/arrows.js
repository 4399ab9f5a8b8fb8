// The four arrow buttons, for players who use neither keys nor swipes.

import { ARROW, icon, makeButton } from './element.js';
import { DIRECTIONS } from './phrases.js';

/** The order of the buttons: Left, Up, Down, Right. */
const ORDER = [3, 0, 2, 1];
/** By direction: Up, Right, Down, Left. */
const SHAPES = [ARROW, 'M22 12 12 3v5H2v8h10v5z', 'M12 22 3 12h5V2h8v10h5z', 'M2 12 12 3v5h10v8H12v5z'];

/** @param {HTMLElement} group @param {(direction: number) => void} onPress */
export function fillArrows(group, onPress) {
  for (const direction of ORDER) {
    const button = makeButton('', () => onPress(direction), { class: 'round', 'data-direction': direction, 'aria-label': DIRECTIONS[direction] });
    button.append(icon(SHAPES[direction] ?? ARROW));
    group.append(button);
  }
}
