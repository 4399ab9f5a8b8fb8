// What the AI thinks of the board: the arrow over it, a bar and a number for each move, and what the search did.
//
// Leaves out searching and the sentences (phrases.js). Drawn at most every `EVERY_MS`, because at full speed nobody could
// read it.

import { DIRECTIONS, searchInWords, valueInWords } from './phrases.js';

/** @import { Report, TierName } from '../engine/protocol.js' */

/** Between two drawings while the AI plays, in milliseconds. */
const EVERY_MS = 120;
/** The shortest bar of a possible move, as a share of the longest. */
const SHORTEST_BAR = 0.12;
/** Up, Right, Down, Left. */
const TURN = [0, 90, 180, 270];

export class AnalysisView {
  /** @param {{ arrow: HTMLElement, values: HTMLElement, line: HTMLElement }} parts */
  constructor(parts) {
    this.parts = parts;
    this.rows = DIRECTIONS.map((name, direction) => makeRow(parts.values, name, TURN[direction] ?? 0));
    this.drawn = -Infinity;
    /** Whether a search has been shown. */
    this.told = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.clear();
  }

  /** @param {Report} report @param {TierName | null} tier @param {number} threads */
  show(report, tier, threads) {
    clearTimeout(this.timer);
    const wait = this.drawn + EVERY_MS - performance.now();
    if (wait > 0) this.timer = setTimeout(() => this.draw(report, tier, threads), wait);
    else this.draw(report, tier, threads);
  }

  /** @param {Report} report @param {TierName | null} tier @param {number} threads */
  draw(report, tier, threads) {
    this.drawn = performance.now();
    this.told = true;
    const possible = report.values.filter((value) => value !== null);
    const least = Math.min(...possible);
    const greatest = Math.max(...possible);
    for (const [direction, row] of this.rows.entries()) {
      const value = report.values[direction] ?? null;
      row.item.className = value === null ? 'impossible' : direction === report.best ? 'best' : '';
      row.number.textContent = value === null ? 'not possible' : valueInWords(value);
      const share = value === null ? 0 : greatest > least ? (value - least) / (greatest - least) : 1;
      const length = value === null ? 0 : SHORTEST_BAR + (1 - SHORTEST_BAR) * share;
      row.bar.style.transform = `scaleX(${length.toFixed(3)})`;
    }
    this.parts.line.textContent = searchInWords(report, tier, threads);
  }

  /** The values are of another board now: they go, and what the search did stays. */
  clear() {
    clearTimeout(this.timer);
    this.point(null);
    for (const row of this.rows) {
      if (row.number.textContent === '\u2013') continue;
      row.item.className = '';
      row.number.textContent = '\u2013';
      row.bar.style.transform = 'scaleX(0)';
    }
  }

  /** Shows the arrow over the board, or none. @param {number | null} direction */
  point(direction) {
    const { arrow } = this.parts;
    arrow.hidden = direction === null;
    if (direction !== null) arrow.dataset.direction = String(direction);
  }

  /** @param {string} sentence */
  tell(sentence) {
    clearTimeout(this.timer);
    this.parts.line.textContent = sentence;
  }
}

/** @param {HTMLElement} list @param {string} name @param {number} turn degrees */
function makeRow(list, name, turn) {
  const { ownerDocument: document } = list;
  const item = document.createElement('li');
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.style.rotate = `${turn}deg`;
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', 'M12 2 3 12h5v10h8V12h5z');
  svg.append(path);
  const label = document.createElement('span');
  label.textContent = name;
  const bar = document.createElement('span');
  bar.className = 'value-bar';
  const number = document.createElement('span');
  number.className = 'value-number';
  item.append(svg, label, bar, number);
  list.append(item);
  return { item, bar, number };
}
