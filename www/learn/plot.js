// Two plots over the time learned, as SVG in the pixels of their place: the mean score with its band, and the
// share of games by their largest tile. Pointing at a plot shows the numbers of that time below it.
//
// For screen readers each is one image with a description; the table beside them has the numbers.

import { draw, make, writeText } from '../shared/element.js';
import { percent, plural, short, t, translatable, whole } from '../shared/text.js';
import { halfWidth, mean, played, secondsOf, share } from './curve.js';
import { duration } from './words.js';

/** @import { Tally } from './curve.js' */
/** @import { Run } from './state.js' */

/** Space around the drawing, in pixels: for the numbers of the axes. */
const SPACE = { left: 56, right: 10, top: 14, bottom: 22 };
/** The axis of time is at least this long, in seconds, so that the first points do not fill it. */
const MIN_SECONDS = 10;
/** The axis of scores reaches at least this far. */
const MIN_SCORE = 2000;
/** About the distance of two marks on an axis, in pixels. */
const MARK_PIXELS = { x: 90, y: 45 };
/** Lengths between two marks of time, in seconds. */
const TIME_STEPS = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14_400, 36_000];
/** The tiles that the second plot distinguishes, as ranks; a game below the first is in no area. */
export const SHOWN_RANKS = [9, 10, 11, 12, 13, 14];
/** The space for the number of a tile, in pixels. */
const LABEL_PIXELS = 38;
/** An area gets its number where it is at least this high, in pixels. */
const MIN_LABEL_PIXELS = 16;

/** @typedef {{ at: number, tally: Tally }} Point */

/** A round number of at least `least`: 1, 2 or 5 times a power of ten. @param {number} min */
export function roundStep(min) {
  const power = 10 ** Math.floor(Math.log10(min));
  return power * ([1, 2, 5].find((factor) => factor * power >= min) ?? 10);
}

/**
 * The end of an axis of time that shows some seconds: a little more, in steps, so that the scale does not
 * creep.
 * @param {number} seconds
 */
export function timeEnd(seconds) {
  if (seconds <= MIN_SECONDS) return MIN_SECONDS;
  const step = 2 ** Math.floor(Math.log2(seconds) - 2);
  return Math.ceil(seconds / step) * step;
}

/** @param {Point[]} points @param {(point: Point) => [number, number]} place */
const path = (points, place) =>
  points
    .map(
      (point, index) =>
        `${index === 0 ? 'M' : 'L'}${place(point)
          .map((n) => n.toFixed(1))
          .join(' ')}`,
    )
    .join('');

