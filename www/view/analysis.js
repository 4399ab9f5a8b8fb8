// Shows the AI's evaluation of the board: a bar and a number for each move, the reason for the best move, the
// expected moves, and the details of the search.
//
// It is drawn at most every `EVERY_MS`: faster changes cannot be read.

import { t } from '../text/text.js';
import { ARROW, icon, make, writeText } from './element.js';
import { element } from './page.js';
import { DIRECTIONS, authorInWords, directionInWords, valueInWords, whyInWords } from './phrases.js';
import { SummaryView } from './summary.js';

/** @import { Report } from '../engine/types.js' */

/** Between two drawings while the AI plays, in milliseconds. */
const EVERY_MS = 120;
/** The shortest bar of a possible move, as a share of the longest. */
const SHORTEST_BAR = 0.12;
/** Shown instead of a missing value: a dash. */
const NO_VALUE = '\u2013';
/** Up, Right, Down, Left. */
const TURN = [0, 90, 180, 270];

export class AnalysisView {
  constructor() {
    this.why = element('engine-why');
    this.ahead = element('engine-ahead');
    this.line = element('engine-line');
    this.summary = new SummaryView(element('engine-summary'));
    this.rows = DIRECTIONS.map((name, direction) => makeRow(name, TURN[direction] ?? 0));
    element('values').replaceChildren(...this.rows.map(({ item }) => item));
    this.drawn = -Infinity;
    /** Whether a search has been shown. */
    this.hasReport = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.clear();
  }

  /** @param {Report} report */
  show(report) {
    clearTimeout(this.timer);
    const wait = this.drawn + EVERY_MS - performance.now();
    if (wait > 0) this.timer = setTimeout(() => this.draw(report), wait);
    else this.draw(report);
  }

  /** @param {Report} report */
  draw(report) {
    this.drawn = performance.now();
    this.hasReport = true;
    const possible = report.values.filter((value) => value !== null);
    const least = Math.min(...possible);
    const greatest = Math.max(...possible);
    for (const [direction, row] of this.rows.entries()) {
      const value = report.values[direction] ?? null;
      const unjudged = value === null && report.by?.possible?.[direction] === true;
      row.item.className =
        direction === report.best ? 'best' : value === null && !unjudged ? 'impossible' : '';
      writeText(row.number, unjudged ? 'not rated' : value === null ? 'not possible' : valueInWords(value));
      const length = value === null ? 0 : SHORTEST_BAR + (1 - SHORTEST_BAR) * shareOf(value, least, greatest);
      row.bar.style.transform = `scaleX(${length.toFixed(3)})`;
    }
    writeText(this.line, authorInWords(report));
    writeText(this.why, whyInWords(report));
    this.summary.show(report);
    this.showAhead(report);
  }

  /** Shows the expected moves, if the search computed them. @param {Report} report */
  showAhead({ best, line }) {
    const { ahead } = this;
    ahead.replaceChildren();
    if (best === null || line.length === 0) return;
    const arrows = line.map((direction) =>
      make(
        'li',
        {},
        makeArrow(TURN[direction] ?? 0),
        make('span', { class: 'sr-only' }, directionInWords(direction)),
      ),
    );
    ahead.append(
      make('span', {}, 'Expected moves:'),
      make('ol', { 'aria-label': 'Expected moves (average luck)' }, ...arrows),
    );
  }

  /** Clears the values because the board has changed. The details of the search stay. */
  clear() {
    clearTimeout(this.timer);
    this.summary.clear();
    this.why.textContent = '';
    this.ahead.replaceChildren();
    for (const row of this.rows) {
      if (row.number.textContent === NO_VALUE) continue;
      row.item.className = '';
      row.number.textContent = NO_VALUE;
      row.bar.style.transform = 'scaleX(0)';
    }
  }

  get showsValues() {
    return this.rows.some(({ number }) => number.textContent !== NO_VALUE);
  }

  /** @param {string} sentence @param {boolean} [short] whether it also stands in the panel's one line */
  showLine(sentence, short = true) {
    clearTimeout(this.timer);
    this.line.textContent = t(sentence);
    if (short) this.summary.write(sentence);
    else this.summary.clear();
  }
}

/** Where a value lies between the least and the greatest, 0 to 1. Values of strategies may be infinite. @param {number} value @param {number} least @param {number} greatest */
function shareOf(value, least, greatest) {
  if (value === greatest) return 1;
  return Number.isFinite(greatest - least) ? (value - least) / (greatest - least) : 0;
}

/** @param {number} turn degrees */
function makeArrow(turn) {
  const svg = icon(ARROW);
  svg.style.rotate = `${turn}deg`;
  return svg;
}

/** @param {string} name @param {number} turn degrees */
function makeRow(name, turn) {
  const bar = make('span', { class: 'value-bar' });
  const number = make('span', { class: 'value-number' });
  return { item: make('li', {}, makeArrow(turn), make('span', {}, name), bar, number), bar, number };
}
