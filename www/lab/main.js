// The Lab: the form, the run that plays its games, the store of results, and what is shown of it.

import { startPlayersWorker } from '../engine/scripts.js';
import { Announcer } from '../view/announcer.js';
import { button, element, input } from '../view/page.js';
import { Toasts } from '../view/toasts.js';
import { ResultStore } from './result-store.js';
import { PlayersClient, Refusal } from '../players/worker-client.js';
import { leftInWords, secondsLeft } from './forecast.js';
import { readLink, usualSetUp, writeLink } from './link.js';
import { ResultsView } from './results.js';
import { Run } from './run.js';
import { SetUpForm } from './setup.js';
import { TreePanel } from './tree-view.js';

/** @import { GameRecord } from '../pkg/afterstate.js' */
/** @import { WorkerLike } from '../engine/requests.js' */
/** @import { SetUp } from './link.js' */
/** @import { Course, Line } from '../players/protocol.js' */
/** @import { Ending } from './run.js' */

/** More workers than these gain little and take memory from the page's neighbors. */
const MOST_WORKERS = 8;
const WORKERS = Math.min(navigator.hardwareConcurrency || 1, MOST_WORKERS);
/** The rank of 2048. */
const RANK_2048 = 11;
/** Between two drawings of the results and of the progress, in milliseconds: both can still be read. */
const RESULTS_EVERY_MS = 400;
const PROGRESS_EVERY_MS = 100;

const toasts = new Toasts(element('toasts'));
const announcer = new Announcer(element('announcer'));
const results = new ResultsView({ section: element('results'), table: element('table'), charts: element('charts') });
const form = new SetUpForm({
  fields: element('fields'), cards: element('cards'), add: button('add'), end: input('end'), problem: element('problem'),
  rows: input('rows'), cols: input('cols'), games: input('games'), seed: input('seed'),
}, () => {});

const makeWorker = () => /** @type {WorkerLike} */ (startPlayersWorker());
const store = new ResultStore((module) => new PlayersClient({ makeWorker, module }));

/** @type {Run | null} */
let run = null;
/** What is known of each set of the run. @type {import('./forecast.js').Tally[]} */
let tallies = [];
let progressDrawn = 0;
/** Whether games have come that the results do not show yet, and whether they are being worked out. */
let stale = false;
let drawing = false;

/** @param {SetUp} setUp @returns {Course[]} */
function coursesOf({ strategies, rows, cols, endAt2048 }) {
  return strategies.map((strategy) => ({ strategy, rows, cols, ...(endAt2048 && { endAt: RANK_2048 }) }));
}

/** @param {unknown} error */
const wordsOf = (error) => (error instanceof Error ? error.message : String(error));
/** @param {number} games */
const inWords = (games) => `${games} game${games === 1 ? '' : 's'}`;
/** The crate's messages have neither capital nor full stop. @param {string[]} messages */
const sentences = (messages) => messages.map((message) => `${message.replace(/\.$/, '')}.`).join(' ');

/** @param {string} sentence */
function showProgress(sentence) {
  element('progress-line').textContent = sentence;
}

/**
 * Asks the crate about every strategy.
 * @param {SetUp} setUp
 * @returns {Promise<{ courses: Course[], problems: Map<string, number[]> }>} each message with the cards that it is about
 */