class Plot {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.axes = draw('g', { class: 'plot-axes' });
    this.shapes = draw('g');
    this.here = draw('line', { class: 'plot-here', visibility: 'hidden' });
    this.svg = draw('svg', { class: 'plot', role: 'img' });
    this.svg.append(this.axes, this.shapes, this.here);
    this.readout = make('p', { class: 'plot-readout', 'aria-hidden': 'true' });
    place.append(this.svg, this.readout);
    this.width = 0;
    this.height = 0;
    /** @type {Point[]} */
    this.points = [];
    this.end = MIN_SECONDS;
    /** Where the pointer is, in pixels; null: elsewhere. @type {number | null} */
    this.pointer = null;
    /** @type {Run | null} */
    this.run = null;
    this.svg.setAttribute('aria-label', this.describe());
    new ResizeObserver(() => this.resize()).observe(this.svg);
    for (const event of /** @type {const} */ (['pointermove', 'pointerdown']))
      this.svg.addEventListener(event, (moved) => {
        this.pointer = moved.clientX - this.svg.getBoundingClientRect().left;
        this.drawPointer();
      });
    this.svg.addEventListener('pointerleave', () => {
      this.pointer = null;
      this.drawPointer();
    });
  }

  resize() {
    const { width, height } = this.svg.getBoundingClientRect();
    if (width === this.width && height === this.height) return;
    this.width = width;
    this.height = height;
    this.svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    this.show(this.run);
  }

  /** @param {Run | null} run */
  show(run) {
    this.run = run;
    if (this.width === 0) return;
    this.points = run ? played(run.curve) : [];
    this.end = timeEnd(run ? secondsOf(run.curve) : 0);
    this.axes.replaceChildren(...this.timeAxis());
    this.drawShapes();
    this.drawPointer();
    this.svg.setAttribute('aria-label', this.describe());
  }

  /** @param {number} seconds */
  x(seconds) {
    return SPACE.left + (seconds / this.end) * (this.width - SPACE.left - SPACE.right);
  }

  /** @param {number} part of the height of the drawing, 0 to 1 */
  y(part) {
    return this.height - SPACE.bottom - part * (this.height - SPACE.bottom - SPACE.top);
  }

  timeAxis() {
    const marks = Math.max(2, (this.width - SPACE.left) / MARK_PIXELS.x);
    const step = TIME_STEPS.find((seconds) => this.end / seconds <= marks) ?? roundStep(this.end / marks);
    const parts = [];
    for (let at = 0; at <= this.end; at += step) {
      const anchor = at === 0 ? 'start' : this.x(at) > this.width - 24 ? 'end' : 'middle';
      parts.push(label(this.x(at), this.height - 5, duration(at), anchor));
    }
    return parts;
  }

  /** A line across at a part of the height, with its number. @param {number} part @param {string} words */
  level(part, words) {
    const y = this.y(part).toFixed(1);
    this.axes.append(
      draw('line', { x1: SPACE.left, x2: this.width - SPACE.right, y1: y, y2: y }),
      label(SPACE.left - 6, Number(y) + 4, words, 'end'),
    );
  }

  drawPointer() {
    const at = this.pointer;
    const nearest =
      at === null
        ? undefined
        : this.points.reduce(
            (/** @type {Point | undefined} */ best, point) =>
              best && Math.abs(this.x(best.at) - at) <= Math.abs(this.x(point.at) - at) ? best : point,
            undefined,
          );
    this.here.setAttribute('visibility', nearest ? 'visible' : 'hidden');
    writeText(this.readout, nearest ? `${duration(nearest.at)}: ${this.words(nearest.tally)}` : this.hint());
    if (!nearest) return;
    const x = this.x(nearest.at).toFixed(1);
    for (const [name, value] of Object.entries({ x1: x, x2: x, y1: SPACE.top, y2: this.y(0) }))
      this.here.setAttribute(name, String(value));
  }

  hint() {
    return '';
  }
  /** The numbers of a point. @param {Tally} tally */
  words({ games }) {
    return whole(games);
  }
  describe() {
    return '';
  }
  drawShapes() {}
}

/** @param {number} x @param {number} y @param {string} words @param {string} anchor */
const label = (x, y, words, anchor) =>
  draw('text', { x: x.toFixed(1), y: y.toFixed(1), 'text-anchor': anchor }, words);

export class ScorePlot extends Plot {
  /** @param {HTMLElement} place */
  constructor(place) {
    super(place);
    this.band = draw('path', { class: 'plot-band' });
    this.line = draw('path', { class: 'plot-line' });
    this.tip = draw('circle', { class: 'plot-tip', r: 4, visibility: 'hidden' });
    this.marks = draw('g', { class: 'plot-marks' });
    this.shapes.append(this.band, this.marks, this.line, this.tip);
  }

  /** @override */
  drawShapes() {
    const { points, run } = this;
    const highest = points.reduce((max, { tally }) => Math.max(max, mean(tally)), MIN_SCORE) * 1.08;
    const step = roundStep((highest * MARK_PIXELS.y) / this.height);
    const top = Math.ceil(highest / step) * step;
    for (let score = 0; score <= top; score += step) this.level(score / top, short(score));
    const at =
      (/** @type {number} */ offset) =>
      (/** @type {Point} */ { at, tally }) =>
        /** @type {[number, number]} */ ([
          this.x(at),
          this.y(Math.max(0, Math.min(1, (mean(tally) + offset * halfWidth(tally)) / top))),
        ]);
    this.line.setAttribute('d', path(points, at(0)));
    const back = path(points.toReversed(), at(-1)).replace('M', 'L');
    this.band.setAttribute('d', points.length > 1 ? `${path(points, at(1))}${back}Z` : '');
    const last = points.at(-1);
    this.tip.setAttribute('visibility', last ? 'visible' : 'hidden');
    if (last) {
      const [x, y] = at(0)(last);
      this.tip.setAttribute('cx', x.toFixed(1));
      this.tip.setAttribute('cy', y.toFixed(1));
    }
    this.marks.replaceChildren(...this.milestones(run));
  }

