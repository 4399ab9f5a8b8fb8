// The page's wiring: makes the parts, and tells each what the others did.
//
// Leaves out everything a part can do by itself: the game with its board and the hands on it (game-table.js), the AI at
// the board (advisor/page-ai.js), the panels (view/), what is remembered (storage/).

import initialise, { Game } from '../pkg-game/afterstate.js';
import { GameTable } from './game-table.js';
import { readAddress, withoutGame } from '../game/address.js';
import { goalOf } from '../game/goal.js';
import { FASTEST, USUAL, speedInWords } from '../game/pace.js';
import { USUAL_SIZE } from '../game/size.js';
import { listenToHand } from '../input/pointer.js';
import { Records } from '../storage/record.js';
import { Settings } from '../storage/settings.js';
import { Shelf } from '../storage/store.js';
import { listenToOtherTabs } from '../storage/tabs.js';
import { EnginePanel } from '../view/engine-panel.js';
import { button, element, input, tellNoGame } from '../view/page.js';
import { ProgressView } from '../view/progress.js';
import { applyLooks } from '../view/appearance.js';
import { Toasts } from '../view/toasts.js';

/** @import { Ai } from '../advisor/page-ai.js' */
/** @import { DialogName, Dialogs, Page as DialogPage } from './dialogs.js' */
/** @import { Change } from '../game/session.js' */

