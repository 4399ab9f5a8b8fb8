// Starts the Lab.

import { messageOf } from '../shared/error.js';
import initialize from '../pkg-game/afterstate.js';
import { makeTold, say } from '../shared/notices.js';
import { storedSettings } from '../shared/settings.js';
import { Store } from '../shared/store.js';
import { showAnnouncements } from '../shared/announcer.js';
import { element, input, removeStuckNotice, showNotStarted, stillnessOf } from '../shared/page.js';
import { showNotices } from '../shared/toasts.js';
import { LabPage } from './lab-page.js';
import { ResultStore } from './result-store.js';
import { TreePanel } from './tree-view.js';
import { WatchPanel } from './watch.js';

/** More workers than this are only used if they are asked for: they take memory from other pages. */
const DEFAULT_WORKERS = 8;

const store = new ResultStore();
const told = makeTold();
showNotices(told, element('toasts'));
showAnnouncements(told, element('announcer'));
const cores = navigator.hardwareConcurrency || 1;
input('workers').max = String(cores);
input('workers').value = String(Math.min(cores, DEFAULT_WORKERS));
const isStill = stillnessOf(storedSettings(new Store()).motion);
const page = new LabPage({ store, told });

initialize({ module_or_path: fetch(new URL('../pkg-game/afterstate_bg.wasm', import.meta.url)) })
  .then(() => {
    removeStuckNotice();
    return page.begin();
  })
  .then(() => {
    const { catalog } = page.form;
    new TreePanel(store, catalog);
    new WatchPanel({
      catalog,
      // A link's first strategy, else the AI of the game.
      first: (location.hash === '' ? page.networks.catalog[0]?.id : page.form.cards[0]?.form.text) ?? '',
      setUp: () => page.form.read(),
      check: ({ rows, cols }, strategy) => page.check({ strategy, rows, cols }),
      open: () => page.open(),
      announce: (words) => say(told, words),
      isStill,
    });
  })
  .catch((error) => {
    void showNotStarted();
    page.progress.show(
      `The strategies couldn’t be loaded: ${messageOf(error)}. Reload the page to try again.`,
    );
    throw error;
  });
