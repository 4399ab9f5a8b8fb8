// The line beside the New Game button: the next tile to reach and, if enabled, moves and time.

import { plural, t } from '../text/text.js';
import { writeText } from './element.js';

/** The interval of clock updates, in milliseconds. */
const EVERY_MS = 1000;

export class ProgressView {
  /**
   * @param {HTMLElement} goal @param {HTMLElement} count
   * @param {() => { moves: number, playedMs: number }} progress
   */
  constructor(goal, count, progress) {
    this.goal = goal;
    this.count = count;
    this.progress = progress;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  /** @param {number} tile @param {boolean} reached */
  showGoal(tile, reached) {
    writeText(this.goal, reached ? t('{tile}: you did it!', { tile: String(tile) }) : `${tile}!`);
  }

  /** @param {boolean} wanted */
  showCount(wanted) {
    clearInterval(this.timer);
    this.count.hidden = !wanted;
    if (!wanted) return;
    this.timer = setInterval(() => this.draw(), EVERY_MS);
    this.draw();
  }

  draw() {
    if (this.count.hidden) return;
    const { moves, playedMs } = this.progress();
    writeText(
      this.count,
      t('{moves}, {time}', { moves: plural(moves, '{n} move', '{n} moves'), time: timeInWords(playedMs) }),
    );
  }
}

/** Formats a time like a clock: `4:05`, `1:00:09`. @param {number} ms @returns {string} */
export function timeInWords(ms) {
  const seconds = Math.floor(ms / 1000);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0'));
  const hours = Math.floor(seconds / 3600);
  const text = parts.join(':');
  return hours > 0 ? `${hours}:${text}` : text.replace(/^0/, '');
}
