// The last review that was finished, remembered between visits: it takes minutes to make, and a reload should not cost it.
//
// One is kept, with the game it is about; what cannot be read is as good as none, since it can be made again.

import { VERSIONS } from './versions.js';

/** @import { Store } from './store.js' */

const NAME = 'review';
const VERSION = VERSIONS.review;
/** Longer records are not kept: a review of 40,000 moves takes about this many characters, a fifth of what a site may store. */
const LONGEST = 1_000_000;
/** Digits that are kept of a number: as many as a search's values have. */
const DIGITS = 7;
/** How far a review can look, in plies. */
const PLIES = { least: 2, most: 4 };
const LONGEST_NAME = 80;

/**
 * What a review found, by move: values and losses (not a number where unknown) and best directions; and how it did.
 * @typedef {{
 *   ply: number, unit: 'points' | 'units', name: string, values: ArrayLike<number>, losses: ArrayLike<number>, best: ArrayLike<number>
 * }} Findings
 */

export class KeptReview {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
  }

  /** @param {string} game as text @param {Findings} findings */
  write(game, { ply, unit, name, values, losses, best }) {
    if (values.length === 0) return; // nothing to lose, and another review may be kept
    const text = JSON.stringify({
      version: VERSION, game, ply, unit, name, values: Array.from(values, shortened), losses: Array.from(losses, shortened), best: Array.from(best).join(''),
    });
    if (text.length <= LONGEST) this.store.write(NAME, text);
  }

  /** @param {string} game as text @param {number} moves it has @returns {Findings | null} null where this game's was not kept */
  read(game, moves) {
    const text = this.store.read(NAME);
    // Most often it is another game's: only its beginning is looked at then.
    if (text === null || text.length > LONGEST || !text.startsWith(`{"version":${VERSION},"game":${JSON.stringify(game)},`)) return null;
    try {
      return findings(JSON.parse(text), moves);
    } catch {
      return null;
    }
  }
}

/** @param {number} value @returns {number | null} */
function shortened(value) {
  return Number.isFinite(value) ? Number(value.toPrecision(DIGITS)) : null;
}

/** @param {any} record @param {number} moves @returns {Findings | null} only what makes sense */
function findings({ ply, unit, name, values, losses, best }, moves) {
  if (!Number.isSafeInteger(ply) || ply < PLIES.least || ply > PLIES.most || !['points', 'units'].includes(unit)) return null;
  if (typeof name !== 'string' || name.length > LONGEST_NAME) return null;
  if (typeof best !== 'string' || best.length !== moves || !/^[0-3]*$/.test(best)) return null;
  const [worth, lost] = [numbers(values, moves), numbers(losses, moves)];
  return worth && lost && { ply, unit, name, values: worth, losses: lost, best: Array.from(best, Number) };
}

/** @param {any} list @param {number} length @returns {number[] | null} */
function numbers(list, length) {
  if (!Array.isArray(list) || list.length !== length) return null;
  if (!list.every((value) => value === null || typeof value === 'number')) return null;
  return list.map((value) => value ?? NaN);
}
