// Converts games and positions to URL fragments and back.
//
//     #game=1&size=4x4&seed=42&moves=7:UA4&keep=1&now=0010000200003002      a game with all its moves
//     #game=1&...&by=ai                                                     who made them, if not the player
//     #game=1&...&rival=lite                                                in a race against this rival
//     #board=4x4:0010000200003002&score=1234                                a position
//     #puzzle=0010000200003002                                              a puzzle: a position of 4x4
//
// The fields have the same names as in the text of a game (src/rules/record.rs), which also checks the game
// by playing it. This file only checks the characters of each field and the length of the link.

import { t, translatable } from '../shared/text.js';
import { TRACKING } from './address.js';
import { readPosition } from './board-text.js';
import { checked, writeDigits } from './position.js';
import { SIDE, readSize } from './size.js';

/** @import { Position } from './position.js' */
/** @import { Players } from './record.js' */

/** The maximum length of a link: 40,000 characters hold 119,000 moves, or 29,000 with their spawns. */
export const LONGEST = 40_000;
/** The maximum length of a text: a list of 200,000 moves takes 1,800,000 characters. */
const LONGEST_TEXT = 2_000_000;
/** How a game's text begins. */
const MAGIC = 'afterstate/1';
/** The ranks of a board, one digit each. */
const BOARD = new RegExp(`^[0-9a-zA-Z]{${SIDE.min ** 2},${SIDE.max ** 2}}$`);
/** The fields of a game in the order of its text, with their form. @type {[string, RegExp][]} */
const FIELDS = [
  ['seed', /^\d{1,20}$/],
  ['start', BOARD],
  ['score', /^\d{1,16}$/],
  ['moves', /^\d{1,7}:[\w-]*$/],
  ['spawns', /^[\w-]+$/],
  ['at', /^\d{1,7}$/],
  ['keep', /^1$/],
  ['now', BOARD],
];
/** Ranks as digits (src/rules/record.rs). */
const RANKS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Who made the moves of a shared game, seen by whoever shared it. @typedef {Players} SharedBy */
/**
 * `ranks`: as `writeDigits` writes them.
 * @typedef {{ kind: 'game', text: string, by: SharedBy, rival?: string }
 *   | { kind: 'board', position: Position, score: number } | { kind: 'puzzle', ranks: string }} Shared
 */

/** A game that was set up has a field between seed and moves, one with tiles from elsewhere behind them. */
const FRESH = /^afterstate\/1;\dx\d;seed=\d+;moves=(?!.*;(spawns|at)=)/;

/**
 * Whether a game challenges others to play the same tiles: it began as every game begins and lost nothing on
 * the way. One that was set up or played elsewhere does not, and none whose first moves came from a link.
 * @param {string} text @param {Players} players
 */
export const challenges = (text, players) => players !== 'shared' && FRESH.test(text);

/** A link or text that cannot be read; the message is for the player. */
export class LinkError extends Error {}

/**
 * A text without the signs at its end that have this form. An expression that ends in `+$` would try each run
 * of such signs from each of its signs: for minutes in a hostile link.
 * @param {string} text @param {RegExp} form of one sign, of at most three characters
 */
function withoutEnd(text, form) {
  let end = text.length;
  for (;;) {
    const [sign] = form.exec(text.slice(Math.max(0, end - 3), end)) ?? [];
    if (sign === undefined) return text.slice(0, end);
    end -= sign.length;
  }
}

/**
 * An address, or a part of it, without what messengers and mail programs put at its end, and without their
 * spelling of "&".
 * @param {string} text
 */
export const tidied = (text) =>
  withoutEnd(text.replace(/&(amp;)+/gi, '&'), /(%2[1279ce]|%3[abe]|%5d|[^\p{L}\p{N}_\s=%+-])$/iu);

const BROKEN = translatable('This link is incomplete or damaged. Copy it again.');

/**
 * @param {string} text of a game, as `toText` or `replay` write it
 * @param {SharedBy} [by]
 * @param {string | null} [rival] the id of the one that it raced
 * @returns {string | null} null if it is too long
 */
export function gameLink(text, by = 'own', rival = null) {
  const [magic, size = '', ...fields] = text.split(';');
  if (magic !== MAGIC) throw new LinkError(translatable('This game is from another version of the page.'));
  const link = `#game=1&size=${size}&${fields.join('&')}${by === 'own' ? '' : `&by=${by}`}${rival === null ? '' : `&rival=${rival}`}`;
  return link.length > LONGEST ? null : link;
}

