// Shows score and best score, and animates the gained points.

import { make, writeText } from './element.js';

/** @import { Frames } from './frames.js' */

/** gabrielecirulli/2048 style/main.scss @478b6ec: move-up, 600 ms ease-in. */
const GAIN_MS = 600;

export class ScoresView {
  /** @param {HTMLElement} score @param {HTMLElement} best @param {Frames} frames */
  constructor(score, best, frames) {
    this.frames = frames;
    this.drawDue = () => this.draw();
    this.elements = { score, best };
    this.due = { score: 0, best: 0 };
    /** The element of the gained points, reused for each move. */
    this.gain = make('div', { class: 'score-gain', 'aria-hidden': 'true' });
    score.parentElement?.append(this.gain);
  }

  /** @param {number} score @param {number} best */
  show(score, best) {
    this.due = { score, best };
    this.frames.ask(this.drawDue);
  }

  draw() {
    for (const name of /** @type {const} */ (['score', 'best']))
      writeText(this.elements[name], String(this.due[name]));
  }

  /** @param {number} points */
  rise(points) {
    if (points <= 0) return;
    this.gain.textContent = `+${points}`;
    for (const animation of this.gain.getAnimations()) animation.cancel();
    this.gain.animate(
      [
        { opacity: 1, transform: 'translateY(25px)' },
        { opacity: 0, transform: 'translateY(-50px)' },
      ],
      { duration: GAIN_MS, easing: 'ease-in' },
    );
  }
}
