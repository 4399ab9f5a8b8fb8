// Saves the last finished review, because it takes minutes and should survive a reload.
//
// Only one is saved, with its game. An unreadable one is ignored, because it can be made again.

import { VERSIONS, readObject } from './versions.js';

/** @import { Findings } from '../game/review.js' */
/** @import { Store } from './store.js' */

const NAME = 'review';
const VERSION = VERSIONS.review;
/** The maximum length: a review of 40,000 moves takes about this many characters, a fifth of what a site may store. */
const LONGEST = 1_000_000;
/** The digits saved of a number: as many as a search's values have. */
const DIGITS = 7;
/** How far a review can look, in plies. */
const PLIES = { least: 2, most: 4 };
const LONGEST_NAME = 80;

/** @param {Store} store @param {string} game as text @param {Findings} findings */
export function keepReview(store, game, { ply, unit, name, values, losses, best }) {
  if (values.length === 0) return; // nothing to save, and another review may be stored
  const text = JSON.stringify({
    version: VERSION,
    game,
    ply,
    unit,
    name,
    values: Array.from(values, shortened),
    losses: Array.from(losses, shortened),
    best: Array.from(best).join(''),
  });
  if (text.length <= LONGEST) store.write(NAME, text);
}

/** @param {Store} store @param {string} game as text @param {number} moves it has @returns {Findings | null} null if there is no review of this game */
export function keptReview(store, game, moves) {
  const text = store.read(NAME);
  // Usually it belongs to another game, which the beginning of the text shows.
  if (
    text === null ||
    text.length > LONGEST ||
    !text.startsWith(`{"version":${VERSION},"game":${JSON.stringify(game)},`)
  )
    return null;
  const record = readObject(text);
  return record && findings(record, moves);
}

/** @param {number} value @returns {number | null} */
const shortened = (value) => (Number.isFinite(value) ? Number(value.toPrecision(DIGITS)) : null);

/** @param {any} record @param {number} moves @returns {Findings | null} only valid values */
function findings({ ply, unit, name, values, losses, best }, moves) {
  if (
    !Number.isSafeInteger(ply) ||
    ply < PLIES.least ||
    ply > PLIES.most ||
    !['points', 'units'].includes(unit)
  )
    return null;
  if (typeof name !== 'string' || name.length > LONGEST_NAME) return null;
  if (typeof best !== 'string' || best.length !== moves || !/^[0-3]*$/.test(best)) return null;
  const [worth, lost] = [numbers(values, moves), numbers(losses, moves)];
  return worth && lost && { ply, unit, name, values: worth, losses: lost, best: Array.from(best, Number) };
}

/** @param {any} list @param {number} length @returns {number[] | null} */
function numbers(list, length) {
  const valid =
    Array.isArray(list) &&
    list.length === length &&
    list.every((value) => value === null || typeof value === 'number');
  return valid ? list.map((value) => value ?? NaN) : null;
}
