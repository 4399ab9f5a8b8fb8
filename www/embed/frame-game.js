// The embedded game: connects the table, the AI and the host page. Nothing is stored without the option `remember`, and the
// AI is loaded at its first use.

import { messageOf } from '../engine/protocol.js';
import { readAddress } from '../game/address.js';
import { USUAL } from '../game/speed.js';
import { checked } from '../game/position.js';
import { USUAL_SIZE } from '../game/size.js';
import { GameTable } from '../page/game-table.js';
import { Records } from '../storage/record.js';
import { Store } from '../storage/store.js';
import { t } from '../text/text.js';
import { button, element } from '../view/page.js';
import { directionInWords } from '../view/phrases.js';
import { AiOnDemand } from './ai-on-demand.js';
import { Host } from './host.js';
import { ACCEPTED, readOptions, refusal } from './options.js';
import { Sight } from './sight.js';
import { StatusLine } from './status-line.js';

/** @import { Report } from '../engine/types.js' */
/** @import { Mode } from '../game/pilot.js' */
/** @import { Change, GameClass } from '../game/session.js' */
/** @import { Command, Table } from './types.js' */

const OFF = 'The AI is turned off (engine=off in the address).';
const NO_MOTION = 'this reader prefers reduced motion: autoplay starts only with its button';

export class FrameGame {
  /** @param {GameClass} Game */
  constructor(Game) {
    this.Game = Game;
    this.urlOptions = readAddress(location.search);
    this.size = this.urlOptions.size ?? USUAL_SIZE;
    this.options = readOptions(location.search, this.size);
    this.stillness = matchMedia('(prefers-reduced-motion: reduce)');
    this.speed = this.options.speed ?? USUAL;
    this.line = new StatusLine(element('engine-line'), element('engine-progress'));
    /** @type {{ name: string, message: string }[]} the invalid options of the URL */
    this.refused = [];
    const { remember } = this.options;
    this.store = remember === null ? new Store(() => null) : new Store(undefined, `embed:${remember}:`);
    this.store.onNewer = () => this.line.keep('A newer version saved a game here. Reload to play it.');
    /** @type {number | null} the id of the hint that the host waits for */
    this.awaitedHint = null;
    this.table = this.makeTable();
    this.session = this.table.session;
    this.ai = new AiOnDemand(this);
    this.table.pilot = this.ai;
    this.sight = new Sight(this);
    this.host = new Host(window, {
      onConnect: () => this.connected(),
      onCommand: (command) => this.followOrRefuse(command),
    });
    this.listen();
  }

  makeTable() {
    const {
      urlOptions,
      options,
      store,
      size: { rows, cols },
    } = this;
    const records = new Records(store);
    // The seed is that of the first game, so a remembered one goes on.
    const seed = records.loadGame(rows, cols).saved ? null : urlOptions.seed;
    return new GameTable({
      Game: this.Game,
      records,
      rows,
      cols,
      seed,
      still: () => this.stillness.matches,
      speed: () => this.speed,
      letters: () => false,
      ask: (what) => void this.ai.ask(what),
      newGame: () => {
        this.table.takeOver();
        this.session.newGame();
        this.table.view.takeFocus();
      },
      onUnkept: () => {
        // Without any storage the notice appears at once.
        if (options.remember !== null && store.storage)
          this.line.keep('Storage is full: this game will not be saved.');
      },
      onChange: (change) => this.changed(change),
      onButtons: () => {
        const over = this.session.game.isOver;
        for (const id of ['hint', 'autoplay'])
          button(id).disabled = !urlOptions.engine || (over && !this.table.autoplaying);
      },
    });
  }

  begin() {
    const { options, urlOptions, session, store, line } = this;
    showControls(options.controls);
    setTheme(options.theme);
    if (options.position && session.moves === 0) this.place(options.position);
    this.table.begin();
    document.documentElement.dataset.pilot = 'off';
    line.show('');
    if (options.remember !== null && !store.storage)
      line.keep('The browser blocks storage: this game will not be saved.');
    const given = new URLSearchParams(location.search);
    for (const name of urlOptions.refused)
      this.refuse(name, refusal(name, given.get(name), ACCEPTED[name] ?? ''));
    for (const { name, message } of options.refused) this.refuse(name, message);
    this.sight.begin(options.autoplay && urlOptions.engine && !this.stillness.matches);
    document.documentElement.dataset.page = 'ready';
  }

