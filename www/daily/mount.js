// What only the page of the daily board has (?daily).

import { NEW_GAME, addGuard } from '../game/acts.js';
import { startDailyRivals } from './rivals.js';
import { letRivalsPlay, offerToday } from './state.js';
import { storeAiGame, storedAiGame } from './rival-records.js';
import { showDaily } from './view.js';
import { RELOAD } from '../shared/notices.js';

/** @import { State } from '../game/state.js' */

/** @param {State} state */
export function showDailyBoard(state) {
  const { daily, store } = state;
  if (daily.value.kind === 'none') return;
  const { day } = daily.value;
  showDaily(state);
  // The try stands: another game is played on the page of one's own games.
  addGuard(state, (action) => {
    if (action !== NEW_GAME) return 'go on';
    location.assign('./');
    return true;
  });
  offerToday(state, RELOAD.act);
  if (state.ai.value === 'off') return;
  const end = startDailyRivals(state, daily.value, {
    stored: (rival, network) => storedAiGame(store, day, rival, network),
    store: (rival, network, game) => storeAiGame(store, day, rival, network, game),
  });
  const { connection } = /** @type {{ connection?: { saveData?: boolean } }} */ (navigator);
  letRivalsPlay(state, connection?.saveData !== true);
  addEventListener('pagehide', end);
}
