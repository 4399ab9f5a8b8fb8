// The player's own moves, as far as they tell his level, and what was forecast of his games: stored in this
// browser, beside the history, and never sent.

import { startOf } from '../game/moves.js';
import { beganByItself } from '../game/opening.js';
import { playersOf } from '../game/record.js';
import { VERSIONS, readObject } from '../shared/versions.js';

/** @import { GameClass } from '../game/session.js' */
/** @import { KeptGame } from '../game/waiting.js' */
/** @import { Store } from '../shared/store.js' */
/** @import { PlayedMove } from '../engine/types.js' */

const NAME = 'people';
/** The most moves that are kept: about 20 kB. Older ones say little of the player of today. */
const MOST_MOVES = 300;
/** The most games: those that the history compares. */
const MOST_GAMES = 10;
/** As long as fewer moves of the player than this are known, those of finished games too, nothing is said. */
export const LEAST_MOVES = 30;
/** A game is forecast on the board after this many moves. */
export const FORECAST_AT = 30;
/** The history compares forecasts with this many games at least. */
const LEAST_GAMES = 3;

/**
 * `game`: its start (../game/moves.js); `moves`: each with the number of moves before it; `forecast`: the
 * points that were expected at its end.
 * @typedef {{ game: string, moves: [number, PlayedMove][], forecast?: number }} PlayedGame
 */
/** Oldest first. @typedef {PlayedGame[]} Played */

/** @param {any} game @returns {game is PlayedGame} */
const isPlayed = (game) =>
  typeof game?.game === 'string' &&
  ['number', 'undefined'].includes(typeof game.forecast) &&
  Array.isArray(game.moves) &&
  game.moves.every(
    (/** @type {any} */ entry) =>
      Array.isArray(entry) && Number.isInteger(entry[0]) && entry[1] instanceof Object,
  );

/**
 * @param {Store} store
 * @param {number} [checksum] of the judge: what another one has observed is not comparable
 * @returns {Played}
 */
export function readPlayed(store, checksum) {
  const record = readObject(store.read(NAME));
  if (record?.version !== VERSIONS[NAME] || !Array.isArray(record.games)) return [];
  const games = record.games.filter(isPlayed);
  if (checksum === undefined || record.checksum === checksum) return games;
  return games.map((game) => ({ ...game, moves: [] }));
}

/** @param {Store} store @param {Played} games @param {number} checksum of the judge */
export function writePlayed(store, games, checksum) {
  let left = MOST_MOVES;
  const kept = games
    .slice(-MOST_GAMES)
    .reverse()
    .map((game) => {
      const moves = left > 0 ? game.moves.slice(-left) : [];
      left -= moves.length;
      return { ...game, moves };
    })
    .reverse();
  store.write(NAME, JSON.stringify({ version: VERSIONS[NAME], checksum, games: kept }));
}

/**
 * The games with another one, or with a change of it. It is the newest then.
 * @param {Played} games @param {string} game @param {(game: PlayedGame) => PlayedGame} change
 * @returns {Played}
 */
export function withGame(games, game, change) {
  const before = games.find((one) => one.game === game) ?? { game, moves: [] };
  return [...games.filter((one) => one !== before), change(before)];
}

/**
 * The games without the moves of one of them from `at` on.
 * @param {Played} games @param {string} game @param {number} at
 */
export const takenBack = (games, game, at) =>
  games.map((one) =>
    one.game === game ? { ...one, moves: one.moves.filter(([before]) => before < at) } : one,
  );

/**
 * The player has undone moves of a game: `at` are left.
 * @param {Store} store @param {string} game @param {number} at
 */
export function takeBack(store, game, at) {
  const games = readPlayed(store);
  if (games.some((one) => one.game === game && one.moves.some(([before]) => before >= at)))
    store.write(NAME, JSON.stringify({ ...readObject(store.read(NAME)), games: takenBack(games, game, at) }));
}

/** @param {Played} games @returns {PlayedMove[]} oldest first */
export const movesOf = (games) => games.flatMap(({ moves }) => moves.map(([, move]) => move));

/**
 * Forgets what the player did in games that he deletes.
 * @param {Store} store @param {KeptGame[]} deleted
 * @returns {() => void} remembers it again
 */
export function forgetPlayed(store, deleted) {
  const before = store.read(NAME);
  const record = readObject(before);
  if (before === null || !Array.isArray(record?.games)) return () => {};
  const starts = new Set(deleted.map(({ text }) => startOf(text)));
  const games = record.games.filter((game) => !starts.has(game?.game));
  const after = JSON.stringify({ ...record, games });
  store.write(NAME, after);
  return () => {
    if (store.read(NAME) === after) store.write(NAME, before);
  };
}

/**
 * The newest games that the player alone has finished on 4x4, from their first board on and without another
 * try at a move.
 * @param {KeptGame[]} games newest first @param {GameClass} Game @param {(game: KeptGame) => boolean} [also]
 * @returns {KeptGame[]}
 */
export function finishedGames(games, Game, also = () => true) {
  /** @type {Map<string, KeptGame>} */
  const found = new Map();
  for (const kept of games) {
    if (found.size === MOST_GAMES) break;
    const { rows, cols, text } = kept;
    const isOwn =
      rows === 4 && cols === 4 && playersOf(kept) === 'own' && !kept.undone && beganByItself(text);
    // The same game may have a name, too.
    if (isOwn && !found.has(text) && also(kept) && isOver(text, Game)) found.set(text, kept);
  }
  return [...found.values()];
}

/** @param {string} text @param {GameClass} Game */
function isOver(text, Game) {
  try {
    const game = Game.fromText(text);
    const { isOver } = game;
    game.free();
    return isOver;
  } catch {
    return false;
  }
}

/**
 * How the forecasts of the last games came out: the only test of them by a real person.
 * @param {Store} store @param {KeptGame[]} games of the history, newest first @param {GameClass} Game
 * @returns {{ games: number, forecast: number, made: number } | null} means; null if there are too few
 */
export function forecastsMade(store, games, Game) {
  const forecasts = new Map(readPlayed(store).map(({ game, forecast }) => [game, forecast]));
  const forecastOf = (/** @type {KeptGame} */ { text }) => forecasts.get(startOf(text));
  const last = finishedGames(games, Game, (game) => forecastOf(game) !== undefined);
  if (last.length < LEAST_GAMES) return null;
  const mean = (/** @type {number[]} */ values) => values.reduce((sum, one) => sum + one, 0) / values.length;
  return {
    games: last.length,
    forecast: mean(last.map((game) => forecastOf(game) ?? 0)),
    made: mean(last.map(({ score }) => score)),
  };
}
