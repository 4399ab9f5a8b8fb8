// The AI's panel in one line: the best move, what it is worth, and by how much it is ahead of the next best.

import { make, writeText } from './element.js';
import { DIRECTIONS, leadOf, valueInWords } from './phrases.js';

/** @import { Report } from '../engine/protocol.js' */

/** What the line says before anything was asked, and on a board that nobody asked about. */
const INVITATION = 'Press Hint to see the AI’s move.';

export class SummaryView {
  /** @param {HTMLElement} line */
  constructor(line) {
    this.words = make('span', { class: 'summary-words' });
    this.fill = make('span');
    this.bar = make('span', { class: 'confidence', role: 'img', title: 'Confidence: how far this move is ahead of the next best', hidden: true }, this.fill);
    line.replaceChildren(this.words, this.bar);
    this.clear();
  }

  /** @param {Report} report */
  show(report) {
    const { best, values, by } = report;
    if (best === null) return this.clear();
    const value = values[best] ?? null;
    const points = value !== null && by?.unit === 'points' ? `, +${valueInWords(value)}` : '';
    this.write(`${DIRECTIONS[best]}${points}`, true);
    const lead = leadOf(report);
    this.bar.hidden = lead === null;
    if (lead === null) return;
    this.fill.style.transform = `scaleX(${lead.toFixed(3)})`;
    this.bar.setAttribute('aria-label', `Confidence ${Math.round(lead * 100)}%`);
  }

  /** @param {string} sentence in place of a move */
  say(sentence) {
    this.write(sentence, false);
    this.bar.hidden = true;
  }

  clear() {
    this.say(INVITATION);
  }

  /** @param {string} text @param {boolean} best */
  write(text, best) {
    this.words.classList.toggle('best', best);
    writeText(this.words, text);
  }
}
