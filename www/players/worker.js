// The worker of the strategies: plays games, keeps those that others have played and works out their statistics, or judges
// positions.
//
// Leaves out which games to play and where (run.js), and the page. It is the only file here that loads the package.

import { compile } from '../engine/compile.js';
import { collectNowAndThen } from '../engine/heap.js';
import { ANSWER, ASK, BROKEN, READY, REFUSED, START } from './protocol.js';

/** @import { Experiment, GameSet, Player } from '../pkg/afterstate.js' */
/** @import { Course, FromWorker, Line, Question, StartMessage, ToWorker } from './protocol.js' */

/** Bars of a histogram: enough to show a shape, few enough to read on a phone. */
const BINS = 20;

const PACKAGE = new URL('../pkg/afterstate.js', import.meta.url);
/** @type {typeof import('../pkg/afterstate.js')} */
let engine;

/** Experiments by their course: a strategy keeps its tables from game to game. @type {Map<string, Experiment>} */
const experiments = new Map();
/** The games that are kept. @type {GameSet[]} */
let sets = [];

/** Who judges positions: its name, and the game it was last asked about. @type {{ name: string, player: Player, game: bigint } | null} */
let seated = null;

/** @param {FromWorker} message */
function say(message) {
  postMessage(message);
}

/** @param {unknown} error */
const wordsOf = (error) => (error instanceof Error ? error.message : String(error));

/** @param {StartMessage} message */
async function start({ lock, module }) {
  await hold(lock);
  const loaded = import(PACKAGE.href);
  const compiled = module ?? await compile(PACKAGE);
  engine = await loaded;
  await engine.default({ module_or_path: /** @type {WebAssembly.Module} */ (compiled) });
  say({ type: READY, module: compiled });
}

/** Takes a lock and keeps it until the worker is gone; where there are no locks, its death may go unseen. @param {string} name */
function hold(name) {
  return new Promise((held) => {
    if (!navigator.locks) return held(undefined);
    navigator.locks.request(name, () => {
      held(undefined);
      return new Promise(() => {});
    }).catch(() => held(undefined));
  });
}

/** @param {Course} course */
function experimentOf({ strategy, rows, cols, endAt }) {
  const name = JSON.stringify([strategy, rows, cols, endAt]);
  const made = experiments.get(name) ?? new engine.Experiment(strategy, rows, cols, endAt);
  experiments.set(name, made);
  return made;
}

/** @param {Course} course @returns {string} */
function check({ strategy, rows, cols, endAt }) {
  const experiment = new engine.Experiment(strategy, rows, cols, endAt);
  const text = experiment.strategy;
  experiment.free();
  return text;
}

/** @param {Extract<Question, { ask: 'choose' }>} question */
function choose({ strategy, rows, cols, ranks, game }) {
  const name = JSON.stringify([strategy, rows, cols]);
  if (seated?.name !== name) {
    const player = new engine.Player(strategy, rows, cols, game);
    seated?.player.free();
    seated = { name, player, game };
  } else if (seated.game !== game) {
    seated.player.newGame(game);
    seated.game = game;
  }
  return seated.player.choose(ranks);
}

/** @param {boolean} shared @returns {Line[]} */
function summary(shared) {
  const played = [...sets.entries()].filter(([, { games }]) => games.length > 0);
  if (played.length === 0) return [];
  /** @type {Record<string, number | string>[]} */
  const rows = JSON.parse(engine.tabulate(played.map(([, set]) => set), 'json'));
  const spreads = played.map(([, set]) => engine.histogram(set, BINS));
  const widest = Math.max(...spreads.map(({ step }) => step));
  return played.map(([set, { games }], index) => {
    const own = /** @type {{ counts: number[], step: number }} */ (spreads[index]);
    const row = rows[index] ?? {};
    if (!shared || own.step === widest) return { set, row, ...own };
    // On another set's scale: the steps are wider, so every game still falls into one of them.
    const counts = Array.from({ length: BINS }, () => 0);
    for (const { score } of games) {
      const bin = Math.floor(score / widest);
      counts[bin] = (counts[bin] ?? 0) + 1;
    }
    return { set, row, counts, step: widest };
  });
}

/** @param {Question} question */
function answer(question) {
  switch (question.ask) {
    case 'catalogue':
      return JSON.parse(engine.catalogue());
    case 'check':
      return check(question);
    case 'play':
      return experimentOf(question).play(question.seed);
    case 'play-on':
      return experimentOf(question).playOn(question.ranks, question.seed);
    case 'choose':
      return choose(question);
    case 'tree':
      return engine.growTree(question.strategy, question.position, question.most);
    case 'read-tree':
      return engine.readTree(question.text, question.most);
    case 'begin':
      sets = question.sets.map((set) => ({ ...set, games: [] }));
      return null;
    case 'keep':
      sets[question.set]?.games.push(...question.games);
      return null;
    case 'summary':
      return summary(question.shared);
    case 'write':
      return engine.tabulate(sets, question.format);
  }
}

addEventListener('message', (event) => {
  collectNowAndThen();
  const message = /** @type {ToWorker} */ (event.data);
  if (message?.type === START) start(message).catch((error) => say({ type: BROKEN, message: wordsOf(error) }));
  if (message?.type !== ASK) return;
  const { id, question } = message;
  try {
    say({ type: ANSWER, id, value: answer(question) });
  } catch (error) {
    // After a trap the instance cannot be trusted: it is built to abort.
    if (error instanceof WebAssembly.RuntimeError) say({ type: BROKEN, message: wordsOf(error) });
    else say({ type: REFUSED, id, message: wordsOf(error) });
  }
});
