// Runs autoplay only while it is visible: the board is on screen and the tab is not hidden.

export class Sight {
  /**
   * @param {{ board: Element, playing: () => boolean, start: () => void, stop: () => void, onHide: () => void }} options
   *   `onHide`: the tab is hidden
   */
  constructor(options) {
    this.options = options;
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
    }).observe(this.options.board);
    document.addEventListener('visibilitychange', () => {
      this.changed();
      if (document.visibilityState === 'hidden') this.options.onHide();
    });
  }

  get seen() {
    return this.onScreen && document.visibilityState === 'visible';
  }

  startWhenSeen() {
    this.waiting = !this.seen;
    if (this.seen && !this.options.playing()) this.options.start();
  }

  cancel() {
    this.waiting = false;
  }

  changed() {
    const { playing, start, stop } = this.options;
    if (this.seen) {
      if (this.waiting) start();
      this.waiting = false;
    } else if (playing()) {
      this.waiting = true;
      stop();
    }
  }
}
