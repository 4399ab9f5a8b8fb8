// The progress of an experiment: a bar, and a line with an estimate of the remaining time.

import { element } from '../shared/page.js';
import { every } from '../shared/paced.js';

/** @import { Tally } from './types.js' */

/** @param {number} games @returns {string} */
export const gamesInWords = (games) => `${games} game${games === 1 ? '' : 's'}`;

/**
 * The remaining seconds. Running games count in full, so the estimate is at most one game too long.
 * @param {Tally[]} tallies @param {number} workers
 * @returns {number | null} null while a strategy with games left has not finished one
 */
export function secondsLeft(tallies, workers) {
  const playing = tallies.filter(({ left }) => left > 0);
  if (playing.some(({ ended }) => ended === 0)) return null;
  const games = playing.reduce((sum, { left }) => sum + left, 0);
  const seconds = playing.reduce((sum, tally) => sum + (tally.seconds / tally.ended) * tally.left, 0);
  return games === 0 ? 0 : seconds / Math.min(workers, games);
}

/** @param {number | null} seconds @returns {string} */
export function leftInWords(seconds) {
  if (seconds === null) return 'time left unknown';
  if (seconds < 1) return 'less than a second left';
  if (seconds < 90) return `about ${Math.round(seconds)} s left`;
  if (seconds < 90 * 60) return `about ${Math.round(seconds / 60)} min left`;
  return `about ${(seconds / 3600).toFixed(seconds < 36_000 ? 1 : 0)} h left. For long runs, see “Play elsewhere” below`;
}

/** The minimum time between two drawings, in milliseconds, so that the line stays readable. */
const EVERY_MS = 100;

export class ProgressView {
  constructor() {
    this.bar = /** @type {HTMLProgressElement} */ (element('progress'));
    /** How many play at the same time. */
    this.workers = 1;
    this.isDue = every(EVERY_MS);
  }

  /** @param {string} sentence */
  show(sentence) {
    element('progress-line').textContent = sentence;
  }

  /** Draws the progress unless it was drawn a moment ago. @param {Tally[]} tallies */
  update(tallies) {
    if (this.isDue()) this.draw(tallies);
  }

  /** @param {Tally[]} tallies of all strategies @returns {number} the games that have ended */
  draw(tallies) {
    const ended = tallies.reduce((sum, tally) => sum + tally.ended, 0);
    const all = tallies.reduce((sum, tally) => sum + tally.left, ended);
    this.bar.max = Math.max(1, all);
    this.bar.value = ended;
    this.show(`${ended} of ${gamesInWords(all)}, ${leftInWords(secondsLeft(tallies, this.workers))}`);
    return ended;
  }
}
