// The AI's panel in one line: the best move, its value and its lead; with the coach, the grade of the last move.

import { percent, t, translatable } from '../text/text.js';
import { make, writeText } from './element.js';
import { directionInWords, leadOf, valueInWords } from './phrases.js';

/** @import { Report } from '../engine/types.js' */

/** Shown while there is no evaluation of the current board. */
const INVITATION = translatable('Press Hint to see the AI’s move.');

export class SummaryView {
  /** @param {HTMLElement} line */
  constructor(line) {
    this.words = make('span', { class: 'summary-words' });
    this.fill = make('span');
    this.bar = make(
      'span',
      { class: 'confidence', role: 'img', title: 'Lead over the next best move', hidden: true },
      this.fill,
    );
    this.expected = make('span', { class: 'expected', title: 'Expected final score', hidden: true });
    this.invitation = INVITATION;
    line.replaceChildren(this.words, this.bar, this.expected);
    this.clear();
  }

  /** @param {Report} report */
  show(report) {
    const { best, values, by } = report;
    if (best === null) return this.clear();
    const value = values[best] ?? null;
    const points = value !== null && by?.unit === 'points' ? `, +${valueInWords(value)}` : '';
    this.write(`${directionInWords(best)}${points}`, 'move');
    const lead = leadOf(report);
    this.bar.hidden = lead === null;
    if (lead === null) return;
    this.fill.style.transform = `scaleX(${lead.toFixed(3)})`;
    this.bar.setAttribute('aria-label', t('Lead over the next best move: {share}', { share: percent(lead) }));
  }

  /** Shows a message of the coach until its next one, so that it can be read during the next move. @param {string} text @param {string} grade */
  grade(text, grade) {
    this.write(text, 'grade');
    this.words.dataset.grade = grade;
  }

  /** Clears the values, because the board has changed. */
  clear() {
    if (this.words.dataset.kind !== 'grade') this.write(this.invitation);
  }

  /** @param {string | null} invitation replaces the default one */
  invite(invitation) {
    this.invitation = invitation ?? INVITATION;
    this.write(this.invitation);
  }

  /** @param {string | null} score the expected final score, if it is known */
  expect(score) {
    this.expected.hidden = score === null;
    writeText(this.expected, score ?? '');
  }

  /** @param {string} text @param {'move' | 'sentence' | 'grade'} [kind] a sentence is shown instead of a move */
  write(text, kind = 'sentence') {
    this.words.dataset.kind = kind;
    delete this.words.dataset.grade;
    writeText(this.words, text);
    this.bar.hidden = true;
  }
}
