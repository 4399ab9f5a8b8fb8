// Links to this page, games from positions, and practice.

import { beginGame } from '../state/game.js';
import { setSetting } from '../state/settings.js';

/** @import { Position } from '../game/position.js' */
/** @import { Replay } from '../game/replay.js' */
/** @import { GameClass } from '../game/session.js' */
/** @import { Dialog } from '../view/dialog.js' */
/** @import { State } from '../state/state.js' */

/** @param {string} hash @returns {string} the full URL of this page with it */
export const addressOf = (hash) => new URL(hash, new URL('./', location.href)).href;

/** A game from a position, with a random seed. @param {GameClass} Game @param {Position} position @param {number} score @throws if it is over */
export function gameFrom(Game, { ranks, rows, cols }, score) {
  const seed = crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n;
  const game = Game.fromPosition(ranks, rows, cols, score, seed);
  if (!game.isOver) return game;
  game.free();
  throw new Error('No moves are possible on this board.');
}

/** Plays a board again with the coach on, as a game of its own. @param {State} state @param {Dialog} dialog closes @param {Replay} replay @param {number} at */
export function practice(state, dialog, replay, at) {
  const game = gameFrom(
    state.Game,
    { ranks: replay.ranks(at), rows: replay.rows, cols: replay.cols },
    replay.score(at),
  );
  setSetting(state, 'coach', true);
  dialog.close();
  beginGame(state, game, 'Practice game. The coach rates every move.', replay.aided);
}
