// Reads sentences to screen readers: one for each of the player's moves, only milestones during autoplay.

import { t } from './text.js';
import { effect } from '../vendor/signals-core.js';
import { writeAgain } from './element.js';

/** @import { Told } from './notices.js' */

/** A sentence waits this long for a newer one (ms), so that only the last of several quick moves is read. */
const SETTLE_MS = 150;

/** @param {Told} state @param {HTMLElement} region a polite live region */
export function showAnnouncements({ announcement }, region) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  effect(() => {
    const { text } = announcement.value;
    clearTimeout(timer);
    timer = setTimeout(() => writeAgain(region, t(text)), SETTLE_MS);
  });
}
