// Reads the options in the page's URL: board size, seed, and how to run the engine.
//
// URLs are untrusted: invalid options are ignored and listed.

import { formed, onOrOff, optionsIn } from '../shared/options.js';
import { SEEDS, SIDES_IN_WORDS, DEFAULT_SIZE, isSide } from './size.js';

/** @import { TierName } from '../engine/types.js' */

/** The accepted values of each option, for error messages. @type {Record<string, string>} */
export const ACCEPTED = {
  rows: SIDES_IN_WORDS,
  cols: SIDES_IN_WORDS,
  seed: 'a whole number below 2^64',
  tier: 'shared or single',
  threads: '1 to 64',
  engine: 'on or off',
};

/** What trackers add to the links of others. */
export const TRACKING =
  /^(utm_\w+|(fb|g|d|y|tw|tt)clid|msclkid|[gw]braid|igshid?|mc_[ce]id|_ga|_gl|li_fat_id|srsltid)$/;

/** Whether there are options that are not the game's, but perhaps a feature's. @param {string} search */
export const hasOthers = (search) =>
  [...new URLSearchParams(search).keys()].some(
    (name) => !Object.hasOwn(ACCEPTED, name) && !TRACKING.test(name),
  );

/**
 * The options of an address as the page writes it; ./typed-address.js reads others, too.
 *
 * `size`: null if neither side is given; a missing side is 4. `strategy`: a player of the papers, which only
 * the Lab has. `refused`: the names of options with a value that is not accepted.
 * @param {string} search the query part of the URL, with its question mark
 */
export function readAddress(search) {
  const asked = new URLSearchParams(search);
  /** @type {string[]} */
  const refused = [];
  const option = optionsIn(asked, (name) => refused.push(name));
  const side = (/** @type {string} */ text) =>
    /^\d$/.test(text) && isSide(Number(text)) ? Number(text) : null;
  const rows = option('rows', side, DEFAULT_SIZE.rows);
  const cols = option('cols', side, DEFAULT_SIZE.cols);
  return {
    size: asked.has('rows') || asked.has('cols') ? { rows, cols } : null,
    seed: option(
      'seed',
      (text) => (/^\d{1,20}$/.test(text) && BigInt(text) < SEEDS ? BigInt(text) : null),
      null,
    ),
    tier: /** @type {TierName | null} */ (option('tier', formed(/^(shared|single)$/), null)),
    threads: option(
      'threads',
      (text) => (/^(0?[1-9]|[1-5]\d|6[0-4])$/.test(text) ? Number(text) : null),
      null,
    ),
    engine: option('engine', onOrOff, true),
    strategy: asked.get('strategy'),
    refused,
  };
}
