// Shows score and best score, and animates the gained points.

import { short, signed, whole } from '../shared/text.js';
import { make, writeText } from '../shared/element.js';
import { paced } from '../shared/paced.js';

/** A little longer than in the original (600 ms), so that it can be read. */
const GAIN_MS = 900;
/** Larger scores, on large boards, are shown with three digits. */
const LONGEST = 1e9;
/** The letters that fit at the usual size: 738,444. */
const USUAL_LETTERS = 7;

export class ScoresView {
  /** @param {HTMLElement} score @param {HTMLElement} best */
  constructor(score, best) {
    this.drawDue = paced(() => this.draw(), { picture: true });
    this.elements = { score, best };
    this.due = { score: 0, best: 0 };
    /** The element of the gained points, reused for each move. */
    this.gain = make('div', { class: 'score-gain', 'aria-hidden': 'true' });
    score.parentElement?.append(this.gain);
  }

  /** @param {number} score @param {number} best */
  show(score, best) {
    this.due = { score, best };
    this.drawDue();
  }

  draw() {
    for (const name of /** @type {const} */ (['score', 'best'])) {
      const points = this.due[name];
      const text = points < LONGEST ? whole(points) : short(points);
      writeText(this.elements[name], text);
      this.elements[name].classList.toggle('long', text.length > USUAL_LETTERS);
    }
  }

  /** @param {number} points */
  rise(points) {
    if (points <= 0) return;
    this.gain.textContent = signed(points);
    for (const animation of this.gain.getAnimations()) animation.cancel();
    this.gain.animate(
      [
        { opacity: 1, transform: 'translateY(6px)' },
        { opacity: 1, offset: 0.7 },
        { opacity: 0, transform: 'translateY(-4px)' },
      ],
      { duration: GAIN_MS, easing: 'ease-out' },
    );
  }
}
