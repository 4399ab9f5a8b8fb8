// The wiring of embed.html: a game with hints and autoplay in a frame on somebody else's page.
//
// Leaves out the parts themselves, which are those of the page, what the frame says to its host (embed/), and the page's
// panels. Nothing is stored unless the address says `remember`, and no engine is loaded before it is asked for.

import initialise, { Game } from '../pkg-game/afterstate.js';
import { Host } from './host.js';
import { readOptions, refusal } from './options.js';
import { GameTable } from '../page/game-table.js';
import { ACCEPTED, readAddress } from '../game/address.js';
import { USUAL } from '../game/pace.js';
import { checked } from '../game/position.js';
import { USUAL_SIZE } from '../game/size.js';
import { Records } from '../storage/record.js';
import { Shelf } from '../storage/store.js';
import { button, element, tellNoGame } from '../view/page.js';
import { DIRECTIONS } from '../view/phrases.js';

/** @import { FrameAi } from '../advisor/frame-ai.js' */
/** @import { Command } from './messages.js' */
/** @import { Change, Session } from '../game/session.js' */
/** @import { Mode } from '../game/pilot.js' */
/** @import { Report } from '../engine/protocol.js' */

const OFF = 'The AI is switched off.';
const STILL = 'this reader wants nothing to move by itself: autoplay begins with its button only';

