// The current game: moves, undo and redo, switching to other games, and saving.
//
// The rules are the class Game of the WebAssembly package, which is a parameter.

/** @import { Game, Step } from '../pkg-game/afterstate.js' */
/** @import { PlayedGame, Records, SavedGame } from '../storage/record.js' */

/**
 * What changed. `step`: a move was made (or redone) `by` the player or the engine. `board`: any other change; the board
 * has to be drawn without animation.
 * @typedef {{ kind: 'step', step: Step, by: 'person' | 'engine' } | { kind: 'board' }} Change
 */

/** The Game class of the package. @typedef {typeof Game} GameClass */

/** Delay before a move is saved, in milliseconds, so that several moves are saved at once. */
const SAVE_AFTER_MS = { person: 250, engine: 2000 };
/** The longest time between two moves that counts as playing time. */
const LONGEST_PAUSE_MS = 60_000;

export class Session {
  /**
   * @param {{
   *   Game: GameClass, records: Records, rows: number, cols: number, seed: bigint | null,
   *   onChange: (change: Change) => void, onUnkept?: () => void, now?: () => number
   * }} options size and seed of the first game; a saved game of this size is continued instead, unless its
   *   seed differs. `onUnkept`: called once if the game will not survive a reload
   */
  constructor(options) {
    this.options = options;
    this.now = options.now ?? (() => performance.now());
    /** @type {PlayedGame | null} the previous game */
    this.previous = null;
    /** Incremented with every change, to recognize answers about an older board. */
    this.revision = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.saving = undefined;
    this.saveDue = Infinity;
    /** Whether there was a saved game that could not be read. */
    this.damaged = false;
    this.unkeptTold = false;
    /** Whether the AI made moves in this game. */
    this.aided = false;
    /** The playing time until the last move, in milliseconds, and the time of that move. */
    this.spentMs = 0;
    this.lastMoveAt = this.now();
    const { rows, cols, seed } = options;
    this.best = options.records.best(rows, cols);
    this.game = this.gameOn(rows, cols, seed);
    /** Whether this game can raise the best score: not if it started from a position that was set up. */
    this.counts = beganByItself(this.game.toText());
    // A new game is saved before its first move.
    if (this.game.moves === 0) this.saveSoon(SAVE_AFTER_MS.person);
  }

  /** The saved game of a size, or a new one. @param {number} rows @param {number} cols @param {bigint | null} seed */
  gameOn(rows, cols, seed) {
    const { Game, records } = this.options;
    const { saved, damaged } = records.loadGame(rows, cols);
    this.damaged = damaged;
    this.previous = null;
    const restored = saved && this.restore(saved, rows, cols);
    if (saved && !restored) {
      records.setAside(rows, cols);
      this.damaged = true;
    }
    if (restored && (seed === null || restored.seed === seed)) return restored;
    if (saved && restored) {
      this.keepBehind(restored, saved);
      restored.free();
    }
    this.spentMs = 0;
    this.aided = false;
    return seed === null ? Game.fresh(rows, cols) : new Game(rows, cols, seed);
  }

  /** @param {SavedGame} saved @param {number} rows @param {number} cols @returns {Game | null} null: not a game of this size */
  restore(saved, rows, cols) {
    const game = this.read(saved.game);
    if (!game) return null;
    if (game.rows !== rows || game.cols !== cols) {
      game.free();
      return null;
    }
    this.previous = saved.previous;
    this.spentMs = saved.spentMs;
    this.aided = saved.aided === true;
    this.lastMoveAt = this.now();
    return game;
  }

  /** @param {string} text @returns {Game | null} */
  read(text) {
    try {
      return this.options.Game.fromText(text);
    } catch {
      return null;
    }
  }

