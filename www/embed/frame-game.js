// The embedded game: connects the state, the AI and the host page. Nothing is stored without the option
// `remember`, and the AI is loaded at its first use.

import { messageOf } from '../shared/error.js';
import { readTyped } from '../game/typed-address.js';
import { checked } from '../game/position.js';
import { DEFAULT_SIZE } from '../game/size.js';
import { listenToPlayer } from '../game/input.js';
import { HINT, addAi, setSpeed, stop } from '../ai/acts.js';
import { MOVE, perform } from '../game/acts.js';
import { NO_AI, say } from '../shared/notices.js';
import { createState } from '../game/state.js';
import { Records } from '../game/record.js';
import { DEFAULTS } from '../shared/settings.js';
import { Store } from '../shared/store.js';
import { followRecords } from '../game/adopt.js';
import { t } from '../shared/text.js';
import { effect, untracked } from '../vendor/signals-core.js';
import { showAnnouncements } from '../shared/announcer.js';
import { followSystem } from '../shared/appearance.js';
import { showControls, showMode } from '../game/controls-view.js';
import { element } from '../shared/page.js';
import { showOwner } from '../game/owner-view.js';
import { TableView } from '../game/table-view.js';
import { Host } from './host.js';
import { ACCEPTED, readOptions, refusal } from './options.js';
import { Sight } from './sight.js';
import { StatusLine } from './status-line.js';

/** @import { Report } from '../engine/types.js' */
/** @import { GameClass } from '../game/session.js' */
/** @import { Ai } from '../ai/ask.js' */
/** @import { Command, Mode, Table } from './types.js' */

const ELSEWHERE = 'this game is open in another tab';
const OFF = 'The AI is turned off (engine=off in the address).';
const IN_LAB = 'strategy is no option of the game: the players of the papers are in the Lab (lab.html)';
const NO_MOTION = 'this reader prefers reduced motion: autoplay starts only with its button';

/** What plays the game. That of another tab is taken over only by the player. @type {Command['type'][]} */
const PLAYS = ['position', 'new', 'move', 'start'];

/** @type {import('../game/acts.js').Action} Its argument is a seed as text, or null. */
const HOST_NEW = {
  name: 'new',
  does: 'replace',
  run: ({ session }, seed) => void session.newGame(seed === null ? null : BigInt(seed)),
};

export class FrameGame {
  /** @param {GameClass} Game */
  constructor(Game) {
    this.Game = Game;
    this.urlOptions = readTyped(location.search);
    this.size = this.urlOptions.size ?? DEFAULT_SIZE;
    this.options = readOptions(location.search, this.size);
    this.stillness = matchMedia('(prefers-reduced-motion: reduce)');
    this.line = new StatusLine(element('engine-line'), element('engine-progress'));
    /** @type {{ name: string, message: string }[]} the invalid options of the URL */
    this.refused = [];
    const { remember } = this.options;
    this.store = remember === null ? new Store(() => null) : new Store(undefined, `embed:${remember}:`);
    this.store.onNewer = () => this.line.keep('A newer version saved a game here. Reload to play it.');
    /** @type {number | null} the id of the hint that the host waits for */
    this.awaitedHint = null;
    const { rows, cols } = this.size;
    const records = new Records(this.store);
    this.state = createState({
      Game,
      store: this.store,
      records,
      rows,
      cols,
      // The seed is that of the first game, so a remembered one goes on.
      seed: records.loadGame(rows, cols).saved ? null : this.urlOptions.seed,
      settings: { ...DEFAULTS, letters: false },
      ai: this.urlOptions.engine ? 'ready' : 'off',
      shared: remember !== null && this.store.storage !== null,
    });
    if (this.options.speed !== null) setSpeed(this.state, this.options.speed);
    addAi(this.state);
    this.session = this.state.session;
    /** The AI, loaded at its first use. @type {Promise<Ai> | undefined} */
    this.ai = undefined;
    this.sight = new Sight(this.state);
    this.host = new Host(window, {
      onConnect: () => this.connected(),
      onCommand: (command) => this.followOrRefuse(command),
    });
    addEventListener('pagehide', () => {
      stop(this.state);
      this.session.saving.now({ leaving: true });
      void this.ai?.then((ai) => ai.end());
    });
    followRecords(window, this.session);
    void this.state.ownership.begin(this.session.size, document);
  }

