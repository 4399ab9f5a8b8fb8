// The messages between a host page and the embedded game (types.d.ts): functions that read them.
//
// Neither side trusts the other: messages are copied field by field, checked and limited in size, and never
// used as HTML. The windows exchange one message each (`ready`, `connect`). Everything else goes through the
// private port that comes with `connect`.

import { SEEDS, SIDES_IN_WORDS, isSide } from '../game/size.js';
import { THEME_NAMES, readTheme } from '../shared/themes.js';

/** @import { Command, FrameReport, HintReport, Mode, Placed, RefusedReport, Table } from './types.js' */

const APP = 'afterstate-embed';
const VERSION = 1;

/** Frame to host window: the game is ready. */
export const READY = 'ready';
/** Host to frame window, with a MessagePort. */
export const CONNECT = 'connect';

/** The largest rank in a message; the rules check whether a rank is possible on the board. */
const HIGHEST_RANK = 63;
/** The positions of the speed slider (game/speed.js). */
const FASTEST = 10;
/** The longest text in a message; longer ones are cut. */
const LONGEST_TEXT = 300;
const STATUS = ['playing', 'won', 'over'];
/** @type {Mode[]} */
export const MODES = ['off', 'hint', 'autoplay'];
const BY = ['person', 'engine'];

/** @param {unknown} value @param {number} min @param {number} max */
const whole = (value, min, max) =>
  Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max;
/** @param {unknown} value */
const isScore = (value) => whole(value, 0, Number.MAX_SAFE_INTEGER);
/** @param {unknown} value */
const isDirection = (value) => whole(value, 0, 3);
/** Values may be infinite: some strategies give a win an infinite value. @param {unknown} value */
const isValue = (value) => value === null || (typeof value === 'number' && !Number.isNaN(value));
/** @param {unknown} value @param {readonly unknown[]} list */
const oneOf = (value, list) => list.includes(value);

/**
 * The fields of a message, or null if it is not an object.
 * @param {unknown} data
 * @returns {Record<string, any> | null}
 */
function fields(data) {
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? data : null;
}

/** @param {Record<string, any>} from @returns {Placed | null} */
function placed({ ranks, rows, cols, score = 0 }) {
  if (!isSide(rows) || !isSide(cols) || !isScore(score)) return null;
  if (!Array.isArray(ranks) || ranks.length !== rows * cols) return null;
  if (!ranks.every((rank) => whole(rank, 0, HIGHEST_RANK))) return null;
  return { ranks: [...ranks], rows, cols, score };
}

/** @param {Record<string, any>} from @returns {Table | null} */
function table(from) {
  const board = placed(from);
  const { best, moves, status } = from;
  if (!board || !isScore(best) || !isScore(moves) || !oneOf(status, STATUS)) return null;
  return { ...board, best, moves, status };
}

/** @param {Record<string, any>} from @returns {Pick<HintReport, 'id' | 'best' | 'values' | 'ply'> | null} */
function hint({ id, best, values, ply }) {
  if (!isScore(id) || !isScore(ply) || !(best === null || isDirection(best))) return null;
  return Array.isArray(values) && values.length === 4 && values.every(isValue)
    ? { id, best, values: [...values], ply }
    : null;
}

/** @param {unknown} seed */
const isSeed = (seed) =>
  seed === null || (typeof seed === 'string' && /^\d{1,20}$/.test(seed) && BigInt(seed) < SEEDS);
/** @param {unknown} value @returns {string} */
const text = (value) => (typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : '');

/**
 * Reads the fields of a message of one type: a copy, or null if one is invalid.
 * @typedef {(from: Record<string, any>) => Record<string, any> | null} Reader
 */

/**
 * The commands, each with its accepted arguments for error messages.
 * @type {Map<unknown, [read: Reader, takes: string]>}
 */
const COMMANDS = new Map([
  [
    'position',
    [
      placed,
      `the ranks of all cells (whole numbers from 0 to ${HIGHEST_RANK}), ${SIDES_IN_WORDS} rows and columns, and a whole score`,
    ],
  ],
  [
    'new',
    [
      ({ seed = null }) => (isSeed(seed) ? { seed } : null),
      `no seed, or a whole number from 0 to ${SEEDS - 1n}`,
    ],
  ],
  [
    'move',
    [
      ({ direction }) => (isDirection(direction) ? { direction } : null),
      'a direction: Up 0, Right 1, Down 2 or Left 3',
    ],
  ],
  ['hint', [({ id }) => (isScore(id) ? { id } : null), 'a whole number that identifies the hint']],
  ['theme', [({ theme }) => (readTheme(theme) ? { theme: readTheme(theme) } : null), THEME_NAMES.join(', ')]],
  [
    'speed',
    [({ place }) => (whole(place, 0, FASTEST) ? { place } : null), `a whole number from 0 to ${FASTEST}`],
  ],
  ...['start', 'stop', 'state'].map(
    (type) => /** @type {[string, [Reader, string]]} */ ([type, [() => ({}), 'nothing']]),
  ),
]);

/** @type {Map<unknown, Reader>} */
const REPORTS = new Map(
  Object.entries(
    /** @type {Record<string, Reader>} */ ({
      state: table,
      move(from) {
        const board = table(from);
        const { direction, by } = from;
        return board && isDirection(direction) && oneOf(by, BY) ? { direction, by, ...board } : null;
      },
      hint,
      'no-hint': ({ id, message }) => (isScore(id) ? { id, message: text(message) } : null),
      mode: ({ mode }) => (oneOf(mode, MODES) ? { mode } : null),
      refused: ({ about, message }) => ({ about: text(about), message: text(message) }),
    }),
  ),
);

/** @param {unknown} data @param {(type: unknown) => Reader | undefined} readerOf @returns {any} */
function read(data, readerOf) {
  const from = fields(data);
  const copy = from && readerOf(from.type)?.(from);
  return copy ? { type: from.type, ...copy } : null;
}

/**
 * @param {unknown} data anything from a host page
 * @returns {Command | null} null if it is not a command of this protocol
 */
export const readCommand = (data) => read(data, (type) => COMMANDS.get(type)?.[0]);

/**
 * @param {unknown} data anything from a frame
 * @returns {FrameReport | null} null if it is not a report of this protocol
 */
export const readReport = (data) => read(data, (type) => REPORTS.get(type));

/**
 * The report about a command that was not accepted.
 * @param {unknown} data anything
 * @returns {RefusedReport}
 */
export function refusalOf(data) {
  const type = fields(data)?.type;
  const takes = COMMANDS.get(type)?.[1];
  if (takes === undefined) return { type: 'refused', about: 'message', message: 'unknown command' };
  return { type: 'refused', about: String(type), message: `${type} takes ${takes}` };
}

/** Whether a message between windows has this type. @param {unknown} data @param {string} word */
export function isWord(data, word) {
  const from = fields(data);
  return from?.app === APP && from.version === VERSION && from.type === word;
}

/** A message for the other window. @param {string} type */
export const word = (type) => ({ app: APP, version: VERSION, type });
