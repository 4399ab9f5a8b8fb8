// The records of the daily board: the counted tries, and the one that is being played.

import { dayOf, dayOfGame, seedOf } from '../game/daily.js';
import { DEFAULT_SIZE } from '../game/size.js';
import { TRY, listGames } from '../game/kept-games.js';
import { keepLost } from '../game/keep.js';
import { movesLost } from '../game/moves.js';
import { gameName, gamesLost, readGame } from '../game/record.js';

/** @import { GameClass } from '../game/session.js' */
/** @import { PlayedGame, Records, SavedGame } from '../game/record.js' */
/** @import { Store } from '../shared/store.js' */

/** The record of the day whose counted try is being played. */
const STARTED = 'try';

/** The counted tries in the history, by day. @param {Store} store */
export async function readTries(store) {
  const { games } = await listGames(store);
  const tries = games.filter(({ id }) => id.startsWith(TRY));
  return new Map(tries.map((game) => [game.id.slice(TRY.length), game]));
}

/**
 * Opens the daily board of today or, if a counted try has begun before midnight, of its day. A try of it
 * starts; what was played on its tiles before, perhaps by the AI, goes to the history.
 * @param {GameClass} Game
 * @param {Store} store
 * @param {Records} records of the daily board
 */
export async function readDaily(Game, store, records) {
  const tries = await readTries(store);
  const { rows, cols } = DEFAULT_SIZE;
  const saved = readGame(records.stored(rows, cols) ?? '');
  const started = records.store.read(STARTED);
  const begun = started && saved && isTry(Game, saved, started) && !tries.has(started) ? started : '';
  const day = begun || dayOf(new Date());
  if (!begun && !tries.has(day)) {
    if (saved) giveUp(Game, store, records, saved, day);
    records.store.write(STARTED, day);
  } else if (!begun) records.store.remove(STARTED); // one of another day that cannot go on
  return { kind: /** @type {const} */ ('daily'), day, seed: BigInt(seedOf(day)), tries };
}

/**
 * Whether a saved game is a try of a day that has begun.
 * @param {GameClass} Game
 * @param {PlayedGame} saved
 * @param {string} day
 */
function isTry(Game, { game: text, players }, day) {
  if (players !== 'own' || dayOfGame(text) !== day) return false;
  try {
    const game = Game.fromText(text);
    const { moves } = game;
    game.free();
    return moves > 0;
  } catch {
    return false;
  }
}

/**
 * The saved game is not part of the try of this day.
 * @param {GameClass} Game @param {Store} store @param {Records} records @param {SavedGame} saved @param
 *   {string} day
 */
function giveUp(Game, store, records, saved, day) {
  if (dayOfGame(saved.game) !== day || movesLost(saved.game, undefined, true) === 0) return;
  for (const played of gamesLost(saved, null)) keepLost(Game, store, played);
  records.store.remove(gameName(DEFAULT_SIZE.rows, DEFAULT_SIZE.cols));
}

/**
 * Leaves the page of a day if the try of another one has begun in another tab: all records are now of that.
 * @param {Records} records @param {string} day
 * @param {() => void} reload
 * @returns {boolean} whether it is left
 */
export function leaveDay({ store }, day, reload) {
  const started = store.read(STARTED);
  if (started === null || started === day) return false;
  reload();
  return true;
}

/**
 * The counted try of a day has ended, or is given up. That of another day, in another tab, goes on.
 * @param {Records} records @param {string} day
 */
export function endTry({ store }, day) {
  if (store.read(STARTED) === day) store.remove(STARTED);
}
