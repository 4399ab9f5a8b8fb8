// What a challenge says.

import { rivalOf } from '../game/rivals.js';
import { inPoints, t, translatable, whole } from '../shared/text.js';

/** @import { OpenChallenge } from '../game/types.js' */

/** What was made, by who made it. @type {Record<OpenChallenge['by'], string>} */
const MADE = {
  own: translatable('Someone made {tile} with {points}'),
  aided: translatable('Someone made {tile} with {points} and the AI’s help'),
  ai: translatable('The AI made {tile} with {points}'),
};

/** @param {Pick<OpenChallenge, 'by' | 'rank' | 'score' | 'rival'>} challenge */
export function madeInWords({ by, rank, score, rival }) {
  const made = { tile: String(2 ** rank), points: inPoints(score) };
  return rival === null
    ? t(MADE[by], made)
    : t('Someone made {tile} with {points}, racing the AI “{name}”', {
        ...made,
        name: t(rivalOf(rival).name),
      });
}

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
