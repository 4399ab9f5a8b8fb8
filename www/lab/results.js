// Shows the results while games are played: a table of statistics, and for each strategy a histogram of its scores and the
// share of games that reached each tile.
//
// docs/dependencies.md explains why the histogram uses no library.

import { messageOf } from '../engine/protocol.js';
import { draw, make } from '../view/element.js';
import { element, input } from '../view/page.js';

/** @import { Line } from '../players/protocol.js' */
/** @import { Figures } from './presets.js' */
/** @import { ResultStore } from './result-store.js' */

/** The minimum time between two drawings, in milliseconds, so that the results stay readable. */
const EVERY_MS = 400;

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 }).format;
const precise = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 }).format;
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 }).format;
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 }).format;

/** The size of the histogram in its own units; it scales with the page. */
const SIZE = { width: 400, height: 180 };
/** Space for the highest count on the left, and for the scores below. */
const MARGIN = { left: 34, right: 12, top: 12, bottom: 24 };
const LABELS = 4;

/** `name`: of the figure in a row, and perhaps in a paper. `interval`: of the figure after its ±. `rare`: only beside a paper's. @typedef {{ head: string, name: string, show: (figure: number) => string, interval?: string, rare?: boolean }} Column */

/** The columns before and after those of the tiles. @type {Column[]} */
const COLUMNS = [
  { head: 'Games', name: 'games', show: whole },
  { head: 'Mean score', name: 'mean_score', show: whole, interval: 'interval_95' },
  { head: 'Median', name: 'median_score', show: whole },
  { head: 'Min', name: 'min_score', show: whole },
  { head: 'Max', name: 'max_score', show: whole },
  { head: 'SD', name: 'deviation', show: whole, rare: true },
  { head: 'Mean tile', name: 'mean_largest_tile', show: whole, rare: true },
  { head: 'Min tile', name: 'min_largest_tile', show: whole, rare: true },
  { head: 'Max tile', name: 'max_largest_tile', show: whole, rare: true },
];
/** @type {Column[]} */
const LAST_COLUMNS = [
  { head: 'Moves', name: 'mean_moves', show: whole },
  { head: 's/game', name: 'seconds_a_game', show: precise },
];

export class Results {
  /**
   * @param {{
   *   store: ResultStore, isRunning: () => boolean, inPaper: (strategy: string) => Figures, onTrouble: (message: string) => void
   * }} options `inPaper`: what a paper prints of a strategy
   */
  constructor(options) {
    this.options = options;
    /** Whether the page lacks the latest games. */
    this.stale = false;
    this.drawing = false;
    /** By set. @type {Map<number, { article: HTMLElement, picture: HTMLElement, numbers: HTMLElement, tiles: HTMLElement }>} */
    this.charts = new Map();
  }