  /** Draws the state, and reports it to the host. */
  showState() {
    const { state, line, options, store } = this;
    followSystem(state);
    new TableView(state);
    showOwner(state);
    showAnnouncements(state, element('announcer'));
    // The frame has no place for notices. The one of a new game is only read out.
    effect(() => {
      const notice = state.notices.value.at(-1);
      if (notice) untracked(() => say(state, notice.text));
    });
    showControls(state);
    showMode(state);
    listenToPlayer(state, element('play'), null);
    effect(() => {
      // Without any storage the notice appears at once.
      if (options.remember !== null && store.storage)
        line.keep('Storage is full: this game will not be saved.', state.unsaved.value);
    });
    this.reportAll();
    effect(() => {
      if (state.mode.value !== 'off') untracked(() => void this.withAi());
    });
  }

  /** Reports what the host wants to know. */
  reportAll() {
    const { state, host, line, sight } = this;
    let first = true;
    effect(() => {
      const { change } = state.game.value;
      if (first) return;
      const now = untracked(() => this.position());
      if (change.kind === 'step')
        host.report({ type: 'move', direction: change.step.direction, by: change.by, ...now });
      else host.report({ type: 'state', ...now });
    });
    effect(() => {
      const mode = /** @type {Mode} */ (state.mode.value);
      if (first) return;
      if (mode !== 'hint') this.answerHint(null, 'the board has changed');
      host.report({ type: 'mode', mode });
    });
    effect(() => {
      const waiting = sight.waiting.value;
      if (!first) host.report({ type: 'waiting', waiting });
    });
    effect(() => {
      const evaluation = state.evaluation.value;
      if (evaluation.kind !== 'known') return;
      const { report, hint } = evaluation;
      if (report.by?.kind === 'strategy') line.show(t('{name} plays.', { name: report.by.name }));
      if (hint) this.answerHint(report, '');
    });
    effect(() => {
      const { text } = state.trouble.value;
      if (text !== '') this.trouble(text);
    });
    first = false;
  }

  async withAi() {
    const refuse = (/** @type {string} */ name, /** @type {string} */ message) => this.refuse(name, message);
    try {
      await (this.ai ??= import('./frame-ai.js').then(({ startFrameAi }) =>
        startFrameAi(this.state, this.line, { ...this.urlOptions, ...this.options }, refuse),
      ));
    } catch (error) {
      this.ai = undefined;
      // Before the end of the mode, which says that the board has changed.
      this.trouble(NO_AI);
      stop(this.state);
      console.warn(error);
    }
  }

  begin() {
    const { options, urlOptions, session, store, line } = this;
    showOnly(options.controls);
    setTheme(options.theme);
    if (options.position && session.moves === 0) this.place(options.position);
    this.showState();
    line.show('');
    if (options.remember !== null && !store.storage)
      line.keep('The browser blocks storage: this game will not be saved.');
    const given = new URLSearchParams(location.search);
    for (const name of urlOptions.refused)
      this.refuse(name, refusal(name, given.get(name), ACCEPTED[name] ?? ''));
    for (const { name, message } of options.refused) this.refuse(name, message);
    if (urlOptions.strategy !== null) this.refuse('strategy', IN_LAB);
    this.sight.begin(options.autoplay && urlOptions.engine && !this.stillness.matches);
    document.documentElement.dataset.page = 'ready';
  }

