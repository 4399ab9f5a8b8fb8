// Reads boards as people paste them, with messages for the player about text that cannot be read.
//
//     2 . 4 / . . 8 / . . .        rows of tiles, or a line for each row
//     2,4,,8                       cells of a spreadsheet: a blank one is empty
//     | 2 |   |                    a table
//     [[2, 0], [None, 8]]          lists of a program, also as numpy prints them
//     0010000200003002             16 digits of ranks: 0-9, a-f, and g, h for 65536 and 131072; also 0x…
//
// What could be two different boards is refused. The program `afterstate` has the same reader in Rust
// (src/rules/board_text.rs); tests/data/boards.json has what both must read. It is here once more, because
// <play-2048> reads boards on pages that load no WebAssembly. The text is untrusted: its length is limited,
// and messages quote only a short part of it.

import { plainDigits } from '../shared/digits.js';
import { t } from '../shared/text.js';
import { DIGITS, PositionError, checked } from './position.js';
import { DEFAULT_SIZE, SIDE } from './size.js';

/** @import { Position } from './position.js' */
/** @import { Size } from './size.js' */

/** The maximum length: enough for 81 tiles of thirteen digits with separators. */
const LONGEST = 1200;
/** The accepted spellings of an empty cell. */
const EMPTY = new Set(['', '.', '0', '-', '_', '*', '·', '–', '—', 'null', 'none', 'nan']);

/**
 * @param {string} text
 * @param {Size} [size] of the board, for tiles without rows, and where it decides whether a cell is meant
 * @returns {Position}
 * @throws {PositionError}
 */
