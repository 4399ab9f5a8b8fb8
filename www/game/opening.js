// Opens games: from their text, as saved on a size, or new ones; and tells which game Undo brings back.

/** @import { Game } from '../pkg-game/afterstate.js' */
/** @import { PlayedGame, SavedGame } from './record.js' */
/** @import { GameState } from './play.js' */
/** @import { Saving } from './saving.js' */
/** @import { GameClass } from './session.js' */

/** @param {GameClass} Game @param {string} text @returns {Game | null} null if it is none */
export function gameOf(Game, text) {
  try {
    return Game.fromText(text);
  } catch {
    return null;
  }
}

/** @param {GameClass} Game @param {string | null | undefined} text @returns {number} 0 if there is no game */
export function movesOf(Game, text) {
  const game = text ? gameOf(Game, text) : null;
  const moves = game?.moves ?? 0;
  game?.free();
  return moves;
}

/** @param {GameClass} Game @param {number} rows @param {number} cols @param {bigint | null} seed null: any */
export const freshGame = (Game, rows, cols, seed) =>
  seed === null ? Game.fresh(rows, cols) : new Game(rows, cols, seed);

/**
 * The saved game of a size, or a new one.
 * @param {Saving} saving @param {number} rows @param {number} cols
 * @param {bigint | null} seed of the game, if it matters
 * @returns {{ game: Game, saved: GameState }}
 */
export function gameOn(saving, rows, cols, seed) {
  const { Game, onDamaged } = saving.options;
  const loaded = saving.load(rows, cols, onDamaged);
  if (loaded && (seed === null || loaded.game.seed === seed)) return loaded;
  const previous = behind(Game, loaded);
  loaded?.game.free();
  return { game: freshGame(Game, rows, cols, seed), saved: { previous } };
}

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
 * @param {GameClass} Game
 * @param {{ game: Game, saved: SavedGame } | null} replaced
 * @returns {PlayedGame | null}
 */
export function behind(Game, replaced) {
  if (!replaced) return null;
  const { moves, canRedo } = replaced.game;
  const { previous, ...played } = replaced.saved;
  const differs = canRedo || !beganByItself(played.game);
  return moves > 0 || (differs && movesOf(Game, previous?.game) === 0) ? played : previous;
}
