// How an embedded game is to be: read from the address of its frame, written into it, and what each wish may be.
//
// Leaves out size, seed and engine, which every page's address says in the same words (game/address.js), and doing it.
// The frame, the element and the builder read and write here, so that none knows a wish that the others do not.

import { readPosition } from '../game/position.js';
import { THEMES } from './messages.js';

/** @import { Position } from '../game/position.js' */
/** @import { Theme } from './messages.js' */

/** What can stand around the board, in the order it stands there. */
export const CONTROLS = /** @type {const} */ (['score', 'new', 'undo', 'hint', 'autoplay', 'arrows']);
/** What stands there if nothing is said. */
export const USUAL_CONTROLS = 'score new undo hint autoplay';
/** A name under which the frame's site keeps the game. */
const NAME = /^[\w-]{1,40}$/;

/** @typedef {(typeof CONTROLS)[number]} Control */

/**
 * @typedef {{
 *   theme: Theme, controls: Set<Control>, position: Position | null, autoplay: boolean, speed: number | null,
 *   remember: string | null, refused: string[]
 * }} Options `refused`: the names that were there with something that is not accepted
 */

/**
 * @param {string} search the part of the frame's address from its question mark on
 * @param {{ rows: number, cols: number }} size of the board
 * @returns {Options}
 */
export function readOptions(search, size) {
  const asked = new URLSearchParams(search);
  /** @type {string[]} */
  const refused = [];
  /** @template T @param {string} name @param {(text: string) => T | null} read @param {T} otherwise @returns {T} */
  const option = (name, read, otherwise) => {
    const text = asked.get(name);
    if (text === null) return otherwise;
    const value = read(text);
    if (value !== null) return value;
    refused.push(name);
    return otherwise;
  };
  return {
    theme: option('theme', (text) => THEMES.find((theme) => theme === text) ?? null, /** @type {Theme} */ ('system')),
    controls: option('controls', readControls, /** @type {Set<Control>} */ (readControls(USUAL_CONTROLS))),
    position: option('position', (text) => positionOf(text, size), /** @type {Position | null} */ (null)),
    autoplay: option('autoplay', (text) => (/^(on|off)$/.test(text) ? text === 'on' : null), false),
    speed: option('speed', (text) => (/^(\d|10)$/.test(text) ? Number(text) : null), /** @type {number | null} */ (null)),
    remember: option('remember', (text) => (NAME.test(text) ? text : null), /** @type {string | null} */ (null)),
    refused,
  };
}

/** @param {string} text names with blanks between, or `none` @returns {Set<Control> | null} null where one is unknown */
export function readControls(text) {
  const names = text.split(/[\s+,]+/).filter((name) => name !== '' && name !== 'none');
  const known = /** @type {Control[]} */ (names.filter((name) => CONTROLS.some((control) => control === name)));
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
 * @param {string} text @returns {{ rows: number, cols: number } | null}
 */
export function readSize(text) {
  const found = /^\s*([2-8])(?:\s*[x×]\s*([2-8]))?\s*$/i.exec(text);
  return found && { rows: Number(found[1]), cols: Number(found[2] ?? found[1]) };
}

/**
 * The frame's address for what an element or the builder asks for; what is left out is as usual.
 * @param {string | URL} page the address of embed.html
 * @param {Partial<Record<'size' | 'seed' | 'theme' | 'engine' | 'controls' | 'position' | 'autoplay' | 'speed' | 'remember' | 'threads', string | null>>} wishes
 *   as the element's attributes say them
 * @returns {URL}
 */
export function frameAddress(page, { size = null, ...wishes }) {
  const address = new URL(page);
  const sides = size === null ? null : readSize(size);
  if (sides) {
    address.searchParams.set('rows', String(sides.rows));
    address.searchParams.set('cols', String(sides.cols));
  }
  for (const [name, value] of Object.entries(wishes)) {
    if (value === null || value === undefined) continue;
    address.searchParams.set(name, name === 'autoplay' && value === '' ? 'on' : value);
  }
  return address;
}
