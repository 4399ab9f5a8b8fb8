// The page of the Lab: connects the form, the experiment, its results, links and downloads.

import { notify, say } from '../shared/notices.js';
import { messageOf } from '../shared/error.js';
import { Refusal } from '../engine/requests.js';
import { copyText, onFile, readFile, saveFile } from '../shared/file.js';
import { onSubmit } from '../shared/form.js';
import { button, element, input } from '../shared/page.js';
import { AnyPlayer } from './any-player.js';
import { EVEN_SPAWNS, readLink, defaultSetUp, writeCommand, writeLink } from './link.js';
import { NetworkPlayers } from './networks.js';
import { PresetMenu, RANK_2048, figuresOf, loadPresets, playedIn } from './presets.js';
import { ProgressView, gamesInWords } from './progress.js';
import { Results } from './results.js';
import { Run } from './run.js';
import { SetUpForm } from './setup.js';

/** @import { GameRecord } from '../pkg-papers/afterstate.js' */
/** @import { Told } from '../shared/notices.js' */
/** @import { GameSetup } from '../players/protocol.js' */
/** @import { ResultStore } from './result-store.js' */
/** @import { Played, SetUp, Tally } from './types.js' */

/** A hundred thousand games of 12 strategies have less. */
const LARGEST_FILE = 200e6;

/**
 * Joins messages of the crate, which end without a full stop.
 * @param {string[]} messages
 * @returns {string}
 */
const sentences = (messages) => messages.map((message) => `${message.replace(/\.$/, '')}.`).join(' ');

/**
 * A message about a file, which may quote a line of any length, without its middle.
 * @param {string} message
 */
const shortened = (message) =>
  message.length <= 400 ? message : `${message.slice(0, 100)} … ${message.slice(-200)}`;

export class LabPage {
  /** @param {{ store: ResultStore, told: Told }} options */
  constructor({ store, told }) {
    this.store = store;
    this.told = told;
    this.notify = (/** @type {string} */ message) => notify(told, message);
    this.form = new SetUpForm();
    this.presets = new PresetMenu((setUp) => void this.form.show(setUp));
    /** How the games of the results were played. @type {Played} */
    this.played = defaultSetUp();
    /** From Run until the last game has ended, or it is clear that there is none. */
    this.running = false;
    /** @type {Run | null} */
    this.run = null;
    /** Whether Stop was pressed, perhaps before the run began. */
    this.stopped = false;
    /** Until what is read of a file is shown. */
    this.loading = Promise.resolve();
    this.networks = new NetworkPlayers([]);
    /** The games of each strategy. @type {Tally[]} */
    this.tallies = [];
    this.progress = new ProgressView();
    this.results = new Results({
      store,
      isRunning: () => this.running,
      onTrouble: this.notify,
      inPaper: (strategy) => figuresOf(this.presets.chosen, this.played, strategy),
    });
  }

  /** Loads the catalog and shows the setup of the address. */
  async begin() {
    const [strategies, networks] = await Promise.all([
      this.store.ask({ ask: 'catalog' }),
      NetworkPlayers.load(),
      loadPresets().then((groups) => this.presets.fill(groups)),
    ]);
    this.networks = networks;
    this.form.catalog = [...strategies, ...networks.catalog];
    await this.restore(true);
    element('setup').removeAttribute('aria-busy');
    for (const name of ['run', 'link']) button(name).disabled = false;
    this.showRunning(false);
    this.progress.show('No games yet');
    this.listen();
  }

  listen() {
    onSubmit(element('setup'), () => void this.start());
    button('stop').addEventListener('click', () => {
      this.stopped = true;
      this.run?.stop();
    });
    button('link').addEventListener('click', () => void this.copyLink());
    for (const [id, format, name, type] of /** @type {const} */ ([
      ['save-games', 'raw', 'afterstate-games.csv', 'text/csv'],
      ['save-json', 'json', 'afterstate-table.json', 'application/json'],
      ['save-markdown', 'markdown', 'afterstate-table.md', 'text/markdown'],
    ]))
      button(id).addEventListener('click', () => void this.save(format, name, type));
    input('shared').addEventListener('change', () => this.results.update());
    element('elsewhere').addEventListener('toggle', () => this.showCommand());
    for (const event of ['change', 'click'])
      element('setup').addEventListener(event, () => this.showCommand());
    onFile(input('games-file'), (file) => {
      this.loading = this.loading.then(() => this.load(file));
    });
    addEventListener('hashchange', () => void this.restore(false));
  }

  /** A worker that plays. */
  open() {
    return new AnyPlayer(this.store.open(), this.networks);
  }

  /**
   * @param {GameSetup} setup
   * @returns {Promise<string>} its strategy without defaults; rejects with the reason if it cannot be played
   */
  async check(setup) {
    return this.networks.check(setup) ?? this.store.ask({ ask: 'check', ...setup });
  }

  async start() {
    const setUp = this.form.read();
    if (!setUp || this.running) return;
    this.stopped = false;
    this.showRunning(true);
    /** What is wrong, each with the cards that it is about. @type {Map<string, number[]>} */
    const problems = new Map();
    try {
      await this.loading;
      const gameSetups = await this.checkAll(setUp, problems);
      if (problems.size === 0 && !this.stopped) await this.play(setUp, gameSetups);
    } catch (error) {
      this.progress.show(`The games couldn’t be started: ${messageOf(error)}.`);
    }
    this.showRunning(false);
    if (problems.size > 0) this.form.complain(sentences([...problems.keys()]), [...problems.values()].flat());
  }