  /**
   * @param {{ ranks: ArrayLike<number>, rows: number, cols: number, score?: number }} placed
   * @throws if the rules refuse it
   */
  place({ ranks, rows, cols, score = 0 }) {
    const position = checked({ ranks: Uint8Array.from(ranks), rows, cols });
    const seed = this.urlOptions.seed ?? BigInt(Date.now());
    const game = this.Game.fromPosition(position.ranks, rows, cols, score, seed);
    perform(this.state, { name: 'position', does: 'replace', run: ({ session }) => session.begin(game) });
  }

  // ---- the AI ----

  /** @param {string} message */
  trouble(message) {
    this.line.show(message);
    this.answerHint(null, message);
  }

  /** @param {Report | null} report @param {string} message */
  answerHint(report, message) {
    if (this.awaitedHint === null) return;
    const id = this.awaitedHint;
    this.awaitedHint = null;
    if (report)
      this.host.report({ type: 'hint', id, best: report.best, values: report.values, ply: report.ply });
    else this.host.report({ type: 'no-hint', id, message });
  }

  // ---- the host ----

  /** @returns {Table} */
  position() {
    const { best, game } = this.state;
    const { ranks, rows, cols, score, moves, status } = game.value;
    return { ranks: [...ranks], rows, cols, score, best: best.value, moves, status };
  }

  connected() {
    this.host.report({ type: 'state', ...this.position() });
    // The AI may have started before.
    const mode = /** @type {Mode} */ (this.state.mode.value);
    if (mode !== 'off') this.host.report({ type: 'mode', mode });
    if (this.sight.waiting.value) this.host.report({ type: 'waiting', waiting: true });
    for (const { name, message } of this.refused) this.host.report({ type: 'refused', about: name, message });
  }

  /** Reports an invalid option of the URL. @param {string} name @param {string} message */
  refuse(name, message) {
    console.warn(`2048: ${message}`);
    this.refused.push({ name, message });
    this.line.keep(`${message}.`);
    this.host.report({ type: 'refused', about: name, message });
  }

  /** @param {Command} command */
  followOrRefuse(command) {
    try {
      this.follow(command);
    } catch (error) {
      this.host.report({ type: 'refused', about: command.type, message: messageOf(error) });
    }
  }

  /** @param {Command} command @throws if it is not possible */
  follow(command) {
    const { state } = this;
    if (state.owner.value === 'elsewhere' && PLAYS.includes(command.type)) throw new Error(ELSEWHERE);
    switch (command.type) {
      case 'position':
        return this.place(command);
      case 'new':
        perform(state, HOST_NEW, command.seed);
        return;
      case 'move':
        if (!perform(state, MOVE, command.direction)) throw new Error('this move isn’t possible');
        return;
      case 'hint':
        return this.giveHint(command.id);
      case 'start':
        if (!this.urlOptions.engine) throw new Error(OFF);
        if (this.stillness.matches) throw new Error(NO_MOTION);
        return this.sight.startWhenSeen();
      case 'stop':
        return this.sight.stop();
      case 'state':
        return this.host.report({ type: 'state', ...this.position() });
      case 'theme':
        return setTheme(command.theme);
      case 'speed':
        setSpeed(state, command.place);
    }
  }

  /** @param {number} id */
  giveHint(id) {
    if (!this.urlOptions.engine) return this.host.report({ type: 'no-hint', id, message: OFF });
    this.answerHint(null, 'another hint was requested');
    this.sight.stop();
    this.awaitedHint = id;
    if (this.session.game.isOver) return this.answerHint(null, 'the game is over');
    if (!perform(this.state, HINT)) this.answerHint(null, ELSEWHERE);
  }
}

/** @param {Set<string>} wanted */
function showOnly(wanted) {
  for (const part of document.querySelectorAll('[data-control]')) {
    if (part instanceof HTMLElement) part.hidden = !wanted.has(part.dataset.control ?? '');
  }
  for (const bar of ['top', 'bottom'])
    element(bar).hidden = element(bar).querySelector('[data-control]:not([hidden])') === null;
}

/** @param {string} theme */
function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
}
