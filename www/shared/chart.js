// A line chart over the moves of a game, as SVG, with marks, a selectable position and perhaps a scale; and a
// bar chart as a table.
//
// For screen readers it is one image with a description. A table beside it has the numbers, and the replay's
// slider reaches every position.

import { draw, make, writeText } from './element.js';

/** The size of the drawing in its own units; it is stretched to the available width. */
const WIDTH = 600;
const HEIGHT = 160;
/** Space for the marks at the edge. */
const RIM = 8;
/** A scale begins at a round number below the least value, and has this share of the greatest at least. */
const LEAST_SCALE = 0.4;
/** The most points; more could not be distinguished. */
const MAX_POINTS = 300;

export class Chart {
  /** @param {(at: number) => void} [onPick] */
  constructor(onPick) {
    this.line = draw('polyline', { class: 'chart-line', fill: 'none' });
    this.here = draw('line', { class: 'chart-here', y1: 0, y2: HEIGHT, visibility: 'hidden' });
    this.marks = draw('g', { class: 'chart-marks' });
    this.element = draw(
      'svg',
      { class: 'chart', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img' },
      this.line,
      this.marks,
      this.here,
    );
    /** The values at its upper and lower edge. The description of the chart has them in other words. */
    this.scale = [make('span'), make('span')];
    this.framed = make(
      'div',
      { class: 'chart-frame' },
      this.element,
      make('div', { class: 'chart-scale', 'aria-hidden': 'true' }, ...this.scale),
    );
    this.length = 1;
    if (!onPick) return;
    this.element.classList.add('pickable');
    this.element.addEventListener('click', ({ clientX }) => {
      const { left, width } = this.element.getBoundingClientRect();
      const x = ((clientX - left) / width) * WIDTH;
      const at = Math.round(((x - RIM) / (WIDTH - 2 * RIM)) * this.length);
      onPick(Math.max(0, Math.min(this.length, at)));
    });
  }

  /**
   * @param {ArrayLike<number>} values by position, NaN where unknown
   * @param {number[]} marked positions @param {string} sentence
   * @param {(value: number) => string} [inWords] writes the values of the scale, which then need not begin at
   *   zero
   */
  show(values, marked, sentence, inWords) {
    this.length = Math.max(1, values.length - 1);
    this.element.setAttribute('aria-label', sentence);
    const known = Array.from(values).filter(Number.isFinite);
    const max = known.reduce((a, b) => Math.max(a, b), 0) || 1;
    const least = inWords ? leastOf(known, max) : 0;
    if (inWords)
      for (const [at, value] of [max, least].entries())
        writeText(/** @type {Element} */ (this.scale[at]), inWords(value));
    const place = (/** @type {number} */ at) =>
      `${this.x(at).toFixed(1)},${(HEIGHT - RIM - ((Number(values[at]) - least) / (max - least)) * (HEIGHT - 2 * RIM)).toFixed(1)}`;
    const step = Math.max(1, Math.ceil(values.length / MAX_POINTS));
    const points = [];
    // The last value is always drawn.
    for (let at = (values.length - 1) % step; at < values.length; at += step)
      if (Number.isFinite(values[at])) points.push(place(at));
    this.line.setAttribute('points', points.join(' '));
    this.marks.replaceChildren(
      ...marked
        .filter((at) => Number.isFinite(values[at]))
        .map((at) => {
          const [x = 0, y = 0] = place(at).split(',');
          // A line of length zero with round caps stays a dot when the drawing is stretched.
          return draw('path', { d: `M${x} ${y}h0` });
        }),
    );
  }

  /** @param {number} at */
  showAt(at) {
    const x = this.x(Math.min(at, this.length)).toFixed(1);
    this.here.setAttribute('x1', x);
    this.here.setAttribute('x2', x);
    this.here.removeAttribute('visibility');
  }

  /** @param {number} at */
  x(at) {
    return RIM + (at / this.length) * (WIDTH - 2 * RIM);
  }
}

/**
 * Where a scale begins. A narrow one would show noise as a great change.
 * @param {number[]} values
 * @param {number} max the greatest of them
 */
function leastOf(values, max) {
  const least = values.reduce((a, b) => Math.min(a, b), max * (1 - LEAST_SCALE));
  const step = 10 ** Math.floor(Math.log10(max)) / 2;
  return Math.max(0, Math.floor(least / step) * step);
}

/**
 * Bars as a table: screen readers read the numbers.
 * @param {string} caption @param {{ label: string, share: number, words: string }[]} rows `share`: length of
 *   the bar, 0 to 1
 * @returns {HTMLTableElement}
 */
export function barTable(caption, rows) {
  return make(
    'table',
    { class: 'bars' },
    make('caption', {}, caption),
    make(
      'tbody',
      {},
      ...rows.map(({ label, share, words }) => {
        const bar = make('span', { class: 'value-bar' });
        bar.style.transform = `scaleX(${share.toFixed(3)})`;
        return make(
          'tr',
          {},
          make('th', { scope: 'row' }, label),
          make('td', {}, bar),
          make('td', {}, words),
        );
      }),
    ),
  );
}
