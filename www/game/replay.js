// A replay of a game: the board after every move, for access in any order.
//
// It is made by playing the game again in short slices, because a long game has 20,000 moves and the page
// must stay responsive. The rules are the class Game of the WebAssembly package, which is a parameter.

import { t } from '../shared/text.js';
import { wait } from '../shared/wait.js';

/** @import { Step } from '../pkg-game/afterstate.js' */
/** @import { Players } from './record.js' */
/** @import { GameClass } from './session.js' */

/** The longest slice, in milliseconds: less than a frame. */
export const SLICE_MS = 12;
/** The maximum number of moves: 200,000 boards of 4x4 take 5 MB. */
export const LONGEST = 200_000;

/**
 * Reads the text of a game.
 * @param {GameClass} Game
 * @param {string} text
 * @returns {InstanceType<GameClass>}
 * @throws with a message for the player, who may not understand the reason, which is in English
 */
export function gameOf(Game, text) {
  try {
    return Game.fromText(text);
  } catch {
    throw new Error(t('This game is incomplete or damaged'));
  }
}

export class Replay {
  /**
   * An empty one; `of` fills it.
   * @param {GameClass} Game
   * @param {InstanceType<GameClass>} game
   * @param {Players} [players] who made its moves, if the game was played here
   * @param {boolean} [undone] whether moves of it were undone
   */
  constructor(Game, game, players, undone = false) {
    const { rows, cols, moves } = game;
    this.Game = Game;
    this.text = game.replay();
    this.players = players ?? 'own';
    this.playedHere = players !== undefined;
    this.undone = undone;
    this.rows = rows;
    this.cols = cols;
    this.boards = new Uint8Array((moves + 1) * rows * cols);
    this.scores = new Float64Array(moves + 1);
    this.directions = new Uint8Array(moves);
    /** Cell and rank of the new tile after each move. */
    this.spawns = new Uint8Array(2 * moves);
    this.endsStuck = game.isOver;
  }

  /**
   * @param {GameClass} Game
   * @param {string} text written by `toText` or `replay`; undone moves are omitted
   * @param {{ onProgress?: (share: number) => void, signal?: AbortSignal, players?: Players,
   *   undone?: boolean }} [options]
   * @returns {Promise<Replay>}
   * @throws {Error} with a message for the player if the text is invalid or too long, or `signal` was aborted
   */
  static async of(Game, text, { onProgress, signal, players, undone } = {}) {
    const game = gameOf(Game, text);
    try {
      const { moves } = game;
      if (moves > LONGEST)
        throw new Error(
          t('This game has {moves} moves; only games of up to {most} can be replayed', {
            moves: String(moves),
            most: String(LONGEST),
          }),
        );
      const replay = new Replay(Game, game, players, undone);
      while (game.undo());
      let began = performance.now();
      for (let at = 0; at <= moves; at++) {
        replay.ranks(at).set(game.ranks());
        replay.scores[at] = game.score;
        if (at === moves) break;
        const step = game.redo();
        if (!step) throw new Error(t('The game can’t be replayed beyond move {n}', { n: at }));
        replay.directions[at] = step.direction;
        replay.spawns.set([step.spawn.cell, step.spawn.rank], 2 * at);
        if (performance.now() - began < SLICE_MS) continue;
        onProgress?.(at / moves);
        await wait(0);
        signal?.throwIfAborted();
        began = performance.now();
      }
      return replay;
    } finally {
      game.free();
    }
  }

  /** The number of moves; the number of boards is one more. */
  get moves() {
    return this.directions.length;
  }

  /** The board after `at` moves. @param {number} at @returns {Uint8Array} */
  ranks(at) {
    const cells = this.rows * this.cols;
    return this.boards.subarray(at * cells, (at + 1) * cells);
  }

  /** Whether the board after `at` moves allows no move; only the last one can. @param {number} at */
  isOver(at) {
    return this.endsStuck && at === this.moves;
  }

  /** @param {number} at */
  score(at) {
    return this.scores[at] ?? 0;
  }

  /** The move made on a board; null on the last. @param {number} at @returns {number | null} */
  direction(at) {
    return this.directions[at] ?? null;
  }

  /**
   * The new tile after the move made on a board.
   * @param {number} at
   * @returns {{ cell: number, rank: number }}
   */
  spawn(at) {
    return { cell: this.spawns[2 * at] ?? 0, rank: this.spawns[2 * at + 1] ?? 1 };
  }

  /**
   * The move made on a board, as a step for drawing.
   * @param {number} at @returns {Step | null} null on the last board
   */
  step(at) {
    const direction = this.direction(at);
    if (direction === null) return null;
    const game = this.Game.fromPosition(this.ranks(at), this.rows, this.cols, this.score(at), 0n);
    const step = game.play(direction);
    game.free();
    return step ? { ...step, score: this.score(at + 1), spawn: this.spawn(at) } : null;
  }

  /**
   * The game up to a board, with its moves and seed, so that continuing it brings the same tiles. The later
   * moves can be redone if they were made here. Those of somebody else would go to the player's history.
   * @param {number} at
   */
  gameAt(at) {
    const game = this.Game.fromText(this.text);
    while (game.moves > at) game.undo();
    if (this.playedHere) return game;
    const text = game.replay();
    game.free();
    return this.Game.fromText(text);
  }
}
