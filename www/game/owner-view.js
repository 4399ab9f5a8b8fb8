// What covers the board while another tab has its game (./owner.js).

import { playHere } from './acts.js';
import { say } from '../shared/notices.js';
import { translatable } from '../shared/text.js';
import { effect, untracked } from '../vendor/signals-core.js';
import { make, makeButton } from '../shared/element.js';
import { element } from '../shared/page.js';

/** @import { State } from './state.js' */

const WORDS = translatable('This game is open in another tab');

/** @param {State} state */
export function showOwner(state) {
  const box = make(
    'section',
    { class: 'message elsewhere', id: 'elsewhere', 'aria-labelledby': 'elsewhere-title', hidden: true },
    make('h2', { id: 'elsewhere-title' }, WORDS),
    make(
      'div',
      { class: 'message-buttons' },
      makeButton('Play here', () => playHere(state), { class: 'strong' }),
    ),
  );
  element('board').parentElement?.append(box);
  effect(() => {
    const isElsewhere = state.owner.value === 'elsewhere';
    if (isElsewhere && box.hidden) untracked(() => say(state, WORDS));
    box.hidden = !isElsewhere;
  });
}
