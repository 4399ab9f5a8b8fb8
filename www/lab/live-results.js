// Keeps the shown results up to date while games are played.

import { messageOf } from '../engine/protocol.js';

/** @import { Line } from '../players/protocol.js' */
/** @import { Figures } from './presets.js' */
/** @import { ResultStore } from './result-store.js' */
/** @import { ResultsView } from './results.js' */

/** The minimum time between two drawings, in milliseconds, so that the results stay readable. */
const EVERY_MS = 400;

export class LiveResults {
  /**
   * @param {{
   *   store: ResultStore, view: ResultsView, isRunning: () => boolean, sharesScale: () => boolean,
   *   inPaper: (strategy: string) => Figures, onTrouble: (message: string) => void
   * }} options `sharesScale`: whether all histograms have the same scale of scores; `inPaper`: what a paper prints
   */
  constructor(options) {
    this.options = options;
    /** Whether the view lacks the latest games. */
    this.stale = false;
    this.drawing = false;
  }

  clear() {
    this.stale = false;
    this.options.view.clear();
  }

  /** Draws the results again, now or after the current drawing. */
  update() {
    this.stale = true;
    void this.draw();
  }

  /** Draws until the view is up to date. Calls do not overlap. */
  async draw() {
    if (this.drawing) return;
    this.drawing = true;
    while (this.stale) {
      this.stale = false;
      const tookMs = await this.drawOnce();
      // With many games the statistics take longer; most of the machine is left to the players.
      const pause = this.options.isRunning() ? Math.max(EVERY_MS, 4 * tookMs) : 0;
      await new Promise((resolve) => { setTimeout(resolve, pause); });
    }
    this.drawing = false;
    document.documentElement.dataset.results = this.options.isRunning() ? 'coming' : 'whole';
  }

  /** @returns {Promise<number>} the time it took, in milliseconds */
  async drawOnce() {
    const { store, view, sharesScale, inPaper, onTrouble } = this.options;
    const began = performance.now();
    try {
      /** @type {Line[]} */
      const lines = await store.ask({ ask: 'summary', shared: sharesScale() });
      view.draw(lines, inPaper);
    } catch (error) {
      onTrouble(`The statistics are missing: ${messageOf(error)}.`);
    }
    return performance.now() - began;
  }
}
