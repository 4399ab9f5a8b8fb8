// Games on their way to the history.
//
// A game that ends, or is replaced, is first written to localStorage, under a name of its own and in the same
// task, so that no crash, reload or other window can lose it. kept-games.js then moves it to IndexedDB,
// which takes a while and can fail. Where there is no IndexedDB, the games stay here.

import { VERSIONS, readObject } from '../shared/versions.js';

/** @import { Store } from '../shared/store.js' */

/**
 * A game of the history. `id`: the start of the game, and a number if there are several with that start; or
 * `name:` and a name; or `daily:` and a day. `saved`: the time, in milliseconds; `rank`: of the largest tile;
 * `aided`, `ai`, `shared`: who made the moves (`playersOf`); `undone`: whether other moves took the place of
 * undone ones; `race`: the id of the rival, if it was a race;
 * `good`: the share of good moves by its review where it mattered, 0 to 1, or `accuracy`, the share by the AI
 * alone; `mistakes`: its worst moves, with the number of moves before each and its loss
 * in points.
 * @typedef {{
 *   id: string, saved: number, rows: number, cols: number, score: number, rank: number, moves: number,
 *   aided: boolean, ai?: boolean, shared?: boolean, undone?: boolean, race?: string, text: string,
 *   name?: string, accuracy?: number, good?: number, mistakes?: { at: number, loss: number }[]
 * }} KeptGame
 */

const KIND = 'waiting';
/** The most games that wait. Only a browser without IndexedDB has more than a few. */
const MAX_WAITING = 100;
/** The largest number in a game: the latest date in JavaScript. */
const MAX_NUMBER = 8.64e15;
const DAY_MS = 86_400_000;

/** @param {unknown} value @param {number} most */
const isWhole = (value, most) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most;

/** @param {any} game @returns {game is KeptGame} whether this page can show it */
export function isGame(game) {
  if (typeof game?.id !== 'string' || typeof game.text !== 'string') return false;
  const { accuracy = 0, good = 0, mistakes = [], moves } = game;
  return (
    ['saved', 'rows', 'cols', 'score', 'rank', 'moves'].every((name) => isWhole(game[name], MAX_NUMBER)) &&
    ['name', 'race'].every((name) => ['string', 'undefined'].includes(typeof game[name])) &&
    [accuracy, good].every((share) => typeof share === 'number' && share >= 0 && share <= 1) &&
    Array.isArray(mistakes) &&
    mistakes.every((mistake) => isWhole(mistake?.at, moves - 1) && Number.isFinite(mistake.loss))
  );
}

/**
 * Orders games by age. A date in the future was stored before the clock was set back, so such a game is older
 * than all others.
 * @param {KeptGame} game
 */
const ageOrder = ({ saved }) => (saved > Date.now() + DAY_MS ? saved - MAX_NUMBER : saved);

/** Sorts the oldest game first. @param {KeptGame} a @param {KeptGame} b */
export const byAge = (a, b) => ageOrder(a) - ageOrder(b);

/**
 * Stores a game until the history has it.
 * @param {Store} store
 * @param {KeptGame} game
 * @returns {boolean} whether it will survive a reload
 */
export function storeWaiting(store, game) {
  const name = `${KIND}:${crypto.getRandomValues(new BigUint64Array(1))[0]?.toString(36)}`;
  const kept = store.write(name, JSON.stringify({ version: VERSIONS.waiting, game }));
  const unnamed = waiting(store).filter(({ game: { name } }) => name === undefined);
  for (const { name: oldest } of unnamed.slice(0, -MAX_WAITING)) if (oldest !== name) store.remove(oldest);
  return kept;
}

/**
 * @param {Store} store
 * @returns {{ name: string, game: KeptGame }[]} the games that wait, with the names of their records, the
 *   oldest first
 */
export function waiting(store) {
  return store
    .names(KIND)
    .flatMap((name) => {
      const record = readObject(store.read(name));
      return record?.version === VERSIONS.waiting && isGame(record.game) ? [{ name, game: record.game }] : [];
    })
    .sort((a, b) => byAge(a.game, b.game));
}
