// Takes over what another tab or a file has stored: the game, and the best scores. A tab that watches another
// one shows what that has saved.

import { startOf } from './moves.js';
import { gameName, gamesLost, readGame } from './record.js';

/** @import { Session } from './session.js' */
/** @import { State } from './state.js' */

/**
 * The board belongs to this tab now. What another one has saved meanwhile takes the place of the game; what
 * only this one has is kept elsewhere.
 * @param {Session} session
 */
export function own(session) {
  session.bests.raiseToStored();
  if (session.saving.knows(session.rows, session.cols)) session.saving.now();
  else adoptGame(session);
}

/** @param {Session} session */
function adoptGame(session) {
  const { saving, rows, cols } = session;
  const stored = loadStored(session);
  if (!stored) return saving.now({ anyway: true });
  saving.handOver(session.saved, rows, cols);
  show(session, stored);
}

/**
 * The board belongs to another tab: shows what that has saved last.
 * @param {Session} session
 */
export function watch(session) {
  const { saving, rows, cols } = session;
  // What was not saved yet goes to the record or, if it is too late for that, to the history.
  saving.now({ leaving: true });
  const stored = saving.knows(rows, cols) ? null : loadStored(session);
  if (stored) show(session, stored);
}

/**
 * The game that is stored, unless it cannot be read or, in a try of the daily board, is not of that try.
 * @param {Session} session
 */
function loadStored(session) {
  const { bests, saving, rows, cols } = session;
  bests.raiseToStored();
  const loaded = saving.load(rows, cols);
  const isRefused =
    loaded && session.isTry?.() && (loaded.saved.players !== 'own' || loaded.game.seed !== session.game.seed);
  if (loaded && !isRefused) return loaded;
  saving.known.delete(session.size); // so that it is not lost
  loaded?.game.free();
  return null;
}

/** @param {Session} session @param {NonNullable<ReturnType<typeof loadStored>>} stored */
function show(session, { game, saved }) {
  session.saving.forget();
  session.put(game, saved);
  session.saving.forget();
}

/**
 * Another page of this origin may write our records, or delete one or all of them.
 * @param {EventTarget} events usually the window @param {Session} session
 */
export function followRecords(events, session) {
  events.addEventListener('storage', (event) => {
    const { key, newValue } = /** @type {StorageEvent} */ (event);
    if (newValue === null) saveIfDeleted(session);
    else if (key && newValue) adoptLate(session, key, newValue);
  });
}

/**
 * Another tab has written a record. If it is that of the board, which belongs to this tab, the other one had
 * the board before and heard late that it was taken. Its game is shown if it has all moves of this one, and
 * this one has not taken its place. Else this one goes on, and neither is lost, whichever of them the storage
 * holds now.
 * @param {Session} session @param {string} key @param {string} text
 */
function adoptLate(session, key, text) {
  const { saving, rows, cols } = session;
  const { records, owner, onLost } = saving.options;
  if (!key.startsWith(records.store.prefix + gameName(rows, cols))) return;
  if (owner.isWatching) return watch(session);
  const late = owner.status === 'mine' ? readGame(text) : null;
  if (!late || text === saving.known.get(session.size)) return;
  const { saved } = session;
  const lost = gamesLost(saved, late);
  const isBehind = saved.previous !== null && startOf(saved.game) !== startOf(late.game);
  if (lost.length === 0 && !isBehind && !saving.knows(rows, cols)) adoptGame(session);
  else for (const played of [...lost, ...gamesLost(late, saved)]) onLost(played);
}

/** Another page has deleted a record: saves the game and the best scores again. @param {Session} session */
function saveIfDeleted({ saving, rows, cols }) {
  const { records } = saving.options;
  if (records.stored(rows, cols) === null) saving.now({ anyway: true });
  records.raiseBests(records.seenBests);
}

/**
 * Shows the best score of another tab.
 * @param {State} state
 * @param {{ lower?: boolean }} [how] `lower`: it may have taken back those of a file that it had loaded; a
 *   pending save would raise them again
 */
export function adoptBest({ session }, { lower = false } = {}) {
  if (lower && session.saving.due === Infinity) session.bests.read();
  else session.bests.raiseToStored();
}

/** Shows the game and the best score that are stored, after a file was loaded. @param {State} state */
export function showStored({ session }) {
  if (!session.saving.knows(session.rows, session.cols)) adoptGame(session);
  session.bests.read();
}
