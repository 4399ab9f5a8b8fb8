// The messages between a host page and the embedded game (types.d.ts): functions that read them.
//
// Neither side trusts the other: messages are copied field by field, checked and limited in size, and never
// used as HTML. The windows exchange one message each (`ready`, `connect`). Everything else goes through the
// private port that comes with `connect`.

import { SEEDS, SIDES_IN_WORDS, isSide } from '../game/size.js';
import { THEME_NAMES } from '../shared/themes.js';

/** @import { Command, FrameReport, Mode, RefusedReport } from './types.js' */

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

/** Whether the value of a field is accepted. @typedef {(value: any) => boolean} Check */
/**
 * Reads the fields of a message of one type: a copy, or null if one is invalid.
 * @typedef {(from: Record<string, any>) => Record<string, any> | null} Reader
 */

/** @param {number} min @param {number} max @returns {Check} */
const whole = (min, max) => (value) => Number.isSafeInteger(value) && value >= min && value <= max;
/** @param {readonly unknown[]} list @returns {Check} */
const oneOf = (list) => (value) => list.includes(value);
const isScore = whole(0, Number.MAX_SAFE_INTEGER);
const isDirection = whole(0, 3);
const isRank = whole(0, HIGHEST_RANK);
/** Values may be infinite: some strategies give a win an infinite value. @type {Check} */
const isValue = (value) => value === null || (typeof value === 'number' && !Number.isNaN(value));
/** @type {Check} */
const isSeed = (seed) =>
  seed === null || (typeof seed === 'string' && /^\d{1,20}$/.test(seed) && BigInt(seed) < SEEDS);
/** @param {unknown} value @returns {string} */
const text = (value) => (typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : '');

/** The fields of a message; null: it has none. @param {any} data @returns {Record<string, any> | null} */
const fields = (data) => (typeof data === 'object' && data !== null && !Array.isArray(data) ? data : null);

/** @param {Record<string, Check>} checks by field @returns {Reader} */
const checked = (checks) => (from) => {
  const valid = Object.entries(checks).every(([name, accepts]) => accepts(from[name]));
  return valid ? Object.fromEntries(Object.keys(checks).map((name) => [name, from[name]])) : null;
};

/** @type {Reader} */
function placed({ ranks, rows, cols, score = 0 }) {
  if (!isSide(rows) || !isSide(cols) || !isScore(score)) return null;
  if (!Array.isArray(ranks) || ranks.length !== rows * cols || !ranks.every(isRank)) return null;
  return { ranks: [...ranks], rows, cols, score };
}

/** A board with its score, and other fields. @param {Record<string, Check>} checks @returns {Reader} */
const table = (checks) => (from) => {
  const board = placed(from);
  const others = checked({ best: isScore, moves: isScore, status: oneOf(STATUS), ...checks })(from);
  return board && others && { ...board, ...others };
};

/** The commands, each with its accepted arguments for error messages. @type {[string, Reader, string][]} */
const ACCEPTED = [
  [
    'position',
    placed,
    `the ranks of all cells (whole numbers from 0 to ${HIGHEST_RANK}), ${SIDES_IN_WORDS} rows and columns, and a whole score`,
  ],
  [
    'new',
    ({ seed = null }) => checked({ seed: isSeed })({ seed }),
    `no seed, or a whole number from 0 to ${SEEDS - 1n}`,
  ],
  ['move', checked({ direction: isDirection }), 'a direction: Up 0, Right 1, Down 2 or Left 3'],
  ['hint', checked({ id: isScore }), 'a whole number that identifies the hint'],
  ['theme', checked({ theme: oneOf(THEME_NAMES) }), THEME_NAMES.join(', ')],
  ['speed', checked({ place: whole(0, FASTEST) }), `a whole number from 0 to ${FASTEST}`],
  ['start', checked({}), 'nothing'],
  ['stop', checked({}), 'nothing'],
  ['state', checked({}), 'nothing'],
];
/** @type {Map<unknown, { read: Reader, takes: string }>} */
const COMMANDS = new Map(ACCEPTED.map(([type, read, takes]) => [type, { read, takes }]));

/** @type {Map<unknown, Reader>} */
const REPORTS = new Map([
  ['state', table({})],
  ['move', table({ direction: isDirection, by: oneOf(BY) })],
  [
    'hint',
    checked({
      id: isScore,
      best: (best) => best === null || isDirection(best),
      values: (values) => Array.isArray(values) && values.length === 4 && values.every(isValue),
      ply: isScore,
    }),
  ],
  ['no-hint', ({ id, message }) => (isScore(id) ? { id, message: text(message) } : null)],
  ['mode', checked({ mode: oneOf(MODES) })],
  ['waiting', checked({ waiting: oneOf([true, false]) })],
  ['refused', ({ about, message }) => ({ about: text(about), message: text(message) })],
]);

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
export const readCommand = (data) => read(data, (type) => COMMANDS.get(type)?.read);

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
  const takes = COMMANDS.get(type)?.takes;
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
