// Keeps finished games, and games saved by name, in IndexedDB: the newest, up to a limit.
//
// A database of a newer page is not opened, so nothing in it changes (docs/develop/storage.md).

/**
 * `id`: the start of a game, so that a game that is continued replaces its earlier end; or `name:` and a name; or `daily:` and a day.
 * `saved`: the time, in milliseconds; `rank`: of the largest tile; `aided`: the AI made moves; `accuracy`: of its
 * review; `mistakes`: its worst moves, with the number of moves before each and its loss in points.
 * @typedef {{
 *   id: string, saved: number, rows: number, cols: number, score: number, rank: number, moves: number, aided: boolean,
 *   text: string, name?: string, accuracy?: number, mistakes?: { at: number, loss: number }[]
 * }} KeptGame
 */

const DATABASE = 'afterstate';
/** A newer page raises it when it changes the form of a game. */
const VERSION = 1;
const GAMES = 'games';
/** The most games without a name: with 2,000 moves each they take about a megabyte. */
const MOST = 500;
/** The largest number in a game: the latest date in JavaScript. */
const MOST_NUMBER = 8.64e15;
/** The maximum length of a game: 600,000 moves. */
const LONGEST = 200_000;

/** What identifies a game in all its later states. @param {string} text of the game */
export const idOf = (text) => text.split(';moves=')[0] ?? text;

/** @type {Promise<IDBDatabase> | undefined} */
let opened;

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () =>
      reject(
        new Error(
          request.error?.name === 'VersionError'
            ? 'A newer version of this page keeps your games. Reload the page.'
            : 'Your browser can’t store games here, so none are kept.',
        ),
      );
  });
}

/** @returns {Promise<IDBDatabase>} */
async function open() {
  const request = indexedDB.open(DATABASE, VERSION);
  request.onupgradeneeded = () => void request.result.createObjectStore(GAMES, { keyPath: 'id' });
  const database = await answer(request);
  // A newer page may want to change it. Closing it here fires no event.
  database.onversionchange = () => {
    database.close();
    opened = undefined;
  };
  database.onclose = () => {
    opened = undefined;
  };
  return database;
}

/** @param {IDBTransactionMode} mode */
async function games(mode) {
  opened ??= open();
  opened.catch(() => {
    opened = undefined;
  });
  return (await opened).transaction(GAMES, mode).objectStore(GAMES);
}

/** @returns {Promise<KeptGame[]>} the newest first. Rejects with a message for the player */
export async function listGames() {
  const all = await answer((await games('readonly')).getAll());
  return all.filter(isGame).sort((a, b) => b.saved - a.saved);
}

/** Keeps a game, and deletes the oldest beyond the limit. @param {KeptGame} game */
export async function keepGame(game) {
  await put(game);
  await deleteOldest();
}

/** Only the first try of a daily board is kept. @param {KeptGame} game */
async function put(game) {
  if (game.text.length > LONGEST) return;
  const store = await games('readwrite');
  const before = await answer(store.get(game.id));
  if (game.id.startsWith('daily:') && isGame(before)) return;
  // The same moves keep the accuracy of their review.
  await answer(store.put(before?.text === game.text ? { ...before, ...game } : game));
}

/** Games with a name and the tries of the daily board stay. */
async function deleteOldest() {
  for (const { id } of (await listGames()).filter(({ name }) => name === undefined).slice(MOST))
    await deleteGame(id);
}

/** Adds the games of a file. Those that are kept already stay as they are. @param {KeptGame[]} wanted @returns {Promise<() => Promise<void>>} removes them again */
export async function addGames(wanted) {
  // Without games this also works where no games can be stored.
  if (wanted.length === 0) return async () => {};
  const known = new Set((await listGames()).map(({ id }) => id));
  const added = wanted.filter(({ id }) => !known.has(id));
  for (const game of added) await put(game);
  await deleteOldest();
  return async () => {
    for (const { id } of added) await deleteGame(id);
  };
}

/** @param {string} text of a game @param {number} accuracy from 0 to 1 @param {KeptGame['mistakes']} mistakes */
export async function rateGame(text, accuracy, mistakes) {
  const store = await games('readwrite');
  for (const game of await answer(store.getAll()))
    if (game.text === text) await answer(store.put({ ...game, accuracy, mistakes }));
}

/** @param {string} id */
export async function deleteGame(id) {
  await answer((await games('readwrite')).delete(id));
}

export async function deleteAll() {
  await answer((await games('readwrite')).clear());
}

/** @param {any} game */
export function isGame(game) {
  return (
    typeof game?.id === 'string' &&
    typeof game.text === 'string' &&
    ['saved', 'rows', 'cols', 'score', 'rank', 'moves'].every(
      (name) => Number.isInteger(game[name]) && game[name] >= 0 && game[name] <= MOST_NUMBER,
    )
  );
}
