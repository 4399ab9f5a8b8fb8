// Games on their way to the history. Each is stored at once; the history takes it over when it is loaded.

import { startOf } from '../storage/moves.js';
import { wait, waiting } from '../storage/waiting.js';

/** @import { GameClass, Session } from '../game/session.js' */
/** @import { PlayedGame } from '../storage/record.js' */
/** @import { Store } from '../storage/store.js' */
/** @import { KeptGame } from '../storage/waiting.js' */

/** A game as the history keeps it. @param {Pick<Session, 'game' | 'aided' | 'ai'>} played @returns {KeptGame} */
export function gameToKeep({ game, aided, ai }) {
  const { rows, cols, score, moves, maxRank: rank } = game;
  const text = game.replay();
  return { id: startOf(text), saved: Date.now(), rows, cols, score, rank, moves, aided, ai, text };
}

/** @param {Store} store @param {Pick<Session, 'game' | 'aided' | 'ai'>} played */
export function keepPlayed(store, played) {
  wait(store, gameToKeep(played));
  keepWaiting(store);
}

/** A game is about to be lost with its record. One that ended was kept then. @param {GameClass} Game @param {Store} store @param {PlayedGame} played */
export function keepLost(Game, store, { game: text, aided = false, ai = false }) {
  let game;
  try {
    game = Game.fromText(text);
  } catch {
    return; // it could not be shown either
  }
  if (game.status !== 'over') keepPlayed(store, { game, aided, ai });
  game.free();
}

/** Moves the games that wait, here or since an earlier visit, to the history. @param {Store} store */
export function keepWaiting(store) {
  if (waiting(store).length === 0) return;
  import('../storage/history.js')
    .then((history) => history.keepWaiting(store))
    .catch((error) => console.warn(error));
}
