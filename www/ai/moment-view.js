// A move that decided a game, in words and as two small boards: after it, and after the better move.

import { t } from '../shared/text.js';
import { labeledBoard } from '../game/board-parts.js';
import { reasonInWords } from './rating-words.js';
import { directionInWords } from '../shared/phrases.js';

/** @import { Moment } from '../game/state.js' */

/** Why the other move was better. @param {Moment} moment */
export function momentInWords(moment) {
  const words = { played: directionInWords(moment.played), best: directionInWords(moment.best) };
  return moment.reason === 'none'
    ? t('{best} was better than {played}.', words)
    : reasonInWords(moment.reason, moment);
}

/**
 * @param {Moment} moment @param {{ rows: number, cols: number }} size
 * @param {string} [name] of who made the move, or what stands for it; without it, you did
 */
export function momentBoards({ played, best, worse, better }, size, name) {
  const move = directionInWords(played);
  return [
    labeledBoard(name === undefined ? t('You: {played}', { played: move }) : `${name}: ${move}`, worse, size),
    labeledBoard(t('Better: {best}', { best: directionInWords(best) }), better, size),
  ];
}
