// The words of the coach and of the review: the grade of a move with its reason, the warning of a move, and
// how good the moves of a game were.

import { listed, percent, plural, precisePercent, t, translatable, whole } from '../shared/text.js';
import { directionInWords } from '../shared/phrases.js';
import { withBrackets } from './search-words.js';

/** @import { Direction } from '../engine/types.js' */
/** @import { Findings } from './review.js' */
/** @import { Rating } from './rating.js' */
/** @import { Reason } from './reasons.js' */
/** @import { Said } from '../game/types.js' */

/** The label of each grade; `other` has none. @type {Record<string, string>} */
const GRADES = {
  best: translatable('Best move.'),
  good: translatable('Good move'),
  inaccuracy: translatable('Inaccuracy'),
  mistake: translatable('Mistake'),
  blunder: translatable('Blunder'),
};

/** A share of fewer moves than this says more than is known: both numbers are shown. */
const MANY = 30;

/** A smaller loss of the AI, in percent, is not worth a word beside a person's good move. */
const WORTH_A_WORD = 12;

/**
 * @param {Rating} rating
 * @returns {string} empty if little depended on the move: most do not matter, and the same words forty times
 *   say nothing
 */
export function ratingInWords({ grade, played, best, loss, ai }) {
  const parts = {
    best: directionInWords(best),
    played: directionInWords(played),
    grade: t(GRADES[grade] ?? ''),
    loss: precisePercent(loss / 100),
  };
  if (grade === 'even') return '';
  if (grade === 'best') return parts.grade;
  if (grade === 'other') return t('The AI would have played {best}, not {played}.', parts);
  if (ai !== undefined && grade === 'good') {
    const more = percent(100 / (100 - Math.min(ai, 90)) - 1);
    return ai < WORTH_A_WORD
      ? t('Good move. {best} was a little better.', parts)
      : t('Good move: you are still fine. The AI would make {more} more points with {best}.', {
          ...parts,
          more,
        });
  }
  return withBrackets(t('{grade} (−{loss}). {best} was better.', parts));
}

/**
 * A tile with its article. English chooses it by the first word of the number: an eight, an eleven, an
 * eighteen.
 * @param {string} tile
 */
function aTile(tile) {
  const first = tile.slice(0, ((tile.length - 1) % 3) + 1);
  return t(/^(8|11$|18$)/.test(first) ? 'an {tile}' : 'a {tile}', { tile });
}

/** @param {Reason} reason @param {{ played: Direction, best: Direction }} rating @returns {string} */
export function reasonInWords(reason, { played, best }) {
  const [bad, better] = [directionInWords(played), directionInWords(best)];
  const tile = 'rank' in reason ? String(2 ** reason.rank) : '';
  switch (reason.kind) {
    case 'over':
      if (reason.chance >= 1) return t('{bad} ends the game at once.', { bad });
      return t('{bad} ends the game at once in {share} of cases.', { bad, share: percent(reason.chance) });
    case 'one-move':
      return t('Only one move is possible after {bad}.', { bad });
    case 'corner':
      return t('{bad} moved the {tile} out of its corner.', { bad, tile });
    case 'edge':
      return t('{bad} moved the {tile} away from the edge.', { bad, tile });
    case 'apart':
      return t('{bad} moved two tiles of {tile} apart.', { bad, tile });
    case 'together':
      return t('{better} would have brought two tiles of {tile} together.', { better, tile });
    case 'merge':
      return t('{better} would have made {tile} right away.', { better, tile: aTile(tile) });
    case 'line':
      return t('{bad} broke up the row of large tiles.', { bad });
    case 'trap':
      return t('{bad} trapped {tile} between much larger tiles.', { bad, tile: aTile(tile) });
    case 'ready':
      return plural(
        reason.better,
        'After {better} there would have been {n} pair to merge next, not {less}.',
        'After {better} there would have been {n} pairs to merge next, not {less}.',
        { better, less: reason.left },
      );
    // The new tile takes one of the cells.
    case 'space':
      return plural(
        reason.better - 1,
        'After {better} there would have been {n} empty cell, not {less}.',
        'After {better} there would have been {n} empty cells, not {less}.',
        { better, less: reason.left - 1 },
      );
  }
}

/**
 * How many moves of a reviewed game were good for a person.
 * @param {Pick<Findings, 'ofPeople' | 'accuracy' | 'counted'>} findings
 * @returns {string} empty if nothing depended on any of them, and without the judge of people's moves: the AI
 *   can rescue almost any board, so its share of good moves would flatter everybody
 */
export function accuracyInWords({ ofPeople, accuracy, counted }) {
  if (Number.isNaN(accuracy) || !ofPeople) return '';
  if (counted.all < MANY)
    return t('Good where it mattered: {good} of {all}.', {
      good: whole(counted.good),
      all: whole(counted.all),
    });
  return t('Of the moves where it mattered, {share} were good.', { share: percent(accuracy) });
}

/** The bad moves of a reviewed game. @param {Pick<Findings, 'counts'>} findings @returns {string} */
export const mistakesInWords = ({ counts: { blunder, mistake, inaccuracy } }) =>
  t('Blunders: {blunder}. Mistakes: {mistake}. Inaccuracies: {inaccuracy}.', {
    blunder,
    mistake,
    inaccuracy,
  });

/** @param {Rating} rating @returns {string} */
export function warningInWords({ played, loss }) {
  return t(
    '{played} would cost you {share} of the remaining points. Make the same move again to play it anyway.',
    {
      played: directionInWords(played),
      share: percent(loss / 100),
    },
  );
}

/** @param {Said} said @returns {string} */
export function saidInWords(said) {
  if (said.kind === 'nothing') return '';
  if (said.kind === 'warning') return warningInWords(said.rating);
  const { rating, reason, line } = said;
  // Every second move of anybody is good and not the best, and every sixth of a beginner is an inaccuracy: to
  // hear it each time teaches nothing.
  if (rating.grade === 'inaccuracy') return '';
  if (rating.grade === 'good' && rating.ai !== undefined && rating.ai < WORTH_A_WORD) return '';
  // Without a network only a move that can end the game at once is known to be bad.
  if (rating.grade === 'other' && (reason === 'none' || reason.kind !== 'over')) return '';
  return [ratingInWords(rating), reason === 'none' ? lineInWords(line) : reasonInWords(reason, rating)]
    .filter(Boolean)
    .join(' ');
}

/** The moves after the better one. @param {Direction[]} line with it @returns {string} empty without any */
export const lineInWords = ([, ...next]) =>
  next.length === 0
    ? ''
    : t('The AI would go on with {moves}.', { moves: listed(next.slice(0, 2).map(directionInWords)) });
