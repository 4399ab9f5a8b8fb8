// What the page says where there is no AI, and the AI's lines while there is no evaluation of the board.

import { NO_AI } from '../shared/notices.js';
import { t, translatable } from '../shared/text.js';

/** @import { App } from '../game/app.js' */
/** @import { State } from '../game/state.js' */

const WORDS = {
  off: translatable('The AI is turned off (engine=off in the address).'),
  final: translatable('No AI in the daily game'),
  coach: translatable('The coach speaks when it matters.'),
  hint: translatable('Hint shows the AI’s move, Autoplay lets it play.'),
  // The buttons are far from these words.
  beside: translatable('Below the board, Hint shows the AI’s move and Autoplay lets it play.'),
};

/** @param {State} state */
export function invitation({ ai, coach, final, panelBeside }) {
  if (ai.value === 'off') return t(WORDS.off);
  if (final.value) return t(WORDS.final);
  if (coach.value.kind === 'on') return t(WORDS.coach);
  return t(panelBeside.value ? WORDS.beside : WORDS.hint);
}

/**
 * @param {Pick<App, 'ai'>} app
 * @returns {Exclude<App['ai'], string>}
 * @throws with a message for the player if there is none
 */
export function aiOf({ ai }) {
  if (ai === 'off') throw new Error(t(WORDS.off));
  if (ai === 'loading') throw new Error(t(NO_AI));
  return ai;
}
