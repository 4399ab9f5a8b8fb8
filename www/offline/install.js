// Offline use: registers the service worker, and asks the player before a new version takes over.

import { forget, notify } from '../shared/notices.js';
import { Updates } from './updates.js';
import { serviceWorkerAddress } from '../engine/scripts.js';

/** @import { State } from '../game/state.js' */

/** Delay, so that the first board loads first (ms). */
const START_AFTER_MS = 3000;

/** Does nothing in a frame, where the visitor came for another page. @param {State} state */
export function keepOffline(state) {
  if (window.top !== window || !('serviceWorker' in navigator)) return;
  const reload = () => location.reload();
  const updates = new Updates({
    container: navigator.serviceWorker,
    address: serviceWorkerAddress(),
    onVersion: (act) => offerUpdate(state, 'A new version is ready.', { label: 'Update', act }),
    onReplaced: () =>
      offerUpdate(state, 'Another tab is using a newer version.', { label: 'Reload', act: reload }),
    reload,
  });
  const { dataset } = document.documentElement;
  const start = async () => {
    await updates.start();
    dataset.offline = updates.registration ? 'loading' : 'off';
    if (!updates.registration) return;
    await navigator.serviceWorker.ready;
    dataset.offline = 'kept';
    if (crossOriginIsolated) await updates.keepParallel();
  };
  setTimeout(start, START_AFTER_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') updates.shown();
  });
}

/**
 * A notice offers the newer version, and the menu until the player accepts.
 * @param {State} state @param {string} text @param {{ label: string, act: () => void }} action
 */
function offerUpdate(state, text, action) {
  const { update } = state;
  update.value = { kind: 'ready', act: action.act };
  forget(state, 'update');
  notify(state, text, action, 'update');
}