  clear() {
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
      await new Promise((resolve) => { setTimeout(resolve, pause); });
    }
    this.drawing = false;
    document.documentElement.dataset.results = isRunning() ? 'coming' : 'whole';
  }

  async drawOnce() {
    try {
      /** @type {Line[]} */
      const lines = await this.options.store.ask({ ask: 'summary', shared: input('shared').checked });
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
    const tiles = tilesOf(lines[0]).map(({ tile }) => ({ head: `≥ ${tile}`, name: `share_${tile}`, show: percent }));
    const columns = [...COLUMNS, ...tiles, ...LAST_COLUMNS]
      .filter(({ name, rare }) => !rare || lines.some(({ row: { strategy } }) => name in inPaper(String(strategy))));
    const head = row(['Strategy', ...columns.map((column) => column.head)].map((text) => make('th', { scope: 'col' }, text)));
    const rows = lines.map(({ row: numbers }) => row([
      make('th', { scope: 'row' }, String(numbers.strategy)),
      ...columns.map((column) => make('td', {}, cell(column, numbers), ...printed(column, inPaper(String(numbers.strategy))))),
    ]));
    const { rows: height, cols: width } = lines[0]?.row ?? {};
    element('table').replaceChildren(make('caption', {}, `Boards of ${height} x ${width}`), make('thead', {}, head), make('tbody', {}, ...rows));
  }

  /** @param {Line} line */
  drawCharts(line) {
    const { set, row: numbers, counts, step } = line;
    const chart = this.charts.get(set) ?? this.addCharts(set, String(numbers.strategy));
    const [least, median, most] = [numbers.min_score, numbers.median_score, numbers.max_score].map((score) => whole(Number(score)));
    const words = `Scores of ${whole(Number(numbers.games))} games: from ${least} to ${most}, median ${median}.`;
    chart.picture.replaceChildren(histogram({ counts, step }, words));
    const used = counts.slice(0, counts.findLastIndex((count) => count > 0) + 1);
    const range = (/** @type {number} */ bin) => `${whole(bin * step)} to ${whole((bin + 1) * step)}`;
    chart.numbers.replaceChildren(...table(['Score', 'Games'], used.map((count, bin) => [range(bin), whole(count)])));
    chart.tiles.replaceChildren(...table(['Tile', 'Share'], tilesOf(line).map(({ tile, share }) => [tile, percent(share), shareBar(share)])));
  }

  /** @param {number} set @param {string} strategy */
  addCharts(set, strategy) {
    const picture = make('div');
    const numbers = make('table');
    const tiles = make('table', { class: 'tile-shares' });
    const article = make('article', { class: 'lab-chart' },
      make('h3', {}, strategy), picture, make('details', {}, make('summary', {}, 'Scores as numbers'), numbers), tiles);
    const chart = { article, picture, numbers, tiles };
    const next = [...this.charts].filter(([other]) => other > set).sort(([a], [b]) => a - b)[0];
    this.charts.set(set, chart);
    element('charts').insertBefore(article, next?.[1].article ?? null);
    return chart;
  }
}

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

/** Header and rows of a small table. @param {string[]} head @param {(string | Element)[][]} rows */
function table(head, rows) {
  return [
    make('thead', {}, row(head.map((text) => make('th', { scope: 'col' }, text)))),
    make('tbody', {}, ...rows.map((cells) => row(cells.map((content) => make('td', {}, content))))),
  ];
}

/** @param {Element[]} cells */
const row = (cells) => make('tr', {}, ...cells);

/** The tiles of a line and the share of games that reached each, smallest first. @param {Line | undefined} line */
function tilesOf(line) {
  return Object.entries(line?.row ?? {})
    .filter(([name]) => name.startsWith('share_'))
    .map(([name, share]) => ({ tile: name.slice('share_'.length), share: Number(share) }));
}

/**
 * @param {{ counts: number[], step: number }} spread games in each step of the score from 0
 * @param {string} words a description for screen readers
 * @returns {SVGElement}
 */
function histogram({ counts, step }, words) {
  const [wide, tall] = [SIZE.width - MARGIN.left - MARGIN.right, SIZE.height - MARGIN.top - MARGIN.bottom];
  const base = MARGIN.top + tall;
  const highest = Math.max(1, ...counts);
  const bar = wide / counts.length;
  const bars = counts.map((count, bin) => {
    const height = tall * (count / highest);
    const title = `${whole(bin * step)} to ${whole((bin + 1) * step)}: ${whole(count)}`;
    return draw('rect', { class: 'chart-bar', x: MARGIN.left + bin * bar + 0.5, y: base - height, width: bar - 1, height }, draw('title', {}, title));
  });
  const label = (/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y, anchor = 'middle') =>
    draw('text', { x, y, 'text-anchor': anchor }, text);
  const scores = Array.from({ length: LABELS + 1 }, (_, at) => label(
    short((counts.length * step * at) / LABELS), MARGIN.left + (wide * at) / LABELS, base + 17, at === LABELS ? 'end' : 'middle',
  ));
  return draw('svg', { viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, role: 'img', 'aria-label': words, class: 'histogram' },
    ...bars,
    draw('path', { class: 'chart-axis', d: `M${MARGIN.left} ${MARGIN.top}V${base}H${SIZE.width - MARGIN.right}` }),
    label(short(highest), MARGIN.left - 5, MARGIN.top + 10, 'end'),
    label('0', MARGIN.left - 5, base, 'end'),
    ...scores);
}

/** A bar for a share from 0 to 1. The table shows the number beside it. @param {number} share */
function shareBar(share) {
  return draw('svg', { viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true', class: 'share' },
    draw('rect', { width: 100, height: 10, class: 'share-all' }),
    draw('rect', { width: 100 * share, height: 10, class: 'chart-bar' }));
}
