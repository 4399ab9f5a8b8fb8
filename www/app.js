// The page's wiring: makes the parts, and tells each what the others did.
//
// Leaves out everything a part can do by itself: the game (game/session.js), the AI at the board (game/pilot.js), the
// engine's workers (engine/), drawing (view/), keys and swipes (input/), what is remembered (storage/).

import initialise, { Game } from './pkg-game/afterstate.js';
import { readAddress, withoutGame } from './game/address.js';
import { goalOf } from './game/goal.js';
import { FASTEST, USUAL, paceAt, speedInWords } from './game/pace.js';
import { Session } from './game/session.js';
import { listenToKeys } from './input/keys.js';
import { listenToSwipes } from './input/swipe.js';
import { Records } from './storage/record.js';
import { Settings } from './storage/settings.js';
import { Shelf } from './storage/shelf.js';
import { listenToOtherTabs } from './storage/tabs.js';
import { Announcer } from './view/announcer.js';
import { BoardView } from './view/board.js';
import { CellGrid } from './view/cells.js';
import { EnginePanel } from './view/engine-panel.js';
import { MessageView } from './view/message.js';
import { button, element, input, tellNoGame } from './view/page.js';
import { stepInWords } from './view/phrases.js';
import { ProgressView } from './view/progress.js';
import { ScoresView } from './view/scores.js';
import { applyLooks } from './view/theme.js';
import { Toasts } from './view/toasts.js';

/** @import { Ai } from './ai.js' */
/** @import { DialogName, Dialogs, Page as DialogPage } from './dialogs.js' */
/** @import { Change } from './game/session.js' */

/** The smallest tile that is announced while the AI plays, as a rank: 512. */
const MILESTONE_RANK = 9;
/** What a screen reader is told while the AI plays fast, and the cells' labels, come at most this often (ms). */
const CELLS_EVERY_MS = 400;
/** How long a previewed move is shown, in milliseconds. */
const PREVIEW_MS = 1500;
/** The board of the original. */
const USUAL_SIZE = { rows: 4, cols: 4 };

