// The messages between a host page and the embedded game: their names and types, and functions that read them.
//
// Neither side trusts the other: messages are copied field by field, checked and limited in size, and never used as HTML.
// The windows exchange one message each (`ready`, `connect`). Everything else goes through the private port that comes
// with `connect`.

import { SEEDS } from '../game/seed.js';
import { SIDES_IN_WORDS, isSide } from '../game/size.js';
import { THEME_NAMES, readTheme } from '../style/themes.js';

/** @import { Theme } from '../style/themes.js' */

/** Marks the messages of this protocol. */
export const APP = 'afterstate-embed';
/** Messages with another version are ignored. */
export const VERSION = 1;

/** Frame to host window: the game is ready. */
export const READY = 'ready';
/** Host to frame window, with a MessagePort. */
export const CONNECT = 'connect';

/** The largest rank in a message; the rules check whether a rank is possible on the board. */
const HIGHEST_RANK = 63;
/** The positions of the speed slider (game/pace.js). */
const FASTEST = 10;
/** The longest text in a message; longer ones are cut. */
const LONGEST_TEXT = 300;
/** The accepted arguments of each command, for error messages. @type {Map<unknown, string>} */
const TAKES = new Map([
  ['position', `the ranks of all cells (whole numbers from 0 to ${HIGHEST_RANK}), ${SIDES_IN_WORDS} rows and columns, and a whole score`],
  ['new', `no seed, or a whole number from 0 to ${SEEDS - 1n}`],
  ['move', 'a direction: Up 0, Right 1, Down 2 or Left 3'],
  ['hint', 'a whole number that tells hints apart'],
  ['theme', THEME_NAMES.join(', ')],
  ['speed', `a whole number from 0 to ${FASTEST}`],
]);
const STATUS = ['playing', 'won', 'over'];
const MODES = ['off', 'hint', 'step', 'autoplay'];
const BY = ['person', 'engine'];

/**
 * A board with its score.
 * @typedef {{ ranks: number[], rows: number, cols: number, score: number }} Placed
 */

/**
 * Host to frame. `state`: report it, so that the host sees that somebody is there.
 * @typedef {{ type: 'position' } & Placed} PositionCommand
 * @typedef {{ type: 'new', seed: string | null }} NewCommand
 * @typedef {{ type: 'move', direction: number }} MoveCommand
 * @typedef {{ type: 'hint', id: number }} HintCommand
 * @typedef {{ type: 'start' } | { type: 'stop' }} PilotCommand
 * @typedef {{ type: 'state' }} StateCommand
 * @typedef {{ type: 'theme', theme: Theme }} ThemeCommand
 * @typedef {{ type: 'speed', place: number }} SpeedCommand
 * @typedef {PositionCommand | NewCommand | MoveCommand | HintCommand | PilotCommand | StateCommand | ThemeCommand | SpeedCommand} Command
 */

/**
 * Frame to host. `state`: the current board; `move`: a move and the board after it; `refused`: an invalid command, with the
 * reason.
 * @typedef {Placed & { best: number, moves: number, status: 'playing' | 'won' | 'over' }} Table
 * @typedef {{ type: 'state' } & Table} StateReport
 * @typedef {{ type: 'move', direction: number, by: 'person' | 'engine' } & Table} MoveReport
 * @typedef {{ type: 'hint', id: number, best: number | null, values: (number | null)[], ply: number }} HintReport
 * @typedef {{ type: 'no-hint', id: number, message: string }} NoHintReport
 * @typedef {{ type: 'mode', mode: 'off' | 'hint' | 'step' | 'autoplay' }} ModeReport
 * @typedef {{ type: 'refused', about: string, message: string }} RefusedReport
 * @typedef {StateReport | MoveReport | HintReport | NoHintReport | ModeReport | RefusedReport} FrameReport
 */

