// The wiring of embed.html: a game with hints and autoplay in a frame on somebody else's page.
//
// Leaves out the parts themselves, which are those of the page, what the frame says to its host (embed/), and the page's
// panels. Nothing is stored unless the address says `remember`, and no engine is loaded before it is asked for.

import initialise, { Game } from './pkg-game/afterstate.js';
import { Host } from './embed/host.js';
import { readOptions } from './embed/options.js';
import { EngineClient } from './engine/client.js';
import { chooseTiers } from './engine/tiers.js';
import { GameTable } from './game-table.js';
import { readAddress } from './game/address.js';
import { USUAL } from './game/pace.js';
import { Pilot } from './game/pilot.js';
import { checked } from './game/position.js';
import { startEngineWorker } from './scripts.js';
import { Records } from './storage/record.js';
import { Shelf } from './storage/shelf.js';
import { HintArrow } from './view/hint-arrow.js';
import { button, element, tellNoGame } from './view/page.js';
import { DIRECTIONS } from './view/phrases.js';

/** @import { Command } from './embed/messages.js' */
/** @import { Change, Session } from './game/session.js' */
/** @import { Mode } from './game/pilot.js' */
/** @import { Report } from './engine/protocol.js' */

/** The board of the original. */
const USUAL_SIZE = { rows: 4, cols: 4 };
/** A page may hold several frames: each takes less of the machine than the page itself would. */
const MOST_THREADS = 4;
/** Workers that have had nothing to do for this long are ended, for the host's sake (ms). */
const IDLE_MS = 30_000;

async function main() {
  await initialise({ module_or_path: fetch(new URL('./pkg-game/afterstate_bg.wasm', import.meta.url)) });
  const wishes = readAddress(location.search);
  const size = wishes.size ?? USUAL_SIZE;
  const options = readOptions(location.search, size);
  const stillness = matchMedia('(prefers-reduced-motion: reduce)');
  let speed = options.speed ?? USUAL;

  showControls(options.controls);
  setTheme(options.theme);
  const line = element('engine-line');
  /** @param {string} sentence */
  const tell = (sentence) => { line.textContent = sentence; line.title = sentence; };

  const arrow = new HintArrow(element('hint-arrow'));
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
    onChange: (change) => changed(change),
    onButtons: () => {
      const dead = session.game.isOver;
      for (const id of ['hint', 'autoplay']) button(id).disabled = client === null || (dead && !table.autoplaying);
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
    pilot.stop();
    session.begin(game);
  }

  // ---- the engine ----
  const boxed = !mayStartWorkers();
  const { tiers, threads, workers } = chooseTiers(wishes, globalThis);
  const client = wishes.engine && !boxed
    ? new EngineClient({
      tiers, threads: Math.min(threads, wishes.threads ?? MOST_THREADS), workers,
      makeWorker: () => /** @type {any} */ (startEngineWorker()),
      onStatus: ({ state, tier, threads: count }) => {
        document.documentElement.dataset.engine = state === 'ready' || state === 'thinking' ? `${tier} ${count}` : state;
        if (state === 'unavailable') tell('The AI is not available in this browser.');
        else if (state === 'starting') tell('Starting the AI …');
        else if (state === 'ready') tell('');
      },
      onTrouble: tell,
    })
    : null;
  /** @type {number | null} the hint that the host waits for */
  let asked = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let idle;
  /** @type {Pilot} */
  const pilot = new Pilot({
    client, session, speed: () => speed,
    onMode: (mode) => modeChanged(mode),
    onReport: (report, mode) => reported(report, mode),
    onTrouble: (sentence) => {
      tell(sentence);
      answerHint(null, sentence);
    },
  });
  table.pilot = pilot;

  /** @param {Report} report @param {Mode} mode */
  function reported(report, mode) {
    if (mode !== 'hint') return;
    arrow.point(report.best);
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
    clearTimeout(idle);
    if (mode === 'off') {
      idle = setTimeout(() => client?.end(), IDLE_MS);
      answerHint(null, 'the board has changed');
    }
    host.tell({ type: 'mode', mode });
  }

  // ---- what changed ----
  /** @param {Change} change */
  function changed(change) {
    arrow.point(null);
    if (change.kind === 'step') host.tell({ type: 'move', direction: change.step.direction, by: change.by, ...reportOf(session) });
    else host.tell({ type: 'state', ...reportOf(session) });
  }

  // ---- what a person does ----
  button('hint').addEventListener('click', () => {
    if (pilot.mode !== 'autoplay') void pilot.hint();
  });
  const start = () => {
    if (pilot.mode !== 'autoplay') void pilot.autoplay();
  };
  button('autoplay').addEventListener('click', () => {
    if (pilot.mode === 'autoplay') pilot.stop();
    else start();
  });

  // ---- what the host asks ----
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
        if (!client) return host.tell({ type: 'no-hint', id: command.id, message: noEngine });
        answerHint(null, 'another hint was asked for');
        pilot.stop();
        asked = command.id;
        if (session.game.isOver) return answerHint(null, 'the game is over');
        return void pilot.hint();
      case 'start':
        if (!client) throw new Error(noEngine);
        return start();
      case 'stop': return pilot.stop();
      case 'theme': return setTheme(command.theme);
      case 'speed':
        speed = command.place;
    }
  }
  const noEngine = boxed ? 'This frame may not start workers: the AI is off.' : 'The AI is switched off.';

  const host = new Host(/** @type {any} */ (window), {
    onConnect: () => host.tell({ type: 'state', ...reportOf(session) }),
    onCommand: (command) => {
      try {
        follow(command);
      } catch (error) {
        host.tell({ type: 'refused', about: command.type, message: error instanceof Error ? error.message : String(error) });
      }
    },
  });

  // ---- in sight, out of sight ----
  let startsInSight = options.autoplay && client !== null && !stillness.matches;
  const sight = new IntersectionObserver(([entry]) => {
    if (entry?.isIntersecting) {
      if (startsInSight) start();
      startsInSight = false;
    } else if (pilot.mode === 'autoplay') {
      startsInSight = true;
      pilot.stop();
    }
  });
  sight.observe(element('board'));
  addEventListener('pagehide', () => {
    pilot.stop();
    session.save();
    client?.end();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') session.save();
  });

  // ---- the first board ----
  if (options.position && session.moves === 0) place(options.position);
  table.begin();
  document.documentElement.dataset.pilot = 'off';
  const notices = [];
  if (boxed && wishes.engine) notices.push(noEngine);
  if (options.remember !== null && !shelf.lasts) notices.push('It may not store anything: the game is not kept.');
  const refused = [...wishes.refused, ...options.refused];
  if (refused.length > 0) notices.push(`Not understood: ${refused.join(', ')}.`);
  tell(notices.join(' '));
  document.documentElement.dataset.page = 'ready';
}

/** @param {Session} session @returns {import('./embed/messages.js').Table} */
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

/** A frame with the attribute sandbox and without allow-same-origin has an origin of its own, whose workers are none. */
function mayStartWorkers() {
  return globalThis.origin !== 'null';
}

main().catch((error) => {
  tellNoGame();
  throw error;
});
