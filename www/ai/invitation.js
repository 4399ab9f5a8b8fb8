// What the AI's lines say while there is no evaluation of the board.

import { t, translatable } from '../shared/text.js';

/** @import { State } from '../game/state.js' */

const WORDS = {
  off: translatable('The AI is turned off (engine=off in the address).'),
  final: translatable('No AI in the daily game'),
  coach: translatable('The coach speaks when it matters.'),
  hint: translatable('Press Hint to see the AI’s move.'),
};

/** @param {State} state */
export function invitation({ ai, coach, final }) {
  const kind =
    ai.value === 'off' ? 'off' : final.value ? 'final' : coach.value.kind === 'on' ? 'coach' : 'hint';
  return t(WORDS[kind]);
}
