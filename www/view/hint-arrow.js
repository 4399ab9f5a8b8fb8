// The arrow over the board that shows the AI's move.

import { draw, make } from './element.js';

export class HintArrow {
  /** @param {Record<string, string>} [attributes] of its element */
  constructor(attributes = {}) {
    this.element = make('div', { class: 'hint-arrow', 'aria-hidden': 'true', hidden: true, ...attributes },
      draw('svg', { viewBox: '0 0 24 24', focusable: 'false' }, draw('path', { d: 'M12 2 3 12h5v10h8V12h5z' })));
  }

  /** @param {number | null} direction null hides the arrow */
  point(direction) {
    this.element.hidden = direction === null;
    if (direction !== null) this.element.dataset.direction = String(direction);
  }
}
