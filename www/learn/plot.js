// Two plots over the time learned: the mean score with its band, and the share of games by their largest
// tile. Pointing at a plot shows the numbers of that time below it.

import { Chart } from '../shared/chart.js';
import { make, writeText } from '../shared/element.js';
import { percent, plural, short, t, translatable, whole } from '../shared/text.js';
import { halfWidth, mean, played, secondsOf, share } from './curve.js';
import { duration } from './words.js';

/** @import { Drawing, Label, Point } from '../shared/chart.js' */
/** @import { Tally } from './curve.js' */
/** @import { Run } from './state.js' */

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

/**
 * What is drawn: the games at each time, as shares of the axis of time, and the size in pixels.
 * @typedef {{ points: { x: number, at: number, tally: Tally }[], run: Run | null, end: number, width: number,
 *   height: number }} Shown
 */
/**
 * `hint`: below the plot while nothing is pointed at; `words`: the numbers of a point; `describe`: the
 * sentence for screen readers about the first and the last point.
 * @typedef {{
 *   drawing: (shown: Shown) => Omit<Drawing, 'sentence'>, hint: (shown: Shown['points']) => string,
 *   words: (tally: Tally) => string, describe: (first: Tally, last: Tally, time: string) => string,
 *   empty: string
 * }} Kind
 */

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

export class Plot {
  /** @param {HTMLElement} place @param {Kind} kind */
  constructor(place, kind) {
    this.kind = kind;
    this.chart = new Chart({
      onPoint: (x) => {
        this.pointer = x;
        this.showPointer();
      },
    });
    this.readout = make('p', { class: 'plot-readout', 'aria-hidden': 'true' });
    place.append(this.chart.framed, this.readout);
    /** @type {Shown['points']} */
    this.points = [];
    /** Where the pointer is, as a share of the axis; null: elsewhere. @type {number | null} */
    this.pointer = null;
    /** @type {Run | null} */
    this.run = null;
    new ResizeObserver(() => this.show(this.run)).observe(this.chart.element);
  }

  /** @param {Run | null} run */
  show(run) {
    this.run = run;
    const { clientWidth: width, clientHeight: height } = this.chart.framed;
    if (width === 0) return;
    const end = timeEnd(run ? secondsOf(run.curve) : 0);
    this.points = (run ? played(run.curve) : []).map(({ at, tally }) => ({ x: at / end, at, tally }));
    const { describe, drawing, empty } = this.kind;
    const [first, last] = [this.points[0], this.points.at(-1)];
    const { labels = [], ...shapes } = drawing({ points: this.points, run, end, width, height });
    this.chart.draw({
      sentence: first && last ? describe(first.tally, last.tally, duration(last.at)) : t(empty),
      labels: [...labels, ...timeLabels(end, width)],
      ...shapes,
    });
    this.showPointer();
  }

  showPointer() {
    const { kind, pointer, points } = this;
    const distance = (/** @type {{ x: number }} */ { x }) => Math.abs(x - Number(pointer));
    const [first] = points;
    const nearest =
      pointer !== null &&
      first &&
      points.reduce((best, point) => (distance(point) < distance(best) ? point : best), first);
    this.chart.point(nearest ? nearest.x : null);
    writeText(
      this.readout,
      nearest ? `${duration(nearest.at)}: ${kind.words(nearest.tally)}` : kind.hint(points),
    );
  }
}

/** @param {number} end @param {number} width @returns {Label[]} */
function timeLabels(end, width) {
  const marks = Math.max(2, width / MARK_PIXELS.x);
  const step = TIME_STEPS.find((seconds) => end / seconds <= marks) ?? roundStep(end / marks);
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, at) => ({
    kind: 'tick',
    at: [(at * step) / end, 0],
    words: duration(at * step),
  }));
}

/**
 * Lines across, with their numbers.
 * @param {number[]} heights @param {(height: number) => string} inWords
 */
const levels = (heights, inWords) => ({
  rules: heights,
  labels: heights.map((y) => /** @type {Label} */ ({ kind: 'level', at: [0, y], words: inWords(y) })),
});

