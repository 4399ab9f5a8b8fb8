// Announces events to screen readers: a sentence for each of the player's moves, only milestones during autoplay.

import { t } from '../text/text.js';

/** A sentence waits this long for a newer one (ms), so that only the last of several quick moves is read. */
const SETTLE_MS = 150;

export class Announcer {
  /** @param {HTMLElement} region a polite live region */
  constructor(region) {
    this.region = region;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** @param {string} english */
  say(english) {
    const sentence = t(english);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      // Screen readers skip a repeated sentence, so an invisible character makes it different.
      this.region.textContent = this.region.textContent === sentence ? `${sentence}\u200b` : sentence;
    }, SETTLE_MS);
  }
}
