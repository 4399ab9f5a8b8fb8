// Reads the options in the page's URL: board size, seed, and how to run the engine.
//
// URLs are untrusted: invalid options are ignored and listed.

import { SEEDS, SIDES_IN_WORDS, USUAL_SIZE, isSide } from './size.js';

/** @import { TierName } from '../engine/protocol.js' */
/** @import { Size } from './size.js' */

/**
 * @typedef {{
 *   size: Size | null, seed: bigint | null, tier: TierName | null, threads: number | null,
 *   engine: boolean, refused: string[]
 * }} UrlOptions `size`: null if neither side is given; a missing side is 4. `refused`: the names of options with a value that
 *   is not accepted
 */

/** The accepted values of each option, for error messages. @type {Record<string, string>} */
export const ACCEPTED = {
  rows: SIDES_IN_WORDS, cols: SIDES_IN_WORDS, seed: 'a whole number below 2^64', tier: 'shared, workers or single', threads: '1 to 64',
  engine: 'on or off',
};

/** Removes the options that describe a game. @param {string} href @returns {string} */
export function withoutGame(href) {
  const address = new URL(href);
  for (const name of ['rows', 'cols', 'seed']) address.searchParams.delete(name);
  address.hash = '';
  return address.href;
}

/** @param {string} search the query part of the URL, with its question mark @returns {UrlOptions} */
export function readAddress(search) {
  const asked = new URLSearchParams(search);
  /** @type {string[]} */
  const refused = [];

  /**
   * @template T
   * @param {string} name @param {RegExp} form @param {(text: string) => T} read @param {T} otherwise
   * @param {(value: T) => boolean} [accepted]
   */
  const option = (name, form, read, otherwise, accepted = () => true) => {
    const text = asked.get(name);
    if (text === null) return otherwise;
    if (form.test(text)) {
      const value = read(text);
      if (accepted(value)) return value;
    }
    refused.push(name);
    return otherwise;
  };

  const rows = option('rows', /^\d$/, Number, USUAL_SIZE.rows, isSide);
  const cols = option('cols', /^\d$/, Number, USUAL_SIZE.cols, isSide);
  return {
    size: asked.has('rows') || asked.has('cols') ? { rows, cols } : null,
    seed: option('seed', /^\d{1,20}$/, (text) => /** @type {bigint | null} */ (BigInt(text)), null, (seed) => seed === null || seed < SEEDS),
    tier: option('tier', /^(shared|workers|single)$/, (text) => /** @type {TierName | null} */ (text), null),
    threads: option('threads', /^\d{1,2}$/, (text) => /** @type {number | null} */ (Number(text)), null, (threads) => threads === null || (threads >= 1 && threads <= 64)),
    engine: option('engine', /^(on|off)$/, (text) => text === 'on', true),
    refused,
  };
}
