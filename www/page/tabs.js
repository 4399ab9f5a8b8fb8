// What the page has in common with other tabs: whose the board is, best scores, settings, the daily tries.

import { adoptBest } from '../game/acts.js';
import { adoptSettings } from '../shared/settings-state.js';
import { storedSettings } from '../shared/settings.js';
import { listenToDeletions, listenToOtherTabs } from '../game/tabs.js';
import { effect, untracked } from '../vendor/signals-core.js';
import { RELOAD } from '../shared/notices.js';

/** @import { State } from '../game/state.js' */

/** @param {State} state */
export function followTabs(state) {
  const { daily, owner, session, records, store } = state;
  const wake = () => {
    if (daily.value.kind === 'none') return;
    void import('../daily/state.js').then(({ wakeDaily }) => wakeDaily(state, RELOAD.act));
  };
  let before = owner.value;
  effect(() => {
    // The try may have ended in the tab that had the board.
    if (before === 'elsewhere' && owner.value === 'mine') untracked(wake);
    before = owner.value;
  });
  listenToDeletions(window, () => session.saveIfDeleted());
  listenToOtherTabs({
    events: window,
    page: document,
    prefix: records.store.prefix,
    onHide: () => session.save(),
    onSettings: () => adoptSettings(state, storedSettings(store)),
    onBest: (how) => adoptBest(state, how),
    onWake: wake,
  });
}
