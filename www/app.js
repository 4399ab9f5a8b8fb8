// The page's wiring: makes the parts, and tells each what the others did.
//
// Leaves out everything a part can do by itself: the game (game/session.js), the AI at the board (game/pilot.js), the
// engine's workers (engine/), drawing (view/), keys and swipes (input/), what is remembered (storage/).

import initialise, { Game } from './pkg/afterstate.js';
import { EngineClient } from './engine/client.js';
import { chooseTiers } from './engine/tiers.js';
import { readAddress } from './game/address.js';
import { FASTEST, USUAL, paceAt, speedInWords } from './game/pace.js';
import { Pilot } from './game/pilot.js';
import { Session } from './game/session.js';
import { listenToKeys } from './input/keys.js';
import { listenToSwipes } from './input/swipe.js';
import { BEST_NAME, Records, gameName, readGame } from './storage/record.js';
import { PREFIX, Shelf } from './storage/shelf.js';
import { AnalysisView } from './view/analysis.js';
import { Announcer } from './view/announcer.js';
import { BoardView } from './view/board.js';
import { CellGrid } from './view/cells.js';
import { MessageView } from './view/message.js';
import { DIRECTIONS, crewInWords, stepInWords } from './view/phrases.js';
import { ScoresView } from './view/scores.js';
import { Toasts } from './view/toasts.js';

/** @import { Status } from './engine/client.js' */
/** @import { Change } from './game/session.js' */
/** @import { Report } from './engine/protocol.js' */
/** @import { Mode } from './game/pilot.js' */
/** @import { SavedGame } from './storage/record.js' */

/** The smallest tile that is announced while the AI plays, as a rank: 512. */
const MILESTONE_RANK = 9;
/** What a screen reader is told while the AI plays fast, and the cells' labels, come at most this often (ms). */
const CELLS_EVERY_MS = 400;
/** The engine is got ready this long after the first board, if nobody has asked for it before (ms). */
const WARM_UP_AFTER_MS = 1500;

/** @param {string} id @returns {HTMLElement} */
function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}
/** @param {string} id */
const button = (id) => /** @type {HTMLButtonElement} */ (element(id));
/** @param {string} id */
const input = (id) => /** @type {HTMLInputElement} */ (element(id));

