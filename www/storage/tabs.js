// Another tab with the same game: its changes are offered here, and a hidden page adopts them.
//
// Storage events come only from other tabs, and a page in the back-forward cache receives none.

import { BEST_NAME, gameName, readGame } from './record.js';
import { SETTINGS_NAME } from './settings.js';
import { PREFIX } from './store.js';

/** @import { SavedGame } from './record.js' */

/**
 * @param {{
 *   events: EventTarget, page: EventTarget & { visibilityState: string },
 *   game: () => { rows: number, cols: number, revision: number }, busy: () => boolean,
 *   onGame: () => void, onReturn: (saved: SavedGame) => void, onHide: () => void, onBest: () => void,
 *   onSettings: () => void, onWake: () => void
 * }} options `events` and `page`: the window and its document; `busy`: the AI plays here; `onGame`: the game of this
 *   size was continued in another tab, reported once until it changes here; `onReturn`: the same while this page was
 *   hidden; `onWake`: the page was restored and may have missed changes
 */
export function listenToOtherTabs({ events, page, game, busy, onGame, onReturn, onHide, onBest, onSettings, onWake }) {
  /** @type {{ saved: SavedGame, name: string } | null} the last change while the page was hidden */
  let elsewhere = null;
  /** The revision at which the player was notified; another tab may write every two seconds. */
  let toldAt = -1;
  const nameNow = () => gameName(game().rows, game().cols);

  page.addEventListener('visibilitychange', () => {
    if (page.visibilityState === 'hidden') {
      onHide();
      return;
    }
    if (elsewhere?.name === nameNow()) onReturn(elsewhere.saved);
    elsewhere = null;
  });

  events.addEventListener('pageshow', (event) => {
    if (!(/** @type {PageTransitionEvent} */ (event).persisted)) return;
    elsewhere = null;
    onSettings();
    onBest();
    onWake();
  });

  events.addEventListener('storage', (event) => {
    const { key, newValue } = /** @type {StorageEvent} */ (event);
    if (key === PREFIX + BEST_NAME) onBest();
    if (key === PREFIX + SETTINGS_NAME) onSettings();
    if (key !== PREFIX + nameNow() || newValue === null) return;
    const saved = readGame(newValue);
    if (!saved || busy()) return;
    if (page.visibilityState === 'hidden') {
      elsewhere = { saved, name: nameNow() };
      return;
    }
    const { revision } = game();
    if (toldAt === revision) return;
    toldAt = revision;
    onGame();
  });
}
