// Another tab with the same game: what it writes is offered here, and taken over by a page that nobody looks at.
//
// An event of storage comes only from other tabs, and none to a page that the browser has put to sleep until somebody
// goes back to it.

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
 * }} options `events` and `page`: the window and its document; `busy`: the AI plays here; `onGame`: the game of the size
 *   shown was played on elsewhere, told once until it changes here; `onReturn`: it was, while this page was hidden;
 *   `onWake`: anything may have happened to it while this page slept
 */
export function listenToOtherTabs({ events, page, game, busy, onGame, onReturn, onHide, onBest, onSettings, onWake }) {
  /** @type {{ saved: SavedGame, name: string } | null} what came while nobody looked */
  let elsewhere = null;
  /** At which revision the person was told: another tab may write every two seconds. */
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
