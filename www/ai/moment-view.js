// A move that decided a game, in words and as a board: the one before it, with an arrow for the move that was
// made and one for the better move, and with the tiles that the words are about.

import { t } from '../shared/text.js';
import { HintArrow, labeledBoard, makeBoard } from '../game/board-parts.js';
import { make } from '../shared/element.js';
import { reasonInWords } from './rating-words.js';
import { directionInWords } from '../shared/phrases.js';

/** @import { Moment } from '../game/state.js' */

/** Why the other move was better; empty where no fact about the boards says it. @param {Moment} moment */
export const momentInWords = (moment) =>
  moment.reason === 'none' ? '' : reasonInWords(moment.reason, moment);

/**
 * @param {Moment} moment @param {{ rows: number, cols: number }} size
 * @param {string} [name] of who made the move, or what stands for it; without it, you did
 * @returns {HTMLElement[]} without a reason also the boards after both moves
 */
export function momentBoards({ played, best, board, worse, better, reason }, size, name) {
  const move = directionInWords(played);
  const made = name === undefined ? t('You: {played}', { played: move }) : `${name}: ${move}`;
  const instead = t('Better: {best}', { best: directionInWords(best) });
  const { frame, board: tiles, cells, arrow } = makeBoard({ 'aria-label': `${made}. ${instead}` });
  tiles.setSize(size.rows, size.cols);
  cells.setSize(size.rows, size.cols);
  tiles.showSoon(board);
  cells.show(board);
  for (const cell of reason === 'none' ? [] : reason.cells) cells.cells[cell]?.classList.add('marked');
  arrow.point(best);
  const other = new HintArrow({ class: 'hint-arrow played' });
  other.point(played);
  arrow.element.after(other.element);
  const before = make(
    'figure',
    { class: 'moment-board' },
    frame,
    make(
      'figcaption',
      {},
      make('span', { class: 'played' }, made),
      ' ',
      make('span', { class: 'better' }, instead),
    ),
  );
  return reason === 'none'
    ? [before, labeledBoard(made, worse, size), labeledBoard(instead, better, size)]
    : [before];
}