async function main() {
  await initialise({ module_or_path: fetch(new URL('../pkg-game/afterstate_bg.wasm', import.meta.url)) });
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
  const speed = input('speed');
  /** @type {() => void} takes the offer back to undo what was begun last */
  let forgetToast = () => {};

  const table = new GameTable({
    Game, records, ...(wishes.size ?? records.size() ?? USUAL_SIZE), seed: wishes.seed, still,
    speed: () => Number(speed.value),
    letters: () => settings.values.letters,
    active: () => document.querySelector('dialog[open]') === null,
    newGame: () => beginWith(() => session.newGame(), 'New game.', session.moves > 0),
    onChange: (change) => changed(change),
    onButtons: () => {
      if (ai) ai.showButtons();
      else panel.enable(false);
    },
    onSize: settleAddress,
    onUnkept: () => toasts.show('This browser keeps nothing for this page: the game lasts until the page is closed.'),
  });
  const { session, view } = table;
  const progress = new ProgressView(element('goal'), element('count'), () => session);

  // ---- the AI ----
  const panel = new EnginePanel({
    hint: button('hint'), step: button('step'), autoplay: button('autoplay'), speed, speedWords: element('speed-words'),
    arrow: view.arrow, values: element('values'),
    why: element('engine-why'), ahead: element('engine-ahead'), line: element('engine-line'),
    networks: /** @type {HTMLSelectElement} */ (element('networks')),
    networkProgress: /** @type {HTMLProgressElement} */ (element('network-progress')),
    networkLine: element('network-line'), unit: element('values-unit'),
  }, { fastest: FASTEST, usual: USUAL, inWords: speedInWords });
  const { analysis } = panel;
  /** @type {Ai | null} comes after the first board: nobody needs it for a first move */
  let ai = null;
  const startAi = async () => {
    const { Ai } = await import('../advisor/page-ai.js');
    ai = new Ai({
      wishes, session, panel, toasts, announcer: view.announcer, shelf,
      onMode: (mode) => table.modeChanged(mode),
    });
    table.pilot = ai.pilot;
    ai.modeChanged('off');
    ai.offerStrategies(/** @type {HTMLDetailsElement} */ (element('strategies')), element('strategy-place'));
    ai.offerChances(button('chances'), element('chances-place'));
    ai.warmUpSoon();
    return ai;
  };

  // ---- what changed ----
  analysis.onPreview = (direction) => {
    view.endPreview();
    const ranks = session.ranks();
    const game = Game.fromPosition(ranks, session.rows, session.cols, 0, 0n);
    const step = game.play(direction);
    game.free();
    if (step) view.preview(step, ranks);
  };

  /** A reload is to show the game that is shown now, whatever the address asked for at first. */
  function settleAddress() {
    try {
      history.replaceState(history.state, '', withoutGame(location.href));
    } catch {
      // A sandboxed frame has no address of its own.
    }
  }

  /** @param {Change} change */
  function changed(change) {
    if (change.kind === 'step' && change.by === 'engine') analysis.point(null);
    else analysis.clear();
    showProgress();
  }

  function showProgress() {
    progress.draw();
    const goal = goalOf(session.game.maxRank, session.rows, session.cols);
    progress.showGoal(2 ** goal.rank, goal.reached);
  }

  /** @param {() => () => void} start @param {string} notice @param {boolean} kept whether there is something to take back */
  function beginWith(start, notice, kept) {
    table.takeOver();
    forgetToast();
    const takeBack = start();
    settleAddress();
    const undoIt = () => {
      table.takeOver();
      takeBack();
      view.takeFocus();
    };
    if (kept) forgetToast = toasts.show(notice, { label: 'Undo', act: undoIt });
    else view.announcer.say(notice);
    view.takeFocus();
  }

  /** Opens the game that is kept of another size: what was begun last is not taken back from there. @param {number} rows @param {number} cols */
  function goOn(rows, cols) {
    table.takeOver();
    forgetToast();
    session.open(rows, cols);
    view.takeFocus();
  }

  // ---- what a person asks for ----
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
    Game, session, records, settings, shelf,
    begin: (game, notice) => beginWith(() => session.begin(game), notice, true),
    goOn,
    pause: () => table.takeOver(),
    still,
    reviewer: wishes.engine ? async () => (await late).reviewer() : null,
    busy: () => ai !== null && ai.pilot.mode !== 'off',
    tell: (text) => void toasts.show(text),
  };

  for (const opener of document.querySelectorAll('[data-dialog]')) {
    const name = /** @type {DialogName} */ (opener.getAttribute('data-dialog'));
    opener.addEventListener('click', async () => void (await withDialogs())?.open(name));
  }
  panel.listen({
    hint: () => {
      if (!table.autoplaying) void ai?.pilot.hint();
    },
    step: () => {
      table.takeOver();
      void ai?.pilot.step();
    },
    autoplay: () => {
      if (table.autoplaying) table.takeOver();
      else void ai?.pilot.autoplay();
    },
    // A hand that lets go of the slider wants the arrow keys to be moves again; a keyboard's user stays where they are.
    speedChosen: () => view.takeFocus(),
  });
  listenToHand(element('engine'), () => view.takeFocus());

  // ---- leaving, coming back, and other tabs ----
  addEventListener('pagehide', () => {
    ai?.pilot.stop();
    session.save();
    ai?.end();
  });
  listenToOtherTabs({
    events: window,
    page: document,
    game: () => session,
    busy: () => table.autoplaying,
    onHide: () => session.save(),
    onSettings: () => settings.refresh(),
    onReturn: (saved) => session.adopt(saved),
    onWake: () => session.refresh(),
    onBest: () => {
      session.best = Math.max(session.best, records.best(session.rows, session.cols));
      view.scores.show(session.score, session.best);
    },
    onGame: () => toasts.show('This game was played on in another tab.', {
      label: 'Show it',
      act: () => {
        table.takeOver();
        const newest = records.loadGame(session.rows, session.cols).saved;
        if (newest) session.adopt(newest);
      },
    }),
  });

  // ---- the first board ----
  settings.onChange(settings.values);
  table.begin();
  showProgress();
  if (session.damaged) toasts.show('The saved game could not be read. It was set aside, and a new one begins.');
  if (wishes.refused.length > 0) toasts.show(`The address asks for something that is not known here: ${wishes.refused.join(', ')}.`);
  document.documentElement.dataset.page = 'ready';

  // ---- what comes after it ----
  const late = startAi();
  late.catch((error) => {
    analysis.tell('The AI could not be loaded. The game plays on.');
    toasts.show('The AI could not be loaded.', { label: 'Reload', act: () => location.reload() });
    console.warn(error);
  });
  import('./install.js')
    .then(({ keepOffline }) => keepOffline((text, action) => void toasts.show(text, action)))
    .catch((error) => console.warn(error));
  const openLink = async () => {
    const { hash } = location;
    if (hash === '') return;
    // What could not be loaded stays in the address, for a reload to try again.
    if (await (await withDialogs())?.openLink(hash)) settleAddress();
  };
  addEventListener('hashchange', openLink);
  void openLink();
}

main().catch((error) => {
  tellNoGame();
  throw error;
});
