// Runs autoplay only while it is visible: the board is on screen and the tab is not hidden.

import { AUTOPLAY, stop } from '../ai/acts.js';
import { addGuard, perform } from '../game/acts.js';
import { element } from '../shared/page.js';
import { signal } from '../vendor/signals-core.js';

/** @import { State } from '../game/state.js' */

export class Sight {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    /** Whether the board was on screen at the last check. */
    this.onScreen = false;
    /** Whether autoplay starts or continues once it is visible. */
    this.waiting = signal(false);
  }

  /** @param {boolean} autoplay whether to start as soon as the board is visible */
  begin(autoplay) {
    this.waiting.value = autoplay;
    // What stops autoplay in sight stops it out of sight, too.
    addGuard(this.state, ({ does }) => {
      if (does) this.waiting.value = false;
      return 'go on';
    });
    new IntersectionObserver((entries) => {
      this.onScreen = entries.at(-1)?.isIntersecting ?? false;
      this.changed();
    }).observe(element('board'));
    document.addEventListener('visibilitychange', () => {
      const { session } = this.state;
      const isHidden = document.visibilityState === 'hidden';
      this.changed();
      if (isHidden) session.saving.now();
    });
  }

  get seen() {
    return this.onScreen && document.visibilityState === 'visible';
  }

  startWhenSeen() {
    this.waiting.value = !this.seen;
    const { state } = this;
    if (this.seen && state.mode.value !== 'autoplay') perform(state, AUTOPLAY);
  }

  /** Stops the AI, also where it only waits. */
  stop() {
    this.waiting.value = false;
    stop(this.state);
  }

  changed() {
    const { state } = this;
    if (this.seen) {
      if (this.waiting.value) this.startWhenSeen();
    } else if (state.mode.value === 'autoplay') {
      this.waiting.value = true;
      stop(state);
    }
  }
}