async function main() {
  await initialise({ module_or_path: fetch(new URL('../pkg-game/afterstate_bg.wasm', import.meta.url)) });
  const wishes = readAddress(location.search);
  const size = wishes.size ?? USUAL_SIZE;
  const options = readOptions(location.search, size);
  const stillness = matchMedia('(prefers-reduced-motion: reduce)');
  let speed = options.speed ?? USUAL;

  showControls(options.controls);
  setTheme(options.theme);
  const line = element('engine-line');
  /** @type {string[]} what stays said */
  const notices = [];
  /** @type {{ name: string, message: string }[]} what the address asks for and cannot have */
  const refused = [];
  /** @param {string} sentence empty: what stays said is shown again */
  const tell = (sentence) => {
    line.textContent = sentence || notices.join(' ');
    line.title = line.textContent;
  };
  const progress = element('engine-progress');
  /** Shows how far something has come, in the line's place but not read out with each step. @param {string} sentence empty: it is over */
  const showProgress = (sentence) => {
    progress.textContent = sentence;
    line.classList.toggle('sr-only', sentence !== '');
  };
  /** Tells whoever wrote the address what is wrong with it. @param {string} name @param {string} message */
  const refuse = (name, message) => {
    console.warn(`2048: ${message}`);
    refused.push({ name, message });
    notices.push(`${message}.`);
    tell('');
    host.tell({ type: 'refused', about: name, message });
  };

  const shelf = options.remember === null ? new Shelf(() => null) : new Shelf(undefined, `embed:${options.remember}:`);
  const table = new GameTable({
    Game, records: new Records(shelf), ...size, seed: wishes.seed,
    still: () => stillness.matches,
    speed: () => speed,
    letters: () => false,
    newGame: () => {
      table.takeOver();
      session.newGame();
      table.view.takeFocus();
    },
    onUnkept: () => {
      // Where there is no storage at all, it is told at once.
      if (options.remember === null || !shelf.lasts) return;
      notices.push('There is no room to store it: the game is not kept.');
      tell('');
    },
    onChange: (change) => changed(change),
    onButtons: () => {
      const dead = session.game.isOver;
      for (const id of ['hint', 'autoplay']) button(id).disabled = !wishes.engine || (dead && !table.autoplaying);
    },
  });
  const { session } = table;

  /** @param {{ ranks: ArrayLike<number>, rows: number, cols: number, score?: number }} placed @throws where the rules refuse it */
  function place({ ranks, rows, cols, score = 0 }) {
    const position = checked({ ranks: Uint8Array.from(ranks), rows, cols });
    begin(Game.fromPosition(position.ranks, rows, cols, score, wishes.seed ?? BigInt(Date.now())));
  }

  /** @param {Game} game to play from now on, of any size */
  function begin(game) {
    table.takeOver();
    session.begin(game);
  }

  // ---- the AI ----
  /** @type {number | null} the hint that the host waits for */
  let asked = null;
  /** @type {'hint' | 'autoplay' | null} what the AI was asked for and, not being loaded yet, has not begun */
  let pending = null;
  /** @type {FrameAi | null} */
  let ai = null;
  /** @type {Promise<FrameAi> | undefined} */
  let loading;
  const loadAi = async () => {
    const { FrameAi } = await import('../advisor/frame-ai.js');
    ai = new FrameAi({
      wishes, options, session, announcer: table.view.announcer, speed: () => speed, tell, showProgress,
      onMode: modeChanged,
      onReport: reported,
      onTrouble: (sentence) => {
        tell(sentence);
        answerHint(null, sentence);
      },
      onRefused: refuse,
    });
    return ai;
  };
  /** What the table sees of the AI, loaded or not. */
  const pilot = {
    get mode() { return pending ?? ai?.pilot.mode ?? 'off'; },
    stop() {
      pending = null;
      ai?.pilot.stop();
      answerHint(null, 'the board has changed');
    },
  };
  table.pilot = pilot;

  /** @param {'hint' | 'autoplay'} what */
  async function ask(what) {
    pending = what;
    try {
      loading ??= loadAi();
      const loaded = await loading;
      if (pending !== what) return; // something else was asked for, or nobody waits any more
      pending = null;
      await loaded.pilot[what]();
    } catch (error) {
      pending = null;
      loading = undefined;
      tell('The AI could not be loaded.');
      answerHint(null, 'The AI could not be loaded.');
      console.warn(error);
    }
  }

  /** @param {Report} report @param {Mode} mode */
  function reported(report, mode) {
    if (mode !== 'hint') return;
    table.view.arrow.point(report.best);
    if (report.best !== null) table.view.announcer.say(`The AI would play ${DIRECTIONS[report.best]}`);
    answerHint(report, '');
  }

  /** @param {Report | null} report @param {string} message */
  function answerHint(report, message) {
    if (asked === null) return;
    const id = asked;
    asked = null;
    if (report) host.tell({ type: 'hint', id, best: report.best, values: report.values, ply: report.ply });
    else host.tell({ type: 'no-hint', id, message });
  }

  /** @param {Mode} mode */
  function modeChanged(mode) {
    table.modeChanged(mode);
    button('autoplay').textContent = mode === 'autoplay' ? 'Stop' : 'Autoplay';
    if (mode === 'off') answerHint(null, 'the board has changed');
    host.tell({ type: 'mode', mode });
  }

  // ---- what changed ----
  /** @param {Change} change */
  function changed(change) {
    table.view.arrow.point(null);
    if (change.kind === 'step') host.tell({ type: 'move', direction: change.step.direction, by: change.by, ...reportOf(session) });
    else host.tell({ type: 'state', ...reportOf(session) });
  }

  // ---- what a person does ----
  button('hint').addEventListener('click', () => {
    if (!table.autoplaying) void ask('hint');
  });
  button('autoplay').addEventListener('click', () => {
    if (table.autoplaying) table.takeOver();
    else void ask('autoplay');
  });

  // ---- what the host asks ----
  /** Whether the board is where the window shows it, as far as is known. */
  let onScreen = false;
  /** Whether it can be seen: nobody sees the window of another tab. */
  const inSight = () => onScreen && document.visibilityState === 'visible';
  /** Whether autoplay is to begin, or to go on, once it can. */
  let startsInSight = options.autoplay && wishes.engine && !stillness.matches;
  /** @param {Command} command */
  function follow(command) {
    switch (command.type) {
      case 'position': return place(command);
      case 'new':
        return begin(command.seed === null ? Game.fresh(session.rows, session.cols) : new Game(session.rows, session.cols, BigInt(command.seed)));
      case 'move':
        if (!table.move(command.direction)) throw new Error('this move is not possible');
        return;
      case 'hint':
        if (!wishes.engine) return host.tell({ type: 'no-hint', id: command.id, message: OFF });
        answerHint(null, 'another hint was asked for');
        pilot.stop();
        asked = command.id;
        if (session.game.isOver) return answerHint(null, 'the game is over');
        return void ask('hint');
      case 'start':
        if (!wishes.engine) throw new Error(OFF);
        if (stillness.matches) throw new Error(STILL);
        startsInSight = !inSight();
        if (inSight() && !table.autoplaying) void ask('autoplay');
        return;
      case 'stop':
        startsInSight = false;
        return pilot.stop();
      case 'theme': return setTheme(command.theme);
      case 'speed':
        speed = command.place;
    }
  }

  const host = new Host(/** @type {any} */ (window), {
    onConnect: () => {
      host.tell({ type: 'state', ...reportOf(session) });
      for (const { name, message } of refused) host.tell({ type: 'refused', about: name, message });
    },
    onCommand: (command) => {
      try {
        follow(command);
      } catch (error) {
        host.tell({ type: 'refused', about: command.type, message: error instanceof Error ? error.message : String(error) });
      }
    },
  });

  // ---- in sight, out of sight ----
  const sightChanged = () => {
    if (inSight()) {
      if (startsInSight) void ask('autoplay');
      startsInSight = false;
    } else if (table.autoplaying) {
      startsInSight = true;
      pilot.stop();
    }
  };
  const sight = new IntersectionObserver((entries) => {
    onScreen = entries.at(-1)?.isIntersecting ?? false;
    sightChanged();
  });
  sight.observe(element('board'));
  addEventListener('pagehide', () => {
    pilot.stop();
    session.save();
    ai?.end();
  });
  addEventListener('pageshow', (event) => {
    if (event.persisted) session.refresh();
  });
  document.addEventListener('visibilitychange', () => {
    sightChanged();
    if (document.visibilityState === 'hidden') session.save();
  });

  // ---- the first board ----
  if (options.position && session.moves === 0) place(options.position);
  table.begin();
  document.documentElement.dataset.pilot = 'off';
  if (options.remember !== null && !shelf.lasts) notices.push('It may not store anything: the game is not kept.');
  tell('');
  const asks = new URLSearchParams(location.search);
  for (const name of wishes.refused) refuse(name, refusal(name, asks.get(name), ACCEPTED[name] ?? ''));
  for (const { name, message } of options.refused) refuse(name, message);
  document.documentElement.dataset.page = 'ready';
}

/** @param {Session} session @returns {import('./messages.js').Table} */
function reportOf(session) {
  const { rows, cols, score, best, moves, status } = session;
  return { ranks: [...session.ranks()], rows, cols, score, best, moves, status };
}

/** @param {Set<string>} wanted */
function showControls(wanted) {
  for (const part of document.querySelectorAll('[data-control]')) {
    if (part instanceof HTMLElement) part.hidden = !wanted.has(part.dataset.control ?? '');
  }
  for (const bar of ['top', 'bottom']) element(bar).hidden = element(bar).querySelector('[data-control]:not([hidden])') === null;
}

/** @param {string} theme */
function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
}

main().catch((error) => {
  tellNoGame();
  throw error;
});
