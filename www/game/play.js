// One game as it is played: its moves, undo and redo, who made them, and the time they took.

import { beganByItself } from './opening.js';

/** @import { Direction } from '../engine/types.js' */
/** @import { Game, Step } from '../pkg-game/afterstate.js' */
/** @import { PlayedGame, Players } from './record.js' */

/**
 * What changed. `step`: a move was made `by` the player or the AI ('engine', also where a strategy plays), or
 * `redone`, whoever made it first. `board`: any other change; the board has to be drawn without animation.
 * `goesOn`: the player goes on after 2048.
 * @typedef {{ kind: 'step', step: Step, by: 'person' | 'engine', redone?: boolean }
 *   | { kind: 'board', goesOn?: boolean }} Change
 */

/** The longest time between two moves that counts as playing time. */
const LONGEST_PAUSE_MS = 60_000;

export class Play {
  /**
   * @param {Game} game
   * @param {Partial<PlayedGame>} played what is known of it besides
   * @param {() => number} [now] milliseconds
   */
  constructor(game, played, now = () => performance.now()) {
    this.now = now;
    this.game = game;
    /** Who made the moves. @type {Players} */
    this.players = 'own';
    /** Whether a move took the place of one that was undone: its tile was known. */
    this.undone = false;
    /** The playing time until the last move, in milliseconds, and the time of that move. */
    this.spentMs = 0;
    this.lastMoveAt = 0;
    /** Whether this game can raise the best score: not if it was set up or repeated from elsewhere. */
    this.counts = true;
    this.take(game, played);
  }

  /** @param {Game} game @param {Partial<PlayedGame>} played what is known of it besides */
  take(game, { spentMs = 0, players = 'own', undone = false }) {
    this.game = game;
    this.spentMs = spentMs;
    this.players = players;
    this.undone = undone;
    this.lastMoveAt = this.now();
    this.counts = beganByItself(game.toText());
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

  /** Saves the change, and tells of it. @abstract @param {Change} change */
  changed(change) {
    throw new TypeError('no listener is called for this change', { cause: change });
  }
}
