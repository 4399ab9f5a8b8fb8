// What only the page of the daily board has (?daily).

import { NEW_GAME, addGuard } from '../game/acts.js';
import { Records } from '../game/record.js';
import { DEFAULT_SIZE } from '../game/size.js';
import { listenToWaking } from '../game/tabs.js';
import { RELOAD } from '../shared/notices.js';
import { showSlowStorage } from '../shared/page.js';
import { Store } from '../shared/store.js';
import { STORAGE_IS_SLOW_MS, orSayLate } from '../shared/wait.js';
import { effect, untracked } from '../vendor/signals-core.js';
import { leaveDay, readDaily } from './record.js';
import { storeAiGame, storedAiGame } from './rival-records.js';
import { startDailyRivals } from './rivals.js';
import {
  dailyOver,
  letRivalsPlay,
  offerToday,
  protectTry,
  resultOf,
  resultToShare,
  wakeDaily,
} from './state.js';
import { showDaily } from './view.js';

/** @import { BoardOf } from '../game/app.js' */
/** @import { State } from '../game/state.js' */

/** The board of the day does not replace the player's own game. @type {BoardOf} */
export async function openDaily({ Game, store }) {
  const records = new Records(new Store(undefined, 'daily:'));
  const read = readDaily(Game, store, records);
  const daily = await orSayLate(read, STORAGE_IS_SLOW_MS, () => void showSlowStorage());
  const leaves = () => leaveDay(records, daily.day, RELOAD.act);
  return { records, start: { ...DEFAULT_SIZE, seed: daily.seed, daily, leaves } };
}

/** @param {State} state */
export function showDailyBoard(state) {
  const { daily, records, store } = state;
  if (daily.value.kind === 'none') return;
  const { day } = daily.value;
  showDaily(state);
  protectTry(state);
  // The try stands: another game is played on the page of one's own games.
  addGuard(state, (action) => {
    if (action === NEW_GAME) {
      location.assign('./');
      return true;
    }
    // Nor does a page that was left open replace the try of another day.
    return action.does === 'replace' && leaveDay(records, day, RELOAD.act) ? false : 'go on';
  });
  followTry(state);
  offerResult(state);
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

/** The story of the try shares the result of the day, that of a later game the game. @param {State} state */
function offerResult(state) {
  const { daily, game, session, toShare } = state;
  effect(() => {
    const isTry = game.value.isOver && resultOf(daily.value)?.text === session.game.replay();
    toShare.value = isTry ? resultToShare(state) : '';
  });
}

/** The counted try ends with its game, or in another tab. @param {State} state */
function followTry(state) {
  const { final, game, owner } = state;
  effect(() => {
    const now = game.value;
    // A try whose end could not be stored ends after the reload. Whoever else follows the game sees first
    // that it was a try.
    if (now.status === 'over' && final.peek()) void Promise.resolve().then(() => dailyOver(state));
  });
  const wake = () => void wakeDaily(state, RELOAD.act);
  let before = owner.value;
  effect(() => {
    // The try may have ended in the tab that had the board.
    if (before === 'elsewhere' && owner.value === 'mine') untracked(wake);
    before = owner.value;
  });
  listenToWaking({ events: window, page: document }, wake);
}
