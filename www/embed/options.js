// The options of an embedded game: reading them from the frame's URL, writing them into it, and the accepted
// values.
//
// The frame, the element and the builder all use this file, so they accept the same options.

import { BUILT_IN } from '../shared/choices.js';
import { ACCEPTED as OF_ADDRESS } from '../game/address.js';
import { readPosition } from '../game/board-text.js';
import { SIDES_IN_WORDS, readSize } from '../game/size.js';
import { plainDigits, plainNumber } from '../shared/digits.js';
import { formed, onOrOff, optionsIn } from '../shared/options.js';
import { THEME_NAMES, readTheme } from '../shared/themes.js';

/** @import { Position } from '../game/position.js' */
/** @import { Size } from '../game/size.js' */

/** The parts around the board, in their order on the page. */
export const CONTROLS = /** @type {const} */ (['score', 'new', 'undo', 'hint', 'autoplay', 'arrows']);
export const DEFAULT_CONTROLS = 'score new undo hint autoplay';
/** The form of the name under which a game is saved. */
const NAME = /^[\w-]{1,40}$/;
/** The form of a network's name. The site's list decides whether it exists (engine/networks.js). */
const NETWORK = /^[a-z0-9-]{1,40}$/;
/** The accepted values of each option, for error messages. @type {Record<string, string>} */
export const ACCEPTED = {
  ...OF_ADDRESS,
  size: `${SIDES_IN_WORDS}, or rows and columns such as 3x5`,
  theme: inWords(THEME_NAMES),
  controls: `some of ${CONTROLS.join(' ')}, or none`,
  position: 'a board such as "2 4 0 0 / 0 0 0 0 / …" or 16 digits',
  autoplay: 'on or off',
  speed: '0 to 10',
  remember: 'up to 40 letters, digits, "-" and "_"',
  network: `${BUILT_IN}, automatic, or the name of a network`,
  site: 'the http or https address of a copy of the site',
};

/** @typedef {(typeof CONTROLS)[number]} Control */

/**
 * An option with an invalid value, and a message with the accepted ones.
 * @typedef {{ name: string, message: string }} Refused
 */

/**
 * @param {string} search the query part of the frame's URL, with its question mark
 * @param {{ rows: number, cols: number }} size of the board
 */
export function readOptions(search, size) {
  /** @type {Refused[]} */
  const refused = [];
  const option = optionsIn(new URLSearchParams(search), (name, text) =>
    refused.push({ name, message: refusal(name, text) }),
  );
  return {
    theme: option('theme', readTheme, 'system'),
    controls: option('controls', readControls, /** @type {Set<Control>} */ (readControls(DEFAULT_CONTROLS))),
    position: option('position', (text) => positionOf(text, size), null),
    autoplay: option('autoplay', onOrOff, false),
    speed: option('speed', readSpeed, null),
    remember: option('remember', formed(NAME), null),
    network: option('network', formed(NETWORK), BUILT_IN),
    refused,
  };
}

/** The longest quote of an invalid value, in characters. */
const LONGEST_QUOTE = 40;

/**
 * The message about an invalid value.
 * @param {string} name @param {string | null} given @param {string} [accepted] describes the accepted values
 */
export function refusal(name, given, accepted = ACCEPTED[name] ?? '') {
  const quote =
    given === null ? '' : given.length > LONGEST_QUOTE ? `${given.slice(0, LONGEST_QUOTE)} …` : given;
  return `${name} cannot be "${quote}"; it takes ${accepted}`;
}

/** @param {readonly string[]} words @returns {string} a list such as "a, b or c" */
export function inWords(words) {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** @param {string} text the position of the slider @returns {number | null} */
export function readSpeed(text) {
  const plain = plainDigits(text);
  return /^(\d|10)$/.test(plain) ? Number(plain) : null;
}

/**
 * @param {string} text names with spaces between, or `none`
 * @returns {Set<Control> | null} null if one is unknown
 */
export function readControls(text) {
  const names = text.split(/[\s+,]+/).filter((name) => name !== '' && name !== 'none');
  const known = /** @type {Control[]} */ (
    names.filter((name) => CONTROLS.some((control) => control === name))
  );
  return known.length === names.length ? new Set(known) : null;
}

/** @param {string} text @param {{ rows: number, cols: number }} size @returns {Position | null} */
function positionOf(text, size) {
  try {
    return readPosition(text, size);
  } catch {
    return null;
  }
}

/**
 * An element's `size`: "4", "4x4", "3x5" (rows, then columns).
 * @param {string} text @returns {Size | null}
 */
export function readSides(text) {
  const [, rows, cols = rows] = /^\s*(\d)(?:\s*[x×]\s*(\d))?\s*$/i.exec(plainDigits(text)) ?? [];
  return readSize(`${rows}x${cols}`);
}

/**
 * The frame's URL for the options of an element or the builder. Omitted options keep their defaults.
 * @param {string | URL} page the address of embed.html
 * @param {Partial<Record<'size' | 'seed' | 'theme' | 'engine' | 'controls' | 'position' | 'autoplay'
 *   | 'speed' | 'remember' | 'threads' | 'strategy' | 'network', string | null>>} urlOptions as in the
 *   element's attributes
 * @returns {URL}
 */
export function frameAddress(page, { size = null, ...urlOptions }) {
  const address = new URL(page);
  const sides = size === null ? null : readSides(size);
  if (sides) {
    address.searchParams.set('rows', String(sides.rows));
    address.searchParams.set('cols', String(sides.cols));
  }
  for (const [name, value] of Object.entries(urlOptions)) {
    if (value === null || value === undefined) continue;
    // It is a boolean attribute: it counts by its presence.
    if (name === 'autoplay') address.searchParams.set(name, value === 'off' ? 'off' : 'on');
    else if (name === 'seed') address.searchParams.set(name, plainNumber(value));
    else address.searchParams.set(name, plainDigits(value));
  }
  return address;
}
