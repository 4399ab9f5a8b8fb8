// The current game: moves, undo and redo, and switching to other games.
//
// The rules are the class Game of the WebAssembly package, which is a parameter. ./saving.js saves the game,
// ./bests.js has the best scores, ./previous.js the game before it.

import { Bests } from './bests.js';
import { beganByItself, behind } from './previous.js';
import { Saving } from './saving.js';

/** @import { Direction } from '../engine/types.js' */
/** @import { Game, Step } from '../pkg-game/afterstate.js' */
/** @import { PlayedGame, Players, SavedGame } from './record.js' */
/** @import { SavingOptions } from './saving.js' */

/**
 * What changed. `step`: a move was made `by` the player or the AI ('engine', also where a strategy plays), or
 * `redone`, whoever made it first. `board`: any other change; the board has to be drawn without animation.
 * `goesOn`: the player goes on after 2048.
 * @typedef {{ kind: 'step', step: Step, by: 'person' | 'engine', redone?: boolean }
 *   | { kind: 'board', goesOn?: boolean }} Change
 */

/**
 * What is saved of a game besides its text.
 * @typedef {Pick<SavedGame, 'previous'> & Partial<PlayedGame>} GameState
 */
/** The Game class of the package. @typedef {typeof Game} GameClass */

/** The longest time between two moves that counts as playing time. */
const LONGEST_PAUSE_MS = 60_000;

export class Session {
  /**
   * @param {SavingOptions & { rows: number, cols: number, seed: bigint | null,
   *   onChange: (change: Change) => void, isTry?: () => boolean, now?: () => number }} options size and seed
   *   of the first game; a saved game of this size is continued instead, unless its seed differs. `isTry`:
   *   nobody but the player may have moved, and only in this game
   */
  constructor(options) {
    this.options = options;
    this.now = options.now ?? (() => performance.now());
    this.saving = new Saving(options, () => this.saveNow());
    const { rows, cols, seed, records } = options;
    /** Incremented with every change, to recognize answers about an older board. */
    this.revision = 0;
    this.bests = new Bests(records, rows, cols);
    /** The game before this one. @type {PlayedGame | null} */
    this.previous = null;
    /** Who made the moves of this game. @type {Players} */
    this.players = 'own';
    /** The playing time until the last move, in milliseconds, and the time of that move. */
    this.spentMs = 0;
    this.lastMoveAt = this.now();
    const { game, state } = this.gameOn(rows, cols, seed);
    this.game = game;
    this.take(state);
    /** Whether this game can raise the best score: not if it was set up or repeated from elsewhere. */
    this.counts = beganByItself(this.game.toText());
    // A new game is saved before its first move.
    if (this.game.moves === 0) this.saving.soon('person');
  }

  /**
   * The saved game of a size, or a new one.
   * @param {number} rows
   * @param {number} cols
   * @param {bigint | null} seed
   * @returns {{ game: Game, state: GameState }}
   */
  gameOn(rows, cols, seed) {
    const loaded = this.saving.load(rows, cols);
    if (loaded && (seed === null || loaded.game.seed === seed))
      return { game: loaded.game, state: loaded.saved };
    const state = { previous: this.behind(loaded) };
    loaded?.game.free();
    return { game: this.freshGame(rows, cols, seed), state };
  }

  /** The game as it is saved. @returns {SavedGame} */
  get saved() {
    const { game, previous, spentMs, players } = this;
    return { game: game.toText(), previous, spentMs: Math.round(spentMs), players };
  }
  /** The player's own best score on this size, without the AI's help. */
  get best() {
    return this.bests.scores.own;
  }
  get size() {
    return `${this.game.rows}x${this.game.cols}`;
  }
  get damaged() {
    return this.saving.damaged;
  }
  get rows() {
    return this.game.rows;
  }
  get cols() {
    return this.game.cols;
  }
  get score() {
    return this.game.score;
  }
  get moves() {
    return this.game.moves;
  }
  get status() {
    return this.game.status;
  }
  get canUndo() {
    return this.game.canUndo || this.previous !== null;
  }
  get canRedo() {
    return this.game.canRedo;
  }
  /** Whether undo would bring back the previous game. */
  get undoesNewGame() {
    return !this.game.canUndo && this.previous !== null;
  }
  /** The playing time of this game, in milliseconds, without long pauses. */
  get playedMs() {
    const running = this.moves > 0 && this.status === 'playing';
    return this.spentMs + (running ? Math.min(this.now() - this.lastMoveAt, LONGEST_PAUSE_MS) : 0);
  }
  ranks() {
    return this.game.ranks();
  }
  possible() {
    return this.game.possible();
  }

  /**
   * @param {Direction} direction @param {'person' | 'engine'} by
   * @param {{ cell: number, rank: number }} [spawn] the new tile of a game that is played elsewhere
   * @returns {boolean} false: the move changes nothing, or the player has to decide whether to play on
   */
  move(direction, by, spawn) {
    if (this.game.status !== 'playing') return false;
    const playedMs = this.playedMs;
    const step = spawn ? this.game.playWith(direction, spawn.cell, spawn.rank) : this.game.play(direction);
    if (!step) return false;
    if (spawn) this.counts = false;
    if (by === 'engine') this.players = this.moves === 1 || this.players === 'ai' ? 'ai' : 'aided';
    else if (this.players === 'ai') this.players = 'aided';
    this.spentMs = playedMs;
    this.lastMoveAt = this.now();
    // The best score is updated only here: a score from a link, a text or a redo does not count until a move
    // is made.
    if (this.counts) this.bests.raise(this.players, this.game.score);
    this.changed({ kind: 'step', step, by });
    return true;
  }

