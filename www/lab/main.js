// Starts the Lab.

import { messageOf } from '../engine/protocol.js';
import { startPlayersWorker } from '../engine/scripts.js';
import { PlayersClient } from '../players/worker-client.js';
import { Announcer } from '../view/announcer.js';
import { element, input } from '../view/page.js';
import { Toasts } from '../view/toasts.js';
import { LabPage } from './lab-page.js';
import { ResultStore } from './result-store.js';
import { TreePanel } from './tree-view.js';

/** @import { WorkerLike } from '../engine/requests.js' */
/** @import { Strategy } from '../players/protocol.js' */

/** More workers gain little and take memory from other pages. */
const MOST_WORKERS = 8;

const makeWorker = () => /** @type {WorkerLike} */ (startPlayersWorker());
const store = new ResultStore((module) => new PlayersClient({ makeWorker, module }));
const page = new LabPage({
  store, workers: Math.min(navigator.hardwareConcurrency || 1, MOST_WORKERS), toasts: new Toasts(element('toasts')),
  announcer: new Announcer(element('announcer')),
});

/** @param {Strategy[]} catalog */
function showTrees(catalog) {
  const text = /** @type {HTMLTextAreaElement} */ (element('tree-text'));
  return new TreePanel({
    form: element('tree-form'), strategy: element('tree-strategy-place'), position: input('tree-position'),
    problem: element('tree-problem'), count: element('tree-count'), tree: element('tree'),
    own: { form: element('tree-own'), text, problem: element('tree-text-problem') },
  }, catalog, {
    grow: (strategy, position, most) => store.ask({ ask: 'tree', strategy, position, most }),
    read: (pasted, most) => store.ask({ ask: 'read-tree', text: pasted, most }),
  });
}

page.begin().then(() => showTrees(page.form.catalog)).catch((error) => {
  page.progress.show(`The strategies couldn’t be loaded: ${messageOf(error)}. Reload the page to try again.`);
  throw error;
});
