// The message over the board when the game is won or over, with its buttons.

import { t } from '../text/text.js';
import { make, makeButton } from './element.js';

/** @typedef {'playing' | 'won' | 'over'} GameStatus */

export class MessageView {
  /** @param {{ goOn: () => void, undo: () => void, again: () => void }} acts the actions of its buttons */
  constructor({ goOn, undo, again }) {
    this.title = make('h2', { id: 'message-title' });
    this.detail = make('p', { id: 'message-detail' });
    this.goOn = makeButton('Keep going', goOn, { id: 'message-go-on' });
    this.element = make('section', { class: 'message', id: 'message', 'aria-labelledby': 'message-title', hidden: true },
      this.title, this.detail,
      make('div', { class: 'message-buttons' },
        this.goOn, makeButton('Undo', undo, { id: 'message-undo' }), makeButton('New game', again, { id: 'message-again' })));
    /** @type {GameStatus} */
    this.shown = 'playing';
  }

  /** @param {GameStatus} status @param {number} score @param {boolean} canGoOn whether a move is possible */
  show(status, score, canGoOn) {
    const { element, title, detail, goOn } = this;
    if (status !== this.shown) element.hidden = status === 'playing';
    this.shown = status;
    if (status === 'playing') return;
    // This also restarts the animation when one finished game replaces another.
    element.classList.toggle('won', status === 'won');
    title.textContent = status === 'won' ? t('You win!') : t('Game over!');
    detail.textContent = status === 'won' && !canGoOn
      ? t('You made 2048, but no moves are left: {score} points.', { score: String(score) })
      : t('{score} points.', { score: String(score) });
    goOn.hidden = status !== 'won' || !canGoOn;
  }
}
