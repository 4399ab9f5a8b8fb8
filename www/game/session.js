// The game that the page shows: moves, undo and redo, new games that can be taken back, and keeping it all.
//
// Leaves out drawing and the engine: whoever listens is told what changed. The rules are the Game of the WebAssembly
// package, which is handed in.

/** @import { Game, Step } from '../pkg-game/afterstate.js' */
/** @import { Records, SavedGame } from '../storage/record.js' */

/**
 * What changed. `step`: a move was made (or made again), `by` a person or the engine; `board`: anything else, to be
 * drawn as it stands.
 * @typedef {{ kind: 'step', step: Step, by: 'person' | 'engine' } | { kind: 'board' }} Change
 */

/** The Game class, as far as it is used. @typedef {typeof Game} GameClass */

/** How long a move waits to be written, in milliseconds, so that a burst of them is written once. */
const SAVE_AFTER_MS = { person: 250, engine: 2000 };

export class Session {
  /**
   * @param {{
   *   Game: GameClass, records: Records, rows: number, cols: number, seed: bigint | null,
   *   onChange: (change: Change) => void
   * }} options `seed`: for a new game, unless the saved one has it
   */
  constructor(options) {
    this.options = options;
    /** @type {string | null} the game before this one, as text */
    this.previous = null;
    /** Grows with every change: an answer about an older board is known by it. */
    this.revision = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.saving = undefined;
    this.saveDue = Infinity;
    /** Whether a record was there that could not be read. */
    this.damaged = false;
    this.best = options.records.best(options.rows, options.cols);
    this.game = this.firstGame();
    this.noteBest();
    // A new game is kept from its first board on.
    if (this.game.moves === 0) this.saveSoon(SAVE_AFTER_MS.person);
  }

  /** The saved game, or a new one. @returns {Game} */
  firstGame() {
    const { Game, records, rows, cols, seed } = this.options;
    const { saved, damaged } = records.loadGame(rows, cols);
    this.damaged = damaged;
    const restored = saved && this.restore(saved);
    if (saved && !restored) {
      records.setAside(rows, cols);
      this.damaged = true;
    }
    if (restored && (seed === null || restored.seed === seed)) return restored;
    if (restored) {
      this.previous = restored.toText();
      restored.free();
    }
    return seed === null ? Game.fresh(rows, cols) : new Game(rows, cols, seed);
  }

  /** @param {SavedGame} saved @returns {Game | null} null where it is no game of this size */
  restore(saved) {
    const { rows, cols } = this.options;
    const game = this.read(saved.game);
    if (!game) return null;
    if (game.rows !== rows || game.cols !== cols) {
      game.free();
      return null;
    }
    this.previous = saved.previous;
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

  get rows() { return this.game.rows; }
  get cols() { return this.game.cols; }
  get score() { return this.game.score; }
  get moves() { return this.game.moves; }
  get status() { return this.game.status; }
  get canUndo() { return this.game.canUndo || this.previous !== null; }
  get canRedo() { return this.game.canRedo; }
  /** Whether undo would bring the game before this one back. */
  get undoesNewGame() { return !this.game.canUndo && this.previous !== null; }
  ranks() { return this.game.ranks(); }
  possible() { return this.game.possible(); }

  /**
   * @param {number} direction @param {'person' | 'engine'} by
   * @returns {boolean} false: the move changes nothing, or the game waits for an answer
   */
  move(direction, by) {
    if (this.game.status !== 'playing') return false;
    const step = this.game.play(direction);
    if (!step) return false;
    this.changed({ kind: 'step', step, by });
    return true;
  }

  /** Takes the last move back or, in an untouched new game, the new game. @returns {boolean} */
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

  /** Starts a new game; the old one can be brought back with `undoNewGame`. */
  newGame() {
    const { Game, rows, cols } = this.options;
    const old = this.game;
    // An untouched game is not worth keeping in place of one that was played.
    if (old.moves > 0) this.previous = old.toText();
    this.game = Game.fresh(rows, cols);
    old.free();
    this.changed({ kind: 'board' });
  }

  /** @returns {boolean} */
  undoNewGame() {
    const game = this.previous === null ? null : this.read(this.previous);
    this.previous = null;
    if (!game) return false;
    this.game.free();
    this.game = game;
    this.changed({ kind: 'board' });
    return true;
  }

  /** Shows what another tab has written. @param {SavedGame} saved @returns {boolean} */
  adopt(saved) {
    const game = this.restore(saved);
    if (!game) return false;
    this.forgetSave();
    this.game.free();
    this.game = game;
    this.revision++;
    this.noteBest();
    this.options.onChange({ kind: 'board' });
    return true;
  }

  /** @param {Change} change */
  changed(change) {
    this.revision++;
    this.noteBest();
    this.saveSoon(change.kind === 'step' && change.by === 'engine' ? SAVE_AFTER_MS.engine : SAVE_AFTER_MS.person);
    this.options.onChange(change);
  }

  noteBest() {
    this.best = Math.max(this.best, this.game.score);
  }

  /** @param {number} ms from now at the latest */
  saveSoon(ms) {
    const due = performance.now() + ms;
    if (due >= this.saveDue) return;
    clearTimeout(this.saving);
    this.saveDue = due;
    this.saving = setTimeout(() => this.save(), ms);
  }

  /** Writes the game now if anything waits to be written. */
  save() {
    if (this.saveDue === Infinity) return;
    this.forgetSave();
    const { records } = this.options;
    records.saveGame(this.rows, this.cols, { game: this.game.toText(), previous: this.previous });
    records.saveBest(this.rows, this.cols, this.best);
  }

  forgetSave() {
    clearTimeout(this.saving);
    this.saveDue = Infinity;
  }
}
