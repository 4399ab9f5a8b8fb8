// Shows what the coach adds to the board: its words for screen readers, and the bar of the expected score.
// The page's summary line shows the words, too.

import { say } from '../shared/notices.js';
import { effect, untracked } from '../vendor/signals-core.js';
import { saidInWords } from '../ai/rating-words.js';
import { make, writeAgain } from '../shared/element.js';
import { element } from '../shared/page.js';
import { about, t, whole } from '../shared/text.js';

/** @import { State } from '../game/state.js' */
/** @import { ExpectedPoints, Said } from '../game/types.js' */

/** @param {State} state */
export function showCoach(state) {
  const region = element('coach-words');
  const made = make('span', { class: 'outlook-made' });
  const rest = make('span');
  const bar = make('div', { class: 'outlook', role: 'img', hidden: true }, rest, made);
  effect(() => {
    const coach = state.coach.value;
    if (coach.kind === 'off') bar.remove();
    else element('board').append(bar);
    const expected = coach.kind === 'on' ? coach.expected : 'unknown';
    bar.hidden = expected === 'unknown';
    if (expected === 'unknown') return;
    const words = expectedInWords(expected);
    bar.setAttribute('aria-label', words);
    bar.title = words;
    const most = Math.max(1, expected.most);
    rest.style.transform = `scaleY(${(expected.end / most).toFixed(4)})`;
    made.style.transform = `scaleY(${(expected.made / most).toFixed(4)})`;
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

/** @param {ExpectedPoints} expected @returns {string} */
function expectedInWords({ made, end, most }) {
  return t('Expected final score: {end} ({made} so far). Highest estimate in this game: {most}.', {
    end: about(end),
    made: whole(made),
    most: about(most),
  });
}
