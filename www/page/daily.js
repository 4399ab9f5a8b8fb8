// What only the page of the daily board has (?daily).

import { startDailyAi } from '../ask/daily.js';
import { letDailyAiPlay, offerToday } from '../state/daily.js';
import { storeAiGame, storedAiGame } from '../storage/ai-games.js';
import { showDaily } from '../view/daily.js';
import { RELOAD } from './parts.js';

/** @import { State } from '../state/state.js' */

/** @param {State} state */
export function showDailyBoard(state) {
  const { daily, store } = state;
  if (daily.value.kind === 'none') return;
  const { day } = daily.value;
  showDaily(state);
  offerToday(state, RELOAD.act);
  const { connection } = /** @type {{ connection?: { saveData?: boolean } }} */ (navigator);
  // The network of the AI would cost too much.
  if (state.ai.value === 'off' || connection?.saveData) return;
  const end = startDailyAi(state, daily.value, {
    stored: (network) => storedAiGame(store, day, network),
    store: (network, game) => storeAiGame(store, day, network, game),
  });
  letDailyAiPlay(state);
  addEventListener('pagehide', end);
}
