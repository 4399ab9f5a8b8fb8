// The games of the page: the current one, the one before it, which Undo brings back while a new game has no
// moves, and those of other sizes.
//
// The rules are the class Game of the WebAssembly package, which is a parameter.

import { Bests } from './bests.js';
import { behind, freshGame, gameOf, gameOn } from './opening.js';
import { Play } from './play.js';
import { Saving } from './saving.js';

/** @import { Game } from '../pkg-game/afterstate.js' */
/** @import { GameState } from './play.js' */
/** @import { Players, SavedGame } from './record.js' */
/** @import { SavingOptions } from './saving.js' */

/** The Game class of the package. @typedef {typeof Game} GameClass */

export class Session extends Play {
  /**
   * @param {SavingOptions & { rows: number, cols: number, seed: bigint | null,
   *   endless?: boolean, isTry?: () => boolean, now?: () => number }} options size and seed of the first
   *   game; a saved game of this size is continued instead, unless its seed differs. `endless`, `now`: as in
   *   ./play.js; `isTry`: nobody but the player may have moved, and only in this game
   */
  constructor(options) {
    const { records, rows, cols, seed, endless, isTry, now } = options;
    const saving = new Saving(options, () => this);
    const { game, saved } = gameOn(saving, rows, cols, seed);
    super(game, saved, { saving, bests: new Bests(records, rows, cols), endless, now });
    this.isTry = isTry;
  }

  /** The player's own best score on this size, without the AI's help. */
  get best() {
    return this.bests.own.value;
  }

  /** Undoes the last move or, in a new game without moves, the new game. @returns {boolean} @override */
  undo() {
    return super.undo() || (this.previous !== null && this.undoNewGame());
  }

  undoNewGame() {
    const { previous } = this;
    if (previous !== null && this.putSaved({ ...previous, previous: null })) return true;
    this.previous = null;
    return false;
  }

  /**
   * Starts a new game of the same size.
   * @param {bigint | null} [seed]
   * @returns {() => void} restores the old one
   */
  newGame(seed = null) {
    return this.begin(freshGame(this.saving.options.Game, this.rows, this.cols, seed));
  }

  /**
   * Replaces this game by another of any size. If the size is the same, `undoNewGame` restores the replaced
   * game. Otherwise this game stays saved under its size, and `undoNewGame` restores the game that was saved
   * under the new size. A game without moves does not displace an earlier one with moves.
   * @param {Game} game @param {Players} [by] who made its moves @param {boolean} [undone] as in ./play.js
   * @returns {() => void} restores the previous state
   */
  begin(game, by = 'own', undone = false) {
    // The player decides to go on, so that it is no longer a game of the AI alone, unless it is over.
    const players = by === 'ai' && !game.isOver ? 'aided' : by;
    const { saved: old, saving } = this;
    const { Game, onDamaged } = saving.options;
    const { rows, cols } = game;
    if (rows === this.rows && cols === this.cols) {
      this.put(game, { previous: behind(Game, { game: this.game, saved: old }), players, undone });
      return () => this.putSaved(old);
    }
    const replaced = saving.load(rows, cols, onDamaged);
    const previous = behind(Game, replaced);
    replaced?.game.free();
    this.put(game, { previous, players, undone });
    return () => {
      saving.now();
      saving.write(rows, cols, replaced?.saved ?? null);
      this.putSaved(old);
    };
  }

  /** Continues the saved game of another size. @param {number} rows @param {number} cols */
  open(rows, cols) {
    if (rows === this.rows && cols === this.cols) return;
    const { game, saved } = gameOn(this.saving, rows, cols, null);
    this.put(game, saved);
  }

  /** @param {SavedGame} saved @returns {boolean} false: it cannot be read */
  putSaved(saved) {
    const game = gameOf(this.saving.options.Game, saved.game);
    if (game) this.put(game, saved);
    return game !== null;
  }

  /** Shows another game. This one is saved before. @param {Game} game @param {GameState} state */
  put(game, state) {
    this.saving.now();
    this.bests.switchTo(game.rows, game.cols);
    const { size } = this;
    this.game.free();
    this.take(game, state);
    this.changed({ kind: 'board' });
    if (this.size !== size) void this.saving.options.owner.ask(this.size);
  }
}
