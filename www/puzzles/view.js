// Shows a puzzle: its board, and after the answer why the move is right or wrong.

import { DEFAULT_SIZE } from '../game/size.js';
import { percent, t } from '../shared/text.js';
import { effect } from '../vendor/signals-core.js';
import { fillArrows, makeBoard, labeledBoard } from '../game/board-parts.js';
import { reasonInWords } from '../ai/rating-words.js';
import { buttonRow, make, makeButton } from '../shared/element.js';
import { directionInWords } from '../shared/phrases.js';

/** @import { Direction } from '../engine/types.js' */
/** @import { Answer, Puzzles, Shown } from './state.js' */

export class PuzzleView {
  /**
   * @param {Puzzles} puzzles
   * @param {{ still: () => boolean, onMove: (direction: Direction) => void, onNext: () => void, onShare: ()
   *   => void }} options `still`: whether to draw without animations
   */
  constructor(puzzles, { still, onMove, onNext, onShare }) {
    this.still = still;
    this.words = make('p', { class: 'puzzle-words', role: 'status' });
    this.parts = makeBoard({ 'aria-label': 'Board' });
    const { board, cells, frame } = this.parts;
    board.setSize(DEFAULT_SIZE.rows, DEFAULT_SIZE.cols);
    cells.setSize(DEFAULT_SIZE.rows, DEFAULT_SIZE.cols);
    frame.classList.add('puzzle-board');
    const arrows = make('div', { class: 'arrows', role: 'group', 'aria-label': 'Slide the tiles' });
    fillArrows(arrows, onMove);
    this.next = makeButton('Next puzzle', onNext, { class: 'strong' });
    const share = makeButton('Share', onShare, { class: 'quiet' });
    const buttons = buttonRow(this.next, share);
    this.why = make('div', { class: 'puzzle-why' });
    this.element = make('div', { class: 'puzzle' }, this.words, frame, arrows, buttons, this.why);
    effect(() => {
      const shown = puzzles.shown.value;
      const { kind } = shown;
      arrows.inert = kind !== 'asked';
      // The board of another puzzle would stand there.
      frame.hidden = arrows.hidden = kind === 'none';
      share.hidden = !('puzzle' in shown);
      this.next.hidden = ['loading', 'none', 'asked'].includes(kind);
      this.draw(shown);
    });
  }

  /** Gives the board the focus, so that Next does not disappear with it. */
  focusBoard() {
    this.parts.cells.cells[0]?.focus();
  }

  /** @param {Shown} shown */
  draw(shown) {
    const { arrow, board, cells } = this.parts;
    this.why.replaceChildren();
    arrow.point(null);
    this.words.textContent = inWords(shown);
    this.words.dataset.answer = shown.kind === 'answered' ? (shown.answer.right ? 'right' : 'wrong') : '';
    if (!('puzzle' in shown)) return;
    const { ranks } = shown.puzzle;
    if (shown.kind === 'asked') {
      board.show(ranks);
      cells.show(ranks);
      return;
    }
    const { right, played, best, slide, better } = shown.answer;
    if (right) {
      board.play(slide, slide.after, this.still() ? 0 : Infinity);
      cells.show(slide.after);
    } else {
      arrow.point(best);
      this.why.append(
        labeledBoard(t('You: {played}', { played: directionInWords(played) }), slide.after, DEFAULT_SIZE),
        labeledBoard(t('Better: {best}', { best: directionInWords(best) }), better.after, DEFAULT_SIZE),
      );
    }
    this.next.focus();
  }
}

/** @param {Shown} shown @returns {string} */
function inWords(shown) {
  if (shown.kind === 'loading') return t('Loading…');
  if ('text' in shown) return t(shown.text);
  if (shown.kind === 'answered') return answerInWords(shown.answer);
  return shown.played === 'none' ? t('Find the best move.') : t('The AI is checking your move…');
}

/** @param {Answer} answer @returns {string} */
function answerInWords({ right, played, best, second, loss, reason }) {
  const share = percent(loss / 100);
  if (right)
    return [
      t('Correct!'),
      loss < 1
        ? ''
        : t('The next best move, {move}, costs {share} of the remaining points.', {
            move: directionInWords(second),
            share,
          }),
    ].join(' ');
  const words = { played: directionInWords(played), best: directionInWords(best), share };
  return [
    t('{played} costs {share} of the remaining points.', words),
    reason === 'none' ? '' : reasonInWords(reason, { played, best }),
  ]
    .join(' ')
    .trim();
}
