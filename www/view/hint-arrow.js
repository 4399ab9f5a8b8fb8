// The arrow over the board that points where the AI would go.
//
// Leaves out the values (analysis.js).

export class HintArrow {
  /** @param {HTMLElement} arrow */
  constructor(arrow) {
    this.arrow = arrow;
  }

  /** @param {number | null} direction none: the arrow goes */
  point(direction) {
    this.arrow.hidden = direction === null;
    if (direction !== null) this.arrow.dataset.direction = String(direction);
  }
}
