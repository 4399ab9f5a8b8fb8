// The counted tries in words: their rules, how many days in a row were played, and the text that shares one.

import { dayOf } from '../game/daily.js';
import { dates, inMoves, inPoints, plural, t, translatable, whole } from '../shared/text.js';

const DAY_MS = 86_400_000;
/** A square for each rank in the text that is shared: empty, 2 to 16, 32 to 128, 256 and 512, 1024, 2048. */
const SQUARES = [...'⬜🟨🟨🟨🟨🟧🟧🟧🟥🟥🟪🟦'];
const BEYOND = '🟩';

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

export const RIVALS_PLAY = translatable(
  'AIs play the same tiles. You will see their results when you finish.',
);

const dateFormat = dates({ dateStyle: 'long', timeZone: 'UTC' });

/** @param {string} day */
export const rulesInWords = (day) =>
  t('{date}. Everyone gets the same tiles. Only your first game counts. It has no undo and no AI.', {
    date: dateFormat.format(Date.parse(day)),
  });

/** @param {string[]} tried the days @param {string} day the last one that counts */
export const streakInWords = (tried, day) =>
  t('Streak: {days}', { days: plural(streakOf(tried, day), '{n} day', '{n} days') });

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
