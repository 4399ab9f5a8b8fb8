// Runs autoplay only while it is visible: the board is on screen and the tab is not hidden.

import { AUTOPLAY, stop } from '../ai/acts.js';
import { perform } from '../game/acts.js';
import { element } from '../shared/page.js';

/** @import { State } from '../game/state.js' */

export class Sight {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    /** Whether the board was on screen at the last check. */
    this.onScreen = false;
    /** Whether autoplay starts or continues once it is visible. */
    this.waiting = false;
  }

  /** @param {boolean} autoplay whether to start as soon as the board is visible */
  begin(autoplay) {
    this.waiting = autoplay;
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
    this.waiting = !this.seen;
    const { state } = this;
    if (this.seen && state.mode.value !== 'autoplay') perform(state, AUTOPLAY);
  }

  changed() {
    const { state } = this;
    if (this.seen) {
      if (this.waiting) this.startWhenSeen();
    } else if (state.mode.value === 'autoplay') {
      this.waiting = true;
      stop(state);
    }
  }
}