  /**
   * @param {SetUp} setUp @param {Map<string, number[]>} problems gets what is wrong
   * @returns {Promise<GameSetup[]>} the strategies in the crate's text form
   */
  async checkAll({ strategies, rows, cols, endAt2048, evenSpawns }, problems) {
    /** @type {GameSetup[]} */
    const gameSetups = [];
    for (const [card, name] of strategies.entries()) {
      const strategy = evenSpawns ? `${name}${EVEN_SPAWNS}` : name;
      const setup = { strategy, rows, cols, ...(endAt2048 && { endAt: RANK_2048 }) };
      gameSetups.push(setup);
      try {
        setup.strategy = await this.check(setup);
        const same = gameSetups.findIndex((other) => other.strategy === setup.strategy);
        if (same < card)
          throw new Refusal(
            `strategies ${same + 1} and ${card + 1} are the same: change a setting of one, or remove it`,
          );
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        problems.set(error.message, [...(problems.get(error.message) ?? []), card]);
      }
    }
    return gameSetups;
  }

  /** @param {SetUp} setUp @param {GameSetup[]} gameSetups */
  async play(setUp, gameSetups) {
    const { games, seed: firstSeed } = setUp;
    const { value, max } = input('workers');
    const workers = Math.max(1, Math.min(Math.floor(Number(value)) || 1, Number(max)));
    this.progress.workers = workers;
    const strategies = gameSetups.map(({ strategy }) => strategy.replace(EVEN_SPAWNS, ''));
    showInAddress({ ...setUp, strategies });
    this.results.clear();
    this.played = setUp;
    await this.store.begin(
      gameSetups.map(({ strategy, rows, cols }) => ({ strategy, rows, cols, games: [] })),
    );
    this.tallies = gameSetups.map(() => ({ ended: 0, seconds: 0, left: games }));
    this.progress.draw(this.tallies);
    const all = gamesInWords(games * gameSetups.length);
    say(this.told, `Playing ${all} with ${workers} worker${workers === 1 ? '' : 's'}`);
    /** @type {string[]} */
    const refusals = [];
    this.run = new Run({
      gameSetups,
      games,
      firstSeed,
      workers,
      open: () => this.open(),
      onTrouble: this.notify,
      onGame: (set, game) => this.gameEnded(set, game),
      onRefused: (set, message) => {
        Object.assign(this.tallies[set] ?? {}, { left: 0 });
        refusals.push(`${gameSetups[set]?.strategy}: ${message}`);
        this.form.complain(sentences(refusals), []);
      },
    });
    if (this.stopped) this.run.stop();
    const ending = await this.run.play();
    this.run = null;
    const played = `${gamesInWords(this.progress.draw(this.tallies))} played`;
    const words = {
      failed: `${played}, then no worker could be started: ${ending.message}.`,
      stopped: `Stopped: ${played}.`,
      done: `${played}.`,
    }[ending.kind];
    this.progress.show(words);
    say(this.told, words);
  }

  /** @param {number} set @param {GameRecord} game */
  gameEnded(set, game) {
    const tally = this.tallies[set];
    if (!tally) return;
    tally.ended++;
    // Other workers may still play what was given up.
    tally.left = Math.max(0, tally.left - 1);
    tally.seconds += game.seconds;
    this.store.keep(set, game);
    this.results.update();
    this.progress.update(this.tallies);
  }

  /** @param {boolean} running */
  showRunning(running) {
    this.running = running;
    document.documentElement.dataset.lab = running ? 'running' : 'ready';
    if (running) document.documentElement.dataset.results = 'coming';
    for (const name of ['fields', 'games-file']) input(name).disabled = running;
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

  /** Shows the games of a file instead of those played here. @param {File} file */
  async load(file) {
    try {
      if (file.size > LARGEST_FILE)
        throw new Error(
          `it has ${Math.round(file.size / 1e6)} MB; the Lab reads at most ${LARGEST_FILE / 1e6} MB`,
        );
      const sets = await this.store.load(await readFile(file));
      this.results.clear();
      this.played = playedIn(sets);
      const words = `${gamesInWords(sets.reduce((sum, { games }) => sum + games.length, 0))} from ${file.name}.`;
      this.progress.show(words);
      say(this.told, words);
      this.results.update();
    } catch (error) {
      this.notify(`${file.name} can’t be read: ${shortened(messageOf(error))}.`);
    }
  }

  async copyLink() {
    const setUp = this.form.read();
    if (!setUp) return;
    showInAddress(setUp);
    this.notify((await copyText(location.href)) ? 'Link copied.' : 'Copy the link from the address bar.');
  }

  /** Shows the setup of the address, or at first the default one. @param {boolean} first */
  async restore(first) {
    const { setUp, refused } = readLink(location.hash);
    if (refused.length > 0) this.notify(`Ignored in the link: ${refused.join('; ')}.`);
    if (this.running || (!setUp && !first)) return;
    // A link has a question of its own.
    if (setUp) {
      element('question').hidden = true;
      /** @type {HTMLDetailsElement} */ (element('choose')).open = true;
    }
    for (const strategy of this.form.show(setUp ?? defaultSetUp())) {
      // The crate's message lists what exists.
      await this.check({ strategy, rows: 4, cols: 4 }).catch((error) =>
        this.notify(sentences([messageOf(error)])),
      );
    }
  }
}

/** @param {SetUp} setUp */
const showInAddress = (setUp) => history.replaceState(null, '', `#${writeLink(setUp)}`);
