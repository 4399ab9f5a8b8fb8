// Shows the results while games are played: a table of statistics, and for each strategy a histogram of its
// scores and the share of games that reached each tile.

import { messageOf } from '../shared/error.js';
import { plural, precisePercent as percent, short, whole } from '../shared/text.js';
import { Chart } from '../shared/chart.js';
import { barTable, tableHead, tableRow } from '../shared/table.js';
import { wait } from '../shared/wait.js';
import { make } from '../shared/element.js';
import { element, input } from '../shared/page.js';

/** @import { Line } from '../players/protocol.js' */
/** @import { Label, Point } from '../shared/chart.js' */
/** @import { Figures } from './types.js' */
/** @import { ResultStore } from './result-store.js' */

/** The minimum time between two drawings, in milliseconds, so that the results stay readable. */
const EVERY_MS = 400;

const precise = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 }).format;

/** The scores below a histogram, besides 0. */
const LABELS = 4;

/**
 * `name`: of the figure in a row, and perhaps in a paper. `interval`: of the figure after its ±. `rare`: only
 * beside a paper's.
 * @typedef {{ header: string, name: string, show: (figure: number) => string, interval?: string,
 *   rare?: boolean }} Column
 */

/** @type {Column[]} */
const BEFORE_TILES = [
  { header: 'Games', name: 'games', show: whole },
  { header: 'Mean score', name: 'mean_score', show: whole, interval: 'interval_95' },
  { header: 'Median', name: 'median_score', show: whole },
  { header: 'Min', name: 'min_score', show: whole },
  { header: 'Max', name: 'max_score', show: whole },
  { header: 'SD', name: 'deviation', show: whole, rare: true },
  { header: 'Mean tile', name: 'mean_largest_tile', show: whole, rare: true },
  { header: 'Min tile', name: 'min_largest_tile', show: whole, rare: true },
  { header: 'Max tile', name: 'max_largest_tile', show: whole, rare: true },
];
/** @type {Column[]} */
const AFTER_TILES = [
  { header: 'Moves', name: 'mean_moves', show: whole },
  { header: 's/game', name: 'seconds_per_game', show: precise },
];

export class Results {
  /**
   * @param {{
   *   store: ResultStore, isRunning: () => boolean, inPaper: (strategy: string) => Figures,
   *   onTrouble: (message: string) => void
   * }} options `inPaper`: what a paper prints of a strategy
   */
  constructor(options) {
    this.options = options;
    /** Whether the page lacks the latest games. */
    this.stale = false;
    this.drawing = false;
    /** How often all was cleared: the statistics of games from before that come too late. */
    this.clearings = 0;
    /**
     * By set.
     * @type {Map<number, { article: HTMLElement, scores: Chart, numbers: HTMLElement, tiles: HTMLElement }>}
     */
    this.charts = new Map();
  }

  clear() {
    this.clearings++;
    this.stale = false;
    this.charts.clear();
    element('charts').replaceChildren();
    element('table').replaceChildren();
    element('results').hidden = true;
  }

  /** Draws the results again, now or after the current drawing. */
  update() {
    this.stale = true;
    void this.draw();
  }

  /** Draws until the page is up to date. Calls do not overlap. */
  async draw() {
    if (this.drawing) return;
    this.drawing = true;
    const { isRunning } = this.options;
    while (this.stale) {
      this.stale = false;
      const began = performance.now();
      await this.drawOnce();
      // With many games the statistics take longer; most of the machine is left to the players.
      const pause = isRunning() ? Math.max(EVERY_MS, 4 * (performance.now() - began)) : 0;
      await wait(pause);
    }
    this.drawing = false;
    document.documentElement.dataset.results = isRunning() ? 'coming' : 'whole';
  }

  async drawOnce() {
    const { clearings } = this;
    try {
      /** @type {Line[]} */
      const lines = await this.options.store.ask({ ask: 'summary', shared: input('shared').checked });
      if (clearings !== this.clearings) return;
      element('results').hidden = lines.length === 0;
      this.drawTable(lines);
      for (const line of lines) this.drawCharts(line);
    } catch (error) {
      this.options.onTrouble(`The statistics are missing: ${messageOf(error)}.`);
    }
  }

