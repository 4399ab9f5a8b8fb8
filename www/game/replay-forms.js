// Games as other programs write them: the replays of 2048verse, and a list of moves that people can read and
// write.
//
//     4x4-1_…      2048verse: three characters a move, base 128: time (11 bits), row (3), column (3),
//                  tile (2), move (2)
//     4x4 2@1,2 2@3,3 L2@1,4 U4@2,2      a list: move, tile @ row,column; the first tiles have no move
//
// Each form begins with the tiles of the first board. Texts are untrusted: an error names the place where one
// stops making sense. 2048verse does not document its form; we read what game-difficulty/2048EndgameTablebase
// reads.

import { plainDigits } from '../shared/digits.js';
import { t, translatable } from '../shared/text.js';
import { noSize } from './position.js';
import { LONGEST, SLICE_MS } from './replay.js';
import { readSize } from './size.js';
import { wait } from '../shared/wait.js';

/** @import { Direction } from '../engine/types.js' */
/** @import { Replay } from './replay.js' */
/** @import { GameClass } from './session.js' */
/** @import { Size } from './size.js' */

/**
 * A new tile and the move before it (-1 for none); `from` and `to`: its place in the text.
 * @typedef {{ direction: Direction, cell: number, rank: number, from: number, to: number }} Entry
 */
/**
 * @typedef {Size & { text: string, opening: number, entries: Entry[] }} ForeignGame `opening`: how many
 *   entries are starting tiles
 */
/** What a game can be written as, the default first. */
export const FORMS = {
  text: translatable('Game text'),
  verse: '2048verse',
  list: translatable('Move list'),
};
/** @typedef {keyof typeof FORMS} Form */

/** Why a text is not a game; the message is for the player. */
export class FormError extends Error {}

const codes = (/** @type {number} */ first, /** @type {number} */ count) =>
  String.fromCharCode(...Array.from({ length: count }, (_, index) => first + index));
const DIGITS = `${codes(0x30, 10)}${codes(0x61, 26)}${codes(0x41, 26)}${codes(0xc0, 64)}¤¾`;
/** 2048verse's numbers of Up, Right, Down and Left. */
const VERSE_MOVES = [0, 3, 1, 2];
const LETTERS = 'URDL';
/** 2048verse's code for an unknown time. */
const NO_TIME = (255 << 13) | (7 << 10);
/** Characters of a move in 2048verse. */
const WIDTH = 3;
/** Starting tiles in 2048verse. */
const OPENING = 2;
/** The largest board of 2048verse. */
const VERSE_SIDE = 8;
const PER_LINE = 10;

/**
 * @param {string} pasted
 * @returns {ForeignGame | null} null if it has none of these forms
 * @throws {FormError}
 */
export function readForm(pasted) {
  // Mail programs quote lines, and some systems take letters and their accents apart.
  const text = plainDigits(
    pasted
      .normalize('NFC')
      .replace(/^[>\s]+/gm, '')
      .trim(),
  );
  const [verse, size = ''] = /^(\d+x\d+)-[^_\s]{0,40}_/.exec(text) ?? [];
  if (verse) {
    // Mail programs also break long lines; this form has no spaces.
    const whole = text.replace(/\s+/g, '');
    return collect(whole, sizeOf(size), OPENING, verseItems(whole, verse.length));
  }
  const [list, head, listed = '4x4'] = /^((\d+x\d+)\s+)?[a-z]?\d+@/i.exec(text) ?? [];
  return list ? collect(text, sizeOf(listed), null, listItems(text, head?.length ?? 0)) : null;
}

/**
 * Plays the game, in short slices.
 * @param {GameClass} Game
 * @param {ForeignGame} foreign
 * @returns {Promise<string>} its text
 * @throws {FormError} if a move or a tile is not possible
 */
