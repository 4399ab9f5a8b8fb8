// The game that the page shows: moves, undo and redo, other games of any size that can be taken back, and keeping it all.
//
// The rules are the Game of the WebAssembly package, which is handed in.

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
/** A pause longer than this counts as this long: nobody plays meanwhile. */
const LONGEST_PAUSE_MS = 60_000;

export class Session {
  /**
   * @param {{
   *   Game: GameClass, records: Records, rows: number, cols: number, seed: bigint | null,
   *   onChange: (change: Change) => void, onUnkept?: () => void, now?: () => number
   * }} options size and seed of the first game; the saved one of this size comes first, unless its seed is another;
   *   `onUnkept` is told once, where the game will not survive a reload
   */
  constructor(options) {
    this.options = options;
    this.now = options.now ?? (() => performance.now());
    /** @type {string | null} the game before this one, as text */
    this.previous = null;
    /** How long that was played, as far as this page knows, in milliseconds. */
    this.previousMs = 0;
    /** Grows with every change: an answer about an older board is known by it. */
    this.revision = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.saving = undefined;
    this.saveDue = Infinity;
    /** Whether a record was there that could not be read. */
    this.damaged = false;
    this.unkeptTold = false;
    /** How long the game was played until its last move, in milliseconds, and when that was. */
    this.spentMs = 0;
    this.lastMoveAt = this.now();
    const { rows, cols, seed } = options;
    this.best = options.records.best(rows, cols);
    this.game = this.gameOn(rows, cols, seed);
    /** Whether moves in this game can raise the best score: not in one that began with a board and a score that somebody set. */
    this.counts = beganByItself(this.game.toText());
    // A new game is kept from its first board on.
    if (this.game.moves === 0) this.saveSoon(SAVE_AFTER_MS.person);
  }

  /** The saved game of a size, or a new one. @param {number} rows @param {number} cols @param {bigint | null} seed */
  gameOn(rows, cols, seed) {
    const { Game, records } = this.options;
    const { saved, damaged } = records.loadGame(rows, cols);
    this.damaged = damaged;
    this.previous = null;
    this.previousMs = 0;
    const restored = saved && this.restore(saved, rows, cols);
    if (saved && !restored) {
      records.setAside(rows, cols);
      this.damaged = true;
    }
    if (restored && (seed === null || restored.seed === seed)) return restored;
    if (restored) {
      this.keepBehind(restored, this.previous, this.spentMs);
      restored.free();
    }
    this.spentMs = 0;
    return seed === null ? Game.fresh(rows, cols) : new Game(rows, cols, seed);
  }