/** @param {unknown} value @param {number} least @param {number} most */
const whole = (value, least, most) => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;
/** @param {unknown} value */
const isScore = (value) => whole(value, 0, Number.MAX_SAFE_INTEGER);
/** @param {unknown} value */
const isDirection = (value) => whole(value, 0, 3);
/** Values may be infinite: some strategies value a win so. @param {unknown} value */
const isValue = (value) => value === null || (typeof value === 'number' && !Number.isNaN(value));
/** @param {unknown} value @param {readonly unknown[]} list */
const oneOf = (value, list) => list.includes(value);

/** The fields of a message, or null if it is not an object. @param {unknown} data @returns {Record<string, any> | null} */
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

/** @param {Theme | null} theme @returns {ThemeCommand | null} */
const themeCommand = (theme) => theme && { type: 'theme', theme };

/**
 * Reads a command from a host page.
 * @param {unknown} data anything
 * @returns {Command | null} null if it is not a command of this protocol
 */
export function readCommand(data) {
  const from = fields(data);
  switch (from?.type) {
    case 'position': {
      const board = placed(from);
      return board && { type: 'position', ...board };
    }
    case 'new': {
      const { seed = null } = from;
      if (seed !== null && !(typeof seed === 'string' && /^\d{1,20}$/.test(seed) && BigInt(seed) < SEEDS)) return null;
      return { type: 'new', seed };
    }
    case 'move':
      return isDirection(from.direction) ? { type: 'move', direction: from.direction } : null;
    case 'hint':
      return whole(from.id, 0, Number.MAX_SAFE_INTEGER) ? { type: 'hint', id: from.id } : null;
    case 'start':
    case 'stop':
    case 'state':
      return { type: from.type };
    case 'theme':
      return themeCommand(readTheme(from.theme));
    case 'speed':
      return whole(from.place, 0, FASTEST) ? { type: 'speed', place: from.place } : null;
    default:
      return null;
  }
}

/**
 * Explains what is wrong with a command that `readCommand` cannot read.
 * @param {unknown} data @returns {RefusedReport}
 */
export function refusalOf(data) {
  const type = fields(data)?.type;
  const takes = TAKES.get(type);
  if (takes === undefined) return { type: 'refused', about: 'message', message: 'unknown command' };
  return { type: 'refused', about: String(type), message: `${type} takes ${takes}` };
}

/**
 * Reads a report from a frame.
 * @param {unknown} data anything
 * @returns {FrameReport | null} null if it is not a report of this protocol
 */
export function readReport(data) {
  const from = fields(data);
  switch (from?.type) {
    case 'state': {
      const board = table(from);
      return board && { type: 'state', ...board };
    }
    case 'move': {
      const board = table(from);
      const { direction, by } = from;
      return board && isDirection(direction) && oneOf(by, BY) ? { type: 'move', direction, by, ...board } : null;
    }
    case 'hint': {
      const { id, best, values, ply } = from;
      if (!isScore(id) || !isScore(ply) || !(best === null || isDirection(best))) return null;
      if (!Array.isArray(values) || values.length !== 4 || !values.every(isValue)) return null;
      return { type: 'hint', id, best, values: [...values], ply };
    }
    case 'no-hint':
      return isScore(from.id) ? { type: 'no-hint', id: from.id, message: text(from.message) } : null;
    case 'mode':
      return oneOf(from.mode, MODES) ? { type: 'mode', mode: from.mode } : null;
    case 'refused':
      return { type: 'refused', about: text(from.about), message: text(from.message) };
    default:
      return null;
  }
}

/** @param {unknown} value @returns {string} */
function text(value) {
  return typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : '';
}

/** Whether a message between windows has this type. @param {unknown} data @param {string} word */
export function isWord(data, word) {
  const from = fields(data);
  return from?.app === APP && from.version === VERSION && from.type === word;
}

/** A message for the other window. @param {string} type */
export const word = (type) => ({ app: APP, version: VERSION, type });