export async function textOf(Game, foreign) {
  const { rows, cols, opening, entries } = foreign;
  /** @param {number} index @param {string} words @returns {never} */
  const fail = (index, words) => {
    throw new FormError(problemAt(foreign, index, words));
  };
  const start = new Uint8Array(rows * cols);
  for (const [index, { cell, rank }] of entries.slice(0, opening).entries()) {
    if (start[cell]) fail(index, t('two starting tiles are in one cell'));
    start[cell] = rank;
  }
  const game = Game.fromPosition(start, rows, cols, 0, 0n);
  game.keepGoing();
  try {
    for (let began = performance.now(), index = opening; index < entries.length; index++) {
      const problem = playEntry(game, /** @type {Entry} */ (entries[index]));
      if (problem) fail(index, problem);
      if (performance.now() - began < SLICE_MS) continue;
      await wait(0);
      began = performance.now();
    }
    return game.replay();
  } finally {
    game.free();
  }
}

/**
 * @param {InstanceType<GameClass>} game
 * @param {Entry} entry
 * @returns {string} what is wrong with it; empty if it was played
 */
function playEntry(game, { direction, cell, rank }) {
  try {
    return game.playWith(direction, cell, rank) ? '' : t('this move isn’t possible');
  } catch {
    return t('the cell of the new tile is not empty');
  }
}

/**
 * What is wrong with an entry, with its place.
 * @param {Pick<ForeignGame, 'text' | 'opening' | 'entries'>} game
 * @param {number} index
 * @param {string} problem
 */
function problemAt({ text, opening, entries }, index, problem) {
  const { from = 0, to = 0 } = entries[index] ?? {};
  const parts = { text: text.slice(from, Math.min(to, from + 12)), at: from + 1, problem };
  return index < opening
    ? t('Starting tile {n} (“{text}”, character {at}): {problem}.', { n: index + 1, ...parts })
    : t('Move {n} (“{text}”, character {at}): {problem}.', { n: index - opening + 1, ...parts });
}

/** @param {string} size as text @returns {Size} */
function sizeOf(size) {
  const known = readSize(size);
  if (!known) throw new FormError(noSize(size.slice(0, 12)));
  return known;
}

/**
 * An entry before it is checked.
 * @typedef {{
 *   problem?: string, direction: Direction, rank: number, row: number, column: number, from: number,
 *   to: number
 * }} Item
 */

/**
 * @param {string} text
 * @param {Size} size
 * @param {number | null} opening starting tiles; null: those without a move
 * @param {Iterable<Item>} items
 * @returns {ForeignGame}
 */
function collect(text, { rows, cols }, opening, items) {
  /** @type {ForeignGame} */
  const game = { rows, cols, text, opening: opening ?? 0, entries: [] };
  for (const { problem, direction, rank, row, column, from, to } of items) {
    const index = game.entries.push({ direction, cell: row * cols + column, rank, from, to }) - 1;
    if (opening === null && direction < 0 && game.opening === index) game.opening++;
    const wrong =
      problem ??
      (index >= game.opening && direction < 0
        ? t('a move begins with U, R, D or L')
        : index >= game.opening && rank > 2
          ? t('the new tile is neither 2 nor 4')
          : row < 0 || row >= rows || column < 0 || column >= cols
            ? t('row {row}, column {column} is outside the {size} board', {
                row: row + 1,
                column: column + 1,
                size: `${rows}x${cols}`,
              })
            : '');
    if (wrong) throw new FormError(problemAt(game, index, wrong));
    if (index - game.opening >= LONGEST)
      throw new FormError(
        t('This game has more than {n} moves, the most that can be replayed.', { n: LONGEST }),
      );
  }
  if (game.opening === 0 || game.entries.length < game.opening)
    throw new FormError('The text has no starting tiles.');
  return game;
}

