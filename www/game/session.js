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

/** What is saved of a game besides its text. @typedef {Pick<SavedGame, 'previous'> & { spentMs?: number, aided?: boolean }} GameState */
/** The Game class of the package. @typedef {typeof Game} GameClass */

/** Delay before a move is saved, in milliseconds, so that several moves are saved at once. */
const SAVE_AFTER_MS = { person: 250, engine: 2000 };
/** The longest time between two moves that counts as playing time. */
const LONGEST_PAUSE_MS = 60_000;

export class Session {
  /**
   * @param {{
   *   Game: GameClass, records: Records, rows: number, cols: number, seed: bigint | null,
   *   onChange: (change: Change) => void, onReplaced?: (played: Pick<Session, 'game' | 'aided'>) => void, onUnkept?: () => void,
   *   now?: () => number
   * }} options size and seed of the first game; a saved game of this size is continued instead, unless its seed differs:
   *   then `onReplaced` gets it. `onUnkept`: called once if the game will not survive a reload
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
    const { Game } = this.options;
    const loaded = this.load(rows, cols);
    const goesOn = loaded !== null && (seed === null || loaded.game.seed === seed);
    this.take(goesOn ? loaded.saved : { previous: null });
    if (goesOn) return loaded.game;
    if (loaded) this.options.onReplaced?.({ game: loaded.game, aided: loaded.saved.aided ?? false });
    this.keepBehind(loaded);
    loaded?.game.free();
    return seed === null ? Game.fresh(rows, cols) : new Game(rows, cols, seed);
  }

  /** Reads the saved game of a size. One that cannot be read is set aside. @param {number} rows @param {number} cols @returns {{ game: Game, saved: SavedGame } | null} */
  load(rows, cols) {
    const { records } = this.options;
    const { saved, damaged } = records.loadGame(rows, cols);
    const game = saved && this.read(saved.game);
    const fits = game?.rows === rows && game.cols === cols;
    this.damaged = damaged || (saved !== null && !fits);
    if (saved && fits) return { game, saved };
    game?.free();
    if (saved) records.setAside(rows, cols);
    return null;
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
   * @param {{ game: Game, saved: SavedGame } | null} replaced
   */
  keepBehind(replaced) {
    this.previous = null;
    if (!replaced) return;
    const {
      game: { moves },
      saved: { previous, ...played },
    } = replaced;
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
      this.keepBehind({ game: this.game, saved: old });
      this.put(game, { previous: this.previous, aided });
      return () => this.putSaved(old);
    }
    this.saveNow();
    const replaced = this.load(newRows, newCols);
    this.keepBehind(replaced);
    replaced?.game.free();
    this.put(game, { previous: this.previous, aided });
    return () => {
      // A game of a third size may have been opened meanwhile, which must not be replaced.
      if (this.rows !== newRows || this.cols !== newCols) this.saveNow();
      this.forgetSave();
      if (replaced) records.saveGame(newRows, newCols, replaced.saved);
      else records.removeGame(newRows, newCols);
      this.putSaved(old);
    };
  }

  /** Continues the saved game of another size. @param {number} rows @param {number} cols */
  open(rows, cols) {
    if (rows === this.rows && cols === this.cols) return;
    this.saveNow();
    this.put(this.gameOn(rows, cols, null), this);
  }

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

  /** @param {Game} game @param {GameState} state */
  put(game, state) {
    this.forgetSave();
    if (game.rows !== this.rows || game.cols !== this.cols)
      this.best = this.options.records.best(game.rows, game.cols);
    this.game.free();
    this.game = game;
    this.counts = beganByItself(game.toText());
    this.take(state);
    this.changed({ kind: 'board' });
  }

  /** @param {GameState} state */
  take({ previous, spentMs = 0, aided = false }) {
    this.previous = previous;
    this.spentMs = spentMs;
    this.aided = aided;
    this.lastMoveAt = this.now();
  }

  /** Switches to the saved game, if another tab has changed it. @returns {(() => void) | null} restores this game, unless the other one continues it */
  refresh() {
    const {
      rows,
      cols,
      saved: old,
      options: { Game, records },
    } = this;
    const loaded = this.load(rows, cols);
    if (!loaded || loaded.saved.game === old.game) {
      loaded?.game.free();
      return null;
    }
    // The other game when it had as many moves as this one.
    const then = Game.fromText(loaded.saved.game);
    while (then.moves > this.moves) then.undo();
    const continues = this.moves === 0 || then.replay() === this.game.replay();
    then.free();
    this.best = Math.max(this.best, records.best(rows, cols));
    this.put(loaded.game, loaded.saved);
    this.forgetSave();
    return continues ? null : () => void this.putSaved(old);
  }

  /** @param {Change} change */
  changed(change) {
    this.revision++;
    this.saveSoon(
      change.kind === 'step' && change.by === 'engine' ? SAVE_AFTER_MS.engine : SAVE_AFTER_MS.person,
    );
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
