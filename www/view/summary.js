// The AI's panel in one line: the best move, its value and its lead; with the coach, its words about the last move and the
// expected final score.

import { percent, short, t } from '../text/text.js';
import { effect, untracked } from '../vendor/signals-core.js';
import { saidInWords } from './coach-words.js';
import { make, writeText } from './element.js';
import { invitation } from './invitation.js';
import { element } from './page.js';
import { paced } from './paced.js';
import { directionInWords } from './phrases.js';
import { leadOf, outlookInWords } from './search-words.js';

/** @import { State } from '../state/state.js' */

/** Between two drawings while the AI plays, in milliseconds. */
const EVERY_MS = 120;

/** @param {State} state */
export function showSummary(state) {
  const words = make('span', { class: 'summary-words' });
  const fill = make('span');
  const bar = make(
    'span',
    { class: 'confidence', role: 'img', title: 'Lead over the next best move', hidden: true },
    fill,
  );
  const expected = make('span', { class: 'expected', title: 'Expected final score', hidden: true });
  element('engine-summary').replaceChildren(words, bar, expected);

  /** The words, their kind for the style, and the lead if there is one. @returns {{ text: string, kind: string, grade?: string, lead?: number | null }} */
  const content = () => {
    const summary = state.summary.value;
    const evaluation = state.evaluation.value;
    const coach = state.coach.value;
    if (summary.kind === 'sentence') return { text: t(summary.text), kind: 'sentence' };
    if (summary.kind === 'coach' && coach.kind === 'on' && coach.said.kind !== 'nothing') {
      const grade = coach.said.kind === 'warning' ? 'blunder' : coach.said.rating.grade;
      return { text: saidInWords(coach.said), kind: 'grade', grade };
    }
    if (summary.kind !== 'evaluation' || evaluation.kind === 'none' || evaluation.report.best === null)
      return { text: invitation(state), kind: 'sentence' };
    const { report } = evaluation;
    const outlook = report.judged?.outlook ? outlookInWords(report.judged.outlook) : '';
    return {
      text: [directionInWords(evaluation.report.best), outlook].filter(Boolean).join(' · '),
      kind: 'move',
      lead: leadOf(report),
    };
  };
  const draw = paced(EVERY_MS, () => {
    const { text, kind, grade, lead = null } = untracked(content);
    writeText(words, text);
    words.dataset.kind = kind;
    if (grade) words.dataset.grade = grade;
    else delete words.dataset.grade;
    bar.hidden = lead === null;
    if (lead === null) return;
    fill.style.transform = `scaleX(${lead.toFixed(3)})`;
    bar.setAttribute('aria-label', t('Lead over the next best move: {share}', { share: percent(lead) }));
  });
  effect(() => draw(content().kind !== 'move'));
  effect(() => {
    const coach = state.coach.value;
    const score = coach.kind === 'on' && coach.outlook !== 'unknown' ? short(coach.outlook.end) : '';
    expected.hidden = score === '';
    writeText(expected, score);
  });
}
