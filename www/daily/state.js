// The daily board: its first game of a day counts, without undo and AI. Then it can be played freely.

import { BUILT_IN } from '../shared/choices.js';
import { messageOf } from '../shared/error.js';
import { addGuard } from '../game/acts.js';
import { dayOf } from '../game/daily.js';
import { RIVALS } from '../game/rivals.js';
import { endTry, leaveDay, readTries } from './record.js';
import { shareText } from './tries.js';
import { TRY, keepGame } from '../game/kept-games.js';
import { gameToKeep } from '../game/keep.js';
import { gameLink } from '../game/link.js';
import { t } from '../shared/text.js';
import { openDialog } from '../shared/dialogs.js';
import { notify } from '../shared/notices.js';
import { addressOf } from '../shared/share.js';

/** @import { KeptGame } from '../game/waiting.js' */
/** @import { State } from '../game/state.js' */
/** @import { Daily, DailyRival } from '../game/types.js' */

/**
 * Adds tries to the known ones, which stay: the history may be unreadable for a while.
 * @param {State} state @param {Map<string, KeptGame>} tries
 */
function addTries({ daily }, tries) {
  if (daily.value.kind === 'daily')
    daily.value = { ...daily.value, tries: new Map([...daily.value.tries, ...tries]) };
}

/**
 * Ends the counted try. Rejects with a message for the player if its result will not survive a reload.
 * @param {State} state
 */
export async function finishDaily(state) {
  const { daily, records, session, store } = state;
  if (daily.value.kind === 'none') return;
  const { day } = daily.value;
  const result = { ...gameToKeep(session), id: TRY + day, name: t('Daily {day}', { day }) };
  addTries(state, new Map([[day, result]]));
  await keepGame(store, result);
  endTry(records, day);
  // If the try has ended in another tab before, that result stays.
  addTries(state, await readTries(store));
}

/** The result of the day, once the try has ended. @param {Daily} daily */
export const resultOf = (daily) => (daily.kind === 'daily' ? daily.tries.get(daily.day) : undefined);

/** The text that shares the result of the day; '' before there is one. @param {State} state */
export function resultToShare({ Game, daily, dailyRivals }) {
  const { value } = daily;
  const result = resultOf(value);
  if (value.kind === 'none' || !result) return '';
  const game = Game.fromText(result.text);
  const ranks = game.ranks();
  game.free();
  const rivals = dailyRivals.value;
  const played = rivals.flatMap(({ rival, game }) =>
    game.kind === 'played' ? [{ name: t(rival.name), score: game.score }] : [],
  );
  const link = addressOf(gameLink(result.text) ?? '');
  return shareText(value.day, result, ranks, link, played.length === rivals.length ? played : []);
}

/** Nothing takes the board of the counted try away. @param {State} state */
export function protectTry(state) {
  addGuard(state, ({ does }) => {
    if (does !== 'replace' || !state.final.value) return 'go on';
    const result = { label: 'Finish', act: () => openDialog(state, { name: 'daily' }) };
    notify(state, 'Finish your daily game first.', result);
    return false;
  });
}

/** The last move is seen before the result. */
const RESULT_AFTER_MS = 900;

/** The counted game is over: its result is kept, and shows itself. @param {State} state */
export function dailyOver(state) {
  const { dialog, final } = state;
  finishDaily(state).catch((error) => notify(state, messageOf(error)));
  setTimeout(() => {
    if (dialog.value.name === 'none' && !final.value) openDialog(state, { name: 'daily' });
  }, RESULT_AFTER_MS);
}

/**
 * The page is shown again: the try may have ended in another tab, or a new day may have begun, here or there.
 * @param {State} state
 * @param {() => void} reload
 */
export async function wakeDaily(state, reload) {
  const { daily, records } = state;
  if (daily.value.kind === 'none' || leaveDay(records, daily.value.day, reload)) return;
  retryRivals(state);
  offerToday(state, reload);
  addTries(state, await readTries(state.store));
}

/**
 * If a new day has begun, offers its board. A try that has not ended is given up for it.
 * @param {State} state
 * @param {() => void} reload
 */
export function offerToday(state, reload) {
  const { daily, records } = state;
  if (daily.value.kind === 'none') return;
  const { day } = daily.value;
  if (dayOf(new Date()) === day) return;
  const act = () => {
    endTry(records, day);
    reload();
  };
  notify(state, 'A new daily board is ready.', { label: 'New game', act });
}

/** Three rivals of a race play the same board, the weakest first, so that each result is there soon. */
const DAILY_RIVALS = RIVALS.slice(0, 3);

/**
 * The rivals play in the background, unless they have already.
 * @param {State} state
 * @param {boolean} download whether their networks may be downloaded
 */
export function letRivalsPlay({ dailyRivals }, download) {
  const before = dailyRivals.value;
  dailyRivals.value = DAILY_RIVALS.filter(({ network }) => download || network === BUILT_IN).map((rival) => {
    const known = before.find((one) => one.rival === rival);
    return known?.game.kind === 'played' ? known : { rival, game: { kind: 'playing' } };
  });
}

/**
 * Those that could not play try again, and so does the one whose game ended when the page was left.
 * @param {State} state
 */
export function retryRivals({ dailyRivals }) {
  dailyRivals.value = dailyRivals.value.map((one) =>
    one.game.kind === 'failed' ? { ...one, game: { kind: 'playing' } } : one,
  );
}

/**
 * A rival's game has ended.
 * @param {State} state
 * @param {string} id of the rival
 * @param {DailyRival['game']} game
 */
export function rivalPlayed({ dailyRivals }, id, game) {
  dailyRivals.value = dailyRivals.value.map((one) => (one.rival.id === id ? { ...one, game } : one));
}