  /**
   * A line for each first tile, with its number where there is space: the larger tile has it.
   * @param {Run | null} run
   */
  milestones(run) {
    let free = Infinity;
    return Object.entries(run?.milestones ?? {})
      .reverse()
      .flatMap(([rank, { seconds }]) => {
        const x = this.x(seconds);
        const line = draw('line', { x1: x, x2: x, y1: SPACE.top, y2: this.y(0) });
        // Beside the numbers of the axis.
        const middle = Math.max(x, SPACE.left + LABEL_PIXELS / 2);
        if (middle + LABEL_PIXELS / 2 > free) return [line];
        free = middle - LABEL_PIXELS / 2;
        return [line, label(middle, SPACE.top - 3, String(2 ** Number(rank)), 'middle')];
      });
  }

  /** @override @param {Tally} tally */
  words(tally) {
    return plural(tally.games, '{score} ± {half} in {n} game', '{score} ± {half} in {n} games', {
      score: whole(mean(tally)),
      half: whole(halfWidth(tally)),
    });
  }

  /** @override */
  hint() {
    return this.points.length > 0
      ? translatable('The band is the 95% confidence interval.')
      : translatable('Nothing learned yet.');
  }

  /** @override */
  describe() {
    const [first, last] = [this.points[0], this.points.at(-1)];
    return first && last
      ? t('Average score over time: from {first} to {last} after {time}', {
          first: whole(mean(first.tally)),
          last: whole(mean(last.tally)),
          time: duration(last.at),
        })
      : t('Average score over time: no games yet');
  }
}

export class TilePlot extends Plot {
  /** @param {HTMLElement} place */
  constructor(place) {
    super(place);
    this.areas = SHOWN_RANKS.map((rank) => ({
      rank,
      area: draw('path', { class: 'plot-area', 'data-rank': rank }),
      name: draw(
        'text',
        { class: 'plot-area-name', 'data-rank': rank, 'text-anchor': 'end' },
        String(2 ** rank),
      ),
    }));
    // Each area covers the lower part of the one before it: games that reached a tile also reached the
    // smaller ones.
    this.shapes.append(...this.areas.map(({ area }) => area), ...this.areas.map(({ name }) => name));
  }

  /** @override */
  drawShapes() {
    for (const part of [0, 0.25, 0.5, 0.75, 1]) this.level(part, percent(part));
    const { points } = this;
    const [first, last] = [points[0], points.at(-1)];
    for (const [index, { rank, area, name }] of this.areas.entries()) {
      const top = path(points, ({ at, tally }) => [this.x(at), this.y(share(tally, rank))]);
      const foot =
        first && last
          ? `L${this.x(last.at).toFixed(1)} ${this.y(0)}L${this.x(first.at).toFixed(1)} ${this.y(0)}Z`
          : '';
      area.setAttribute('d', points.length > 1 ? top + foot : '');
      const above = last ? this.y(share(last.tally, rank)) : 0;
      const next = SHOWN_RANKS[index + 1];
      const below = last ? this.y(next === undefined ? 0 : share(last.tally, next)) : 0;
      name.setAttribute(
        'visibility',
        below - above >= MIN_LABEL_PIXELS && points.length > 1 ? 'visible' : 'hidden',
      );
      if (last) {
        name.setAttribute('x', (this.x(last.at) - 6).toFixed(1));
        name.setAttribute('y', ((above + below) / 2 + 5).toFixed(1));
      }
    }
  }

  /** @override @param {Tally} tally */
  words(tally) {
    const parts = SHOWN_RANKS.filter((rank) => share(tally, rank) > 0);
    return parts.length === 0
      ? t('no game made a 512')
      : parts.map((rank) => `${2 ** rank}: ${percent(share(tally, rank))}`).join(', ');
  }

  /** @override */
  hint() {
    return translatable('How many games made each tile, or a larger one.');
  }

  /** @override */
  describe() {
    const last = this.points.at(-1);
    return last
      ? t('Share of games that reached each tile, after {time}: {shares}', {
          time: duration(last.at),
          shares: this.words(last.tally),
        })
      : t('Share of games that reached each tile: no games yet');
  }
}
