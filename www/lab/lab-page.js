// The page of the Lab: connects the form, the experiment, its results, links and downloads.

import { messageOf } from '../engine/protocol.js';
import { readFile, saveFile } from '../view/file.js';
import { button, element, input } from '../view/page.js';
import { Experiment } from './experiment.js';
import { readLink, usualSetUp, writeCommand, writeLink } from './link.js';
import { LiveResults } from './live-results.js';
import { PresetMenu, figuresOf, loadPresets } from './presets.js';
import { ProgressView, gamesInWords } from './progress.js';
import { ResultsView } from './results.js';
import { SetUpForm } from './setup.js';

/** @import { Announcer } from '../view/announcer.js' */
/** @import { Toasts } from '../view/toasts.js' */
/** @import { Tally } from './progress.js' */
/** @import { SetUp } from './link.js' */
/** @import { GameSetup } from '../players/protocol.js' */
/** @import { ResultStore } from './result-store.js' */
/** @import { Ending } from './run.js' */

/** A hundred thousand games of 12 strategies have less. */
const LARGEST_FILE = 200e6;

/** Joins messages of the crate, which end without a full stop. @param {string[]} messages @returns {string} */
const sentences = (messages) => messages.map((message) => `${message.replace(/\.$/, '')}.`).join(' ');

export class LabPage {
  /** @param {{ store: ResultStore, workers: number, toasts: Toasts, announcer: Announcer }} options */
  constructor({ store, workers, toasts, announcer }) {
    this.store = store;
    this.workers = workers;
    this.announcer = announcer;
    this.notify = (/** @type {string} */ message) => void toasts.show(message);
    this.form = new SetUpForm({
      fields: this.fields, cards: element('cards'), add: button('add'), end: input('end'), problem: element('problem'),
      rows: input('rows'), cols: input('cols'), games: input('games'), seed: input('seed'),
    });
    this.presets = new PresetMenu({
      select: /** @type {HTMLSelectElement} */ (element('preset')), note: element('preset-note'),
    }, (setUp) => void this.form.show(setUp));
    /** The setup of the results. @type {SetUp} */
    this.played = usualSetUp();
    this.progress = new ProgressView({
      bar: /** @type {HTMLProgressElement} */ (element('progress')), line: element('progress-line'),
    }, workers);
    this.results = new LiveResults({
      store, view: new ResultsView({ section: element('results'), table: element('table'), charts: element('charts') }),
      isRunning: () => this.experiment.isRunning, sharesScale: () => input('shared').checked, onTrouble: this.notify,
      inPaper: (strategy) => figuresOf(this.presets.chosen, this.played, strategy),
    });
    this.experiment = new Experiment({
      store, workers, onTrouble: this.notify,
      onStart: (tallies) => this.started(tallies),
      onGame: (tallies) => this.gameEnded(tallies),
      onRefused: (messages) => this.form.complain(sentences(messages), []),
    });
  }

  get fields() {
    return /** @type {HTMLFieldSetElement} */ (element('fields'));
  }

  /** Loads the catalog and shows the setup of the address. */
  async begin() {
    [this.form.catalog] = await Promise.all([this.store.ask({ ask: 'catalog' }), loadPresets().then((groups) => this.presets.fill(groups))]);
    await this.restore(true);
    element('setup').removeAttribute('aria-busy');
    for (const name of ['run', 'link']) button(name).disabled = false;
    this.showRunning(false);
    this.progress.show('No games yet');
    this.listen();
  }

  listen() {
    element('setup').addEventListener('submit', (event) => {
      event.preventDefault();
      void this.start();
    });
    button('stop').addEventListener('click', () => this.experiment.stop());
    button('link').addEventListener('click', () => void this.copyLink());
    button('save-games').addEventListener('click', () => void this.save('raw', 'afterstate-games.csv', 'text/csv'));
    button('save-json').addEventListener('click', () => void this.save('json', 'afterstate-table.json', 'application/json'));
    button('save-markdown').addEventListener('click', () => void this.save('markdown', 'afterstate-table.md', 'text/markdown'));
    input('shared').addEventListener('change', () => this.results.update());
    element('elsewhere').addEventListener('toggle', () => this.showCommand());
    for (const event of ['change', 'click']) element('setup').addEventListener(event, () => this.showCommand());
    input('games-file').addEventListener('change', () => void this.load());
    addEventListener('hashchange', () => void this.restore(false));
  }