  /** @param {Line[]} lines */
  drawTable(lines) {
    const { inPaper } = this.options;
    /** @type {Column[]} */
    const tiles = tilesOf(lines[0]).map(({ tile }) => ({
      header: `≥ ${tile}`,
      name: `share_${tile}`,
      show: percent,
    }));
    const columns = [...BEFORE_TILES, ...tiles, ...AFTER_TILES].filter(
      ({ name, rare }) => !rare || lines.some(({ row: { player } }) => name in inPaper(String(player))),
    );
    const rows = lines.map(({ row }) => {
      const strategy = String(row.player);
      const figures = inPaper(strategy);
      return tableRow(
        strategy,
        columns.map((column) => [cell(column, row), ...printed(column, figures)]),
      );
    });
    const { rows: height, cols: width } = lines[0]?.row ?? {};
    element('table').replaceChildren(
      make('caption', {}, `Boards of ${height} x ${width}`),
      tableHead(['Strategy', ...columns.map(({ header }) => header)]),
      make('tbody', {}, ...rows),
    );
  }

  /** @param {Line} line */
  drawCharts(line) {
    const { set, row: numbers, counts, step } = line;
    const chart = this.charts.get(set) ?? this.addCharts(set, String(numbers.player));
    const [least, median, most] = [numbers.min_score, numbers.median_score, numbers.max_score].map((score) =>
      whole(Number(score)),
    );
    const words = `Scores of ${plural(Number(numbers.games), '{n} game', '{n} games')}: from ${least} to ${most}, median ${median}.`;
    chart.scores.draw({ sentence: words, ...histogram(counts, step) });
    const used = counts.slice(0, counts.findLastIndex((count) => count > 0) + 1);
    chart.numbers.replaceChildren(
      barTable(
        'Games by score',
        used.map((count, bin) => ({
          label: rangeOf(bin, step),
          share: count / Number(numbers.games),
          words: whole(count),
        })),
      ),
    );
    chart.tiles.replaceChildren(
      barTable(
        'Games that reached each tile',
        tilesOf(line).map(({ tile, share }) => ({ label: tile, share, words: percent(share) })),
      ),
    );
  }

  /** @param {number} set @param {string} strategy */
  addCharts(set, strategy) {
    const [numbers, tiles] = [make('div'), make('div')];
    const scores = new Chart();
    const article = make(
      'article',
      { class: 'lab-chart' },
      make('h3', {}, strategy),
      axisName('Games'),
      scores.framed,
      axisName('Score'),
      make('details', {}, make('summary', {}, 'Scores as numbers'), numbers),
      tiles,
    );
    const chart = { article, scores, numbers, tiles };
    const next = [...this.charts].filter(([other]) => other > set).sort(([a], [b]) => a - b)[0];
    this.charts.set(set, chart);
    element('charts').insertBefore(article, next?.[1].article ?? null);
    return chart;
  }
}

/** The sentence of the chart says it to screen readers. @param {string} words */
const axisName = (words) => make('p', { class: 'chart-axis', 'aria-hidden': 'true' }, words);

/** @param {Column} column @param {Line['row']} numbers @returns {string} */
function cell({ name, show, interval }, numbers) {
  const figure = (/** @type {string} */ of) => show(Number(numbers[of] ?? 0));
  return interval ? `${figure(name)} ± ${figure(interval)}` : figure(name);
}

/** What the paper prints, below our figure. @param {Column} column @param {Figures} figures */
function printed({ name, show }, figures) {
  const figure = figures[name];
  return figure === undefined ? [] : [make('span', { class: 'in-paper' }, ` paper: ${show(figure)}`)];
}

/**
 * The tiles of a line and the share of games that reached each, smallest first.
 * @param {Line | undefined} line
 */
function tilesOf(line) {
  return Object.entries(line?.row ?? {})
    .filter(([name]) => name.startsWith('share_'))
    .map(([name, share]) => ({ tile: name.slice('share_'.length), share: Number(share) }));
}

/** The scores of a step. @param {number} bin @param {number} step */
const rangeOf = (bin, step) => `${whole(bin * step)} to ${whole((bin + 1) * step)}`;

/**
 * A bar for each step of the score from 0.
 * @param {number[]} counts of games @param {number} step
 */
function histogram(counts, step) {
  const highest = Math.max(1, ...counts);
  const areas = counts.map((count, bin) => {
    const [left, right, top] = [bin / counts.length, (bin + 1) / counts.length, count / highest];
    return {
      title: `${rangeOf(bin, step)}: ${whole(count)}`,
      points: /** @type {Point[]} */ ([
        [left, 0],
        [left, top],
        [right, top],
        [right, 0],
      ]),
    };
  });
  const scores = Array.from({ length: LABELS + 1 }, (_, at) => at / LABELS).map(
    (x) => /** @type {Label} */ ({ kind: 'tick', at: [x, 0], words: short(counts.length * step * x) }),
  );
  return {
    areas,
    rules: [0],
    labels: [...scores, /** @type {Label} */ ({ kind: 'level', at: [0, 1], words: short(highest) })],
  };
}
