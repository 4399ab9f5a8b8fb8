// The history: finished games, long games that were given up, and games saved by name, in IndexedDB.
//
// Nothing in it is lost by keeping another game: `place` replaces a game only by one that continues it, every
// change is one transaction, and a game stays in localStorage (waiting.js) until its transaction is complete.
// A database of a newer page is not opened, so nothing in it changes (docs/develop/storage.md).

import { Database, answer } from '../shared/database.js';
import { movesLost, startOf } from './moves.js';
import { byAge, isGame, storeWaiting, waiting } from './waiting.js';

/** @import { Store } from '../shared/store.js' */
/** @import { KeptGame } from './waiting.js' */
/** The games by id. @typedef {Map<string, KeptGame>} Games */
/** Takes back a change. @typedef {() => Promise<void>} TakeBack */

const GAMES = 'games';
/** The most games without a name: with 2,000 moves each they take about two megabytes. */
const MAX_GAMES = 1000;
/** The start of the id of a counted try of the daily board; its day follows. */
export const TRY = 'daily:';

const database = new Database('afterstate', {
  create: (made) => void made.createObjectStore(GAMES, { keyPath: 'id' }),
  reasonOf: (cause) =>
    new Error(
      cause instanceof DOMException && cause.name === 'VersionError'
        ? 'Your games were saved by a newer version of this page. Reload the page.'
        : 'This browser can’t save your history.',
      { cause },
    ),
});

/**
 * Reads all games; those that this page cannot read, too.
 * @param {IDBObjectStore} store
 * @returns {Promise<Games>}
 */
const readAll = async (store) => new Map((await answer(store.getAll())).map((game) => [game.id, game]));

/**
 * Changes the games in one transaction: completely or not at all.
 * @param {(games: Games) => void} edit changes the map
 * @returns {Promise<TakeBack>} rejects with a message for the player
 */
async function change(edit) {
  const { before, games, changed } = await database.within([GAMES], 'readwrite', async (store) => {
    const before = await readAll(store);
    const games = new Map(before);
    edit(games);
    const changed = [...new Set([...before.keys(), ...games.keys()])].filter(
      (id) => before.get(id) !== games.get(id),
    );
    for (const id of changed) {
      const game = games.get(id);
      if (game) store.put(game);
      else store.delete(id);
    }
    return { before, games, changed };
  });
  return async () => {
    await change((now) => {
      for (const id of changed) {
        const [old, then] = [before.get(id), games.get(id)];
        // A game that took its place since then stays.
        if (now.get(id)?.text === then?.text) now.delete(id);
        if (!old) continue;
        if (now.has(id)) place(now, old);
        else now.set(id, old);
      }
    });
  };
}

/**
 * Adds a game. It replaces only games that it continues; one that is continued by another is there already.
 * Another game with the same start or name gets a number.
 * @param {Games} games @param {KeptGame} game @returns {KeptGame} the one that is kept
 */
function place(games, game) {
  if (game.id.startsWith(TRY)) {
    const first = games.get(game.id);
    // The first try of a day counts. Another one is a game like any other.
    return !first || first.text === game.text
      ? put(games, game)
      : place(games, { ...game, id: startOf(game.text), name: undefined });
  }
  if (game.name !== undefined) {
    for (let number = 1; ; number++) {
      const name = number === 1 ? game.name : `${game.name} (${number})`;
      const before = games.get(`name:${name}`);
      if (!before || movesLost(before.text, game.text) === 0)
        return put(games, { ...game, id: `name:${name}`, name });
    }
  }
  const start = startOf(game.text);
  const beginning = `${start};moves=`;
  const branches = [...games.values()].filter(
    ({ text, name, id }) => (name === undefined || id.startsWith(TRY)) && text.startsWith(beginning),
  );
  const longer = branches.find(
    ({ id, text }) => (text !== game.text || id.startsWith(TRY)) && movesLost(game.text, text) === 0,
  );
  if (longer) return longer;
  const [first, ...others] = branches.filter(
    ({ id, text }) => !id.startsWith(TRY) && movesLost(text, game.text) === 0,
  );
  for (const { id } of others) games.delete(id);
  let id = first?.id ?? start;
  for (let number = 2; !first && games.has(id); number++) id = `${start};${number}`;
  return put(games, { ...game, id });
}

/** The same moves keep their date, players and review. @param {Games} games @param {KeptGame} game */
function put(games, game) {
  const before = games.get(game.id);
  const kept = before?.text === game.text ? { ...game, ...before } : game;
  games.set(kept.id, kept);
  return kept;
}

