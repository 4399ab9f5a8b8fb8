// Keeps the screen on during autoplay. Browsers release the lock when the page is hidden, and some have no such locks.

export class WakeLock {
  constructor() {
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
    // Refused because of a low battery, a policy, or a hidden page: the screen may turn off.
    const next = await navigator.wakeLock?.request('screen').catch(() => null);
    if (this.wanted && !this.lock) this.lock = next ?? null;
    else await next?.release();
  }
}