  async start() {
    const setUp = this.form.read();
    if (!setUp || this.experiment.isRunning) return;
    this.showRunning(true);
    /** @type {Map<string, number[]>} */
    let problems = new Map();
    try {
      const checked = await this.experiment.check(setUp);
      problems = checked.problems;
      if (problems.size === 0) await this.play(setUp, checked.gameSetups);
    } catch (error) {
      this.progress.show(`The games couldn’t be started: ${messageOf(error)}.`);
    } finally {
      this.showRunning(false);
    }
    if (problems.size > 0) this.form.complain(sentences([...problems.keys()]), [...problems.values()].flat());
  }

  /** @param {SetUp} setUp @param {GameSetup[]} gameSetups */
  async play(setUp, gameSetups) {
    history.replaceState(null, '', `#${writeLink({ ...setUp, strategies: gameSetups.map(({ strategy }) => strategy) })}`);
    this.results.clear();
    this.played = setUp;
    this.showEnding(await this.experiment.play(gameSetups, setUp));
  }

  /** @param {Tally[]} tallies */
  started(tallies) {
    this.progress.draw(tallies);
    const games = tallies.reduce((sum, { left }) => sum + left, 0);
    this.announcer.say(`Playing ${gamesInWords(games)} with ${this.workers} worker${this.workers === 1 ? '' : 's'}`);
  }

  /** @param {Tally[]} tallies */
  gameEnded(tallies) {
    this.results.update();
    this.progress.update(tallies);
  }

  /** @param {Ending} ending */
  showEnding(ending) {
    const played = `${gamesInWords(this.progress.draw(this.experiment.tallies))} played`;
    const words = {
      done: () => `${played}.`,
      stopped: () => `Stopped: ${played}.`,
      failed: (/** @type {string} */ why) => `${played}, then no worker could be started: ${why}.`,
    }[ending.kind]('message' in ending ? ending.message : '');
    this.progress.show(words);
    this.announcer.say(words);
  }

  /** @param {boolean} running */
  showRunning(running) {
    document.documentElement.dataset.lab = running ? 'running' : 'ready';
    if (running) document.documentElement.dataset.results = 'coming';
    this.fields.disabled = input('games-file').disabled = running;
    const [go, halt] = [button('run'), button('stop')];
    const focused = document.activeElement;
    go.disabled = running;
    halt.disabled = !running;
    // A disabled button loses the focus.
    if (focused === go || focused === halt) (running ? halt : go).focus();
    if (!running) void this.results.draw();
  }

  /** @param {'raw' | 'json' | 'markdown'} format @param {string} name @param {string} type */
  async save(format, name, type) {
    try {
      saveFile(await this.store.ask({ ask: 'write', format }), name, type);
    } catch (error) {
      this.notify(`The file can’t be written: ${messageOf(error)}.`);
    }
  }

  // ---- games of other machines ----

  showCommand() {
    const { asked } = this.form;
    if ('setUp' in asked) element('command').textContent = writeCommand(asked.setUp);
  }

  /** Shows the games of a file instead of those played here. */
  async load() {
    const file = input('games-file').files?.[0];
    if (!file) return;
    try {
      if (file.size > LARGEST_FILE) throw new Error(`it has ${Math.round(file.size / 1e6)} MB, and the Lab reads ${LARGEST_FILE / 1e6}`);
      const sets = await this.store.load(await readFile(file));
      this.results.clear();
      this.played = { ...usualSetUp(), rows: sets[0]?.rows ?? 4, cols: sets[0]?.cols ?? 4 };
      this.progress.show(`${gamesInWords(sets.reduce((sum, { games }) => sum + games.length, 0))} from ${file.name}.`);
      this.results.update();
    } catch (error) {
      this.notify(`${file.name} can’t be read: ${messageOf(error)}.`);
    }
    input('games-file').value = ''; // so that the same file can be chosen again
  }

  async copyLink() {
    const setUp = this.form.read();
    if (!setUp) return;
    history.replaceState(null, '', `#${writeLink(setUp)}`);
    try {
      await navigator.clipboard.writeText(location.href);
      this.notify('Link copied.');
    } catch {
      this.notify('Copy the link from the address bar.');
    }
  }

  /** Shows the setup of the address, or at first the default one. @param {boolean} first */
  async restore(first) {
    const { setUp, refused } = readLink(location.hash);
    if (refused.length > 0) this.notify(`Ignored unknown link option: ${refused.join(', ')}.`);
    if (this.experiment.isRunning || (!setUp && !first)) return;
    for (const strategy of this.form.show(setUp ?? usualSetUp())) {
      // The crate's message lists what exists.
      await this.store.ask({ ask: 'check', strategy, rows: 4, cols: 4 }).catch((error) => this.notify(sentences([messageOf(error)])));
    }
  }
}
