// Starts the game's page: makes its state, and connects it with the views, the storage, the AI and the
// browser.

import { readAddress } from '../game/address.js';
import { DEFAULT_SIZE } from '../game/size.js';
import { AUTOMATIC } from '../engine/protocol.js';
import { STORAGE_IS_SLOW_MS, orSayLate, wait } from '../shared/wait.js';
import { listenToPlayer } from '../game/player.js';
import initialize, { Game } from '../pkg-game/afterstate.js';
import { addAi } from '../ai/actions.js';
import { stop } from '../ai/state.js';
import { createState } from '../game/state.js';
import { readNetwork, saveNetwork } from '../ai/choice.js';
import { keepLost, keepWaiting } from '../game/keep.js';
import { Records } from '../game/record.js';
import { saveSettings, storedSettings } from '../shared/settings.js';
import { Store } from '../shared/store.js';
import { loadLanguage } from '../shared/language.js';
import { computed, effect, untracked } from '../vendor/signals-core.js';
import { showAnnouncements } from '../shared/announcer.js';
import { showAppearance } from '../shared/appearance.js';
import { showControls } from '../game/controls-view.js';
import { element, removeStuckNotice, showNotStarted, showSlowStorage } from '../shared/page.js';
import { showPanel } from '../ai/panel-view.js';
import { showProgress } from '../game/progress-view.js';
import { showOwner } from '../game/owner-view.js';
import { TableView } from '../game/table-view.js';
import { showNotices } from '../shared/toasts.js';
import { followAddress, openLink } from './address.js';
import { followGame } from './follow-game.js';
import { endAi, showCoachPart, showDialog, showFollowPart, withAi } from './parts.js';
import { followTabs } from './tabs.js';

/** @import { Challenge, Daily, State } from '../game/state.js' */

/** @typedef {ReturnType<typeof readAddress>} Address */

/** @type {Daily} */
const NO_DAILY = { kind: 'none' };
/** @type {Challenge} */
const NO_CHALLENGE = { kind: 'none' };

/**
 * @param {Store} store
 * @param {Records} records
 * @param {Daily} daily
 * @param {Challenge} challenge
 * @param {Address} address
 * @returns {State}
 */
function openState(store, records, daily, challenge, { engine, seed, size }) {
  const board = daily.kind === 'daily';
  return createState({
    Game,
    store,
    records,
    ...(board ? DEFAULT_SIZE : (size ?? records.size() ?? DEFAULT_SIZE)),
    seed: board ? daily.seed : seed,
    ...(challenge.kind === 'on' && challenge),
    settings: storedSettings(store),
    network: readNetwork(store) || AUTOMATIC,
    ai: engine ? 'loading' : 'off',
    daily,
    challenge,
    shared: true,
    onLost: (played) => keepLost(Game, store, played),
  });
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
  showPanel(state);
}

/**
 * Loads a part once, when it is first wanted. After a failure it is loaded when it is wanted anew, or by
 * `again`.
 * @param {() => boolean} wanted
 * @param {(again: () => void) => Promise<boolean>} load whether it could be loaded
 */
function lazily(wanted, load) {
  let begun = false;
  const begin = () => {
    if (begun) return;
    begun = true;
    void load(begin).then((loaded) => {
      begun = loaded;
    });
  };
  const isWanted = computed(wanted);
  effect(() => {
    if (isWanted.value) untracked(begin);
  });
}

/** Loads the parts of the page that the state needs. @param {State} state @param {Address} address */
function loadParts(state, address) {
  effect(() => {
    if (state.mode.value !== 'off') untracked(() => void withAi(state, address));
  });
  effect(() => {
    const dialog = state.dialog.value;
    if (dialog.name !== 'none') untracked(() => void showDialog(state, dialog, address));
  });
  lazily(
    () => state.coach.value.kind === 'on',
    (again) => showCoachPart(state, again),
  );
  lazily(
    () => state.follow.value.kind === 'on',
    () => showFollowPart(state),
  );
}

async function main() {
  const store = new Store();
  const address = readAddress(location.search);
  const query = new URLSearchParams(location.search);
  // Messengers may take the end of a sentence for a part of the link.
  const isDaily = /[?&]daily\b/.test(location.search);
  const isChallenge = query.has('challenge') && location.hash !== '';
  // Neither replaces the player's own game.
  const records = new Records(
    isDaily || isChallenge ? new Store(undefined, isDaily ? 'daily:' : 'challenge:') : store,
  );
  const [parts, challengePage] = await Promise.all([
    isDaily ? Promise.all([import('../daily/record.js'), import('../daily/mount.js')]) : [],
    isChallenge || (isDaily && location.hash !== '') ? import('../challenge/mount.js') : null,
    initialize({ module_or_path: fetch(new URL('../pkg-game/afterstate_bg.wasm', import.meta.url)) }),
    loadLanguage(storedSettings(store).language),
  ]);
  const [dailyRecords, dailyPage] = parts;
  const daily = dailyRecords
    ? await orSayLate(
        dailyRecords.readDaily(Game, store, records),
        STORAGE_IS_SLOW_MS,
        () => void showSlowStorage(),
      )
    : NO_DAILY;
  const challenge = challengePage?.challengeIn(Game, location.hash, daily) ?? NO_CHALLENGE;
  const state = openState(store, records, daily, challenge, address);
  store.onNewer = () => void import('./first-notices.js').then(({ tellNewer }) => tellNewer(state));
  // The browser can answer between two short tasks.
  await wait(0);
  showViews(state);
  dailyPage?.showDailyBoard(state);
  challengePage?.mount(state);
  saveSettings(state.settings, store);
  saveNetwork(state.networkChoice, store);
  followGame(state);
  followAddress(state, challenge.kind === 'on' ? challenge.seed : address.seed);
  followTabs(state);
  void state.ownership.begin(state.session.size, document);
  loadParts(state, address);
  listenToPlayer(state, element('play'), document.getElementById('page'));
  addEventListener('pagehide', () => {
    stop(state);
    state.session.save({ leaving: true });
    endAi();
  });
  const first = { ...address, damaged: state.session.damaged };
  if (first.damaged || first.refused.length > 0 || first.strategy !== null)
    void import('./first-notices.js').then(({ tellFirst }) => tellFirst(state, first));
  removeStuckNotice();
  document.documentElement.dataset.page = 'ready';

  void withAi(state, address);
  import('../offline/install.js')
    .then(({ keepOffline }) => keepOffline(state))
    .catch((error) => console.warn(error));
  void openLink(state);
  keepWaiting(store);
}

main().catch((error) => {
  void showNotStarted();
  throw error;
});
