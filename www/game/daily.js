// The daily board: everybody gets the same tiles on one UTC day. The seed of a day is its date, 20261124, so
// that the Board size dialog, the Lab and the command line can play it too.

import { dates } from '../shared/text.js';

const dateFormat = dates({ dateStyle: 'medium', timeZone: 'UTC' });

/** @param {string} day */
export const dayInWords = (day) => dateFormat.format(Date.parse(day));

/** @param {Date} date @returns {string} its UTC day */
export const dayOf = (date) => date.toISOString().slice(0, 10);

/** @param {string} day */
export const seedOf = (day) => Number(day.replaceAll('-', ''));

/**
 * The day of a game.
 * @param {string} text of the game
 * @returns {string | null} null if it is no daily board
 */
export function dayOfGame(text) {
  // A game that was set up has a field between seed and moves; one with tiles from elsewhere has `spawns`.
  const [, year, month, date] =
    /^afterstate\/1;4x4;seed=(20\d\d)(\d\d)(\d\d);moves=(?!.*;spawns=)/.exec(text) ?? [];
  const day = `${year}-${month}-${date}`;
  const time = Date.parse(day);
  // Some browsers read February 30 as March 2.
  return !Number.isNaN(time) && dayOf(new Date(time)) === day ? day : null;
}
