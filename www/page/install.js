// Offline use: registers the service worker, and asks the player before a new version takes over.

import { Updates } from '../offline/updates.js';
import { serviceWorkerAddress } from '../engine/scripts.js';

/** Delay, so that the first board loads first (ms). */
const START_AFTER_MS = 3000;

/**
 * Does nothing in a frame, where the visitor came for another page.
 * @param {(text: string, action: { label: string, act: () => void }) => void} notify shows a notice with an action
 */
export function keepOffline(notify) {
  if (window.top !== window || !('serviceWorker' in navigator)) return;
  const reload = () => location.reload();
  const updates = new Updates({
    container: navigator.serviceWorker,
    address: serviceWorkerAddress(),
    onVersion: (takeOver) => notify('A new version is ready.', { label: 'Update', act: takeOver }),
    onReplaced: () => notify('Another tab is using a newer version.', { label: 'Reload', act: reload }),
    reload,
  });
  const start = async () => {
    await updates.start();
    if (crossOriginIsolated) void updates.keepParallel();
    document.documentElement.dataset.offline = updates.registration ? 'kept' : 'off';
  };
  setTimeout(start, START_AFTER_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') updates.shown();
  });
}
