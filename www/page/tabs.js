// What the page has in common with other tabs: best scores and settings.

import { adoptBest, followRecords } from '../game/adopt.js';
import { adoptSettings, storedSettings } from '../shared/settings.js';
import { listenToOtherTabs } from '../game/tabs.js';

/** @import { State } from '../game/state.js' */

/** @param {State} state */
export function followTabs(state) {
  const { session, records, store } = state;
  followRecords(window, session);
  listenToOtherTabs({
    events: window,
    page: document,
    prefix: records.store.prefix,
    onHide: () => session.saving.now(),
    onSettings: () => adoptSettings(state, storedSettings(store)),
    onBest: (how) => adoptBest(state, how),
  });
}
