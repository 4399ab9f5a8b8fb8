// Plays a strategy in its own worker, position by position.
//
// A strategy cannot be interrupted. If its answer is no longer needed, its worker is ended after a while, and the next
// question starts another. At most one question waits; a newer one replaces it.

import { Refusal } from './worker-client.js';

/** @import { PlayersClient } from './worker-client.js' */
/** @import { Judgement, Question } from './protocol.js' */

/** The part of a PlayersClient that is used here. @typedef {Pick<PlayersClient, 'ask' | 'end' | 'ended'>} ClientLike */
/** A question. @typedef {{ strategy: string, rows: number, cols: number, ranks: Uint8Array, game: bigint }} Position */

/**
 * How a question ended; see also engine/client.js.
 * @typedef {{ kind: 'answer', thought: Judgement, ms: number } | { kind: 'dropped' } | { kind: 'failed', message: string }} Opinion
 */

/** @typedef {{ position: Position, unwanted: boolean, settle: (opinion: Opinion) => void }} Job */

/** A question is given up after it has ended this many workers. */
const TRIES = 2;
/** How long a worker may work on an answer that is no longer needed (ms): starting another takes about as long. */
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

  /** Asks a question and drops earlier ones without an answer. @param {Position} position @returns {Promise<Opinion>} never rejects */
  ask(position) {
    return new Promise((settle) => {
      const job = { position, unwanted: false, settle };
      this.stop();
      if (this.running) this.waiting = job;
      else void this.run(job);
    });
  }

  /** Sends another kind of request, which waits for the current question. @param {Question} question @returns {Promise<any>} */
  consult(question) {
    return this.openClient().ask(question);
  }

  /** The worker, or a new one if it has died. */
  openClient() {
    if (this.client?.ended) this.client = null;
    this.client ??= this.options.open();
    return this.client;
  }

  /** Whether there is a worker. */
  get isOpen() {
    return this.client !== null && !this.client.ended;
  }

  /** Drops all questions: their answers are no longer needed. */
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
        // If `end` was called, there may be another worker by now.
        client?.end();
        if (job.unwanted) return { kind: 'dropped' };
        if (tries >= TRIES) return { kind: 'failed', message };
        this.options.onTrouble(`The AI stopped and was restarted (${message}).`);
      }
    }
  }
}
