// Another tab with the same game: what it has changed is offered or adopted.

import { takeOver } from '../ai/state.js';
import { adoptBest, offerUndo } from '../game/acts.js';
import { notify } from '../shared/notices.js';
import { adoptSettings } from '../shared/settings-state.js';
import { storedSettings } from '../shared/settings.js';
import { listenToDeletions, listenToOtherTabs } from '../game/tabs.js';
import { RELOAD } from './parts.js';

/** @import { State } from '../game/state.js' */

/** @param {State} state */
export function followTabs(state) {
  const { session, records, store } = state;
  listenToDeletions(window, () => session.saveIfDeleted());
  listenToOtherTabs({
    events: window,
    page: document,
    game: () => session,
    busy: () => state.mode.value === 'autoplay',
    prefix: records.store.prefix,
    onHide: () => session.save(),
    onSettings: () => adoptSettings(state, storedSettings(store)),
    onWake: () => showNewest(state),
    onTakeOver: () => {
      takeOver(state);
      session.giveWay();
    },
    onBest: (how) => adoptBest(state, how),
    onGame: () =>
      notify(state, 'You played this game in another tab.', {
        label: 'Load that game',
        act: () => {
          takeOver(state);
          showNewest(state);
        },
      }),
  });
}

/**
 * Shows the game that another tab has saved. If it replaces another game, or other moves, this can be undone,
 * except in the daily try.
 * @param {State} state
 */
function showNewest(state) {
  if (state.daily.value.kind === 'daily')
    void import('../daily/state.js').then(({ wakeDaily }) => wakeDaily(state, RELOAD.act));
  const putBack = state.session.refresh({ isTry: state.final.value });
  if (putBack && !state.final.value) offerUndo(state, 'You played this game in another tab.', putBack);
}
