// When that is drawn which changes many times a second: with a frame, but not with each of them.
//
// Every frame in which something changes leaves garbage of styles, layouts and paintings in the browser, and the more
// of it comes while it collects, the further its heap grows (docs/results/page-log.md).

/** Between two drawings, in milliseconds: 30 a second show boards that jump as well as 60 do. */
const EVERY_MS = 33;

export class Frames {
  constructor() {
    /** @type {Set<() => void>} */
    this.waiting = new Set();
    this.drawnAt = -Infinity;
    this.asked = false;
  }

  /** Calls it with the next frame that is due: once, however often it is asked for until then. @param {() => void} draw */
  ask(draw) {
    this.waiting.add(draw);
    if (this.asked) return;
    this.asked = true;
    const wait = this.drawnAt + EVERY_MS - performance.now();
    if (wait > 0) setTimeout(() => this.askFrame(), wait);
    else this.askFrame();
  }

  askFrame() {
    requestAnimationFrame(() => {
      this.asked = false;
      this.drawnAt = performance.now();
      const due = [...this.waiting];
      this.waiting.clear();
      for (const draw of due) draw();
    });
  }
}
