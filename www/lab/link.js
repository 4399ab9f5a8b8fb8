// Writes and reads the Lab's setup as the fragment of a link.
//
// Links are untrusted: invalid parts are ignored and listed.

/** @import { NumberName, SetUp } from './types.js' */

/** The most strategies in one run. Each worker keeps the tables of all of them. */
export const MAX_STRATEGIES = 12;
export const MAX_GAMES = 100_000;
// Every seed of a run is an exact number in JavaScript.
const MAX_SEED = Number.MAX_SAFE_INTEGER - MAX_GAMES;
/** The numbers of a setup: their bounds, and the words for them. The crate checks which boards there are. */
const NUMBERS = {
  rows: { label: 'Rows', min: 0, max: 99, accepted: 'a whole number, such as 4' },
  cols: { label: 'Columns', min: 0, max: 99, accepted: 'a whole number, such as 4' },
  games: { label: 'Games', min: 1, max: MAX_GAMES, accepted: `a whole number from 1 to ${MAX_GAMES}` },
  seed: { label: 'The first seed', min: 0, max: MAX_SEED, accepted: `a whole number from 0 to ${MAX_SEED}` },
};
export const NUMBER_NAMES = /** @type {NumberName[]} */ (Object.keys(NUMBERS));
/** The most characters of a strategy with its settings, and of the whole fragment. */
const MAX_TEXT = 300;
const MAX_LINK = MAX_STRATEGIES * MAX_TEXT;

/** The options of a link, and what each accepts. */
const OPTIONS = new Map([
  ['board', 'rows and columns, such as 4x4'],
  ['games', NUMBERS.games.accepted],
  ['seed', NUMBERS.seed.accepted],
  ['end', '2048'],
  ['spawns', 'even'],
  ['play', `${MAX_STRATEGIES} strategies at most, such as greedy`],
]);

/** Follows the strategy in the names of games with even spawns (crates/papers/src/experiment/name.rs). */
export const EVEN_SPAWNS = ' (even spawns)';

/** The depth at which a network plays, if the setup does not say it. */
export const DEFAULT_PLY = 2;
/** A network (networks.js) with its depth. */
const NETWORK = /^network-([a-z0-9-]+)(?::ply=(\d+))?$/;
/** The characters of ids and values in the catalog; none needs to be escaped in a fragment. */
const STRATEGY = /^[a-z0-9][a-z0-9.-]*(:[a-z0-9-]+=[A-Za-z0-9.+-]*(,[a-z0-9-]+=[A-Za-z0-9.+-]*)*)?$/;

/** @returns {SetUp} the default setup, which has results within seconds */
export function defaultSetUp() {
  return {
    strategies: ['greedy', 'monte-carlo'],
    rows: 4,
    cols: 4,
    games: 20,
    seed: 0,
    endAt2048: false,
    evenSpawns: false,
  };
}

/** @param {SetUp} setUp @returns {string} without the `#` */
export function writeLink({ strategies, rows, cols, games, seed, endAt2048, evenSpawns }) {
  return [
    `board=${rows}x${cols}`,
    `games=${games}`,
    `seed=${seed}`,
    ...(endAt2048 ? ['end=2048'] : []),
    ...(evenSpawns ? ['spawns=even'] : []),
    ...strategies.map((strategy) => `play=${strategy}`),
  ].join('&');
}

/**
 * The commands that play the same games elsewhere: on one machine, and on several. Nothing in a setup needs
 * quotes.
 * @param {SetUp} setUp @returns {string}
 */
export function writeCommand({ strategies, rows, cols, games, seed, endAt2048, evenSpawns }) {
  const players = [...new Set(strategies)].map((strategy) => {
    const [, id, ply = DEFAULT_PLY] = NETWORK.exec(strategy) ?? [];
    return id === undefined ? strategy : `models/${id}.bin:ply=${ply}`;
  });
  const run = [
    'afterstate match',
    ...players,
    `--board ${rows}x${cols} --games ${games} --seed ${seed}`,
    ...(endAt2048 ? ['--end-at 2048'] : []),
    ...(evenSpawns ? ['--spawns even'] : []),
  ].join(' ');
  return `${run} --csv games.csv

# On 8 machines, with I from 1 to 8, and then where all files are:
${run} --shard I/8 --csv shard-I.csv
afterstate merge shard-*.csv --output games.csv`;
}

