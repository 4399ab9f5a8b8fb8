// A replay of a game: the board after every move, for access in any order.
//
// It is made by playing the game again in short slices, because a long game has 20,000 moves and the page must stay
// responsive. The rules are the class Game of the WebAssembly package, which is a parameter.

/** @import { Step } from '../pkg-game/afterstate.js' */
/** @import { GameClass } from './session.js' */

/** The longest slice, in milliseconds: less than a frame. */
const SLICE_MS = 12;
/** The maximum number of moves: 200,000 boards of 4x4 take 5 MB. */
export const LONGEST = 200_000;

/** Why a game cannot be shown; the message is for the player. */
export class ReplayError extends Error {}

export class Replay {
  /**
   * @param {GameClass} Game @param {string} text of the game
   * @param {{ rows: number, cols: number, boards: Uint8Array, scores: Float64Array, directions: Uint8Array }} reel
   */
  constructor(Game, text, { rows, cols, boards, scores, directions }) {
    this.Game = Game;
    this.text = text;
    this.rows = rows;
    this.cols = cols;
    this.boards = boards;
    this.scores = scores;
    this.directions = directions;
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
      let began = performance.now();
      for (let at = 0; at <= moves; at++) {
        boards.set(game.ranks(), at * cells);
        scores[at] = game.score;
        if (at === moves) break;
        const step = game.redo();
        if (!step) throw new ReplayError(`The game can’t be replayed beyond move ${at}`);
        directions[at] = step.direction;
        if (performance.now() - began < SLICE_MS) continue;
        onProgress?.(at / moves);
        await new Promise((resolve) => { setTimeout(resolve, 0); });
        if (signal?.aborted) throw new ReplayError('stopped');
        began = performance.now();
      }
      return new Replay(Game, replay, { rows, cols, boards, scores, directions });
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
    if (!step) return null;
    // The rules give the slide. The spawned tile is the one on the next board that the slide does not explain.
    const after = this.ranks(at + 1);
    const slid = new Set(step.moves.map(({ to }) => to));
    const cell = after.findIndex((rank, index) => rank > 0 && !slid.has(index));
    return { ...step, score: this.score(at + 1), spawn: { cell, rank: after[cell] ?? 1 } };
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