/** @type {Kind} */
export const SCORES = {
  drawing({ points, run, end, width, height }) {
    const highest = points.reduce((max, { tally }) => Math.max(max, mean(tally)), MIN_SCORE) * 1.08;
    const step = roundStep((highest * MARK_PIXELS.y) / height);
    const steps = Math.ceil(highest / step);
    const top = steps * step;
    /** @param {number} offset of the band, in halves of its width @returns {Point[]} */
    const edge = (offset) =>
      points.map(({ x, tally }) => [
        x,
        Math.max(0, Math.min(1, (mean(tally) + offset * halfWidth(tally)) / top)),
      ]);
    const line = edge(0);
    const scale = levels(
      Array.from({ length: steps + 1 }, (_, at) => at / steps),
      (y) => short(y * top),
    );
    const first = milestones(run, end, width);
    return {
      ...scale,
      line,
      areas: points.length > 1 ? [{ points: [...edge(1), ...edge(-1).reverse()] }] : [],
      dots: line.slice(-1),
      uprights: first.uprights,
      labels: [...scale.labels, ...first.labels],
    };
  },
  words: (tally) =>
    plural(tally.games, '{score} ± {half} in {n} game', '{score} ± {half} in {n} games', {
      score: whole(mean(tally)),
      half: whole(halfWidth(tally)),
    }),
  hint: ({ length }) =>
    length > 0
      ? translatable('The band is the 95% confidence interval.')
      : translatable('Nothing learned yet.'),
  describe: (first, last, time) =>
    t('Average score over time: from {first} to {last} after {time}', {
      first: whole(mean(first)),
      last: whole(mean(last)),
      time,
    }),
  empty: translatable('Average score over time: no games yet'),
};

/**
 * A line for each first tile, with its number where there is space: the larger tile has it.
 * @param {Run | null} run @param {number} end @param {number} width
 */
function milestones(run, end, width) {
  const space = LABEL_PIXELS / width;
  const made = Object.entries(run?.milestones ?? {}).reverse();
  /** @type {Label[]} */
  const labels = [];
  let free = Infinity;
  for (const [rank, { seconds }] of made) {
    // Not beside the numbers of the axis.
    const middle = Math.max(seconds / end, space / 2);
    if (middle + space / 2 > free) continue;
    free = middle - space / 2;
    labels.push({ kind: 'name', at: [middle, 1], words: String(2 ** Number(rank)) });
  }
  return { uprights: made.map(([, { seconds }]) => seconds / end), labels };
}

/** @type {Kind} */
export const TILES = {
  drawing({ points, width, height }) {
    const [first, last] = [points[0], points.at(-1)];
    const scale = levels([0, 0.25, 0.5, 0.75, 1], percent);
    if (!first || !last || first === last) return scale;
    // Each area covers the lower part of the one before it: games that reached a tile also reached the
    // smaller ones.
    const areas = SHOWN_RANKS.map((rank) => ({
      rank,
      points: /** @type {Point[]} */ ([
        ...points.map(({ x, tally }) => [x, share(tally, rank)]),
        [last.x, 0],
        [first.x, 0],
      ]),
    }));
    const names = SHOWN_RANKS.flatMap((rank, index) => {
      const above = share(last.tally, rank);
      const below = share(last.tally, SHOWN_RANKS[index + 1] ?? Infinity);
      if ((above - below) * height < MIN_LABEL_PIXELS) return [];
      // Beside its area, where it is easier to read than on it.
      const x = last.x + LABEL_PIXELS / 2 / width;
      return [
        /** @type {Label} */ ({ kind: 'name', at: [x, (above + below) / 2], words: `${2 ** rank}`, rank }),
      ];
    });
    return { ...scale, areas, labels: [...scale.labels, ...names] };
  },
  words: tilesInWords,
  hint: () => translatable('How many games made each tile, or a larger one.'),
  describe: (_, last, time) =>
    t('Share of games that reached each tile, after {time}: {shares}', { time, shares: tilesInWords(last) }),
  empty: translatable('Share of games that reached each tile: no games yet'),
};

/** @param {Tally} tally */
function tilesInWords(tally) {
  const parts = SHOWN_RANKS.filter((rank) => share(tally, rank) > 0);
  return parts.length === 0
    ? t('no game made a 512')
    : parts.map((rank) => `${2 ** rank}: ${percent(share(tally, rank))}`).join(', ');
}
