// The arrow over a board that shows the AI's move, and when the game's own board has it.

import { say } from '../shared/notices.js';
import { t } from '../shared/text.js';
import { effect, untracked } from '../vendor/signals-core.js';
import { ARROW, icon, make } from '../shared/element.js';
import { directionInWords } from '../shared/phrases.js';

/** @import { Direction } from '../engine/types.js' */
/** @import { State } from './state.js' */

export class HintArrow {
  /** @param {Record<string, string>} [attributes] of its element */
  constructor(attributes = {}) {
    this.element = make(
      'div',
      { class: 'hint-arrow', 'aria-hidden': 'true', hidden: true, ...attributes },
      icon(ARROW),
    );
  }

  /** @param {Direction | null} direction null hides the arrow */
  point(direction) {
    this.element.hidden = direction === null;
    if (direction !== null) this.element.dataset.direction = String(direction);
  }
}

/** Points at the move of a hint, as long as it holds. @param {State} state @param {HintArrow} arrow */
export function showHint(state, arrow) {
  effect(() => {
    const evaluation = state.evaluation.value;
    const best = evaluation.kind === 'known' && evaluation.hint ? evaluation.report.best : null;
    arrow.point(best);
    if (best !== null) untracked(() => say(state, t('Hint: {move}', { move: directionInWords(best) })));
  });
}