/**
 * @param {string} fragment with or without the `#`
 * @returns {{ setUp: SetUp | null, refused: string[] }} null if the fragment is empty; `refused`: the parts
 *   that are not accepted, and what is
 */
export function readLink(fragment) {
  const text = fragment.replace(/^#/, '');
  if (text === '') return { setUp: null, refused: [] };
  if (text.length > MAX_LINK) return { setUp: null, refused: [`a link of more than ${MAX_LINK} characters`] };
  const setUp = { ...defaultSetUp(), strategies: /** @type {string[]} */ ([]) };
  /** What is wrong with each option. @type {Map<string, string>} */
  const wrong = new Map();
  /** @type {Set<string>} */
  const unknown = new Set();
  // A plus is no space here: it stands in numbers.
  for (const [name, value] of new URLSearchParams(text.replaceAll('+', '%2B'))) {
    if (read(setUp, name, value)) continue;
    const accepted = OPTIONS.get(name);
    if (accepted === undefined) unknown.add(/^[a-z]{1,12}$/.test(name) ? name : 'something unreadable');
    // A link is not trusted: what is shown of it is short and has no spaces.
    else
      wrong.set(name, `${name}${/^[\w.:,+-]{0,20}$/.test(value) ? `=${value}` : ''} (accepted: ${accepted})`);
  }
  if (setUp.strategies.length === 0) setUp.strategies = defaultSetUp().strategies;
  const names = [...OPTIONS.keys()].join(', ');
  return {
    setUp,
    refused: [
      ...wrong.values(),
      ...(unknown.size > 0 ? [`${[...unknown].join(', ')} (the options are ${names})`] : []),
    ],
  };
}

/**
 * @param {SetUp} setUp @param {string} name of an option @param {string} value
 * @returns {boolean} whether it was understood
 */
function read(setUp, name, value) {
  const { strategies } = setUp;
  const [, rows, cols] = /^(\d{1,2})x(\d{1,2})$/.exec(value) ?? [];
  const number = name === 'games' || name === 'seed' ? whole(name, value) : null;
  if (number !== null) Object.assign(setUp, { [name]: number });
  else if (name === 'board' && rows) Object.assign(setUp, { rows: Number(rows), cols: Number(cols) });
  else if (name === 'end' && value === '2048') setUp.endAt2048 = true;
  else if (name === 'spawns' && value === 'even') setUp.evenSpawns = true;
  else if (name === 'play' && isStrategy(value) && strategies.length < MAX_STRATEGIES) strategies.push(value);
  else return false;
  return true;
}

/** @param {string} text */
const isStrategy = (text) => text.length <= MAX_TEXT && STRATEGY.test(text);

/** @param {NumberName} name @param {string} text @returns {number | null} */
function whole(name, text) {
  const { min, max } = NUMBERS[name];
  const number = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
  return number >= min && number <= max ? number : null;
}

/**
 * Reads the setup of the form.
 * @param {Record<NumberName, string>} texts of its fields @param {Omit<SetUp, NumberName>} choices
 * @returns {{ setUp: SetUp } | { field: NumberName | 'strategies', problem: string }}
 */
export function setUpFrom(texts, choices) {
  const numbers = { rows: 0, cols: 0, games: 0, seed: 0 };
  for (const name of NUMBER_NAMES) {
    const number = whole(name, texts[name]);
    if (number === null)
      return { field: name, problem: `${NUMBERS[name].label} must be ${NUMBERS[name].accepted}.` };
    numbers[name] = number;
  }
  if (choices.strategies.length === 0) return { field: 'strategies', problem: 'Choose a strategy.' };
  return { setUp: { ...choices, ...numbers } };
}
