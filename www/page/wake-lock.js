// Keeps the screen on while the AI plays by itself. A browser takes the lock back when the page is hidden, and some have none.

export class WakeLock {
  /** @param {Pick<Navigator, 'wakeLock'>} [browser] */
  constructor(browser = navigator) {
    this.browser = browser;
    this.wanted = false;
    /** @type {Pick<WakeLockSentinel, 'release'> | null} */
    this.lock = null;
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') void this.hold(this.wanted);
    });
  }

  /** @param {boolean} wanted */
  async hold(wanted) {
    this.wanted = wanted;
    const { lock } = this;
    this.lock = null;
    await lock?.release().catch(() => {});
    if (!wanted) return;
    // Refused with a low battery, by a policy, or in a page that is hidden: then the screen does what it does.
    const next = await this.browser.wakeLock?.request('screen').catch(() => null);
    if (this.wanted && !this.lock) this.lock = next ?? null;
    else await next?.release();
  }
}
