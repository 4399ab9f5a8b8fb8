// The daily board: everybody gets the same tiles on one UTC day. The seed of a day is its date, 20261124, so
// that the Board size dialog, the Lab and the command line can play it too.

import { inMoves, inPoints, t, whole } from '../shared/text.js';

const DAY_MS = 86_400_000;
/** A square for each rank in the text that is shared: empty, 2 to 16, 32 to 128, 256 and 512, 1024, 2048. */
const SQUARES = [...'⬜🟨🟨🟨🟨🟧🟧🟧🟥🟥🟪🟦'];
const BEYOND = '🟩';

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
  return Number.isNaN(Date.parse(day)) ? null : day;
}

/**
 * The days in a row up to `today`, or up to the day before while today's try is still to come.
 * @param {string[]} tried
 * @param {string} today
 */
export function streakOf(tried, today) {
  const days = new Set(tried);
  const back = (/** @type {number} */ from, /** @type {number} */ by) => dayOf(new Date(from - by * DAY_MS));
  const from = Date.parse(today) - (days.has(today) ? 0 : DAY_MS);
  let streak = 0;
  while (days.has(back(from, streak))) streak++;
  return streak;
}

/**
 * The text that shares a try.
 * @param {string} day @param {{ score: number, rank: number, moves: number }} result @param
 *   {ArrayLike<number>} ranks of its last board
 * @param {string} link @param {{ name: string, score: number }[]} rivals what they scored, if all have played
 */
export function shareText(day, { score, rank, moves }, ranks, link, rivals) {
  const squares = Array.from(ranks, (tile) => SQUARES[tile] ?? BEYOND);
  const rows = [0, 4, 8, 12].map((first) => squares.slice(first, first + 4).join(''));
  const parts = { points: inPoints(score), moves: inMoves(moves), tile: String(2 ** rank) };
  const against = rivals.map((rival) => `${rival.name} ${whole(rival.score)}`).join(', ');
  return [
    t('2048 daily {day}', { day }),
    t('{points}, {tile} tile, {moves}', parts),
    ...(against ? [t('Rivals: {rivals}', { rivals: against })] : []),
    ...rows,
    link,
  ].join('\n');
}
