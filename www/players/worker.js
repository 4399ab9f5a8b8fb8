// The worker of the strategies. It loads the package with all strategies.

import { compile } from '../engine/compile.js';
import { serve } from '../engine/requests.js';

/** @import { Experiment, GameSet, Player } from '../pkg-papers/afterstate.js' */
/** @import { GameSetup, Line, Question } from './protocol.js' */

/** The number of bars in a histogram: enough to show a shape, few enough to read on a phone. */
const BINS = 20;

const PACKAGE = new URL('../pkg-papers/afterstate.js', import.meta.url);
/** @type {typeof import('../pkg-papers/afterstate.js')} */
let engine;

/**
 * Experiments by strategy and board, so that a strategy keeps its tables from game to game.
 * @type {Map<string, Experiment>}
 */
const experiments = new Map();
/** The collected games. @type {GameSet[]} */
let sets = [];

/**
 * The player that rates positions, with its name and its current game.
 * @type {{ name: string, player: Player, game: bigint } | null}
 */
let current = null;

/** @param {{ module?: unknown }} question */
async function start({ module }) {
  const loaded = import(PACKAGE.href);
  const compiled = module ?? (await compile(PACKAGE));
  engine = await loaded;
  await engine.default({ module_or_path: /** @type {WebAssembly.Module} */ (compiled) });
  return compiled;
}

/** @param {GameSetup} gameSetup */
function experimentOf({ strategy, rows, cols, endAt }) {
  const name = JSON.stringify([strategy, rows, cols, endAt]);
  const made = experiments.get(name) ?? new engine.Experiment(strategy, rows, cols, endAt);
  experiments.set(name, made);
  return made;
}

/** @param {GameSetup} gameSetup @returns {string} */
function check({ strategy, rows, cols, endAt }) {
  const experiment = new engine.Experiment(strategy, rows, cols, endAt);
  const text = experiment.strategy;
  experiment.free();
  return text;
}

/**
 * The player of a strategy, which keeps what it knows from question to question.
 * @param {string} strategy
 * @param {number} rows
 * @param {number} cols
 * @param {bigint} game
 */
function playerOf(strategy, rows, cols, game) {
  const name = JSON.stringify([strategy, rows, cols]);
  if (current?.name !== name) {
    const player = new engine.Player(strategy, rows, cols, game);
    current?.player.free();
    current = { name, player, game };
  } else if (current.game !== game) {
    current.player.newGame(game);
    current.game = game;
  }
  return current.player;
}

/**
 * @param {Extract<Question, { ask: 'prepare' }>} question
 * @param {{ progress: (share: number) => void }} context
 */
function prepare({ strategy, rows, cols }, { progress }) {
  playerOf(strategy, rows, cols, 0n).prepare(undefined, progress);
  return null;
}

/** @param {boolean} shared @returns {Line[]} */
function summary(shared) {
  const played = [...sets.entries()].filter(([, { games }]) => games.length > 0);
  if (played.length === 0) return [];
  /** @type {Record<string, number | string>[]} */
  const rows = JSON.parse(
    engine.tabulate(
      played.map(([, set]) => set),
      'json',
    ),
  );
  const spreads = played.map(([, set]) => engine.histogram(set, BINS));
  const widest = Math.max(...spreads.map(({ step }) => step));
  return played.map(([set, { games }], index) => {
    const own = /** @type {{ counts: number[], step: number }} */ (spreads[index]);
    const row = rows[index] ?? {};
    if (!shared || own.step === widest) return { set, row, ...own };
    // With the scale of another set the steps are wider, so every game still falls into one of them.
    const counts = Array.from({ length: BINS }, () => 0);
    for (const { score } of games) {
      const bin = Math.floor(score / widest);
      counts[bin] = (counts[bin] ?? 0) + 1;
    }
    return { set, row, counts, step: widest };
  });
}

/**
 * @type {{ [Name in Question['ask']]: (question: Extract<Question, { ask: Name }>, context: {
 *   progress: (share: number) => void }) => unknown }}
 */
const ANSWERS = {
  catalog: () => JSON.parse(engine.catalog()),
  check,
  play: (question) => experimentOf(question).play(question.seed),
  'play-on': (question) => experimentOf(question).playOn(question.ranks, question.seed),
  choose: ({ strategy, rows, cols, ranks, game }) => playerOf(strategy, rows, cols, game).choose(ranks),
  prepare,
  tree: ({ strategy, position, most }) => engine.growTree(strategy, position, most),
  'read-tree': ({ text, most }) => engine.readTree(text, most),
  begin(question) {
    ({ sets } = question);
    return null;
  },
  keep({ set, game }) {
    sets[set]?.games.push(game);
    return null;
  },
  read: ({ text }) => engine.readGames(text),
  summary: ({ shared }) => summary(shared),
  write: ({ format }) => engine.tabulate(sets, format),
};

serve({ start, ...ANSWERS });
