// Starts the game's page: makes its state, and connects it with the views, the storage, the AI and the
// browser.

import { hasOthers, readAddress } from '../game/address.js';
import { DEFAULT_SIZE } from '../game/size.js';
import { AUTOMATIC } from '../shared/choices.js';
import { wait } from '../shared/wait.js';
import { listenToPlayer } from '../game/input.js';
import initialize, { Game } from '../pkg-game/afterstate.js';
import { addAi, stop } from '../ai/acts.js';
import { createState } from '../game/state.js';
import { readNetwork, saveNetwork } from '../ai/choice.js';
import { keepLost, keepWaiting } from '../game/keep.js';
import { Records } from '../game/record.js';
import { saveSettings, storedSettings } from '../shared/settings.js';
import { Store } from '../shared/store.js';
import { loadLanguage } from '../shared/language.js';
import { effect, untracked } from '../vendor/signals-core.js';
import { showAnnouncements } from '../shared/announcer.js';
import { showAppearance } from '../shared/appearance.js';
import { showControls } from '../game/controls-view.js';
import { element, removeStuckNotice, startPage } from '../shared/page.js';
import { showPanel } from '../ai/panel-view.js';
import { showProgress } from '../game/progress-view.js';
import { showOwner } from '../game/owner-view.js';
import { TableView } from '../game/table-view.js';
import { showNotices } from '../shared/toasts.js';
import { followAddress, openLink } from './address.js';
import { followGame } from './follow-game.js';
import { showHow } from './how-view.js';
import { endAi, showDialog, withApp } from './parts.js';
import { followTabs } from './tabs.js';

/** @import { OwnBoard } from '../game/app.js' */
/** @import { State } from '../game/state.js' */

/** @typedef {ReturnType<typeof readAddress>} Address */

/**
 * @param {Store} store
 * @param {OwnBoard | null} own board of a feature
 * @param {Address} address
 * @returns {State}
 */
function openState(store, own, { engine, seed, size }) {
  const records = own?.records ?? new Records(store);
  const state = createState({
    Game,
    store,
    records,
    ...(size ?? records.size() ?? DEFAULT_SIZE),
    seed,
    settings: storedSettings(store),
    network: readNetwork(store) || AUTOMATIC,
    ai: engine ? 'loading' : 'off',
    ...own?.start,
    shared: true,
    onLost: (played) => keepLost(Game, store, played),
    onDamaged: () => void import('./first-notices.js').then(({ tellDamaged }) => tellDamaged(state)),
  });
  return state;
}

/** The views of the first board. @param {State} state */
function showViews(state) {
  showAppearance(state);
  showNotices(state, element('toasts'));
  showAnnouncements(state, element('announcer'));
  new TableView(state);
  showOwner(state);
  addAi(state);
  showControls(state);
  showProgress(state);
  showHow(state);
  showPanel(state);
}

/** Loads the parts of the page that the state needs. @param {State} state @param {Address} address */
function loadParts(state, address) {
  effect(() => {
    if (state.mode.value !== 'off') untracked(() => void withApp(state, address));
  });
  effect(() => {
    const dialog = state.dialog.value;
    if (dialog.name !== 'none') untracked(() => void showDialog(state, dialog, address));
  });
}

async function main() {
  const store = new Store();
  let address = readAddress(location.search);
  if (address.refused.length > 0)
    address = (await import('../game/typed-address.js')).readTyped(location.search);
  const [features] = await Promise.all([
    hasOthers(location.search) ? import('./app.js') : null,
    initialize({ module_or_path: fetch(new URL('../pkg-game/afterstate_bg.wasm', import.meta.url)) }),
    loadLanguage(storedSettings(store).language),
  ]);
  const own = features && (await features.boardOfFeature({ Game, store }));
  const state = openState(store, own, address);
  store.onNewer = () => void import('./first-notices.js').then(({ tellNewer }) => tellNewer(state));
  // The browser can answer between two short tasks.
  await wait(0);
  showViews(state);
  features?.appOf(state);
  saveSettings(state.settings, store);
  saveNetwork(state.networkChoice, store);
  followGame(state);
  followAddress(state, address, own?.start.seed ?? address.seed);
  followTabs(state);
  void state.ownership.begin(state.session.size, document);
  loadParts(state, address);
  listenToPlayer(state, element('play'), document.getElementById('page'));
  addEventListener('pagehide', () => {
    stop(state);
    state.session.saving.now({ leaving: true });
    endAi();
  });
  if (address.refused.length > 0)
    void import('./first-notices.js').then(({ tellRefused }) => tellRefused(state, address.refused));
  removeStuckNotice();
  document.documentElement.dataset.page = 'ready';

  void withApp(state, address);
  void openLink(state, address);
  keepWaiting(store);
}

startPage(main);
