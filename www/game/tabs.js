// What tabs share besides games: best scores, settings and the history. A tab hears of them by events, which
// come only from other tabs; a frozen page, or one in the back-forward cache, looks when it is shown again.

import { BEST_NAME } from './record.js';
import { SETTINGS_NAME } from '../shared/settings.js';
import { PREFIX } from '../shared/store.js';

/**
 * Calls when the page is visible again or was restored, and may have missed changes.
 * @param {{ events: EventTarget, page: EventTarget & { visibilityState: string } }} window and its document
 * @param {() => void} wake
 */
export function listenToWaking({ events, page: shown }, wake) {
  shown.addEventListener('visibilitychange', () => {
    if (shown.visibilityState !== 'hidden') wake();
  });
  shown.addEventListener('resume', wake);
  events.addEventListener('pageshow', (event) => {
    if (/** @type {PageTransitionEvent} */ (event).persisted) wake();
  });
}

/**
 * @param {{
 *   events: EventTarget, page: EventTarget & { visibilityState: string }, prefix?: string,
 *   onHide: () => void, onBest: (how?: { lower: boolean }) => void, onSettings: () => void
 * }} options `events` and `page`: the window and its document; `prefix`: of the names of its records;
 *   `onBest`: the best scores may be higher or, if another tab has written them just now, `lower`
 */
export function listenToOtherTabs({ events, page, prefix = PREFIX, onHide, onBest, onSettings }) {
  page.addEventListener('visibilitychange', () => {
    if (page.visibilityState === 'hidden') onHide();
  });
  listenToWaking({ events, page }, () => {
    onSettings();
    onBest();
  });
  events.addEventListener('storage', (event) => {
    const { key, newValue } = /** @type {StorageEvent} */ (event);
    if (key === prefix + BEST_NAME && newValue !== null) onBest({ lower: true });
    if (key === PREFIX + SETTINGS_NAME) onSettings();
  });
}
