// What a challenge says.

import { rivalOf } from '../game/rivals.js';
import { inPoints, t, translatable, whole } from '../shared/text.js';

/** @import { OpenChallenge } from '../game/types.js' */

/** What is to be beaten, by who made it. A link has no names. @type {Record<OpenChallenge['by'], string>} */
const MADE = {
  own: translatable('To beat: {points} ({tile} tile)'),
  aided: translatable('To beat: {points} ({tile} tile), with the AI’s help'),
  ai: translatable('The AI made {tile} with {points}'),
};

/** @param {Pick<OpenChallenge, 'by' | 'rank' | 'score' | 'rival'>} challenge */
export function madeInWords({ by, rank, score, rival }) {
  const made = { tile: String(2 ** rank), points: inPoints(score) };
  return rival === null
    ? t(MADE[by], made)
    : t('To beat: {points} ({tile} tile), in a race with the AI “{name}”', {
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
