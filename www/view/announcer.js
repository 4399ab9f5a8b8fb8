// What a screen reader says: one sentence a move for a person, milestones only while the AI plays.

/** A burst of moves is read as its last: a sentence waits this long for a newer one, in milliseconds. */
const SETTLE_MS = 150;

export class Announcer {
  /** @param {HTMLElement} region a polite live region */
  constructor(region) {
    this.region = region;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** @param {string} sentence */
  say(sentence) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      // The same sentence twice is read once: an invisible mark at its end tells them apart.
      this.region.textContent = this.region.textContent === sentence ? `${sentence}\u200b` : sentence;
    }, SETTLE_MS);
  }
}
