// Keeps the screen on during autoplay. Browsers release the lock when the page is hidden, and some have no
// such locks.

import { effect } from '../vendor/signals-core.js';

/** @import { State } from '../game/state.js' */

/** @param {Pick<State, 'mode'>} state */
export function keepAwake({ mode }) {
  /** @type {Pick<WakeLockSentinel, 'release'> | undefined} */
  let lock;
  let wanted = false;
  const hold = async () => {
    const before = lock;
    lock = undefined;
    await before?.release().catch(() => {});
    if (!wanted) return;
    // Refused because of a low battery, a policy, or a hidden page: the screen may turn off.
    const next = await navigator.wakeLock?.request('screen').catch(() => undefined);
    if (wanted && !lock) lock = next;
    else await next?.release();
  };
  effect(() => {
    wanted = mode.value === 'autoplay';
    void hold();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void hold();
  });
}
