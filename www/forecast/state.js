// The line below the board: what a player like the one at the board makes from here (./own.js); where that
// cannot be known, the AI's chances, without its move (./forecast.js).

import { BUILT_IN } from '../shared/choices.js';

/** @import { Report } from '../engine/types.js' */
/** @import { State } from '../game/state.js' */
/** @import { RangedForecast } from '../engine/types.js' */

/**
 * What the player makes from here: the points at the end of the game, and the next tile that is not certain;
 * a range of points as long as his level is not known well. `unknown`: too little is known of him yet;
 * `none`: there is no such forecast here.
 * @typedef {{ kind: 'unknown' | 'none' }
 *   | { kind: 'known', points: number, tile: { rank: number, chance: number } | 'none' }
 *   | { kind: 'range', low: number, high: number }} OwnForecast
 */

/** A smaller change, as a share of the points or of all cases, is not shown. */
const CHANGE = 0.05;
/** The level is known well if the range reaches at most 20% below and above its middle. */
const WELL_KNOWN = 1.5;
/** A chance above this is nearly certain, and below 1% not worth a word. */
const NEARLY_CERTAIN = 0.98;
/** Nobody asks for a smaller tile: 128, as a rank. */
const SMALLEST = 7;

/**
 * The AI has compared the moves of the board. Only a network that has been calibrated knows its chances.
 * @param {State} state @param {Report} report
 */
export function foresee({ forecast, networkChoice }, { judged }) {
  const chances = networkChoice.value === BUILT_IN ? null : judged?.outlook;
  forecast.value = chances ? { kind: 'known', chances } : { kind: 'none' };
}

/** What the line tells: nothing of a game that is over. @param {State} state */
export const forecastOf = ({ forecast, game }) =>
  game.value.isOver ? { kind: /** @type {const} */ ('none') } : forecast.value;

/**
 * The forecast to show: the one before as long as nearly nothing has changed.
 * @param {OwnForecast} before @param {RangedForecast} now @returns {OwnForecast}
 */
export function steady(before, { points, tiles, low, high }) {
  if (high > WELL_KNOWN * (before.kind === 'known' ? 1 + CHANGE : 1) * low) {
    const isSame = before.kind === 'range' && isNear(before.low, low) && isNear(before.high, high);
    return isSame ? before : { kind: 'range', low, high };
  }
  const tile =
    tiles.find(({ rank, chance }) => rank >= SMALLEST && chance < NEARLY_CERTAIN && chance >= 0.01) ?? 'none';
  const isSame =
    before.kind === 'known' &&
    isNear(before.points, points) &&
    (tile === 'none' || before.tile === 'none'
      ? tile === before.tile
      : tile.rank === before.tile.rank && Math.abs(tile.chance - before.tile.chance) < CHANGE);
  return isSame ? before : { kind: 'known', points, tile };
}
const isNear = (/** @type {number} */ before, /** @type {number} */ now) =>
  Math.abs(now - before) < CHANGE * before;

/**
 * Whether there may be a forecast of the board by the AI, which the coach does not make already.
 * @param {State} state
 * @returns {boolean}
 */
export const wantsForecast = (state) =>
  // The coach waits while autoplay runs.
  wantsOwn(state) && (state.coach.value.kind === 'off' || state.mode.value === 'autoplay');

/**
 * Whether there may be a forecast of the board, which a tab that watches another one leaves to that.
 * @param {State} state
 * @returns {boolean}
 */
export function wantsOwn({ ai, final, follow, game, networkChoice, owner, settings }) {
  const { rows, cols, isOver } = game.value;
  const incomplete = follow.value.kind === 'on' && follow.value.pending !== 'none';
  return (
    settings.value.forecast &&
    ai.value === 'ready' &&
    owner.value !== 'elsewhere' &&
    networkChoice.value !== BUILT_IN &&
    !final.value &&
    !isOver &&
    !incomplete &&
    // The networks know only 4x4.
    rows === 4 &&
    cols === 4
  );
}
