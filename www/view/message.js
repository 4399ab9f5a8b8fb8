// The message over the board: won, or over, with what can be done about it.
//
// Leaves out when the game is won or over, and what the buttons do.

/** @typedef {'playing' | 'won' | 'over'} GameStatus */

export class MessageView {
  /**
   * @param {{ box: HTMLElement, title: HTMLElement, detail: HTMLElement, goOn: HTMLElement, undo: HTMLElement }} parts
   */
  constructor(parts) {
    this.parts = parts;
    /** @type {GameStatus} */
    this.shown = 'playing';
  }

  /** @param {GameStatus} status @param {number} score @param {boolean} canGoOn whether a move is possible */
  show(status, score, canGoOn) {
    const { box, title, detail, goOn } = this.parts;
    if (status === this.shown) return;
    this.shown = status;
    box.hidden = status === 'playing';
    if (status === 'playing') return;
    box.classList.toggle('won', status === 'won');
    title.textContent = status === 'won' ? 'You win!' : 'Game over!';
    detail.textContent = status === 'won' && !canGoOn
      ? `2048 with the last move there was: ${score} points.`
      : `${score} points.`;
    goOn.hidden = status !== 'won' || !canGoOn;
  }
}
