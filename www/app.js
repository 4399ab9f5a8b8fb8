// The page's wiring: makes the parts, and tells each what the others did.
//
// Leaves out everything a part can do by itself: the game (game/session.js), the AI at the board (game/pilot.js), the
// engine's workers (engine/), drawing (view/), keys and swipes (input/), what is remembered (storage/).

import initialise, { Game } from './pkg-game/afterstate.js';
import { Ai } from './ai.js';
import { readAddress } from './game/address.js';
import { FASTEST, USUAL, paceAt, speedInWords } from './game/pace.js';
import { Session } from './game/session.js';
import { listenToKeys } from './input/keys.js';
import { listenToSwipes } from './input/swipe.js';
import { BEST_NAME, Records, gameName, readGame } from './storage/record.js';
import { PREFIX, Shelf } from './storage/shelf.js';
import { Announcer } from './view/announcer.js';
import { BoardView } from './view/board.js';
import { CellGrid } from './view/cells.js';
import { EnginePanel } from './view/engine-panel.js';
import { MessageView } from './view/message.js';
import { stepInWords } from './view/phrases.js';
import { ScoresView } from './view/scores.js';
import { Toasts } from './view/toasts.js';

/** @import { Change } from './game/session.js' */
/** @import { SavedGame } from './storage/record.js' */

/** The smallest tile that is announced while the AI plays, as a rank: 512. */
const MILESTONE_RANK = 9;
/** What a screen reader is told while the AI plays fast, and the cells' labels, come at most this often (ms). */
const CELLS_EVERY_MS = 400;

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
  await initialise({ module_or_path: fetch(new URL('./pkg-game/afterstate_bg.wasm', import.meta.url)) });
  const wishes = readAddress(location.search);
  const records = new Records(new Shelf());
  const stillness = matchMedia('(prefers-reduced-motion: reduce)');

  const toasts = new Toasts(element('toasts'));
  const announcer = new Announcer(element('announcer'));
  const board = new BoardView(element('tiles'), /** @type {HTMLElement} */ (element('board').parentElement));
  const cells = new CellGrid(element('cells'));
  const scores = new ScoresView(element('score'), element('best'));
  const message = new MessageView({
    box: element('message'), title: element('message-title'), detail: element('message-detail'),
    goOn: element('message-go-on'), undo: element('message-undo'),
  });
  const speed = input('speed');

  const session = new Session({
    Game, records, rows: wishes.rows, cols: wishes.cols, seed: wishes.seed, onChange: (change) => changed(change),
  });

  // ---- the AI ----
  const panel = new EnginePanel({
    hint: button('hint'), step: button('step'), autoplay: button('autoplay'), speed, speedWords: element('speed-words'),
    arrow: element('hint-arrow'), values: element('values'), line: element('engine-line'),
  }, { fastest: FASTEST, usual: USUAL, inWords: speedInWords });
  const { analysis } = panel;
  const ai = new Ai({
    wishes, session, panel, toasts, announcer,
    onMode: (mode) => {
      if (mode !== 'off') return;
      cells.show(session.ranks());
      showButtons();
    },
  });
  const { pilot } = ai;

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
    ai.showButtons();
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
  panel.listen({
    hint: () => {
      if (pilot.mode !== 'autoplay') void pilot.hint();
    },
    step: () => {
      takeOver();
      void pilot.step();
    },
    autoplay: () => {
      if (pilot.mode === 'autoplay') takeOver();
      else void pilot.autoplay();
      showMessage();
    },
    // A hand that lets go of the slider wants the arrow keys to be moves again; a keyboard's user stays where they are.
    speedChosen: toBoard,
  });

  // ---- leaving, coming back, and other tabs ----
  addEventListener('pagehide', () => {
    pilot.stop();
    session.save();
    ai.client?.end();
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
  ai.modeChanged('off');
  if (session.damaged) toasts.show('The saved game could not be read. It was set aside, and a new one begins.');
  if (wishes.refused.length > 0) toasts.show(`The address asks for something that is not known here: ${wishes.refused.join(', ')}.`);
  document.documentElement.dataset.page = 'ready';
  ai.warmUpSoon();
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
