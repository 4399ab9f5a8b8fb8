// Says whose best score is shown.

import { writeText } from '../shared/element.js';
import { element } from '../shared/page.js';
import { effect } from '../vendor/signals-core.js';

/** @import { State } from './state.js' */

/**
 * Beside the points of the AI, or of a board that was set up, the best score needs to say whose it is.
 * @param {State} state
 */
export function showWhoseBest({ game, session }) {
  const label = element('best').previousElementSibling;
  effect(() => {
    void game.value;
    if (label) writeText(label, session.players === 'own' && session.counts ? 'Best' : 'Your best');
  });
}