async function main() {
  await initialise({ module_or_path: fetch(new URL('./pkg-game/afterstate_bg.wasm', import.meta.url)) });
  const wishes = readAddress(location.search);
  const shelf = new Shelf();
  const records = new Records(shelf);
  const settings = new Settings(shelf, (values) => {
    applyLooks(values);
    progress.showCount(values.count);
  });
  const stillness = matchMedia('(prefers-reduced-motion: reduce)');
  /** Whether nothing is to move but by a cut. */
  const still = () => stillness.matches || settings.values.motion === 'reduced';

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
    Game, records, ...(wishes.size ?? records.size() ?? USUAL_SIZE), seed: wishes.seed, onChange: (change) => changed(change),
  });
  const progress = new ProgressView(element('goal'), element('count'), () => session);

  // ---- the AI ----
  const panel = new EnginePanel({
    hint: button('hint'), step: button('step'), autoplay: button('autoplay'), speed, speedWords: element('speed-words'),
    arrow: element('hint-arrow'), values: element('values'),
    why: element('engine-why'), ahead: element('engine-ahead'), line: element('engine-line'),
    networks: /** @type {HTMLSelectElement} */ (element('networks')),
    networkProgress: /** @type {HTMLProgressElement} */ (element('network-progress')),
    networkLine: element('network-line'), unit: element('values-unit'),
  }, { fastest: FASTEST, usual: USUAL, inWords: speedInWords });
  const { analysis } = panel;
  /** @type {Ai | null} comes after the first board: nobody needs it for a first move */
  let ai = null;
  const autoplaying = () => ai?.pilot.mode === 'autoplay';
  const startAi = async () => {
    const { Ai } = await import('./ai.js');
    ai = new Ai({
      wishes, session, panel, toasts, announcer, shelf,
      onMode: (mode) => {
        if (mode !== 'off') return;
        cells.show(session.ranks());
        showButtons();
      },
    });
    ai.modeChanged('off');
    ai.offerStrategies(/** @type {HTMLDetailsElement} */ (element('strategies')), element('strategy-place'));
    ai.warmUpSoon();
    return ai;
  };

  // ---- what changed ----
  let highest = session.game.maxRank;
  let cellsShown = 0;

  /** @type {{ ranks: Uint8Array, timer: ReturnType<typeof setTimeout> } | null} the board under a preview */
  let previewed = null;
  function endPreview() {
    if (!previewed) return;
    clearTimeout(previewed.timer);
    board.show(previewed.ranks);
    previewed = null;
  }
  analysis.onPreview = (direction) => {
    endPreview();
    const ranks = session.ranks();
    const game = Game.fromPosition(ranks, session.rows, session.cols, 0, 0n);
    const step = game.play(direction);
    game.free();
    if (!step) return;
    board.preview(step, still() ? 0 : Infinity);
    previewed = { ranks, timer: setTimeout(endPreview, PREVIEW_MS) };
  };

  /** A reload is to show the game that is shown now, whatever the address asked for at first. */
  function settleAddress() {
    try {
      history.replaceState(history.state, '', withoutGame(location.href));
    } catch {
      // A sandboxed frame has no address of its own.
    }
  }

  /** The board is of another size than the one that was shown. */
  function fit() {
    board.setSize(session.rows, session.cols);
    cells.setSize(session.rows, session.cols);
  }

  /** @param {Change} change */
  function changed(change) {
    const ranks = session.ranks();
    endPreview();
    const byEngine = change.kind === 'step' && change.by === 'engine';
    if (!byEngine) analysis.clear();
    else analysis.point(null);
    if (change.kind === 'step') {
      const between = autoplaying() ? paceAt(Number(speed.value)).betweenMs : Infinity;
      board.play(change.step, ranks, still() ? 0 : between);
      if (!still() && between > 90) scores.rise(change.step.reward);
      if (!autoplaying()) announcer.say(stepInWords(change.step, session.cols));
    } else {
      if (board.rows !== session.rows || board.cols !== session.cols) {
        fit();
        settleAddress();
      }
      board.showSoon(ranks);
    }
    document.documentElement.dataset.moves = String(session.moves);
    scores.show(session.score, session.best);
    const now = performance.now();
    if (!autoplaying() || now - cellsShown > CELLS_EVERY_MS) {
      cellsShown = now;
      cells.show(ranks);
      showButtons();
    }
    progress.draw();
    const rank = session.game.maxRank;
    const goal = goalOf(rank, session.rows, session.cols);
    progress.showGoal(2 ** goal.rank, goal.reached);
    if (rank > highest && rank >= MILESTONE_RANK) announcer.say(`${2 ** rank} made, score ${session.score}`);
    highest = rank;
    showMessage();
  }

  function showMessage() {
    // While the AI plays it goes on by itself past 2048.
    const status = autoplaying() && session.status === 'won' ? 'playing' : session.status;
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
    if (ai) ai.showButtons();
    else panel.enable(false);
  }

  // ---- what a person does ----
  /** A person's hand on the board: the AI lets go of it. */
  function takeOver() {
    if (autoplaying()) announcer.say('Autoplay stopped');
    ai?.pilot.stop();
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
  /** @param {() => () => void} start @param {string} notice @param {boolean} kept whether there is something to take back */
  const beginWith = (start, notice, kept) => {
    takeOver();
    forgetToast();
    const takeBack = start();
    settleAddress();
    const undoIt = () => {
      takeOver();
      takeBack();
    };
    if (kept) forgetToast = toasts.show(notice, { label: 'Undo', act: undoIt });
    else announcer.say(notice);
    toBoard();
  };
  const newGame = () => beginWith(() => session.newGame(), 'New game.', session.moves > 0);
  const keepGoing = () => {
    session.keepGoing();
    toBoard();
  };

  /** @type {Promise<Dialogs> | undefined} what nobody needs for a first move is loaded when it is asked for */
  let dialogs;
  const withDialogs = async () => {
    dialogs ??= import('./dialogs.js').then(({ Dialogs }) => new Dialogs(forDialogs));
    try {
      return await dialogs;
    } catch (error) {
      dialogs = undefined;
      toasts.show('This part of the page could not be loaded. Are you offline?');
      console.warn(error);
      return null;
    }
  };
  /** @type {DialogPage} */
  const forDialogs = {
    Game, session, records, settings,
    begin: (game, notice) => beginWith(() => session.begin(game), notice, true),
    pause: takeOver,
    leave: toBoard,
    still,
    reviewer: wishes.engine ? async () => (await late).reviewer() : null,
    busy: () => ai !== null && ai.pilot.mode !== 'off',
    tell: (text) => void toasts.show(text),
  };

  listenToKeys(document, {
    active: () => document.querySelector('dialog[open]') === null,
    letters: () => settings.values.letters,
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
  for (const opener of document.querySelectorAll('[data-dialog]')) {
    const name = /** @type {DialogName} */ (opener.getAttribute('data-dialog'));
    opener.addEventListener('click', async () => (await withDialogs())?.open(name));
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
      if (!autoplaying()) void ai?.pilot.hint();
    },
    step: () => {
      takeOver();
      void ai?.pilot.step();
    },
    autoplay: () => {
      if (autoplaying()) takeOver();
      else void ai?.pilot.autoplay();
      showMessage();
    },
    // A hand that lets go of the slider wants the arrow keys to be moves again; a keyboard's user stays where they are.
    speedChosen: toBoard,
  });

  // ---- leaving, coming back, and other tabs ----
  addEventListener('pagehide', () => {
    ai?.pilot.stop();
    session.save();
    ai?.client?.end();
    ai?.strategies?.player.end();
  });
  listenToOtherTabs({
    events: window,
    page: document,
    game: () => session,
    busy: autoplaying,
    onHide: () => session.save(),
    onSettings: () => settings.refresh(),
    onReturn: (saved) => session.adopt(saved),
    onBest: () => {
      session.best = Math.max(session.best, records.best(session.rows, session.cols));
      scores.show(session.score, session.best);
    },
    onGame: () => toasts.show('This game was played on in another tab.', {
      label: 'Show it',
      act: () => {
        takeOver();
        const newest = records.loadGame(session.rows, session.cols).saved;
        if (newest) session.adopt(newest);
      },
    }),
  });

  // ---- the first board ----
  settings.onChange(settings.values);
  fit();
  changed({ kind: 'board' });
  board.showDue();
  if (session.damaged) toasts.show('The saved game could not be read. It was set aside, and a new one begins.');
  if (wishes.refused.length > 0) toasts.show(`The address asks for something that is not known here: ${wishes.refused.join(', ')}.`);
  document.documentElement.dataset.page = 'ready';

  // ---- what comes after it ----
  const late = startAi();
  late.catch((error) => {
    analysis.tell('The AI could not be loaded. The game plays on.');
    console.warn(error);
  });
  import('./install.js')
    .then(({ keepOffline }) => keepOffline((text, action) => void toasts.show(text, action)))
    .catch((error) => console.warn(error));
  const openLink = async () => {
    const { hash } = location;
    if (hash === '') return;
    await (await withDialogs())?.openLink(hash);
    settleAddress();
  };
  addEventListener('hashchange', openLink);
  void openLink();
}

main().catch((error) => {
  tellNoGame();
  throw error;
});
