// The game before this one, which Undo brings back while a new game has no moves.

/** @import { Game } from '../pkg-game/afterstate.js' */
/** @import { PlayedGame, SavedGame } from './record.js' */

/**
 * Whether a game began with two spawned tiles, not with a position that was set up, and its seed gave all
 * later ones.
 * @param {string} text of the game
 */
export const beganByItself = (text) => !text.includes(';start=') && !text.includes(';spawns=');

/**
 * The game that Undo restores once another game has taken the place of this one: this one or, if it has no
 * moves, the one before it. If there is no earlier game, a position that was set up counts even without
 * moves, and so do moves that were undone.
 * @param {{ game: Game, saved: SavedGame } | null} replaced
 * @param {(text: string | undefined) => number} movesOf a game as text
 * @returns {PlayedGame | null}
 */
export function behind(replaced, movesOf) {
  if (!replaced) return null;
  const { moves, canRedo } = replaced.game;
  const { previous, ...played } = replaced.saved;
  const differs = canRedo || !beganByItself(played.game);
  return moves > 0 || (differs && movesOf(previous?.game) === 0) ? played : previous;
}