  /** @param {SavedGame} saved @param {number} rows @param {number} cols @returns {Game | null} null: no game of this size */
  restore(saved, rows, cols) {
    const game = this.read(saved.game);
    if (!game) return null;
    if (game.rows !== rows || game.cols !== cols) {
      game.free();
      return null;
    }
    this.previous = saved.previous;
    this.spentMs = saved.spentMs;
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

  get rows() { return this.game.rows; }
  get cols() { return this.game.cols; }
  get score() { return this.game.score; }
  get moves() { return this.game.moves; }
  get status() { return this.game.status; }
  get canUndo() { return this.game.canUndo || this.previous !== null; }
  get canRedo() { return this.game.canRedo; }
  /** Whether undo would bring the game before this one back. */
  get undoesNewGame() { return !this.game.canUndo && this.previous !== null; }
  /** How long the game has been played, in milliseconds; long pauses do not count. */
  get playedMs() {
    const running = this.moves > 0 && this.status === 'playing';
    return this.spentMs + (running ? Math.min(this.now() - this.lastMoveAt, LONGEST_PAUSE_MS) : 0);
  }
  ranks() { return this.game.ranks(); }
  possible() { return this.game.possible(); }

  /**
   * @param {number} direction @param {'person' | 'engine'} by
   * @returns {boolean} false: the move changes nothing, or the game waits for an answer
   */
  move(direction, by) {
    if (this.game.status !== 'playing') return false;
    const playedMs = this.playedMs;
    const step = this.game.play(direction);
    if (!step) return false;
    this.spentMs = playedMs;
    this.lastMoveAt = this.now();
    // Only here: a score that came with a link, a text or a redo is nobody's here until it is played on.
    if (this.counts) this.best = Math.max(this.best, this.game.score);
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

  /** Starts a new game of the same size. @returns {() => void} brings the old one back */
  newGame() {
    return this.begin(this.options.Game.fresh(this.rows, this.cols));
  }

  /**
   * Notes what `undoNewGame` brings back when a game gives way to another: that game or, where nobody has played it, the
   * one that was before it. A board that was set up and not played is kept if nothing played lies behind it.
   * @param {Game} game @param {string | null} before @param {number} spentMs how long the game was played
   */
  keepBehind(game, before, spentMs) {
    const text = game.toText();
    const worth = game.moves > 0 || (!beganByItself(text) && !this.wasPlayed(before));
    this.previous = worth ? text : before;
    if (worth) this.previousMs = spentMs;
  }

  /** @param {string | null} text of a game */
  wasPlayed(text) {
    const game = text === null ? null : this.read(text);
    const moves = game?.moves ?? 0;
    game?.free();
    return moves > 0;
  }

  /**
   * Puts another game, of any size, in place of this one. Of the same size, this one can be brought back with
   * `undoNewGame`; of another size, it stays on its store, and `undoNewGame` brings back the one that lay on the other. An
   * untouched game is not brought back in place of one that was played.
   * @param {Game} game
   * @returns {() => void} brings everything back as it was
   */
  begin(game) {
    const { records } = this.options;
    const { rows, cols, previous, spentMs } = this;
    const { rows: newRows, cols: newCols } = game;
    const old = this.game.toText();
    if (newRows === rows && newCols === cols) {
      this.keepBehind(this.game, previous, spentMs);
      this.put(game, this.previous);
      return () => this.putText(old, previous, spentMs);
    }
    this.saveNow();
    const saved = this.keepBehindOf(newRows, newCols);
    this.put(game, this.previous);
    return () => {
      // Meanwhile a game of a third size may have been opened, which is none of this one's business.
      if (this.rows !== newRows || this.cols !== newCols) this.saveNow();
      this.forgetSave();
      if (saved) records.saveGame(newRows, newCols, saved);
      else records.removeGame(newRows, newCols);
      this.putText(old, previous, spentMs);
    };
  }

  /** Notes what lies on the store of a size, to be brought back. @param {number} rows @param {number} cols @returns {SavedGame | null} */
  keepBehindOf(rows, cols) {
    const { saved } = this.options.records.loadGame(rows, cols);
    const kept = saved && this.read(saved.game);
    this.previous = null;
    this.previousMs = 0;
    if (saved && !kept) this.options.records.setAside(rows, cols);
    if (!saved || !kept) return null;
    this.keepBehind(kept, saved.previous, saved.spentMs);
    kept.free();
    return saved;
  }

  /** Goes on with the game that is kept of another size. @param {number} rows @param {number} cols */
  open(rows, cols) {
    if (rows === this.rows && cols === this.cols) return;
    this.saveNow();
    const game = this.gameOn(rows, cols, null);
    this.put(game, this.previous, this.spentMs);
  }

  /** @returns {boolean} */
  undoNewGame() {
    const text = this.previous;
    this.previous = null;
    return text !== null && this.putText(text, null, this.previousMs);
  }

  /** @param {string} text @param {string | null} previous @param {number} spentMs @returns {boolean} */
  putText(text, previous, spentMs) {
    const game = this.read(text);
    if (!game) return false;
    this.put(game, previous, spentMs);
    return true;
  }

  /** @param {Game} game @param {string | null} previous @param {number} [spentMs] */
  put(game, previous, spentMs = 0) {
    this.forgetSave();
    if (game.rows !== this.rows || game.cols !== this.cols) this.best = this.options.records.best(game.rows, game.cols);
    this.hold(game);
    this.previous = previous;
    this.spentMs = spentMs;
    this.lastMoveAt = this.now();
    this.changed({ kind: 'board' });
  }

  /** @param {Game} game in place of the one before, which is freed */
  hold(game) {
    this.game.free();
    this.game = game;
    this.counts = beganByItself(game.toText());
  }

  /** Shows what another tab has written. @param {SavedGame} saved @returns {boolean} */
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

  /** Shows what is kept, where another tab has played on since this page was put to sleep. */
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
    if (this.saveDue !== Infinity) this.saveNow();
  }

  saveNow() {
    this.forgetSave();
    const { records } = this.options;
    const kept = records.saveGame(this.rows, this.cols, { game: this.game.toText(), previous: this.previous, spentMs: Math.round(this.spentMs) });
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

/** Whether a game began with the two tiles that its seed brings, and not with a board that was set up. @param {string} text of the game */
function beganByItself(text) {
  return !text.includes(';start=');
}
