// What a challenge says.

import { inPoints, t, translatable, whole } from '../shared/text.js';

/** @import { OpenChallenge } from '../game/state.js' */

/** What was made, by who made it. @type {Record<OpenChallenge['by'], string>} */
const MADE = {
  own: translatable('{tile}, {points}'),
  aided: translatable('{tile}, {points}, with the AI’s help'),
  ai: translatable('The AI made {tile}, {points}'),
};

/** @param {OpenChallenge} challenge */
export const madeInWords = ({ by, rank, score }) =>
  t(MADE[by], { tile: String(2 ** rank), points: inPoints(score) });

/** How a game compares with the one to beat. @param {number} mine @param {number} theirs */
export function resultInWords(mine, theirs) {
  if (mine === theirs) return t('A draw!');
  const points = inPoints(Math.abs(mine - theirs));
  return mine > theirs
    ? t('You beat it by {points}!', { points })
    : t('Not beaten: {points} short.', { points });
}

/** What is shared back. @param {number} mine @param {number} theirs */
export const shareInWords = (mine, theirs) =>
  t('I made {mine} against {theirs} on the same tiles. Beat it:', {
    mine: inPoints(mine),
    theirs: whole(theirs),
  });
