// Starts the page on which a network learns.

import { messageOf } from '../shared/error.js';
import { chooseTiers } from '../engine/tiers.js';
import { makeTold, notify, say } from '../shared/notices.js';
import * as networks from '../ai/learned-networks.js';
import { storedSettings } from '../shared/settings.js';
import { Owner } from '../game/owner.js';
import { Store } from '../shared/store.js';
import { loadLanguage } from '../shared/language.js';
import { t, whole } from '../shared/text.js';
import { showAnnouncements } from '../shared/announcer.js';
import { saveFile } from '../shared/file.js';
import { every, paced } from '../shared/paced.js';
import { effect } from '../vendor/signals-core.js';
import { element, removeStuckNotice, showNotStarted, startPage, stillnessOf } from '../shared/page.js';
import { showNotices } from '../shared/toasts.js';
import { RUN } from './keeping.js';
import { NetworkView } from './network-view.js';
import { PatternsView } from './patterns-view.js';
import { Plot, SCORES, TILES } from './plot.js';
import { RunView } from './run-view.js';
import { Session } from './session.js';
import { defaults, problemOf } from './settings.js';
import { SettingsView } from './settings-view.js';
import { change, meanNow, newState, wouldLose } from './state.js';
import { TableView } from './table-view.js';
import { duration } from './words.js';

/** @import { Notice } from '../shared/notices.js' */

/** The least time between two drawings of the plots, in milliseconds. */
const PLOTS_EVERY_MS = 200;
/** The time between two announcements of the average score, in milliseconds. */
const ANNOUNCE_EVERY_MS = 30_000;

async function main() {
  const { motion, language } = storedSettings(new Store());
  const isStill = stillnessOf(motion);
  await loadLanguage(language);
  if (typeof WebAssembly !== 'object') return showNotStarted();

  const { deviceMemory } = /** @type {{ deviceMemory?: number }} */ (navigator);
  const phone = matchMedia('(max-width: 520px)').matches;
  const state = newState(defaults({ deviceMemory, phone }));
  const told = makeTold();
  showNotices(told, element('toasts'));
  showAnnouncements(told, element('announcer'));
  /** @param {string} message @param {Notice['action']} [action] */
  const inform = (message, action) => notify(told, message, action);

  const { tiers, threads } = chooseTiers();
  const maxWorkers = tiers.includes('shared') ? threads : 1;
  const owner = new Owner(new Store(), (status) => session.owned(status));
  /** @type {Session} */
  const session = new Session({
    state,
    storage: networks,
    owner,
    notify: inform,
    maxWorkers,
    onMade(rank) {
      runView.celebrate(rank);
      const time = duration(state.value.run?.seconds ?? 0);
      say(told, t('First {tile} after {time}', { tile: String(2 ** rank), time }));
    },
  });

  const runView = new RunView({
    isStill,
    onStart() {
      const problem = problemOf(state.value.settings);
      if (problem) inform(problem);
      else void session.start();
    },
    onPause: () => void session.pause(),
    onReset: () => void session.startOver(),
  });
  /** @param {Awaited<ReturnType<typeof session.keeping.download>>} file @param {string} name */
  const give = (file, name) => {
    if (file) saveFile(new Blob([file]), `${name.replace(/[^\p{L}\p{N} _-]/gu, '') || 'network'}.bin`);
  };
  const networkView = new NetworkView({
    async onPlay() {
      const id = await session.keeping.play();
      if (id === null) return;
      new Store().write('network', id);
      location.href = './';
    },
    onDownload: async () => give(await session.keeping.download(), t('Your network')),
    onDownloadEarlier: async (info) => give(await session.keeping.fileOf(info), info.name),
    onDelete: (info) => void session.keeping.remove(info),
    async onOpen(file) {
      await file.arrayBuffer().then(
        (bytes) => session.open(file.name, new Uint8Array(bytes)),
        (error) =>
          inform(t('{name} can’t be read: {message}.', { name: file.name, message: messageOf(error) })),
      );
    },
  });
  const plots = [new Plot(element('curve'), SCORES), new Plot(element('tile-shares'), TILES)];
  const views = [new PatternsView(), new TableView(), networkView];
  const settingsView = new SettingsView({
    maxWorkers,
    onChange: (values) => change(state, { settings: { ...state.value.settings, ...values } }),
  });

  const plotIsDue = every(PLOTS_EVERY_MS);
  let wordIsDue = every(ANNOUNCE_EVERY_MS);
  const drawSoon = paced(draw, { picture: true });
  function draw() {
    const shown = state.value;
    const { phase, run } = shown;
    runView.show(shown);
    for (const view of views) view.show(shown);
    if (phase === 'learning' && !plotIsDue()) return;
    for (const plot of plots) plot.show(run);
    // The first average is that of some time of learning.
    if (phase !== 'learning') wordIsDue = every(ANNOUNCE_EVERY_MS);
    if (!run || !wordIsDue()) return;
    const words = { score: whole(meanNow(run)), time: duration(run.seconds) };
    say(told, t('Average score {score} after {time}', words));
  }
  effect(() => {
    settingsView.show(state.value);
    drawSoon();
  });

  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void session.keeping.saveRun();
  });
  addEventListener('beforeunload', (event) => {
    if (wouldLose(state)) event.preventDefault(); // the browser asks
  });
  removeStuckNotice();
  void owner.begin(RUN, document);
}

startPage(main);