/**
 * Games with a name and the tries of the daily board stay.
 * @param {Games} games @param {KeptGame[]} [added] stay, too
 */
function deleteOldest(games, added = []) {
  const unnamed = newestFirst(games).filter(({ name }) => name === undefined);
  for (const game of unnamed.slice(MAX_GAMES)) if (!added.includes(game)) games.delete(game.id);
}

/** @param {Games} games @returns {KeptGame[]} those that this page can read */
const newestFirst = (games) => [...games.values()].filter(isGame).sort((a, b) => byAge(b, a));

/**
 * Moves the games that wait to the history.
 * @param {Store} store
 * @returns {Promise<KeptGame[]>} as they are kept there. Rejects with a message for the player
 */
export async function keepWaiting(store) {
  const games = waiting(store);
  /** @type {KeptGame[]} */
  let kept = [];
  if (games.length > 0)
    await change((all) => {
      kept = games.map(({ game }) => place(all, game));
      deleteOldest(all, kept);
    });
  for (const { name } of games) store.remove(name);
  return kept;
}

/**
 * @param {Store} store
 * @param {KeptGame} game
 * @returns {Promise<KeptGame>} as it is kept. Rejects with a message for the player if it will not survive a
 *   reload
 */
export async function keepGame(store, game) {
  const safe = storeWaiting(store, game);
  try {
    const kept = await keepWaiting(store);
    return kept.find(({ text, name }) => text === game.text && name?.startsWith(game.name ?? '')) ?? game;
  } catch (error) {
    if (!safe) throw error;
    return game;
  }
}

/**
 * The newest first, with those that still wait. `trouble`: the message for the player if games may be
 * missing.
 * @param {Store} store @returns {Promise<{ games: KeptGame[], trouble: Error | null }>}
 */
export async function listGames(store) {
  /** @type {any[]} */
  const errors = [];
  const failed = (/** @type {unknown} */ error) => void errors.push(error);
  await keepWaiting(store).catch(failed);
  const read = await database.within([GAMES], 'readonly', readAll).catch(failed);
  /** @type {Games} */
  const games = read ?? new Map();
  for (const { game } of waiting(store)) place(games, game);
  // Where there is no database, or no space in it, games that wait in localStorage are safe there.
  const safe = store.storage !== null && games.size > 0 && (read !== undefined || errors.every(isMissing));
  return { games: newestFirst(games), trouble: safe ? null : (errors[0] ?? null) };
}

/**
 * Whether there is no database, as in a private window.
 * @param {Error} error that opening it gave
 */
function isMissing({ cause }) {
  const blocked =
    cause instanceof DOMException && ['SecurityError', 'InvalidStateError'].includes(cause.name);
  return blocked || typeof indexedDB === 'undefined';
}

/**
 * Adds the games of a file, all or none.
 * @param {KeptGame[]} wanted
 * @returns {Promise<TakeBack>} rejects with a message for the player
 */
export async function addGames(wanted) {
  // Without games this also works where no games can be stored.
  if (wanted.length === 0) return async () => {};
  return change((games) => {
    for (const game of wanted) if (games.get(game.id)?.text !== game.text) place(games, game);
    deleteOldest(games);
  });
}

/**
 * @param {string} text of a game
 * @param {Pick<KeptGame, 'accuracy' | 'good' | 'mistakes'>} rating of its review
 */
export async function rateGame(text, rating) {
  await change((games) => {
    for (const game of games.values()) if (game.text === text) games.set(game.id, { ...game, ...rating });
  });
}

/**
 * Deletes games as they were listed. One that was played on since then stays.
 * @param {Store} store
 * @param {KeptGame[]} unwanted
 * @returns {Promise<TakeBack>} rejects with a message for the player
 */
export async function deleteGames(store, unwanted) {
  const waited = waiting(store).filter(({ game }) =>
    unwanted.some(
      ({ text, name }) => text === game.text && (name === undefined) === (game.name === undefined),
    ),
  );
  for (const { name } of waited) store.remove(name);
  /** @type {TakeBack} */
  let putBack = async () => {};
  /** Those that another window has deleted before. @type {KeptGame[]} */
  let gone = [];
  try {
    putBack = await change((games) => {
      gone = unwanted.filter(
        ({ id, text }) => !games.has(id) && !waited.some(({ game }) => game.text === text),
      );
      for (const { id, text } of unwanted) if (games.get(id)?.text === text) games.delete(id);
    });
  } catch (error) {
    if (waited.length === 0) throw error;
  }
  return async () => {
    const homeless = waited.map(({ game }) => game).filter((game) => !storeWaiting(store, game));
    await putBack();
    await addGames([...gone, ...homeless]);
  };
}
