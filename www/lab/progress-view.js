// The progress of an experiment: a bar and a line below it.

import { leftInWords, secondsLeft } from './forecast.js';
import { gamesInWords } from './words.js';

/** @import { Tally } from './forecast.js' */

/** The minimum time between two drawings, in milliseconds, so that the line stays readable. */
const EVERY_MS = 100;

export class ProgressView {
  /** @param {{ bar: HTMLProgressElement, line: HTMLElement }} parts @param {number} workers */
  constructor(parts, workers) {
    this.parts = parts;
    this.workers = workers;
    this.drawn = -Infinity;
  }

  /** @param {string} sentence */
  show(sentence) {
    this.parts.line.textContent = sentence;
  }

  /** Draws the progress unless it was drawn a moment ago. @param {Tally[]} tallies */
  update(tallies) {
    if (performance.now() - this.drawn >= EVERY_MS) this.draw(tallies);
  }

  /** @param {Tally[]} tallies of all strategies @returns {number} the games that have ended */
  draw(tallies) {
    this.drawn = performance.now();
    const ended = tallies.reduce((sum, tally) => sum + tally.ended, 0);
    const all = tallies.reduce((sum, tally) => sum + tally.left, ended);
    this.parts.bar.max = Math.max(1, all);
    this.parts.bar.value = ended;
    this.show(`${ended} of ${gamesInWords(all)}, ${leftInWords(secondsLeft(tallies, this.workers))}`);
    return ended;
  }
}