export function readPosition(text, size = DEFAULT_SIZE) {
  if (text.length > LONGEST)
    throw new PositionError(t('That’s too long: a position has at most {n} characters.', { n: LONGEST }));
  const plain = plainDigits(text.replace('\ufeff', ''))
    .replace(/[，、،]/g, ',')
    .replace(/[；؛]/g, ';')
    .replace(/[｜│┃║]/g, '|')
    .replaceAll('／', '/');
  if (plain.trim() === '') throw new PositionError('Enter a position.');
  const digits = /^\s*(?:0x)?([0-9a-h]{16})\s*$/i.exec(plain)?.[1];
  if (digits) {
    const ranks = [...digits.toLowerCase()].map((digit) => DIGITS.indexOf(digit));
    return checked({ ranks: Uint8Array.from(ranks), rows: 4, cols: 4 });
  }
  const rows = (/[[{(]/.test(plain) ? rowsOfLists(plain) : rowsOfLines(plain, size)).map((row) =>
    row.map(rankOf),
  );
  const first = rows[0] ?? [];
  if (rows.length === 1 && first.length === size.rows * size.cols)
    return checked({ ranks: Uint8Array.from(first), rows: size.rows, cols: size.cols });
  if (rows.some((row) => row.length !== first.length)) {
    const counts = rows.map((row) => row.length).slice(0, SIDE.max);
    throw new PositionError(
      t('All rows need the same number of tiles. These have {counts}.', { counts: counts.join(', ') }),
    );
  }
  return checked({ ranks: Uint8Array.from(rows.flat()), rows: rows.length, cols: first.length });
}

/** @param {string} word @returns {number} */
function rankOf(word) {
  // numpy prints 2.0 as "2."
  const tile = word.replace(/^(\d+)\.0*$/, '$1');
  if (EMPTY.has(tile.toLowerCase())) return 0;
  const rank = /^\d{1,13}$/.test(tile) ? Math.log2(Number(tile)) : NaN;
  if (Number.isInteger(rank) && rank >= 1) return rank;
  throw notTile(word);
}

/** @param {string} word */
const notTile = (word) =>
  new PositionError(
    t('“{word}” is not a tile. Use 2, 4, 8 and so on, and a dot for an empty cell.', {
      word: word.trim().slice(0, 16),
    }),
  );

const ambiguous = () =>
  new PositionError('It isn’t clear which cells are empty. Write a dot for each empty cell.');

/** @param {string} text @returns {string[]} */
const wordsOf = (text) => text.split(/\s+/).filter((word) => word !== '');

/** A cell without spaces and quotation marks around it. @param {string} cell */
const bare = (cell) =>
  cell
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim();

/** The innermost lists of a list. @param {string} text @returns {string[][]} */
function rowsOfLists(text) {
  const [open, close] = [text.search(/[[{(]/), Math.max(...[...']})'].map((end) => text.lastIndexOf(end)))];
  // Names may stand around it: board = np.array([[2, 4], [8, 16]], dtype=int64).
  const around = [...wordsOf(text.slice(0, open)), ...wordsOf(text.slice(close + 1))];
  const strange = around.find((word) => /^[\d.]/.test(word) || /[^\w.=:,;'"]/.test(word));
  const whole = text.slice(open, close + 1).replace(/\bdtype=[\w.]+/, '');
  const [outside = ''] = wordsOf(whole.replace(/[[{(]([^[\]{}()]*)[\]})]/g, '').replace(/[[\]{}(),;]/g, ' '));
  if (strange || outside || close < open) throw notTile(strange ?? outside);
  return [...whole.matchAll(/[[{(]([^[\]{}()]*)[\]})]/g)].map(([, list = '']) => {
    if (!/[,;]/.test(list)) return wordsOf(list);
    const cells = list.split(/[,;]/);
    if (cells.at(-1)?.trim() === '') cells.pop(); // [2, 4,] has two
    return cells.map(bare);
  });
}

/** A line between rows of a table. @param {string} line */
const isRule = (line) => /^[\s|+:=\-\u2500-\u257f]+$/.test(line) && /[-=\u2500-\u257f]{2}/.test(line);

/** @param {string} text @param {Size} size @returns {string[][]} */
function rowsOfLines(text, size) {
  const between = ['|', ',', ';', '\t'].find((sign) => text.includes(sign)) ?? ' ';
  // With commas between cells, a semicolon ends a row.
  const lines = text.split(between === ',' ? /[/\n\r;]/ : /[/\n\r]/).filter((line) => !isRule(line));
  const cells = lines
    .filter((line) => line.trim() !== '' || (between === '\t' && line.includes('\t')))
    .map((line) => line.split(between).map(bare));
  const several = cells.some((row) => row.some((cell) => /\s/.test(cell)));
  if (between === ' ' || (several && /[,;]/.test(between))) {
    if (!text.includes('/')) checkColumns(lines.filter((line) => line.trim() !== ''));
    const rows = between === ' ' ? lines : lines.flatMap((line) => line.split(between));
    return rows.map(wordsOf).filter((row) => row.length > 0);
  }
  return withoutEdges(cells, between, size);
}

/**
 * A sign before the first cell or after the last may be an edge, or there is an empty cell beyond it.
 * @param {string[][]} rows @param {string} between @param {Size} size
 */
function withoutEdges(rows, between, size) {
  const cols = rows[0]?.length ?? 0;
  const left = between === '|' && rows.every((row) => row[0] === '');
  const right = rows.every((row) => row.at(-1) === '');
  const fits = (/** @type {number} */ count) =>
    rows.length === 1 ? count === size.rows * size.cols : rows.length === size.rows && count === size.cols;
  if (cols < 2 || (!left && !right)) return rows;
  if (left && right) {
    if (fits(cols)) throw ambiguous();
    return rows.map((row) => row.slice(1, -1));
  }
  if (fits(cols)) return rows;
  if (!fits(cols - 1)) throw ambiguous();
  return rows.map((row) => (left ? row.slice(1) : row.slice(0, -1)));
}

/**
 * Where spaces alone align columns, each word must be in the column of the words above it: an empty cell may
 * have no sign.
 * @param {string[]} lines
 */
function checkColumns(lines) {
  if (!lines.some((line) => /\S\s{2,}\S/.test(line))) return;
  const rows = lines.map((line) =>
    [...line.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ from: index, to: index + word.length })),
  );
  const [first = [], ...others] = rows;
  // Copying may have cut the spaces before the first word.
  const cut = Math.max(...others.map((row) => row.at(-1)?.to ?? 0)) - (first.at(-1)?.to ?? 0);
  if (first[0]?.from === 0 && cut > 0)
    for (const word of first) {
      word.from += cut;
      word.to += cut;
    }
  for (const col of first.keys()) {
    const column = rows.flatMap((row) => row[col] ?? []);
    if (Math.max(...column.map(({ from }) => from)) >= Math.min(...column.map(({ to }) => to)))
      throw ambiguous();
  }
}
