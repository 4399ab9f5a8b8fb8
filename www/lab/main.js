// Starts the Lab.

import { messageOf } from '../engine/protocol.js';
import { makeTold } from '../state/notices.js';
import { showAnnouncements } from '../view/announcer.js';
import { element, removeStuckNotice } from '../view/page.js';
import { showNotices } from '../view/toasts.js';
import { LabPage } from './lab-page.js';
import { ResultStore } from './result-store.js';
import { TreePanel } from './tree-view.js';

/** More workers gain little and take memory from other pages. */
const MAX_WORKERS = 8;

const store = new ResultStore();
const told = makeTold();
showNotices(told, element('toasts'));
showAnnouncements(told, element('announcer'));
const page = new LabPage({
  store,
  workers: Math.min(navigator.hardwareConcurrency || 1, MAX_WORKERS),
  told,
});

removeStuckNotice();
page
  .begin()
  .then(() => new TreePanel(store, page.form.catalog))
  .catch((error) => {
    page.progress.show(
      `The strategies couldn’t be loaded: ${messageOf(error)}. Reload the page to try again.`,
    );
    throw error;
  });
