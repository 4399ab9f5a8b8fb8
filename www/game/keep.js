// Games on their way to the history. Each is stored at once; the history takes it over when it is loaded.

import { startOf } from './moves.js';
import { marksOf } from './record.js';
import { storeWaiting, waiting } from './waiting.js';

/** @import { GameClass, Session } from './session.js' */
/** @import { PlayedGame } from './record.js' */
/** @import { Store } from '../shared/store.js' */
/** @import { KeptGame } from './waiting.js' */

/** @typedef {Pick<Session, 'game' | 'players'> & { undone?: boolean }} Playing */

/** A game as the history keeps it. @param {Playing} played @returns {KeptGame} */
export function gameToKeep({ game, players, undone }) {
  const { rows, cols, score, moves, maxRank: rank } = game;
  const text = game.replay();
  const saved = Date.now();
  return {
    id: startOf(text),
    saved,
    rows,
    cols,
    score,
    rank,
    moves,
    ...marksOf(players),
    ...(undone && { undone }),
    text,
  };
}

/**
 * @param {Store} store
 * @param {Playing} played
 * @param {string} [race] the rival, if it was played in a race
 */
export function keepPlayed(store, played, race) {
  storeWaiting(store, { ...gameToKeep(played), ...(race !== undefined && { race }) });
  keepWaiting(store);
}

/**
 * A game is about to be lost with its record, and so are its moves that were undone. One that ended was kept
 * then.
 * @param {GameClass} Game
 * @param {Store} store
 * @param {Pick<PlayedGame, 'game' | 'players' | 'undone'> & { race?: string }} played `race`: as for
 *   `keepPlayed`
 */
export function keepLost(Game, store, { game: text, players, undone, race }) {
  let game;
  try {
    game = Game.fromText(text);
  } catch {
    return; // it could not be shown either
  }
  while (game.redo());
  if (game.status !== 'over') keepPlayed(store, { game, players, undone }, race);
  game.free();
}

/** Moves the games that wait, here or since an earlier visit, to the history. @param {Store} store */
export function keepWaiting(store) {
  if (waiting(store).length === 0) return;
  import('./kept-games.js')
    .then((history) => history.keepWaiting(store))
    .catch((error) => console.warn(error));
}
