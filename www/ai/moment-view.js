// A move that decided a game, in words and as a board: the one before it, with an arrow for the move that was
// made and one for the better move, and with the tiles that the words are about. Where no fact about the
// boards says why, the next moves of both can be stepped through.

import { t, translatable } from '../shared/text.js';
import { labeledBoard, makeBoard } from '../game/board-parts.js';
import { HintArrow } from '../game/hint-arrow.js';
import { icon, make, makeButton, writeText } from '../shared/element.js';
import { reasonInWords } from './rating-words.js';
import { directionInWords } from '../shared/phrases.js';

/** @import { LineMove, Lines } from './lines.js' */
/** @import { Moment } from '../game/types.js' */

/** Why the other move was better, or how to see it. @param {Moment} moment */
export function momentInWords(moment) {
  if (moment.reason !== 'none') return reasonInWords(moment.reason, moment);
  return moment.lines === 'none' ? '' : t('See how each goes on, move by move:');
}

/** @param {string | undefined} name of who made the move, or what stands for it; without it, you did */
const madeBy = (name) => (/** @type {string} */ move) =>
  name === undefined ? t('You: {played}', { played: move }) : `${name}: ${move}`;
/** @param {string} move */
const insteadOf = (move) => t('Better: {best}', { best: move });

/**
 * @param {Moment} moment @param {{ rows: number, cols: number }} size
 * @param {string} [name] of who made the move, or what stands for it; without it, you did
 * @returns {HTMLElement[]} without a reason also the boards after both moves
 */
export function momentBoards(moment, size, name) {
  const { played, best, board, worse, better, reason, lines } = moment;
  const made = madeBy(name)(directionInWords(played));
  const instead = insteadOf(directionInWords(best));
  const { frame, board: tiles, cells, arrow } = makeBoard({});
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
  if (reason !== 'none') return [before];
  return lines === 'none'
    ? [before, labeledBoard(made, worse, size), labeledBoard(instead, better, size)]
    : [before, makeLines(lines, size, madeBy(name))];
}

const BACK = 'M17 4v16L6 12z';
const FORTH = 'M7 4v16l11-8z';

/**
 * Both lines side by side, and the buttons that step through them.
 * @param {Lines} lines @param {{ rows: number, cols: number }} size @param {(move: string) => string} made
 */
function makeLines({ played, better }, size, made) {
  const sides = [makeLine(played, size, made), makeLine(better, size, insteadOf)];
  const most = Math.max(played.length, better.length);
  const words = make('p', { class: 'line-at', role: 'status' });
  let at = 1;
  const show = (/** @type {number} */ next) => {
    at = Math.max(1, Math.min(most, next));
    for (const side of sides) side.show(at);
    writeText(words, t('Move {at} of {moves}', { at, moves: most }));
    // One that is disabled would lose the focus.
    back.setAttribute('aria-disabled', String(at === 1));
    forth.setAttribute('aria-disabled', String(at === most));
  };
  const step = (/** @type {string} */ path, /** @type {string} */ label, /** @type {number} */ by) => {
    const button = makeButton('', () => show(at + by), { class: 'round', 'aria-label': label });
    button.append(icon(path));
    return button;
  };
  const back = step(BACK, translatable('Previous'), -1);
  const forth = step(FORTH, translatable('Next'), 1);
  show(1);
  return make(
    'div',
    { class: 'moment-lines' },
    ...sides.map(({ figure }) => figure),
    make('div', { class: 'line-steps' }, back, words, forth),
  );
}

/**
 * @param {LineMove[]} line @param {{ rows: number, cols: number }} size
 * @param {(move: string) => string} said the move that led to the board
 */
function makeLine(line, { rows, cols }, said) {
  const { frame, board, cells } = makeBoard({});
  board.setSize(rows, cols);
  cells.setSize(rows, cols);
  const caption = make('figcaption');
  return {
    figure: make('figure', {}, frame, caption),
    /** @param {number} at the number of moves; a line that has ended stays on its last board */
    show(at) {
      const now = line[Math.min(at, line.length) - 1];
      if (!now) return;
      board.showSoon(now.ranks);
      cells.show(now.ranks);
      const words = at > line.length ? t('Game over!') : said(directionInWords(now.move));
      writeText(caption, words);
    },
  };
}