/** @param {string} text @param {number} begin @returns {Iterable<Item>} */
function* verseItems(text, begin) {
  const values = new Map(Array.from(DIGITS, (digit, value) => [digit, value]));
  for (let from = begin; from < text.length; from += WIDTH) {
    const digits = [...text.slice(from, from + WIDTH)];
    const bits = digits.reduce((sum, digit) => (sum << 7) | (values.get(digit) ?? 0), 0);
    const unknown = digits.find((digit) => !values.has(digit));
    const tile = (bits >> 2) & 3;
    const problem =
      digits.length < WIDTH
        ? t('the text is cut off')
        : unknown !== undefined
          ? t('“{character}” isn’t valid in this format', { character: unknown })
          : tile > 1
            ? t('the new tile is neither 2 nor 4')
            : undefined;
    yield {
      direction: VERSE_MOVES.indexOf(bits & 3),
      rank: tile + 1,
      column: (bits >> 4) & 7,
      row: (bits >> 7) & 7,
      problem,
      from,
      to: from + WIDTH,
    };
  }
}

/** @param {string} text @param {number} begin @returns {Iterable<Item>} */
function* listItems(text, begin) {
  for (const { 0: token, index } of text.slice(begin).matchAll(/[^\s;]+/g)) {
    const [known, letter = '', tile = '', row, column] = /^([URDL]?)(\d{1,13})@(\d),(\d)$/i.exec(token) ?? [];
    const rank = Math.log2(Number(tile));
    const problem = !known
      ? t('expected a direction, a tile and its cell, such as L2@1,4 (Left, then a 2 in row 1, column 4)')
      : !Number.isInteger(rank) || rank < 1
        ? t('{tile} is not a tile', { tile })
        : undefined;
    const direction = letter ? LETTERS.indexOf(letter.toUpperCase()) : known ? -1 : 0;
    yield {
      problem,
      direction,
      rank,
      row: Number(row) - 1,
      column: Number(column) - 1,
      from: begin + index,
      to: begin + index + token.length,
    };
  }
}

/**
 * @param {Replay} replay
 * @param {Form} form
 * @returns {string}
 * @throws {FormError} if the form cannot hold the game
 */
export function writeForm(replay, form) {
  if (form === 'text') return replay.text;
  if (replay.score(0) !== 0)
    throw new FormError(
      'This game started with a score, which only the game text can hold. Choose the game text.',
    );
  const { rows, cols } = replay;
  const start = Array.from(replay.ranks(0), (rank, cell) => ({ direction: 0, rank, cell })).filter(
    ({ rank }) => rank > 0,
  );
  const moves = Array.from({ length: replay.moves }, (_, at) => ({
    direction: replay.direction(at) ?? 0,
    ...replay.spawn(at),
  }));
  const entries = [...start, ...moves].map(({ cell, ...entry }) => ({
    ...entry,
    row: Math.floor(cell / cols),
    column: cell % cols,
  }));
  const size = `${rows}x${cols}`;
  if (form === 'list') {
    const tiles = entries.map(
      ({ direction, rank, row, column }, index) =>
        `${index < start.length ? '' : LETTERS[direction]}${2 ** rank}@${row + 1},${column + 1}`,
    );
    return tiles.reduce((list, tile, index) => `${list}${index % PER_LINE === 0 ? '\n' : ' '}${tile}`, size);
  }
  if (start.length !== OPENING || start.some(({ rank }) => rank > 2))
    throw new FormError(
      'This game started from a custom board. A 2048verse replay needs two starting tiles; choose the move list.',
    );
  if (rows > VERSE_SIDE || cols > VERSE_SIDE)
    throw new FormError(
      t('This format supports boards up to {size}. Choose the move list.', {
        size: `${VERSE_SIDE}x${VERSE_SIDE}`,
      }),
    );
  return `${size}-1_${entries
    .map(({ direction, rank, row, column }) => {
      const bits = NO_TIME | (row << 7) | (column << 4) | ((rank - 1) << 2) | Number(VERSE_MOVES[direction]);
      return `${DIGITS[bits >> 14]}${DIGITS[(bits >> 7) & 127]}${DIGITS[bits & 127]}`;
    })
    .join('')}`;
}