  /** Undoes the last move or, in a new game without moves, the new game. @returns {boolean} */
  undo() {
    if (this.game.undo()) {
      this.changed({ kind: 'board' });
      return true;
    }
    return this.previous !== null && this.undoNewGame();
  }

  redo() {
    const step = this.game.redo();
    if (!step) return false;
    this.changed({ kind: 'step', step, by: 'person', redone: true });
    return true;
  }

  keepGoing() {
    this.game.keepGoing();
    this.changed({ kind: 'board', goesOn: true });
  }

  /**
   * Starts a new game of the same size.
   * @param {bigint | null} [seed]
   * @returns {() => void} restores the old one
   */
  newGame(seed = null) {
    return this.begin(this.freshGame(this.rows, this.cols, seed));
  }

  /** @param {number} rows @param {number} cols @param {bigint | null} seed null for a random one */
  freshGame(rows, cols, seed) {
    const { Game } = this.options;
    return seed === null ? Game.fresh(rows, cols) : new Game(rows, cols, seed);
  }

  /** @param {{ game: Game, saved: SavedGame } | null} replaced */
  behind(replaced) {
    return behind(replaced, (text) => this.saving.movesOf(text));
  }

  /**
   * Replaces this game by another of any size. If the size is the same, `undoNewGame` restores the replaced
   * game. Otherwise this game stays saved under its size, and `undoNewGame` restores the game that was saved
   * under the new size. A game without moves does not displace an earlier one with moves.
   * @param {Game} game @param {Players} [by] who made its moves
   * @returns {() => void} restores the previous state
   */
  begin(game, by = 'own') {
    // The player decides to go on, so that it is no longer a game of the AI alone, unless it is over.
    const players = by === 'ai' && !game.isOver ? 'aided' : by;
    const { rows, cols, saved: old } = this;
    const { rows: newRows, cols: newCols } = game;
    if (newRows === rows && newCols === cols) {
      this.put(game, { previous: this.behind({ game: this.game, saved: old }), players });
      return () => this.putSaved(old);
    }
    const replaced = this.saving.load(newRows, newCols);
    const previous = this.behind(replaced);
    replaced?.game.free();
    this.put(game, { previous, players });
    return () => {
      this.save();
      this.saving.write(newRows, newCols, replaced?.saved ?? null);
      this.putSaved(old);
    };
  }

  /** Continues the saved game of another size. @param {number} rows @param {number} cols */
  open(rows, cols) {
    if (rows === this.rows && cols === this.cols) return;
    const { game, state } = this.gameOn(rows, cols, null);
    this.put(game, state);
  }

  undoNewGame() {
    const { previous } = this;
    if (previous !== null && this.putSaved({ ...previous, previous: null })) return true;
    this.previous = null;
    return false;
  }

  /** @param {SavedGame} saved @returns {boolean} false: it cannot be read */
  putSaved(saved) {
    const game = this.saving.read(saved.game);
    if (game) this.put(game, saved);
    return game !== null;
  }

  /** Shows another game. This one is saved before. @param {Game} game @param {GameState} state */
  put(game, state) {
    this.save();
    this.bests.switchTo(game.rows, game.cols);
    const { size } = this;
    this.game.free();
    this.game = game;
    this.counts = beganByItself(game.toText());
    this.take(state);
    this.changed({ kind: 'board' });
    if (this.size !== size) void this.options.owner?.ask(this.size);
  }

  /** @param {GameState} state */
  take({ previous, spentMs = 0, players = 'own' }) {
    this.previous = previous;
    this.spentMs = spentMs;
    this.players = players;
    this.lastMoveAt = this.now();
  }

  // ---- saving ----

  /**
   * The board belongs to this tab now. What another one has saved meanwhile takes the place of the game; what
   * only this one has is kept elsewhere.
   */
  own() {
    if (this.saving.knows(this.size)) return this.save();
    this.showStored();
  }

  /** Shows the saved game, which another tab or a file has changed. */
  showStored() {
    const { rows, cols } = this;
    this.bests.raiseToStored();
    const loaded = this.saving.load(rows, cols);
    const isRefused =
      loaded &&
      this.options.isTry?.() &&
      (loaded.saved.players !== 'own' || loaded.game.seed !== this.game.seed);
    if (!loaded || isRefused) {
      this.saving.known.delete(this.size); // so that it is not lost
      loaded?.game.free();
      return this.saveNow();
    }
    this.saving.forget();
    this.saving.handOver(this.saved, rows, cols);
    this.put(loaded.game, loaded.saved);
    this.saving.forget();
  }

  /** Saves the game and the best scores again if another page has deleted them. */
  saveIfDeleted() {
    const { records } = this.options;
    if (records.stored(this.rows, this.cols) === null) this.saveNow();
    records.raiseBests(records.seenBests);
  }

  /**
   * Another tab may have raised the best scores.
   * @param {{ lower?: boolean }} [how] `lower`: or it may have taken back those of a file that it had loaded;
   *   a pending save would raise them again
   */
  refreshBests({ lower = false } = {}) {
    if (lower && this.saving.due === Infinity) this.bests.read();
    else this.bests.raiseToStored();
  }

  /** @param {Change} change */
  changed(change) {
    this.revision++;
    this.saving.soon(change.kind === 'step' ? change.by : 'person');
    this.options.onChange(change);
  }

  /** Saves the game now if a save is pending. @param {Parameters<Saving['now']>[0]} [how] */
  save(how) {
    this.saving.now(how);
  }

  saveNow() {
    const { records } = this.options;
    this.saving.forget();
    const kept = this.saving.write(this.rows, this.cols, this.saved);
    this.bests.save();
    records.saveSize(this.rows, this.cols);
    this.saving.saved(kept);
  }

  forgetSave() {
    this.saving.forget();
  }
}
