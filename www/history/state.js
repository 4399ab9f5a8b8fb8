// The games of the history as its dialog shows them. ../game/keep.js brings games there.

import { dayOf } from '../game/daily.js';
import { TRY, deleteGames, keepGame, listGames } from '../game/kept-games.js';
import { gameToKeep } from '../game/keep.js';
import { playersOf } from '../game/record.js';
import { forgetPlayed } from '../ai/player.js';
import { openDialog } from '../shared/dialogs.js';

/** @import { KeptGame } from '../game/waiting.js' */
/** @import { State } from '../game/state.js' */
/** @import { KeptGames } from '../game/types.js' */

/** How many games have a row at first, and how many "Show more" adds. */
const ROWS = 100;

/**
 * Games with the same group share their statistics: the size, and who made the moves.
 * @param {KeptGame} game
 * @returns {string} such as `4x4 own`
 */
const groupOf = (game) => `${game.rows}x${game.cols} ${playersOf(game)}`;

/** The groups of all games; that of the newest game is the first. @param {KeptGames['games']} games */
export const groupsOf = (games) => (games === 'unread' ? [] : [...new Set(games.map(groupOf))]);

/** @param {KeptGames} kept @returns {KeptGame[]} those that are shown, the newest first */
export const shownGames = ({ games, group }) =>
  games === 'unread' ? [] : games.filter((game) => groupOf(game) === group);

/** @param {KeptGames} kept @returns {KeptGame[]} those that have a row */
export const listedGames = (kept) => shownGames(kept).slice(0, kept.listed);

/** @param {State} state */
export const listMore = (state) => set(state, { listed: state.keptGames.value.listed + ROWS });

/**
 * What "Delete all" deletes: the games that are shown, but none with a name and no try of the daily board.
 * @param {KeptGames} kept
 */
export const unwantedGames = (kept) =>
  shownGames(kept).filter(({ id, name }) => name === undefined && !id.startsWith(TRY));

/**
 * Whether a game can be deleted: without the result of today’s board, it could be tried a second time.
 * @param {KeptGame} game
 */
export const canDelete = ({ id }) => id !== TRY + dayOf(new Date());

/** @param {State} state @param {Partial<KeptGames>} change */
function set({ keptGames }, change) {
  keptGames.value = { ...keptGames.value, asked: false, ...change };
}

/** Reads the games. Rejects with a message for the player if some may be missing. @param {State} state */
async function readKept(state) {
  const { games, trouble } = await listGames(state.store);
  const groups = groupsOf(games);
  const { group } = state.keptGames.value;
  set(state, { games, group: groups.includes(group) ? group : (groups[0] ?? '') });
  if (trouble) throw trouble;
}

/** Shows the history from the start. @param {State} state */
export async function openKept(state) {
  state.session.saving.now();
  set(state, { listed: ROWS, restore: 'none' });
  await readKept(state);
}

/** @param {State} state @param {string} group */
export const showGroup = (state, group) => set(state, { group, listed: ROWS });

/**
 * @param {State} state
 * @param {string} name
 * @returns {Promise<string>} the name that it has. Rejects with a message for the player
 */
export async function keepCurrent(state, name) {
  if (name === '') throw new Error('Enter a name for this game.');
  const { session, store } = state;
  const kept = await keepGame(store, { ...gameToKeep(session), id: `name:${name}`, name });
  await readKept(state);
  return kept.name ?? name;
}

/**
 * @param {State} state
 * @param {KeptGame[]} games
 * @returns {Promise<number>} how many were deleted: not those that were played on meanwhile
 */
export async function deleteKept(state, games) {
  const putBack = await deleteGames(state.store, games);
  const remember = forgetPlayed(state.store, games);
  const restore = async () => {
    await putBack();
    remember();
  };
  set(state, { restore });
  await readKept(state);
  const { games: left } = state.keptGames.value;
  return games.filter(({ id }) => left === 'unread' || left.every((game) => game.id !== id)).length;
}

/** Opens a game in the replay. @param {State} state @param {KeptGame} game */
export function replayKept(state, game) {
  const { text, undone } = game;
  openDialog(state, {
    name: 'replay',
    shown: { kind: 'kept', text, players: playersOf(game), ...(undone && { undone }) },
  });
}

/**
 * The first press of "Delete all" asks, the second deletes.
 * @param {State} state
 * @returns {Promise<number>} how many were deleted
 */
export async function pressDeleteAll(state) {
  const { value } = state.keptGames;
  if (value.asked) return deleteKept(state, unwantedGames(value));
  set(state, { asked: true });
  return 0;
}

/** Takes back what was deleted last. @param {State} state */
export async function restoreKept(state) {
  const { restore } = state.keptGames.value;
  if (restore !== 'none') await restore();
  set(state, { restore: 'none' });
  await readKept(state);
}