  /** @param {{ ranks: ArrayLike<number>, rows: number, cols: number, score?: number }} placed @throws if the rules refuse it */
  place({ ranks, rows, cols, score = 0 }) {
    const position = checked({ ranks: Uint8Array.from(ranks), rows, cols });
    const seed = this.urlOptions.seed ?? BigInt(Date.now());
    this.startGame(this.Game.fromPosition(position.ranks, rows, cols, score, seed));
  }

  /** @param {InstanceType<GameClass>} game the new game, of any size */
  startGame(game) {
    this.table.takeOver();
    this.session.begin(game);
  }

  // ---- the AI ----

  /** @param {Report} report @param {Mode} mode */
  reported(report, mode) {
    const { view } = this.table;
    if (report.by?.kind === 'strategy') this.line.show(t('{name} plays.', { name: report.by.name }));
    if (mode !== 'hint') return;
    view.arrow.point(report.best);
    if (report.best !== null) view.announcer.say(t('Hint: {move}', { move: directionInWords(report.best) }));
    this.answerHint(report, '');
  }

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

  /** @param {Mode} mode */
  modeChanged(mode) {
    this.table.modeChanged(mode);
    button('autoplay').textContent = t(mode === 'autoplay' ? 'Stop' : 'Autoplay');
    if (mode !== 'hint') this.answerHint(null, 'the board has changed');
    this.host.report({ type: 'mode', mode });
  }

  // ---- the host ----

  /** @param {Change} change */
  changed(change) {
    const { table, host } = this;
    table.view.arrow.point(null);
    if (change.kind === 'step')
      host.report({ type: 'move', direction: change.step.direction, by: change.by, ...this.state() });
    else host.report({ type: 'state', ...this.state() });
  }

  /** @returns {Table} */
  state() {
    const { rows, cols, score, best, moves, status } = this.session;
    return { ranks: [...this.session.ranks()], rows, cols, score, best, moves, status };
  }

  connected() {
    this.host.report({ type: 'state', ...this.state() });
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
    const { Game, session, table, ai } = this;
    switch (command.type) {
      case 'position':
        return this.place(command);
      case 'new':
        return this.startGame(
          command.seed === null
            ? Game.fresh(session.rows, session.cols)
            : new Game(session.rows, session.cols, BigInt(command.seed)),
        );
      case 'move':
        if (!table.move(command.direction)) throw new Error('this move isn’t possible');
        return;
      case 'hint':
        return this.giveHint(command.id);
      case 'start':
        if (!this.urlOptions.engine) throw new Error(OFF);
        if (this.stillness.matches) throw new Error(NO_MOTION);
        return this.sight.startWhenSeen();
      case 'stop':
        this.sight.waiting = false;
        return ai.stop();
      case 'state':
        return this.host.report({ type: 'state', ...this.state() });
      case 'theme':
        return setTheme(command.theme);
      case 'speed':
        this.speed = command.place;
    }
  }

  /** @param {number} id */
  giveHint(id) {
    if (!this.urlOptions.engine) return this.host.report({ type: 'no-hint', id, message: OFF });
    this.answerHint(null, 'another hint was requested');
    this.ai.stop();
    this.awaitedHint = id;
    if (this.session.game.isOver) return this.answerHint(null, 'the game is over');
    void this.ai.ask('hint');
  }

  // ---- the player ----

  listen() {
    const { ai, session } = this;
    addEventListener('pagehide', () => {
      ai.stop();
      session.save();
      ai.end();
    });
    addEventListener('pageshow', (event) => {
      if (event.persisted) session.refresh();
    });
  }
}

/** @param {Set<string>} wanted */
function showControls(wanted) {
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
