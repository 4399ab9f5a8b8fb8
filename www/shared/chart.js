// The page's charts: lines, areas and marks over moves, games or time, as SVG that is stretched to its place,
// with its labels as HTML on it.
//
// For screen readers a chart is one image with a description. A table beside it has the numbers, or the
// replay's slider reaches every position.

import { draw, make } from './element.js';

/** The size of the drawing in its own units. */
const WIDTH = 600;
const HEIGHT = 160;
/** Space for the marks at the edge. */
const RIM = 8;
/** A scale begins at a round number below the least value, and has this share of the greatest at least. */
const LEAST_SCALE = 0.4;
/** The most points; more could not be distinguished. */
const MAX_POINTS = 300;

/**
 * A place in the drawing: shares of its width from the left, and of its height from below.
 * @typedef {[x: number, y: number]} Point
 */
/**
 * `level`: beside the chart on its left, at this height; `tick`: below it; `name`: on the chart. `rank`: of
 * the tile that it names.
 * @typedef {{ kind: 'level' | 'tick' | 'name', at: Point, words: string, rank?: number }} Label
 */
/**
 * `sentence`: describes it; `title`: shown where the pointer is; `rules`: lines across, by their height;
 * `uprights`: lines from below to the top.
 * @typedef {{
 *   sentence: string, line?: Point[], dots?: Point[], areas?: { points: Point[], rank?: number,
 *   title?: string }[],
 *   rules?: number[], uprights?: number[], labels?: Label[]
 * }} Drawing
 */

const xOf = (/** @type {number} */ x) => (RIM + x * (WIDTH - 2 * RIM)).toFixed(1);
const yOf = (/** @type {number} */ y) => (HEIGHT - RIM - y * (HEIGHT - 2 * RIM)).toFixed(1);
/** @param {Point[]} points */
const pointsOf = (points) => points.map(([x, y]) => `${xOf(x)},${yOf(y)}`).join(' ');

export class Chart {
  /**
   * @param {{ onPick?: (at: number) => void, onPoint?: (x: number | null) => void }} [options] `onPick`: a
   *   position of `show` was chosen; `onPoint`: the pointer is there, as a share of the width, or elsewhere
   */
  constructor({ onPick, onPoint } = {}) {
    this.line = draw('polyline', { class: 'chart-line', fill: 'none' });
    this.here = draw('line', { class: 'chart-here', y1: 0, y2: HEIGHT, visibility: 'hidden' });
    this.shapes = draw('g');
    this.marks = draw('g', { class: 'chart-marks' });
    this.element = draw(
      'svg',
      { class: 'chart', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img' },
      this.shapes,
      this.line,
      this.marks,
      this.here,
    );
    /** The description of the chart has them in other words. */
    this.labels = make('div', { 'aria-hidden': 'true' });
    this.framed = make('div', { class: 'chart-frame' }, this.element, this.labels);
    /** The positions of `show`, less one. */
    this.length = 1;
    const shareAt = (/** @type {MouseEvent} */ { clientX }) => {
      const { left, width } = this.element.getBoundingClientRect();
      return (((clientX - left) / width) * WIDTH - RIM) / (WIDTH - 2 * RIM);
    };
    if (onPick) {
      this.element.classList.add('pickable');
      this.element.addEventListener('click', (event) =>
        onPick(Math.max(0, Math.min(this.length, Math.round(shareAt(event) * this.length)))),
      );
    }
    if (!onPoint) return;
    for (const event of /** @type {const} */ (['pointermove', 'pointerdown']))
      this.element.addEventListener(event, (moved) => onPoint(shareAt(moved)));
    this.element.addEventListener('pointerleave', () => onPoint(null));
  }

  /** @param {Drawing} drawing */
  draw({ sentence, line = [], dots = [], areas = [], rules = [], uprights = [], labels = [] }) {
    this.element.setAttribute('aria-label', sentence);
    this.line.setAttribute('points', pointsOf(line));
    this.shapes.replaceChildren(
      ...rules.map((y) => draw('line', { x1: 0, x2: WIDTH, y1: yOf(y), y2: yOf(y), class: 'chart-rule' })),
      ...areas.map(({ points, rank, title }) =>
        draw(
          'polygon',
          { points: pointsOf(points), class: 'chart-area', 'data-rank': rank },
          ...(title ? [draw('title', {}, title)] : []),
        ),
      ),
      ...uprights.map((x) =>
        draw('line', { x1: xOf(x), x2: xOf(x), y1: RIM, y2: HEIGHT - RIM, class: 'chart-upright' }),
      ),
    );
    this.marks.replaceChildren(
      // A line of length zero with round caps stays a dot when the drawing is stretched.
      ...dots.map(([x, y]) => draw('path', { d: `M${xOf(x)} ${yOf(y)}h0` })),
    );
    this.labels.replaceChildren(
      ...labels.map(({ kind, at: [x, y], words, rank }) => {
        const label = make('span', { class: `chart-${kind}`, 'data-rank': rank }, words);
        label.style.left = kind === 'level' ? '' : `${(100 * Number(xOf(x))) / WIDTH}%`;
        label.style.top = kind === 'tick' ? '' : `${(100 * Number(yOf(y))) / HEIGHT}%`;
        return label;
      }),
    );
  }

  /**
   * Draws values by position.
   * @param {ArrayLike<number>} values NaN where unknown
   * @param {number[]} marked positions @param {string} sentence
   * @param {(value: number) => string} [inWords] writes the values of the scale, which then need not begin at
   *   zero
   */
  show(values, marked, sentence, inWords) {
    this.length = Math.max(1, values.length - 1);
    const known = Array.from(values).filter(Number.isFinite);
    const max = known.reduce((a, b) => Math.max(a, b), 0) || 1;
    const least = inWords ? leastOf(known, max) : 0;
    const pointAt = (/** @type {number} */ at) =>
      /** @type {Point} */ ([at / this.length, (Number(values[at]) - least) / (max - least)]);
    const step = Math.max(1, Math.ceil(values.length / MAX_POINTS));
    const drawn = [];
    // The last value is always drawn.
    for (let at = (values.length - 1) % step; at < values.length; at += step) drawn.push(at);
    const pointsAt = (/** @type {number[]} */ places) =>
      places.filter((at) => Number.isFinite(values[at])).map(pointAt);
    this.draw({
      sentence,
      line: pointsAt(drawn),
      dots: pointsAt(marked),
      labels: inWords
        ? [
            { kind: 'level', at: [0, 1], words: inWords(max) },
            { kind: 'level', at: [0, 0], words: inWords(least) },
          ]
        : [],
    });
  }

  /** @param {number} at a position of `show` */
  showAt(at) {
    this.point(Math.min(at, this.length) / this.length);
  }

  /** Shows a place by a line. @param {number | null} x a share of the width; null: none */
  point(x) {
    this.here.setAttribute('visibility', x === null ? 'hidden' : 'visible');
    for (const name of ['x1', 'x2']) this.here.setAttribute(name, xOf(x ?? 0));
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
