// One game as it is played: its moves, undo and redo, who made them, and the time they took. Each change is
// saved (./saving.js), raises the best scores (./bests.js), and is shown by whoever follows `board`.

import { beganByItself } from './opening.js';
import { batch, signal } from '../vendor/signals-core.js';

/** @import { Direction } from '../engine/types.js' */
/** @import { Game, Step } from '../pkg-game/afterstate.js' */
/** @import { Signal } from '../vendor/signals-core.js' */
/** @import { Bests } from './bests.js' */
/** @import { PlayedGame, Players, SavedGame } from './record.js' */
/** @import { Saving } from './saving.js' */
/** @import { BoardState } from './types.js' */

/**
 * What changed. `step`: a move was made `by` the player or the AI ('engine', also where a strategy plays), or
 * `redone`, whoever made it first. `board`: any other change; the board has to be drawn without animation.
 * `goesOn`: the player goes on after 2048.
 * @typedef {{ kind: 'step', step: Step, by: 'person' | 'engine', redone?: boolean }
 *   | { kind: 'board', goesOn?: boolean }} Change
 */

/** The longest time between two moves that counts as playing time. */
const LONGEST_PAUSE_MS = 60_000;

/**
 * What is saved of a game besides its text.
 * @typedef {Pick<SavedGame, 'previous'> & Partial<PlayedGame>} GameState
 */

export class Play {
  /**
   * @param {Game} game
   * @param {GameState} state
   * @param {{ saving: Saving, bests: Bests, endless?: boolean, now?: () => number }} options `endless`: goes
   *   past 2048 without asking; `now`: in milliseconds
   */
  constructor(game, state, { saving, bests, endless = false, now = () => performance.now() }) {
    this.saving = saving;
    this.bests = bests;
    this.endless = endless;
    this.now = now;
    this.game = game;
    /** The game before this one, which Undo brings back. @type {PlayedGame | null} */
    this.previous = null;
    /** Who made the moves. @type {Players} */
    this.players = 'own';
    /** Whether a move took the place of one that was undone: its tile was known. */
    this.undone = false;
    /** The playing time until the last move, in milliseconds, and the time of that move. */
    this.spentMs = 0;
    this.lastMoveAt = 0;
    /** Whether this game can raise the best score: not if it was set up or repeated from elsewhere. */
    this.counts = true;
    /** The game on the board after the last change; set by `changed`. */
    this.board = /** @type {Signal<BoardState>} */ (signal());
    this.take(game, state);
    this.changed({ kind: 'board' });
    // A new game is saved before its first move; this one has been saved.
    if (this.moves > 0) saving.forget();
  }

  /** @param {Game} game @param {GameState} state */
  take(game, { previous, spentMs = 0, players = 'own', undone = false }) {
    this.game = game;
    this.previous = previous;
    this.spentMs = spentMs;
    this.players = players;
    this.undone = undone;
    this.lastMoveAt = this.now();
    this.counts = beganByItself(game.toText());
  }

  /** The game as it is saved. @returns {SavedGame} */
  get saved() {
    const { game, previous, spentMs, players, undone } = this;
    return {
      game: game.toText(),
      previous,
      spentMs: Math.round(spentMs),
      players,
      ...(undone && { undone }),
    };
  }
  get rows() {
    return this.game.rows;
  }
  get cols() {
    return this.game.cols;
  }
  get size() {
    return `${this.rows}x${this.cols}`;
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
  /** Who made the moves, for others. Nobody has to beat a game with undone moves. @returns {Players} */
  get sharedBy() {
    return this.undone ? 'shared' : this.players;
  }
  get canUndo() {
    return this.game.canUndo || this.previous !== null;
  }
  get canRedo() {
    return this.game.canRedo;
  }
  /** The playing time of this game, in milliseconds, without long pauses. */
  get playedMs() {
    const running = this.moves > 0 && this.status === 'playing';
    return this.spentMs + (running ? Math.min(this.now() - this.lastMoveAt, LONGEST_PAUSE_MS) : 0);
  }
  ranks() {
    return this.game.ranks();
  }

  /**
   * @param {Direction} direction @param {'person' | 'engine'} by
   * @param {{ cell: number, rank: number }} [spawn] the new tile of a game that is played elsewhere
   * @returns {boolean} false: the move changes nothing, or the player has to decide whether to play on
   */
  move(direction, by, spawn) {
    if (this.game.status !== 'playing') return false;
    const { playedMs, canRedo } = this;
    const step = spawn ? this.game.playWith(direction, spawn.cell, spawn.rank) : this.game.play(direction);
    if (!step) return false;
    if (canRedo) this.undone = true;
    if (spawn) this.counts = false;
    if (by === 'engine') this.players = this.moves === 1 || this.players === 'ai' ? 'ai' : 'aided';
    else if (this.players === 'ai') this.players = 'aided';
    this.spentMs = playedMs;
    this.lastMoveAt = this.now();
    this.changed({ kind: 'step', step, by });
    return true;
  }

  /** @returns {boolean} false: there is no move to undo */
  undo() {
    const undone = this.game.undo();
    if (undone) this.changed({ kind: 'board' });
    return undone;
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

  /** Saves the change, and shows it. @param {Change} change */
  changed(change) {
    const { game, previous, canUndo, canRedo } = this;
    this.saving.soon(change.kind === 'step' ? change.by : 'person');
    if (this.endless && this.status === 'won') game.keepGoing();
    const possible = game.possible();
    batch(() => {
      // The best score is updated only here: a score from a link, a text or a redo does not count until a
      // move is made.
      if (change.kind === 'step' && !change.redone && this.counts) this.bests.raise(this.players, this.score);
      this.board.value = {
        change,
        rows: game.rows,
        cols: game.cols,
        seed: game.seed,
        ranks: this.ranks(),
        maxRank: game.maxRank,
        score: game.score,
        moves: game.moves,
        status: game.status,
        possible,
        isOver: !possible.includes(true),
        canUndo,
        canRedo,
        undoesNewGame: !game.canUndo && previous !== null,
      };
    });
  }
}