async function main() {
  await initialise({ module_or_path: fetch(new URL('./pkg/afterstate_bg.wasm', import.meta.url)) });
  const wishes = readAddress(location.search);
  const records = new Records(new Shelf());
  const stillness = matchMedia('(prefers-reduced-motion: reduce)');

  const toasts = new Toasts(element('toasts'));
  const announcer = new Announcer(element('announcer'));
  const board = new BoardView(element('tiles'), /** @type {HTMLElement} */ (element('board').parentElement));
  const cells = new CellGrid(element('cells'));
  const scores = new ScoresView(element('score'), element('best'));
  const analysis = new AnalysisView({ arrow: element('hint-arrow'), values: element('values'), line: element('engine-line') });
  const message = new MessageView({
    box: element('message'), title: element('message-title'), detail: element('message-detail'),
    goOn: element('message-go-on'), undo: element('message-undo'),
  });
  const speed = input('speed');

  const session = new Session({
    Game, records, rows: wishes.rows, cols: wishes.cols, seed: wishes.seed, onChange: (change) => changed(change),
  });

  // ---- the engine ----
  const { tiers, threads, workers } = chooseTiers(wishes, globalThis);
  const client = wishes.engine
    ? new EngineClient({
      tiers, threads, workers,
      makeWorker: () => /** @type {any} */ (new Worker(new URL('./engine/worker.js', import.meta.url), { type: 'module', name: 'afterstate' })),
      onStatus: (status) => engineStatus(status),
      onTrouble: (text) => toasts.show(text),
    })
    : null;
  const pilot = new Pilot({
    client, session, speed: () => Number(speed.value),
    onMode: (mode) => modeChanged(mode),
    onReport: (report, mode) => reported(report, mode),
    onTrouble: (text) => {
      analysis.tell(text);
      toasts.show(text);
    },
  });

  /** @param {Status} status */
  function engineStatus({ state, tier, threads: count }) {
    document.documentElement.dataset.engine = state === 'ready' || state === 'thinking' ? `${tier} ${count}` : state;
    if (state === 'unavailable') analysis.tell('The AI is not available in this browser. The game plays on.');
    if (state === 'starting' && pilot.mode !== 'off') analysis.tell('Starting the AI …');
    if (state === 'ready' && pilot.mode === 'off' && !analysis.told) analysis.tell(`Ready with ${crewInWords(tier, count)}. Press Hint to see what the AI would do.`);
  }

  /** @param {Report} report @param {Mode} mode */
  function reported(report, mode) {
    const { tier, threads: count } = client?.status ?? { tier: null, threads: 0 };
    analysis.show(report, tier, report.threads || count);
    if (mode !== 'hint') return;
    analysis.point(report.best);
    if (report.best !== null) announcer.say(`The AI would play ${DIRECTIONS[report.best]}`);
  }

  /** @param {Mode} mode */
  function modeChanged(mode) {
    const playing = mode === 'autoplay';
    button('autoplay').textContent = playing ? 'Stop' : 'Autoplay';
    document.documentElement.dataset.pilot = mode;
    if (mode === 'off') {
      cells.show(session.ranks());
      showButtons();
    }
  }

  // ---- what changed ----
  let highest = session.game.maxRank;
  let cellsShown = 0;

  /** @param {Change} change */
  function changed(change) {
    const ranks = session.ranks();
    const byEngine = change.kind === 'step' && change.by === 'engine';
    if (!byEngine) analysis.clear();
    else analysis.point(null);
    if (change.kind === 'step') {
      const between = pilot.mode === 'autoplay' ? paceAt(Number(speed.value)).betweenMs : Infinity;
      board.play(change.step, ranks, stillness.matches ? 0 : between);
      if (!stillness.matches && between > 90) scores.rise(change.step.reward);
      if (pilot.mode !== 'autoplay') announcer.say(stepInWords(change.step, session.cols));
    } else {
      board.showSoon(ranks);
    }
    document.documentElement.dataset.moves = String(session.moves);
    scores.show(session.score, session.best);
    const now = performance.now();
    if (pilot.mode !== 'autoplay' || now - cellsShown > CELLS_EVERY_MS) {
      cellsShown = now;
      cells.show(ranks);
      showButtons();
    }
    const rank = session.game.maxRank;
    if (rank > highest && rank >= MILESTONE_RANK) announcer.say(`${2 ** rank} made, score ${session.score}`);
    highest = rank;
    showMessage();
  }

  function showMessage() {
    // While the AI plays it goes on by itself past 2048.
    const status = pilot.mode === 'autoplay' && session.status === 'won' ? 'playing' : session.status;
    const before = message.shown;
    message.show(status, session.score, !session.game.isOver);
    if (status === before || status === 'playing') return;
    announcer.say(status === 'won' ? `You win, score ${session.score}` : `Game over, score ${session.score}`);
  }

  function showButtons() {
    button('undo').disabled = !session.canUndo;
    button('redo').disabled = !session.canRedo;
    const label = session.undoesNewGame ? 'Undo: back to the game before' : 'Undo';
    if (button('undo').getAttribute('aria-label') !== label) button('undo').setAttribute('aria-label', label);
    const dead = session.game.isOver;
    for (const id of ['hint', 'step', 'autoplay']) button(id).disabled = client === null || (dead && pilot.mode !== 'autoplay');
  }

  // ---- what a person does ----
  /** A person's hand on the board: the AI lets go of it. */
  function takeOver() {
    if (pilot.mode === 'autoplay') announcer.say('Autoplay stopped');
    pilot.stop();
  }
  /** @param {number} direction */
  const move = (direction) => {
    takeOver();
    session.move(direction, 'person');
    showMessage();
  };
  const undo = () => {
    takeOver();
    if (session.undo()) announcer.say(`Undone, score ${session.score}`);
    showMessage();
  };
  const redo = () => {
    takeOver();
    session.redo();
    showMessage();
  };
  /** Puts the focus on the board: a button that is gone, or that Space would press again, must not keep it. */
  const toBoard = () => cells.cells[cells.current]?.focus({ preventScroll: true });
  /** @type {() => void} */
  let forgetToast = () => {};
  const newGame = () => {
    takeOver();
    const kept = session.moves > 0;
    session.newGame();
    forgetToast();
    if (!kept) {
      announcer.say('New game');
    } else {
      forgetToast = toasts.show('New game.', {
        label: 'Undo',
        act: () => {
          takeOver();
          session.undoNewGame();
        },
      });
    }
    toBoard();
  };
  const keepGoing = () => {
    session.keepGoing();
    toBoard();
  };

  listenToKeys(document, {
    letters: () => input('letters').checked,
    onAction: (action) => {
      if (action.kind === 'move') move(action.direction);
      else if (action.kind === 'undo') undo();
      else redo();
    },
  });
  listenToSwipes(element('play'), move);
  for (const arrow of document.querySelectorAll('[data-direction]')) {
    if (arrow instanceof HTMLButtonElement) arrow.addEventListener('click', () => move(Number(arrow.dataset.direction)));
  }
  button('undo').addEventListener('click', undo);
  button('redo').addEventListener('click', redo);
  button('new-game').addEventListener('click', newGame);
  button('message-again').addEventListener('click', newGame);
  button('message-undo').addEventListener('click', () => {
    undo();
    toBoard();
  });
  button('message-go-on').addEventListener('click', keepGoing);
  button('hint').addEventListener('click', () => {
    if (pilot.mode !== 'autoplay') void pilot.hint();
  });
  button('step').addEventListener('click', () => {
    takeOver();
    void pilot.step();
  });
  button('autoplay').addEventListener('click', () => {
    if (pilot.mode === 'autoplay') takeOver();
    else void pilot.autoplay();
    showMessage();
  });

  speed.max = String(FASTEST);
  speed.value = String(USUAL);
  const showSpeed = () => {
    const words = speedInWords(Number(speed.value));
    element('speed-words').textContent = words;
    speed.setAttribute('aria-valuetext', words);
  };
  speed.addEventListener('input', showSpeed);
  // A hand that lets go of the slider wants the arrow keys to be moves again; a keyboard's user stays where they are.
  speed.addEventListener('pointerup', toBoard);
  showSpeed();

  // ---- leaving, coming back, and other tabs ----
  addEventListener('pagehide', () => {
    pilot.stop();
    session.save();
    client?.end();
  });
  /** @type {SavedGame | null} what another tab has written of this game */
  let elsewhere = null;
  /** At which revision the person was told of another tab: it may write every two seconds. */
  let toldAt = -1;
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') {
      session.save();
    } else if (elsewhere) {
      session.adopt(elsewhere);
      elsewhere = null;
    }
  });
  window.addEventListener('storage', (event) => {
    if (event.key === PREFIX + BEST_NAME) {
      session.best = Math.max(session.best, records.best(session.rows, session.cols));
      scores.show(session.score, session.best);
    }
    if (event.key !== PREFIX + gameName(session.rows, session.cols) || event.newValue === null) return;
    const saved = readGame(event.newValue);
    if (!saved || pilot.mode === 'autoplay') return;
    if (document.visibilityState === 'hidden') {
      elsewhere = saved;
      return;
    }
    if (toldAt === session.revision) return;
    toldAt = session.revision;
    toasts.show('This game was played on in another tab.', {
      label: 'Show it',
      act: () => {
        takeOver();
        const newest = records.loadGame(session.rows, session.cols).saved;
        if (newest) session.adopt(newest);
      },
    });
  });

  // ---- the first board ----
  board.setSize(session.rows, session.cols);
  cells.setSize(session.rows, session.cols);
  changed({ kind: 'board' });
  board.showDue();
  modeChanged('off');
  if (session.damaged) toasts.show('The saved game could not be read. It was set aside, and a new one begins.');
  if (wishes.refused.length > 0) toasts.show(`The address asks for something that is not known here: ${wishes.refused.join(', ')}.`);
  if (!client) analysis.tell('The AI is switched off. The game plays on.');
  document.documentElement.dataset.page = 'ready';
  const warm = () => setTimeout(() => void client?.warmUp(), WARM_UP_AFTER_MS);
  if (typeof requestIdleCallback === 'function') requestIdleCallback(warm);
  else warm();
}

main().catch((error) => {
  // Without the rules there is no game: say so where the board would be.
  const box = document.getElementById('message');
  const title = document.getElementById('message-title');
  if (box && title) {
    title.textContent = 'The game could not be loaded.';
    box.hidden = false;
  }
  throw error;
});
