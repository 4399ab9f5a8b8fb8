// What the Lab shows of the games: a table of statistics, and for each strategy a histogram of its scores and the share of
// games that made each tile, with their numbers.
//
// Leaves out the statistics (the crate works them out) and when to draw.

import { histogram, shareBar } from './chart.js';

/** @import { Line } from './protocol.js' */

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const precise = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

/** @typedef {{ head: string, title?: string, cell: (row: Record<string, number>) => string }} Column */

/** Columns before the tiles' and behind them. @type {Column[]} */
const COLUMNS = [
  { head: 'Games', cell: (row) => whole.format(row.games ?? 0) },
  { head: 'Mean score', cell: (row) => `${whole.format(row.mean_score ?? 0)} ± ${whole.format(row.interval_95 ?? 0)}` },
  { head: 'Median', cell: (row) => whole.format(row.median_score ?? 0) },
  { head: 'Min', cell: (row) => whole.format(row.min_score ?? 0) },
  { head: 'Max', cell: (row) => whole.format(row.max_score ?? 0) },
];
/** @type {Column[]} */
const LAST_COLUMNS = [
  { head: 'Moves', cell: (row) => whole.format(row.mean_moves ?? 0) },
  { head: 's/game', cell: (row) => precise.format(row.seconds_a_game ?? 0) },
];

export class ResultsView {
  /** @param {{ section: HTMLElement, table: HTMLElement, charts: HTMLElement }} parts */
  constructor(parts) {
    this.parts = parts;
    this.document = parts.section.ownerDocument;
    /** By set. @type {Map<number, { article: HTMLElement, picture: HTMLElement, numbers: HTMLElement, tiles: HTMLElement }>} */
    this.charts = new Map();
  }

  clear() {
    this.charts.clear();
    this.parts.charts.replaceChildren();
    this.parts.table.replaceChildren();
    this.parts.section.hidden = true;
  }

  /** @param {Line[]} lines */
  draw(lines) {
    this.parts.section.hidden = lines.length === 0;
    this.drawTable(lines);
    for (const line of lines) this.drawCharts(line);
  }

  /** @param {Line[]} lines */
  drawTable(lines) {
    const tiles = tilesOf(lines[0]).map(({ tile }) => tile);
    /** @type {Column[]} */
    const columns = [
      ...COLUMNS,
      ...tiles.map((tile) => ({ head: `≥ ${tile}`, cell: (/** @type {Record<string, number>} */ row) => percent.format(row[`share_${tile}`] ?? 0) })),
      ...LAST_COLUMNS,
    ];
    const head = this.row('th', ['Strategy', ...columns.map((column) => column.head)]);
    for (const cell of head.children) cell.setAttribute('scope', 'col');
    const rows = lines.map(({ row }) => {
      const numbers = /** @type {Record<string, number>} */ (row);
      const made = this.row('td', columns.map((column) => column.cell(numbers)));
      const name = this.make('th', String(row.strategy));
      name.scope = 'row';
      made.prepend(name);
      return made;
    });
    const caption = this.make('caption', `Boards of ${lines[0]?.row.rows} x ${lines[0]?.row.cols}`);
    const [thead, tbody] = [this.make('thead'), this.make('tbody')];
    thead.append(head);
    tbody.append(...rows);
    this.parts.table.replaceChildren(caption, thead, tbody);
  }

  /** @param {Line} line */
  drawCharts(line) {
    const { set, row, counts, step } = line;
    const { picture, numbers, tiles } = this.charts.get(set) ?? this.addCharts(set, String(row.strategy));
    const last = counts.findLastIndex((count) => count > 0);
    const from = (/** @type {number} */ bin) => whole.format(bin * step);
    picture.replaceChildren(histogram(this.document, { counts, step }, `Scores of ${row.games} games: ${whole.format(Number(row.min_score))} to ${whole.format(Number(row.max_score))}, half of them ${whole.format(Number(row.median_score))} or more.`));
    numbers.replaceChildren(...this.body(['Score', 'Games'], counts.slice(0, last + 1).map((count, bin) => [`${from(bin)} to ${from(bin + 1)}`, whole.format(count)])));
    const shares = tilesOf(line);
    tiles.replaceChildren(...this.body(['Tile', 'Share', ''], shares.map(({ tile, share }) => [tile, percent.format(share), shareBar(this.document, share)])));
  }

  /** @param {number} set @param {string} strategy */
  addCharts(set, strategy) {
    const article = this.make('article');
    article.className = 'chart';
    const title = this.make('h3', strategy);
    const picture = this.make('div');
    const details = this.make('details');
    const numbers = this.make('table');
    details.append(this.make('summary', 'Scores as numbers'), numbers);
    const tiles = this.make('table');
    tiles.className = 'tile-shares';
    article.append(title, picture, details, tiles);
    const chart = { article, picture, numbers, tiles };
    this.charts.set(set, chart);
    const later = [...this.charts.keys()].filter((other) => other > set).sort((a, b) => a - b)[0];
    this.parts.charts.insertBefore(article, later === undefined ? null : this.charts.get(later)?.article ?? null);
    return chart;
  }

  /** Header and rows of a small table. @param {string[]} head @param {(string | Element)[][]} rows */
  body(head, rows) {
    const [thead, tbody] = [this.make('thead'), this.make('tbody')];
    thead.append(this.row('th', head));
    tbody.append(...rows.map((cells) => this.row('td', cells)));
    return [thead, tbody];
  }

  /** @param {'th' | 'td'} tag @param {(string | Element)[]} cells */
  row(tag, cells) {
    const row = this.make('tr');
    // An empty header is a cell: it is the head of nothing that is read.
    row.append(...cells.map((content) => {
      const cell = this.make(content === '' ? 'td' : tag);
      cell.append(content);
      return cell;
    }));
    return row;
  }

  /**
   * @template {keyof HTMLElementTagNameMap} K
   * @param {K} tag @param {string} [text]
   */
  make(tag, text = '') {
    const made = this.document.createElement(tag);
    made.textContent = text;
    return made;
  }
}

/** The tiles of a line and the share of games that made each, smallest first. @param {Line | undefined} line */
function tilesOf(line) {
  return Object.entries(line?.row ?? {})
    .filter(([name]) => name.startsWith('share_'))
    .map(([name, share]) => ({ tile: name.slice('share_'.length), share: Number(share) }));
}
