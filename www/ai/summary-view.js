// The AI's panel in one line: the best move and why it is the best; with the coach, its words about the last
// move.

import { t } from '../shared/text.js';
import { effect, untracked } from '../vendor/signals-core.js';
import { saidInWords } from './rating-words.js';
import { make, writeText } from '../shared/element.js';
import { invitation } from './invitation.js';
import { element } from '../shared/page.js';
import { paced } from '../shared/paced.js';
import { directionInWords } from '../shared/phrases.js';
import { whyInWords } from './search-words.js';

/** @import { State } from '../game/state.js' */

/** @param {State} state */
export function showSummary(state) {
  const words = make('span', { class: 'summary-words' });
  element('engine-summary').replaceChildren(words);

  /** The words, and their kind for the style. @returns {{ text: string, kind: string, grade?: string }} */
  const content = () => {
    const speaker = state.speaker.value;
    const evaluation = state.evaluation.value;
    const coach = state.coach.value;
    if (speaker === 'sentence') return { text: t(state.sentence.value), kind: 'sentence' };
    if (speaker === 'coach' && coach.kind === 'on' && coach.said.kind !== 'nothing') {
      const grade = coach.said.kind === 'warning' ? 'blunder' : coach.said.rating.grade;
      const text = saidInWords(coach.said);
      if (text !== '') return { text, kind: 'grade', grade };
    }
    if (speaker !== 'evaluation' || evaluation.kind !== 'known' || evaluation.report.best === null)
      return { text: invitation(state), kind: 'sentence' };
    return { text: whyInWords(evaluation.report) || directionInWords(evaluation.report.best), kind: 'move' };
  };
  const draw = paced(() => {
    const { text, kind, grade } = untracked(content);
    writeText(words, text);
    words.dataset.kind = kind;
    if (grade) words.dataset.grade = grade;
    else delete words.dataset.grade;
  });
  // The line and the arrow on the board change together, except in autoplay, which is faster than reading.
  effect(() => draw(content().kind !== 'move' || state.mode.value !== 'autoplay'));
}