/** @param {Position} position @param {number} score @returns {string} */
export function boardLink({ ranks, rows, cols }, score) {
  return `#board=${rows}x${cols}:${Array.from(ranks, (rank) => RANKS[rank]).join('')}&score=${score}`;
}

/** @param {Position} position of 4x4 @returns {string} */
export const puzzleLink = (position) => `#puzzle=${writeDigits(position)}`;

/**
 * @param {string} hash the fragment of a URL, with its `#`
 * @returns {Shared | null} null if it shares nothing
 * @throws {Error} with a message for the player, if it is damaged or the position is not possible
 */
export function readLink(hash) {
  if (!/^#(game|board|puzzle)(=|%3D)/i.test(hash)) return null;
  if (hash.length > LONGEST)
    throw new LinkError(t('That’s too long: a link has at most {n} characters.', { n: LONGEST }));
  /** @type {Map<string, string>} */
  const fields = new Map();
  const [own = ''] = decoded(hash.slice(1)).split(/[?#]/, 1);
  for (const part of tidied(withoutEnd(own, /[^!-~]$/)).split('&')) {
    const at = part.indexOf('=');
    const name = part.slice(0, at);
    if (TRACKING.test(name)) continue;
    if (at < 1 || fields.has(name)) throw new LinkError(BROKEN);
    fields.set(name, part.slice(at + 1));
  }
  if (fields.has('puzzle')) return readPuzzle(fields);
  return fields.has('game') ? readGame(fields) : readBoard(fields);
}

/**
 * Decodes the fragment, because some programs encode the links that they pass on.
 * @param {string} text
 * @returns {string}
 */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new LinkError(BROKEN);
  }
}

/** @param {Map<string, string>} fields @returns {Shared} */
function readGame(fields) {
  if (fields.get('game') !== '1') throw new LinkError('This link comes from another version of the page.');
  const size = fields.get('size') ?? '';
  if (!readSize(size)) throw new LinkError(BROKEN);
  const parts = [MAGIC, size];
  for (const [name, form] of FIELDS) {
    const value = fields.get(name);
    if (value === undefined) continue;
    if (!form.test(value)) throw new LinkError(BROKEN);
    parts.push(`${name}=${value}`);
  }
  const by = fields.get('by') ?? 'own';
  if (by !== 'own' && by !== 'aided' && by !== 'ai' && by !== 'shared') throw new LinkError(BROKEN);
  const rival = fields.get('rival');
  if (rival !== undefined && !/^[a-z]{1,20}$/.test(rival)) throw new LinkError(BROKEN);
  const others = Number(fields.has('by')) + Number(rival !== undefined);
  if (parts.length + others !== fields.size) throw new LinkError(BROKEN);
  return { kind: 'game', text: parts.join(';'), by, ...(rival !== undefined && { rival }) };
}

/** @param {Map<string, string>} fields @returns {Shared} */
function readPuzzle(fields) {
  const ranks = (fields.get('puzzle') ?? '').toLowerCase();
  if (fields.size > 1 || !/^[0-9a-h]{16}$/.test(ranks)) throw new LinkError(BROKEN);
  readPosition(ranks); // it may be empty
  return { kind: 'puzzle', ranks };
}

/** @param {Map<string, string>} fields @returns {Shared} */
function readBoard(fields) {
  const [text = '', digits = ''] = (fields.get('board') ?? '').split(':');
  const size = readSize(text);
  const score = fields.get('score') ?? '0';
  const known = fields.size === (fields.has('score') ? 2 : 1);
  if (
    !known ||
    !size ||
    !BOARD.test(digits) ||
    digits.length !== size.rows * size.cols ||
    !/^\d{1,16}$/.test(score) ||
    !Number.isSafeInteger(Number(score))
  ) {
    throw new LinkError(BROKEN);
  }
  return {
    kind: 'board',
    position: checked({ ranks: Uint8Array.from(digits, (digit) => RANKS.indexOf(digit)), ...size }),
    score: Number(score),
  };
}

/**
 * Reads pasted text: a link to a game on any copy of this site, or the text of a game.
 * @param {string} pasted @returns {Shared | null} null if it is neither @throws {Error} like `readLink`
 */
export function readPasted(pasted) {
  if (pasted.length > LONGEST_TEXT)
    throw new LinkError(t('That’s too long: a game has at most {n} characters.', { n: LONGEST_TEXT }));
  // Mail programs break long lines; links and the texts of games have no spaces of their own.
  const text = pasted.replace(/^[>\s]+/gm, '').replace(/\s+/g, '');
  if (text.startsWith(`${MAGIC};`)) return { kind: 'game', text, by: 'shared' };
  const hash = text.indexOf('#');
  return hash < 0 ? null : readLink(text.slice(hash));
}
