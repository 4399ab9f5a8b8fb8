// A replay of a game: the board after every move, for access in any order.
//
// It is made by playing the game again in short slices, because a long game has 20,000 moves and the page must stay
// responsive. The rules are the class Game of the WebAssembly package, which is a parameter.

import { stepOn } from './slide.js';

/** @import { Step } from '../pkg-game/afterstate.js' */
/** @import { GameClass } from './session.js' */

/** The longest slice, in milliseconds: less than a frame. */
export const SLICE_MS = 12;
/** The maximum number of moves: 200,000 boards of 4x4 take 5 MB. */
export const LONGEST = 200_000;

/** Why a game cannot be shown; the message is for the player. */
export class ReplayError extends Error {}

export class Replay {
  /**
   * @param {GameClass} Game @param {string} text of the game
   * @param {{ rows: number, cols: number, boards: Uint8Array, scores: Float64Array, directions: Uint8Array, spawns: Uint8Array }} reel
   *   `spawns`: cell and rank of the new tile after each move
   */
  constructor(Game, text, { rows, cols, boards, scores, directions, spawns }) {
    this.Game = Game;
    this.text = text;
    this.rows = rows;
    this.cols = cols;
    this.boards = boards;
    this.scores = scores;
    this.directions = directions;
    this.spawns = spawns;
  }

  /**
   * @param {GameClass} Game
   * @param {string} text written by `toText` or `replay`; undone moves are omitted
   * @param {{ onProgress?: (share: number) => void, signal?: AbortSignal }} [options]
   * @returns {Promise<Replay>}
   * @throws {ReplayError} if the text is invalid or too long, or `signal` was aborted
   */
  static async of(Game, text, { onProgress, signal } = {}) {
    /** @type {import('../pkg-game/afterstate.js').Game | undefined} */
    let game;
    try {
      game = Game.fromText(text);
    } catch (error) {
      throw new ReplayError(error instanceof Error ? error.message : String(error));
    }
    try {
      const { rows, cols, moves } = game;
      if (moves > LONGEST) throw new ReplayError(`This game has ${moves} moves; only games of up to ${LONGEST} can be replayed`);
      const replay = game.replay();
      while (game.undo());
      const cells = rows * cols;
      const boards = new Uint8Array((moves + 1) * cells);
      const scores = new Float64Array(moves + 1);
      const directions = new Uint8Array(moves);
      const spawns = new Uint8Array(2 * moves);
      let began = performance.now();
      for (let at = 0; at <= moves; at++) {
        boards.set(game.ranks(), at * cells);
        scores[at] = game.score;
        if (at === moves) break;
        const step = game.redo();
        if (!step) throw new ReplayError(`The game can’t be replayed beyond move ${at}`);
        directions[at] = step.direction;
        spawns.set([step.spawn.cell, step.spawn.rank], 2 * at);
        if (performance.now() - began < SLICE_MS) continue;
        onProgress?.(at / moves);
        await new Promise((resolve) => { setTimeout(resolve, 0); });
        if (signal?.aborted) throw new ReplayError('stopped');
        began = performance.now();
      }
      return new Replay(Game, replay, { rows, cols, boards, scores, directions, spawns });
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

  /** @param {number} at */
  score(at) {
    return this.scores[at] ?? 0;
  }

  /** The move made on a board; null on the last. @param {number} at @returns {number | null} */
  direction(at) {
    return this.directions[at] ?? null;
  }

  /** The new tile after the move made on a board. @param {number} at @returns {{ cell: number, rank: number }} */
  spawn(at) {
    return { cell: this.spawns[2 * at] ?? 0, rank: this.spawns[2 * at + 1] ?? 1 };
  }

  /**
   * The move made on a board, as a step for drawing.
   * @param {number} at @returns {Step | null} null on the last board
   */
  step(at) {
    const direction = this.direction(at);
    const step = direction === null ? null : stepOn(this.Game, { ranks: this.ranks(at), rows: this.rows, cols: this.cols }, direction, this.score(at));
    return step && { ...step, score: this.score(at + 1), spawn: this.spawn(at) };
  }

  /**
   * The game up to a board, with its moves and seed, so that continuing it brings the same tiles.
   * @param {number} at
   */
  gameAt(at) {
    const game = this.Game.fromText(this.text);
    while (game.moves > at) game.undo();
    return game;
  }
}