async function check(setUp) {
  const courses = coursesOf(setUp);
  /** @type {Map<string, number[]>} */
  const problems = new Map();
  /** @type {Map<string, number>} the card of each strategy */
  const first = new Map();
  for (const [card, course] of courses.entries()) {
    try {
      course.strategy = await store.ask({ ask: 'check', ...course });
      const same = first.get(course.strategy);
      if (same === undefined) first.set(course.strategy, card);
      else throw new Refusal(`strategies ${same + 1} and ${card + 1} are the same: change a setting of one, or remove it`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      problems.set(error.message, [...problems.get(error.message) ?? [], card]);
    }
  }
  return { courses, problems };
}

async function start() {
  const setUp = form.read();
  if (!setUp || run) return;
  showRunning(true);
  /** @type {Map<string, number[]>} */
  let problems = new Map();
  try {
    const asked = await check(setUp);
    problems = asked.problems;
    if (problems.size === 0) await play(setUp, asked.courses);
  } catch (error) {
    showProgress(`The Lab can’t play: ${wordsOf(error)}.`);
  } finally {
    run = null;
    showRunning(false);
  }
  if (problems.size > 0) form.complain(sentences([...problems.keys()]), [...problems.values()].flat());
}

/** @param {SetUp} setUp @param {Course[]} courses */
async function play(setUp, courses) {
  const { games, firstSeed } = setUp;
  history.replaceState(null, '', `#${writeLink({ ...setUp, strategies: courses.map(({ strategy }) => strategy) })}`);
  results.clear();
  stale = false;
  await store.begin(courses.map(({ strategy, rows, cols }) => ({ strategy, rows, cols })));
  tallies = courses.map(() => ({ ended: 0, seconds: 0, left: games }));
  /** @type {string[]} */
  const refusals = [];
  run = new Run({
    courses, games, firstSeed, workers: WORKERS, open: () => store.open(),
    onGame: gameEnded,
    onRefused: (set, message) => {
      Object.assign(tallies[set] ?? {}, { left: 0 });
      refusals.push(`${courses[set]?.strategy}: ${message}`);
      form.complain(sentences(refusals), []);
    },
    onTrouble: (message) => toasts.show(message),
  });
  drawProgress();
  announcer.say(`Playing ${inWords(games * courses.length)} with ${WORKERS} worker${WORKERS === 1 ? '' : 's'}`);
  ended(await run.play());
}

/** @param {number} set @param {GameRecord} game */
function gameEnded(set, game) {
  const tally = tallies[set];
  if (!tally) return;
  tally.ended++;
  tally.left--;
  tally.seconds += game.seconds;
  store.keep(set, game);
  stale = true;
  void drawResults();
  const now = performance.now();
  if (now - progressDrawn < PROGRESS_EVERY_MS) return;
  progressDrawn = now;
  drawProgress();
}

/** @param {Ending} ending */
function ended(ending) {
  const played = `${inWords(drawProgress())} played`;
  const words = {
    done: () => `${played}.`,
    stopped: () => `Stopped: ${played}.`,
    failed: (/** @type {string} */ why) => `${played}, then no worker could be started: ${why}.`,
  }[ending.kind]('message' in ending ? ending.message : '');
  showProgress(words);
  announcer.say(words);
}

/** @returns {number} the games that have ended */
function drawProgress() {
  const games = tallies.reduce((sum, tally) => sum + tally.ended, 0);
  const all = tallies.reduce((sum, tally) => sum + tally.left, games);
  const bar = /** @type {HTMLProgressElement} */ (element('progress'));
  bar.max = Math.max(1, all);
  bar.value = games;
  showProgress(`${games} of ${inWords(all)}, ${leftInWords(secondsLeft(tallies, WORKERS))}`);
  return games;
}

/** Draws what the store has worked out, again and again while games come, never two at a time. */
async function drawResults() {
  if (drawing) return;
  drawing = true;
  while (stale) {
    stale = false;
    const began = performance.now();
    try {
      /** @type {Line[]} */
      const lines = await store.ask({ ask: 'summary', shared: input('shared').checked });
      results.draw(lines);
    } catch (error) {
      toasts.show(`The statistics are missing: ${wordsOf(error)}.`);
    }
    // A store with many games takes longer; the players get the larger part of the machine.
    const took = performance.now() - began;
    await new Promise((resolve) => { setTimeout(resolve, run ? Math.max(RESULTS_EVERY_MS, 4 * took) : 0); });
  }
  drawing = false;
  document.documentElement.dataset.results = run ? 'coming' : 'whole';
}

/** @param {boolean} running */
function showRunning(running) {
  document.documentElement.dataset.lab = running ? 'running' : 'ready';
  if (running) document.documentElement.dataset.results = 'coming';
  /** @type {HTMLFieldSetElement} */ (element('fields')).disabled = running;
  const [go, halt] = [button('run'), button('stop')];
  const focused = document.activeElement;
  go.disabled = running;
  halt.disabled = !running;
  // A button that is switched off loses the focus.
  if (focused === go || focused === halt) (running ? halt : go).focus();
  if (!running) void drawResults();
}

/** @param {'raw' | 'json' | 'markdown'} format @param {string} name @param {string} type */
async function save(format, name, type) {
  try {
    const text = await store.ask({ ask: 'write', format });
    const address = URL.createObjectURL(new Blob([text], { type }));
    const anchor = document.createElement('a');
    anchor.href = address;
    anchor.download = name;
    anchor.click();
    // The download has its own hold of the data once it has begun.
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  } catch (error) {
    toasts.show(`The file can’t be written: ${wordsOf(error)}.`);
  }
}

async function copyLink() {
  const setUp = form.read();
  if (!setUp) return;
  history.replaceState(null, '', `#${writeLink(setUp)}`);
  try {
    await navigator.clipboard.writeText(location.href);
    toasts.show('Link copied.');
  } catch {
    toasts.show('Copy the link from the address bar.');
  }
}

/** Shows the set-up that the address asks for. @param {boolean} first */
async function restore(first) {
  const { setUp, refused } = readLink(location.hash);
  if (refused.length > 0) toasts.show(`Ignored unknown link option: ${refused.join(', ')}.`);
  if (run || (!setUp && !first)) return;
  const strange = form.show(setUp ?? usualSetUp());
  for (const strategy of strange) {
    // The crate says what there is instead.
    await store.ask({ ask: 'check', strategy, rows: 4, cols: 4 }).catch((error) => toasts.show(sentences([wordsOf(error)])));
  }
}

async function main() {
  form.catalogue = await store.ask({ ask: 'catalogue' });
  await restore(true);
  new TreePanel({
    form: element('tree-form'), strategy: element('tree-strategy-place'), position: input('tree-position'),
    problem: element('tree-problem'), count: element('tree-count'), tree: element('tree'),
    own: { form: element('tree-own'), text: /** @type {HTMLTextAreaElement} */ (element('tree-text')), problem: element('tree-text-problem') },
  }, form.catalogue, {
    grow: (strategy, position, most) => store.ask({ ask: 'tree', strategy, position, most }),
    read: (text, most) => store.ask({ ask: 'read-tree', text, most }),
  });
  element('setup').removeAttribute('aria-busy');
  for (const name of ['run', 'link']) button(name).disabled = false;
  showRunning(false);
  showProgress('No games yet');

  element('setup').addEventListener('submit', (event) => {
    event.preventDefault();
    void start();
  });
  button('stop').addEventListener('click', () => run?.stop());
  button('link').addEventListener('click', () => void copyLink());
  button('save-games').addEventListener('click', () => void save('raw', 'afterstate-games.csv', 'text/csv'));
  button('save-json').addEventListener('click', () => void save('json', 'afterstate-table.json', 'application/json'));
  button('save-markdown').addEventListener('click', () => void save('markdown', 'afterstate-table.md', 'text/markdown'));
  input('shared').addEventListener('change', () => {
    stale = true;
    void drawResults();
  });
  addEventListener('hashchange', () => void restore(false));
}

main().catch((error) => {
  showProgress(`The strategies can’t be loaded: ${wordsOf(error)}. Reload the page to try again.`);
  throw error;
});
