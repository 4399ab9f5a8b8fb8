// The coach's words for screen readers. The page's summary line shows them, too.

import { say } from '../shared/notices.js';
import { effect, untracked } from '../vendor/signals-core.js';
import { saidInWords } from '../ai/rating-words.js';
import { writeAgain } from '../shared/element.js';
import { element } from '../shared/page.js';

/** @import { State } from '../game/state.js' */
/** @import { Said } from '../game/types.js' */

/** @param {State} state */
export function showCoach(state) {
  const region = element('coach-words');
  effect(() => {
    // For tests, as it is not seen when the AI has looked at the board.
    const known = state.coach.value.kind === 'on' ? state.coach.value.known : 'nothing';
    region.dataset.knows = known === 'nothing' ? known : known.report.judged?.outlook ? 'points' : 'values';
  });
  /** @type {Said} */
  let said = { kind: 'nothing' };
  effect(() => {
    const coach = state.coach.value;
    const now = coach.kind === 'on' ? coach.said : said;
    if (coach.kind === 'off') region.textContent = '';
    else if (now !== said) {
      // Little depends on most moves: without words it shows only here that a move was rated.
      region.dataset.grade = now.kind === 'rating' ? now.rating.grade : 'none';
      writeAgain(region, saidInWords(now));
    }
    said = now;
  });
  effect(() => {
    if (state.repeats.value > 0 && said.kind !== 'nothing') untracked(() => say(state, saidInWords(said)));
  });
}