  /** The game as it is saved. @returns {SavedGame} */
  get saved() {
    const { game, previous, spentMs, aided } = this;
    return { game: game.toText(), previous, spentMs: Math.round(spentMs), aided };
  }
  get rows() { return this.game.rows; }
  get cols() { return this.game.cols; }
  get score() { return this.game.score; }
  get moves() { return this.game.moves; }
  get status() { return this.game.status; }
  get canUndo() { return this.game.canUndo || this.previous !== null; }
  get canRedo() { return this.game.canRedo; }
  /** Whether undo would bring back the previous game. */
  get undoesNewGame() { return !this.game.canUndo && this.previous !== null; }
  /** The playing time of this game, in milliseconds, without long pauses. */
  get playedMs() {
    const running = this.moves > 0 && this.status === 'playing';
    return this.spentMs + (running ? Math.min(this.now() - this.lastMoveAt, LONGEST_PAUSE_MS) : 0);
  }
  ranks() { return this.game.ranks(); }
  possible() { return this.game.possible(); }

  /**
   * @param {number} direction @param {'person' | 'engine'} by
   * @param {{ cell: number, rank: number }} [spawn] the new tile of a game that is played elsewhere
   * @returns {boolean} false: the move changes nothing, or the player has to decide whether to play on
   */
  move(direction, by, spawn) {
    if (this.game.status !== 'playing') return false;
    const playedMs = this.playedMs;
    const step = spawn ? this.game.playWith(direction, spawn.cell, spawn.rank) : this.game.play(direction);
    if (!step) return false;
    if (spawn) this.counts = false;
    if (by === 'engine') this.aided = true;
    this.spentMs = playedMs;
    this.lastMoveAt = this.now();
    // The best score is updated only here: a score from a link, a text or a redo does not count until a move is made.
    if (this.counts) this.best = Math.max(this.best, this.game.score);
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

  /** @returns {boolean} */
  redo() {
    const step = this.game.redo();
    if (!step) return false;
    this.changed({ kind: 'step', step, by: 'person' });
    return true;
  }

  keepGoing() {
    this.game.keepGoing();
    this.changed({ kind: 'board' });
  }

  /** Starts a new game of the same size. @returns {() => void} restores the old one */
  newGame() {
    return this.begin(this.options.Game.fresh(this.rows, this.cols));
  }

  /**
   * Remembers the game that `undoNewGame` restores: the replaced game or, if it has no moves, the one before it. A position
   * that was set up counts even without moves if there is no earlier game.
   * @param {Game} game @param {SavedGame} saved the same game as it is saved
   */
  keepBehind({ moves }, { previous, ...played }) {
    const worth = moves > 0 || (!beganByItself(played.game) && this.movesOf(previous?.game) === 0);
    this.previous = worth ? played : previous;
  }

  /** @param {string | null | undefined} text of a game @returns {number} 0 if there is none */
  movesOf(text) {
    const game = text ? this.read(text) : null;
    const moves = game?.moves ?? 0;
    game?.free();
    return moves;
  }

  /**
   * Replaces this game by another of any size. If the size is the same, `undoNewGame` restores the replaced game.
   * Otherwise this game stays saved under its size, and `undoNewGame` restores the game that was saved under the new size.
   * A game without moves does not displace an earlier one with moves.
   * @param {Game} game @param {boolean} [aided] whether the AI made moves in it
   * @returns {() => void} restores the previous state
   */
  begin(game, aided) {
    const { records } = this.options;
    const { rows, cols, saved: old } = this;
    const { rows: newRows, cols: newCols } = game;
    if (newRows === rows && newCols === cols) {
      this.keepBehind(this.game, old);
      this.put(game, { previous: this.previous, aided });
      return () => this.putSaved(old);
    }
    this.saveNow();
    const saved = this.keepBehindOf(newRows, newCols);
    this.put(game, { previous: this.previous, aided });
    return () => {
      // A game of a third size may have been opened meanwhile, which must not be replaced.
      if (this.rows !== newRows || this.cols !== newCols) this.saveNow();
      this.forgetSave();
      if (saved) records.saveGame(newRows, newCols, saved);
      else records.removeGame(newRows, newCols);
      this.putSaved(old);
    };
  }

  /** The saved game of a size, to be restored later. @param {number} rows @param {number} cols @returns {SavedGame | null} */
  keepBehindOf(rows, cols) {
    const { saved } = this.options.records.loadGame(rows, cols);
    const kept = saved && this.read(saved.game);
    this.previous = null;
    if (saved && !kept) this.options.records.setAside(rows, cols);
    if (!saved || !kept) return null;
    this.keepBehind(kept, saved);
    kept.free();
    return saved;
  }

  /** Continues the saved game of another size. @param {number} rows @param {number} cols */
  open(rows, cols) {
    if (rows === this.rows && cols === this.cols) return;
    this.saveNow();
    this.put(this.gameOn(rows, cols, null), this);
  }

  /** @returns {boolean} */
  undoNewGame() {
    const { previous } = this;
    this.previous = null;
    return previous !== null && this.putSaved({ ...previous, previous: null });
  }

  /** @param {SavedGame} saved @returns {boolean} false: it cannot be read */
  putSaved(saved) {
    const game = this.read(saved.game);
    if (game) this.put(game, saved);
    return game !== null;
  }

  /** @param {Game} game @param {Pick<SavedGame, 'previous'> & { spentMs?: number, aided?: boolean }} state */
  put(game, { previous, spentMs = 0, aided = false }) {
    this.forgetSave();
    if (game.rows !== this.rows || game.cols !== this.cols) this.best = this.options.records.best(game.rows, game.cols);
    this.hold(game);
    this.previous = previous;
    this.spentMs = spentMs;
    this.aided = aided;
    this.lastMoveAt = this.now();
    this.changed({ kind: 'board' });
  }

  /** Replaces the game object and frees the old one. @param {Game} game */
  hold(game) {
    this.game.free();
    this.game = game;
    this.counts = beganByItself(game.toText());
  }

  /** Switches to the game that another tab has saved. @param {SavedGame} saved @returns {boolean} */
  adopt(saved) {
    const game = this.restore(saved, this.rows, this.cols);
    if (!game) return false;
    this.forgetSave();
    this.hold(game);
    this.revision++;
    this.best = Math.max(this.best, this.options.records.best(this.rows, this.cols));
    this.options.onChange({ kind: 'board' });
    return true;
  }

  /** Switches to the saved game, if another tab has continued it while this page was suspended. */
  refresh() {
    const { saved } = this.options.records.loadGame(this.rows, this.cols);
    if (saved && saved.game !== this.game.toText()) this.adopt(saved);
  }

  /** @param {Change} change */
  changed(change) {
    this.revision++;
    this.saveSoon(change.kind === 'step' && change.by === 'engine' ? SAVE_AFTER_MS.engine : SAVE_AFTER_MS.person);
    this.options.onChange(change);
  }

  /** Schedules a save. @param {number} ms the longest delay */
  saveSoon(ms) {
    const due = performance.now() + ms;
    if (due >= this.saveDue) return;
    clearTimeout(this.saving);
    this.saveDue = due;
    this.saving = setTimeout(() => this.save(), ms);
  }

  /** Saves the game now if a save is pending. */
  save() {
    if (this.saveDue !== Infinity) this.saveNow();
  }

  saveNow() {
    this.forgetSave();
    const { records } = this.options;
    const kept = records.saveGame(this.rows, this.cols, this.saved);
    records.saveBest(this.rows, this.cols, this.best);
    records.saveSize(this.rows, this.cols);
    if (kept || this.unkeptTold) return;
    this.unkeptTold = true;
    this.options.onUnkept?.();
  }

  forgetSave() {
    clearTimeout(this.saving);
    this.saveDue = Infinity;
  }
}

/** Whether a game began with two spawned tiles, not with a position that was set up, and its seed gave all later ones. @param {string} text of the game */
function beganByItself(text) {
  return !text.includes(';start=') && !text.includes(';spawns=');
}
