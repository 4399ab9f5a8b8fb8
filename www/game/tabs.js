// Another tab with the same game: a visible page offers its changes, and a hidden page adopts them when it is
// shown again. They stop the AI here, unless this page has the focus, because the player acts in the tab with
// the focus.
//
// Storage events come only from other tabs. A frozen page, or one in the back-forward cache, receives them
// when it is shown again.

import { BEST_NAME, gameName, readGame } from './record.js';
import { SETTINGS_NAME } from '../shared/settings.js';
import { PREFIX } from '../shared/store.js';

/**
 * Another page of this origin may delete our records, one or all of them. The game that is played here is
 * then saved again.
 * @param {EventTarget} events usually the window @param {() => void} onDeleted
 */
export function listenToDeletions(events, onDeleted) {
  events.addEventListener('storage', (event) => {
    if (/** @type {StorageEvent} */ (event).newValue === null) onDeleted();
  });
}

/**
 * @param {{
 *   events: EventTarget, page: EventTarget & { visibilityState: string, hasFocus: () => boolean },
 *   game: () => { rows: number, cols: number, revision: number, knowsStored: boolean }, busy: () => boolean,
 *   prefix?: string, onGame: () => void, onTakeOver: () => void, onHide: () => void,
 *   onBest: (how?: { lower: boolean }) => void, onSettings: () => void, onWake: () => void
 * }} options `events` and `page`: the window and its document; `busy`: the AI plays here; `prefix`: of the
 *   names of its games; `onGame`: the game of this size was continued in another tab, reported once until it
 *   changes here; `onTakeOver`: it was continued there while the AI plays here; `onBest`: the best scores may
 *   be higher or, if another tab has written them just now, `lower`; `onWake`: the page is visible again or
 *   was restored, and may have missed changes
 */
export function listenToOtherTabs({
  events,
  page,
  game,
  busy,
  prefix = PREFIX,
  onGame,
  onTakeOver,
  onHide,
  onBest,
  onSettings,
  onWake,
}) {
  /** The revision at which the player was notified; another tab may write every two seconds. */
  let toldAt = -1;
  const nameNow = () => gameName(game().rows, game().cols);

  // A page that was hidden, frozen or cached may have missed events; its own record from before it was hidden
  // shows what is new.
  const wake = () => {
    onSettings();
    onBest();
    if (!busy()) onWake();
  };
  page.addEventListener('visibilitychange', () => {
    if (page.visibilityState === 'hidden') onHide();
    else wake();
  });
  page.addEventListener('resume', wake);
  events.addEventListener('pageshow', (event) => {
    if (/** @type {PageTransitionEvent} */ (event).persisted) wake();
  });

  events.addEventListener('storage', (event) => {
    const { key, newValue } = /** @type {StorageEvent} */ (event);
    if (key === prefix + BEST_NAME && newValue !== null) onBest({ lower: true });
    if (key === PREFIX + SETTINGS_NAME) onSettings();
    if (key !== prefix + nameNow() || newValue === null) return;
    // An event that comes late is of a record that this page has read since.
    if (game().knowsStored || !readGame(newValue) || (busy() && page.hasFocus())) return;
    if (busy()) onTakeOver();
    if (page.visibilityState === 'hidden') return;
    const { revision } = game();
    if (toldAt === revision) return;
    toldAt = revision;
    onGame();
  });
}
