// A strategy at the board: asked position by position, in a worker of its own.
//
// A strategy cannot be stopped while it thinks, so a worker that thinks on for nobody is ended after a while, and the
// next question starts another. At most one question waits; of an older one nobody hears.

import { Refusal } from './worker-client.js';

/** @import { PlayersClient } from './worker-client.js' */
/** @import { Judgement, Question } from './protocol.js' */

/** The part of a PlayersClient that is used here. @typedef {Pick<PlayersClient, 'ask' | 'end' | 'ended'>} ClientLike */
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
  /** @param {{ open: () => ClientLike, onTrouble: (message: string) => void, patienceMs?: number }} options */
  constructor(options) {
    this.options = options;
    /** @type {ClientLike | null} */
    this.client = null;
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
    return this.openClient().ask(question);
  }

  /** The worker; another, where it has ended without a word of ours. */
  openClient() {
    if (this.client?.ended) this.client = null;
    this.client ??= this.options.open();
    return this.client;
  }

  /** Whether there is a worker. */
  get isOpen() {
    return this.client !== null && !this.client.ended;
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
    this.client?.end();
    this.client = null;
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
      /** @type {ClientLike | null} */
      let client = null;
      try {
        client = this.openClient();
        const thought = await client.ask({ ask: 'choose', ...job.position });
        return { kind: 'answer', thought, ms: performance.now() - began };
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        if (error instanceof Refusal) return { kind: 'failed', message };
        // Where it was ended from outside, another may be at work by now.
        client?.end();
        if (job.unwanted) return { kind: 'dropped' };
        if (tries >= TRIES) return { kind: 'failed', message };
        this.options.onTrouble(`The AI stopped and was restarted (${message}).`);
      }
    }
  }
}
