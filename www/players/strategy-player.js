// A strategy at the board: asked position by position, in a worker of its own.
//
// Leaves out which strategy, and what becomes of its moves. A strategy cannot be stopped while it thinks, so a worker that
// thinks on for nobody is ended after a while, and the next question starts another. At most one question waits; of an
// older one nobody hears.

import { Refusal } from './worker-client.js';

/** @import { Desk } from './worker-client.js' */
/** @import { Judgement, Question } from './protocol.js' */

/** The part of a Desk that is used here. @typedef {Pick<Desk, 'ask' | 'end' | 'ended'>} DeskLike */
/** What is asked. @typedef {{ strategy: string, rows: number, cols: number, ranks: Uint8Array, game: bigint }} Position */

/**
 * How a question ended, as in engine/client.js.
 * @typedef {{ kind: 'answer', thought: Judgement, ms: number } | { kind: 'dropped' } | { kind: 'failed', message: string }} Opinion
 */

/** @typedef {{ position: Position, unwanted: boolean, settle: (opinion: Opinion) => void }} Job */

/** A question that ended this many workers is given up. */
const TRIES = 2;
/** How long a worker may think on for nobody, in milliseconds: starting another takes about as long. */
const PATIENCE_MS = 400;

export class StrategyPlayer {
  /** @param {{ open: () => DeskLike, onTrouble: (message: string) => void, patienceMs?: number }} options */
  constructor(options) {
    this.options = options;
    /** @type {DeskLike | null} */
    this.desk = null;
    /** @type {Job | null} */
    this.running = null;
    /** @type {Job | null} */
    this.waiting = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.impatience = undefined;
  }

  /** Drops whatever was asked before and has not been answered. @param {Position} position @returns {Promise<Opinion>} never rejected */
  ask(position) {
    return new Promise((settle) => {
      const job = { position, unwanted: false, settle };
      this.stop();
      if (this.running) this.waiting = job;
      else void this.run(job);
    });
  }

  /** Asks the worker something else: after the position that it thinks about. @param {Question} question @returns {Promise<any>} */
  consult(question) {
    return this.openDesk().ask(question);
  }

  /** The worker; another, where it has ended without a word of ours. */
  openDesk() {
    if (this.desk?.ended) this.desk = null;
    this.desk ??= this.options.open();
    return this.desk;
  }

  /** Nobody wants an answer any more. */
  stop() {
    this.waiting?.settle({ kind: 'dropped' });
    this.waiting = null;
    if (!this.running || this.running.unwanted) return;
    this.running.unwanted = true;
    this.running.settle({ kind: 'dropped' });
    this.impatience = setTimeout(() => this.endWorker(), this.options.patienceMs ?? PATIENCE_MS);
  }

  /** Ends the worker; the next question starts another. */
  end() {
    this.stop();
    this.endWorker();
  }

  endWorker() {
    this.desk?.end();
    this.desk = null;
  }

  /** @param {Job} job */
  async run(job) {
    this.running = job;
    job.settle(await this.opinionOf(job));
    clearTimeout(this.impatience);
    this.running = null;
    const next = this.waiting;
    this.waiting = null;
    if (next) await this.run(next);
  }

  /** @param {Job} job @returns {Promise<Opinion>} */
  async opinionOf(job) {
    for (let tries = 1; ; tries++) {
      const began = performance.now();
      /** @type {DeskLike | null} */
      let desk = null;
      try {
        desk = this.openDesk();
        const thought = await desk.ask({ ask: 'choose', ...job.position });
        return { kind: 'answer', thought, ms: performance.now() - began };
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        if (error instanceof Refusal) return { kind: 'failed', message };
        // Where it was ended from outside, another may be at work by now.
        desk?.end();
        if (job.unwanted) return { kind: 'dropped' };
        if (tries >= TRIES) return { kind: 'failed', message };
        this.options.onTrouble(`The strategy's worker is replaced (${message}).`);
      }
    }
  }
}
