// Schedules drawings that change many times a second: in animation frames, but not in each of them.
//
// Every frame with a change leaves garbage from styles, layout and painting in the browser, and the more
// arrives during a collection, the more its heap grows.

/** The time between two drawings, in milliseconds: without animations 30 per second look as good as 60. */
const EVERY_MS = 33;

export class Frames {
  constructor() {
    /** @type {Set<() => void>} */
    this.waiting = new Set();
    this.drawnAt = -Infinity;
    this.asked = false;
  }

  /** Calls `draw` once in the next frame, even if requested several times. @param {() => void} draw */
  ask(draw) {
    this.waiting.add(draw);
    if (this.asked) return;
    this.asked = true;
    const wait = this.drawnAt + EVERY_MS - performance.now();
    const askFrame = () => requestAnimationFrame(() => this.draw());
    if (wait > 0) setTimeout(askFrame, wait);
    else askFrame();
  }

  draw() {
    this.asked = false;
    this.drawnAt = performance.now();
    const due = [...this.waiting];
    this.waiting.clear();
    for (const draw of due) draw();
  }
}
