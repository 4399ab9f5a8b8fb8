// The current game: moves, undo and redo, switching to other games, and saving.
//
// The rules are the class Game of the WebAssembly package, which is a parameter.
//
// No game is lost, because the storage is changed in one place, `write`: it compares the stored record with
// the new one, and hands every game that the new one lacks to `onLost` before it replaces the record. It also
// compares the stored record with the one that it knows, so it notices what another window has saved. `put`
// saves a game before it shows another one.

/** @import { Direction } from '../engine/types.js' */
/** @import { Game, Step } from '../pkg-game/afterstate.js' */
/** @import { PlayedGame, Players, Records, SavedGame, Scored } from './record.js' */

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

/** Delay before a move is saved, in milliseconds, so that several moves are saved at once. */
const SAVE_AFTER_MS = { person: 250, engine: 2000 };
/** The longest time between two moves that counts as playing time. */
const LONGEST_PAUSE_MS = 60_000;

export class Session {
  /**
   * @param {{
   *   Game: GameClass, records: Records, rows: number, cols: number, seed: bigint | null,
   *   onChange: (change: Change) => void, onLost?: (played: PlayedGame) => void,
   *   onSave?: (kept: boolean) => void, now?: () => number
   * }} options size and seed of the first game; a saved game of this size is continued instead, unless its
   *   seed differs. `onLost`: keeps a game that would be lost with the record that is replaced next.
   *   `onSave`: the game was saved; `kept`: it will survive a reload
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
    /**
     * The stored games by size as this session knows them; another window may have changed them.
     * @type {Map<string, string | null>}
     */
    this.known = new Map();
    /** Who made the moves of this game. @type {Players} */
    this.players = 'own';
    /** The playing time until the last move, in milliseconds, and the time of that move. */
    this.spentMs = 0;
    this.lastMoveAt = this.now();
    const { rows, cols, seed } = options;
    /** The best scores of this size, by who made the moves. */
    this.bests = options.records.bestsOf(rows, cols);
    const { game, state } = this.gameOn(rows, cols, seed);
    this.game = game;
    this.take(state);
    /** Whether this game can raise the best score: not if it was set up or repeated from elsewhere. */
    this.counts = beganByItself(this.game.toText());
    // A new game is saved before its first move.
    if (this.game.moves === 0) this.saveSoon(SAVE_AFTER_MS.person);
  }

  /**
   * The saved game of a size, or a new one.
   * @param {number} rows
   * @param {number} cols
   * @param {bigint | null} seed
   * @returns {{ game: Game, state: GameState }}
   */
  gameOn(rows, cols, seed) {
    const loaded = this.load(rows, cols);
    if (loaded && (seed === null || loaded.game.seed === seed))
      return { game: loaded.game, state: loaded.saved };
    const state = { previous: this.behind(loaded) };
    loaded?.game.free();
    return { game: this.freshGame(rows, cols, seed), state };
  }

  /**
   * Reads the saved game of a size. One that cannot be read is set aside.
   * @param {number} rows
   * @param {number} cols
   * @returns {{ game: Game, saved: SavedGame } | null}
   */
  load(rows, cols) {
    const { records } = this.options;
    const { saved, damaged } = records.loadGame(rows, cols);
    this.known.set(`${rows}x${cols}`, records.stored(rows, cols));
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
    const { game, previous, spentMs, players } = this;
    return { game: game.toText(), previous, spentMs: Math.round(spentMs), players };
  }
  /** The player's own best score on this size, without the AI's help. */
  get best() {
    return this.bests.own;
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
    if (this.counts && this.players !== 'shared')
      this.bests[this.players] = Math.max(this.bests[this.players], this.game.score);
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

  /**
   * The game that `undoNewGame` restores: the replaced game or, if it has no moves, the one before it. If
   * there is no earlier game, a position that was set up counts even without moves, and so do moves that were
   * undone.
   * @param {{ game: Game, saved: SavedGame } | null} replaced @returns {PlayedGame | null}
   */
  behind(replaced) {
    if (!replaced) return null;
    const { moves, canRedo } = replaced.game;
    const { previous, ...played } = replaced.saved;
    const differs = canRedo || !beganByItself(played.game);
    return moves > 0 || (differs && this.movesOf(previous?.game) === 0) ? played : previous;
  }

  /** @param {string | null | undefined} text of a game @returns {number} 0 if there is none */
  movesOf(text) {
    const game = text ? this.read(text) : null;
    const moves = game?.moves ?? 0;
    game?.free();
    return moves;
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
    const replaced = this.load(newRows, newCols);
    const previous = this.behind(replaced);
    replaced?.game.free();
    this.put(game, { previous, players });
    return () => {
      this.save();
      this.write(newRows, newCols, replaced?.saved ?? null);
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
    const game = this.read(saved.game);
    if (game) this.put(game, saved);
    return game !== null;
  }

  /** Shows another game. This one is saved before. @param {Game} game @param {GameState} state */
  put(game, state) {
    this.save();
    if (game.rows !== this.rows || game.cols !== this.cols)
      this.bests = this.options.records.bestsOf(game.rows, game.cols);
    this.game.free();
    this.game = game;
    this.counts = beganByItself(game.toText());
    this.take(state);
    this.changed({ kind: 'board' });
  }

  /** @param {GameState} state */
  take({ previous, spentMs = 0, players = 'own' }) {
    this.previous = previous;
    this.spentMs = spentMs;
    this.players = players;
    this.lastMoveAt = this.now();
  }

  // ---- other windows ----

  /** Whether this window has read or written the stored record last. */
  get knowsStored() {
    const { rows, cols } = this;
    return this.options.records.stored(rows, cols) === this.known.get(`${rows}x${cols}`);
  }

  /**
   * Switches to the saved game, if another window has changed it.
   * @param {{ isTry?: boolean }} [how] `isTry`: nobody but the player may have moved, and only in this game
   * @returns {(() => void) | null} restores this game, unless the other one continues it
   */
  refresh({ isTry = false } = {}) {
    const { rows, cols, saved: old } = this;
    const loaded = this.load(rows, cols);
    if (loaded && isTry && (loaded.saved.players !== 'own' || loaded.game.seed !== this.game.seed)) {
      loaded.game.free();
      this.known.delete(`${rows}x${cols}`); // so that it is not lost
      this.saveNow();
      return null;
    }
    if (!loaded || loaded.saved.game === old.game) {
      loaded?.game.free();
      // The same moves may have been made by the AI there.
      if (loaded && loaded.saved.players !== 'own') this.players = loaded.saved.players;
      return null;
    }
    const continues = this.options.records.continues(rows, cols, old.game);
    this.giveWay();
    this.refreshBests();
    this.put(loaded.game, loaded.saved);
    this.forgetSave();
    if (continues) return null;
    return () => {
      this.save();
      // As if another window had changed it again, so that no move is lost.
      this.known.delete(`${rows}x${cols}`);
      this.putSaved(old);
    };
  }

  /**
   * Leaves the stored record to another window, which has changed it. What that record lacks is kept
   * elsewhere.
   */
  giveWay() {
    this.forgetSave();
    const { records, onLost } = this.options;
    for (const played of records.missing(this.rows, this.cols, this.saved)) onLost?.(played);
  }

  /** Saves the game and the best scores again if another page has deleted them. */
  saveIfDeleted() {
    const { records } = this.options;
    if (records.stored(this.rows, this.cols) === null) this.saveNow();
    records.raiseBests(records.seenBests);
  }

  /**
   * Another window may have raised the best scores.
   * @param {{ lower?: boolean }} [how] `lower`: or it may have taken back those of a file that it had loaded;
   *   a pending save would raise them again
   */
  refreshBests({ lower = false } = {}) {
    if (lower && this.saveDue === Infinity) return this.readBests();
    const stored = this.options.records.bestsOf(this.rows, this.cols);
    for (const by of /** @type {Scored[]} */ (Object.keys(stored)))
      this.bests[by] = Math.max(this.bests[by], stored[by]);
  }

  /** Shows the stored best scores, even if they are lower. A pending save would raise them again. */
  readBests() {
    this.bests = this.options.records.bestsOf(this.rows, this.cols);
  }

  // ---- saving ----

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
    const kept = this.write(this.rows, this.cols, this.saved);
    records.saveBests(this.rows, this.cols, this.bests);
    records.saveSize(this.rows, this.cols);
    this.options.onSave?.(kept);
  }

  /**
   * Replaces the stored record of a size. Every game that would be lost with it is kept elsewhere before.
   * @param {number} rows @param {number} cols @param {SavedGame | null} next null for none @returns {boolean}
   *   whether it will survive a reload
   */
  write(rows, cols, next) {
    const { records, onLost } = this.options;
    const size = `${rows}x${cols}`;
    for (const played of records.lostBy(rows, cols, next, this.known.get(size))) onLost?.(played);
    const kept = next ? records.saveGame(rows, cols, next) : records.removeGame(rows, cols);
    this.known.set(size, records.stored(rows, cols));
    return kept;
  }

  forgetSave() {
    clearTimeout(this.saving);
    this.saveDue = Infinity;
  }
}

/**
 * Whether a game began with two spawned tiles, not with a position that was set up, and its seed gave all
 * later ones.
 * @param {string} text of the game
 */
function beganByItself(text) {
  return !text.includes(';start=') && !text.includes(';spawns=');
}
