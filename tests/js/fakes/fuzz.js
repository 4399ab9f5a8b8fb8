// Makes invalid input from a seed: texts with characters removed, doubled and swapped, and values with parts
// replaced.
//
// The generator is xorshift32 (Marsaglia, Xorshift RNGs, 2003).

import { ALL } from '../../all.js';

/** How many inputs are tried. @param {number} every how many with `--all` */
export const rounds = (every) => (ALL ? every : every / 5);

/** Replacements for values. @type {unknown[]} */
const ODD = [
  null,
  undefined,
  true,
  0,
  -1,
  1.5,
  64,
  1e308,
  NaN,
  Infinity,
  2 ** 53,
  '',
  '0',
  '__proto__',
  'constructor',
  '<img src=x onerror=alert(1)>',
  'x'.repeat(5000),
  [],
  [[]],
  {},
  new Array(100).fill(0),
  { toString: null },
  10n ** 30n,
  Symbol.iterator,
];
const CHARACTERS = [
  '',
  '\u0000',
  '\uffff',
  '\ud800',
  ' ',
  '\n',
  '&',
  '=',
  ';',
  ':',
  '/',
  '%',
  '%zz',
  '<',
  '"',
  '0',
  '9',
  '-',
  '.',
  ',',
  'e',
  'x',
  '{',
  '}',
  '[',
  '1'.repeat(40),
];

export class Fuzz {
  /** @param {number} seed not 0 */
  constructor(seed) {
    this.state = seed;
  }

  /** @param {number} below @returns {number} a whole number from 0 on */
  below(below) {
    let x = this.state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.state = x;
    return (x >>> 0) % below;
  }

  /** @template T @param {readonly T[]} list @returns {T} */
  pick(list) {
    return /** @type {T} */ (list[this.below(list.length)]);
  }

  /** A text like this one, changed in up to six places. @param {string} text @returns {string} */
  garble(text) {
    let garbled = text;
    for (let times = this.below(6) + 1; times > 0; times--) {
      const at = this.below(garbled.length + 1);
      const end = at + this.below(4);
      garbled =
        garbled.slice(0, at) +
        this.pick([this.pick(CHARACTERS), garbled.slice(at, end).repeat(2), '']) +
        garbled.slice(end);
    }
    return this.below(50) === 0 ? garbled.repeat(200) : garbled;
  }

  /** A value like this one, with parts replaced, lost or added. @param {any} value @returns {any} */
  mutate(value) {
    if (this.below(8) === 0) return this.pick(ODD);
    if (Array.isArray(value)) {
      const copy = value.map((item) => (this.below(6) === 0 ? this.mutate(item) : item));
      if (this.below(4) === 0) copy.length = this.below(copy.length + 2);
      return copy;
    }
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(
        Object.entries(value)
          .filter(() => this.below(20) > 0)
          .map(([name, item]) => [name, this.below(4) === 0 ? this.mutate(item) : item]),
      );
    }
    if (typeof value === 'string') return this.garble(value);
    return this.below(3) === 0 ? this.pick(ODD) : value;
  }
}
