// The state of the live board: a game that the AI plays slowly, what its search has found, and the functions
// that change them. A board is searched several times, longer each time, so that one sees the depth grow.

import { messageOf } from '../shared/error.js';
import { wait } from '../shared/wait.js';
import { randomSeed } from '../game/seed.js';
import { signal } from '../vendor/signals-core.js';

/** @import { EngineClient } from '../engine/client.js' */
/** @import { Report } from '../engine/types.js' */
/** @import { Step } from '../pkg-game/afterstate.js' */
/** @import { Signal } from '../vendor/signals-core.js' */

/** Positions to search, one look after the other. */
const LOOKS = [1000, 10_000, 100_000, 1_000_000];
/** The longest look, in milliseconds: for slow devices. */
const LONGEST_MS = 1500;
/** The time between two looks, and between two moves, in milliseconds. */
const LOOK_MS = 350;
const MOVE_MS = 2400;
/** The ranks that each game begins with: a board on which moves differ. */
const START = [1, 0, 0, 2, 3, 1, 4, 1, 7, 6, 5, 3, 9, 8, 4, 2];
const SIDE = 4;

/**
 * The board and the move that led to it.
 * @typedef {{ ranks: Uint8Array, score: number, step: Step | 'none' }} Shown
 */
/**
 * @typedef {{ kind: 'paused' } | { kind: 'loading' } | { kind: 'playing' } | { kind: 'failed', text: string
 *   }} Phase
 */
/** @typedef {Pick<EngineClient, 'ask'>} Engine */
/** The Game class of the package. @typedef {typeof import('../pkg-game/afterstate.js').Game} GameClass */

/** The points of a board whose tiles were all made from 2s. @param {number[]} ranks */
const pointsOf = (ranks) => ranks.reduce((sum, rank) => sum + (rank > 1 ? (rank - 1) * 2 ** rank : 0), 0);

export class Live {
  /**
   * @param {{
   *   Game: GameClass, makeEngine: () => Promise<Engine>, seed?: () => bigint, sleep?: (ms: number) =>
   *   Promise<unknown>
   * }} options
   */
  constructor({ Game, makeEngine, seed = randomSeed, sleep = wait }) {
    this.Game = Game;
    this.makeEngine = makeEngine;
    this.seed = seed;
    this.sleep = sleep;
    this.game = this.begin();
    /** @type {Promise<Engine> | 'none'} */
    this.engine = 'none';
    /** Aborted by everything that ends what is under way. */
    this.doing = new AbortController();
    /** @type {Signal<Shown>} */
    this.shown = signal({ ranks: this.game.ranks(), score: this.game.score, step: 'none' });
    /** What the last look at this board has found. @type {Signal<Report | 'none'>} */
    this.found = signal('none');
    /** @type {Signal<Phase>} */
    this.phase = signal({ kind: 'paused' });
  }

  begin() {
    const game = this.Game.fromPosition(Uint8Array.from(START), SIDE, SIDE, pointsOf(START), this.seed());
    game.keepGoing();
    return game;
  }

  /** Plays until it is paused. */
  async play() {
    await this.under('playing', async (signal) => {
      while (!signal.aborted) {
        const due = this.sleep(MOVE_MS);
        if (!(await this.look(signal))) return;
        await due;
        if (!signal.aborted) this.move();
      }
    });
  }

  pause() {
    this.doing.abort();
    if (this.phase.value.kind !== 'failed') this.phase.value = { kind: 'paused' };
  }

  /** Makes the best move that was found, if one was, and looks at the board. */
  async step() {
    if (this.found.value !== 'none') this.move();
    await this.under('paused', (signal) => this.look(signal));
  }

  /**
   * Does something with the engine until something else is wanted.
   * @param {'playing' | 'paused'} kind
   * @param {(signal: AbortSignal) => Promise<unknown>} act
   */
  async under(kind, act) {
    this.doing.abort();
    const { signal } = (this.doing = new AbortController());
    try {
      if (this.engine === 'none') this.engine = this.makeEngine();
      this.phase.value = { kind: 'loading' };
      await this.engine;
      if (signal.aborted) return;
      this.phase.value = { kind };
      await act(signal);
    } catch (error) {
      this.engine = 'none'; // the next try starts another
      if (!signal.aborted) this.phase.value = { kind: 'failed', text: messageOf(error) };
    }
  }

  /**
   * Looks at the board, longer each time.
   * @param {AbortSignal} signal
   * @returns {Promise<boolean>} false: there was no answer
   */
  async look(signal) {
    const { engine } = this;
    if (engine === 'none') return false;
    const client = await engine;
    const position = { ranks: this.game.ranks(), rows: SIDE, cols: SIDE };
    for (const nodes of LOOKS) {
      const due = this.sleep(LOOK_MS);
      const limits = { nodes, timeMs: LONGEST_MS };
      const outcome = await client.ask({ position, limits, compare: true }, { signal });
      if (signal.aborted) return true;
      if (outcome.kind === 'failed') throw new Error(outcome.message);
      if (outcome.kind === 'dropped') return false;
      this.found.value = outcome.report;
      await due;
    }
    return true;
  }

  /** Makes the best move. The next game begins where none is possible. */
  move() {
    const { value: found } = this.found;
    const step = found === 'none' || found.best === null ? 'none' : (this.game.play(found.best) ?? 'none');
    if (step === 'none') {
      this.game.free();
      this.game = this.begin();
    }
    this.found.value = 'none';
    this.shown.value = { ranks: this.game.ranks(), score: this.game.score, step };
  }
}
