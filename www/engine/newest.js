// Questions of which only the newest matters: one is answered at a time, at most one waits, and a newer one
// drops both.

/** @import { Dropped } from './types.js' */

/** @type {Dropped} */
const DROPPED = { kind: 'dropped' };

/**
 * @template Q, O
 * @typedef {{ question: Q, dropping: AbortController, settle: (outcome: O | Dropped) => void }} Job
 */

/** @template Q, O */
export class Newest {
  /**
   * @param {(question: Q, signal: AbortSignal) => Promise<O>} answer never rejects; `signal`: the question
   *   was dropped
   */
  constructor(answer) {
    this.answer = answer;
    /** @type {Job<Q, O> | null} */
    this.running = null;
    /** @type {Job<Q, O> | null} */
    this.waiting = null;
  }

  /** @param {Q} question @returns {Promise<O | Dropped>} never rejects */
  ask(question) {
    return new Promise((settle) => {
      const job = { question, dropping: new AbortController(), settle };
      this.drop();
      if (this.running) this.waiting = job;
      else void this.run(job);
    });
  }

  /** Settles all questions at once; an answer that is under way continues until it can stop. */
  drop() {
    for (const job of [this.waiting, this.running]) {
      job?.settle(DROPPED);
      job?.dropping.abort();
    }
    this.waiting = null;
  }

  /** @param {Job<Q, O>} job */
  async run(job) {
    this.running = job;
    job.settle(await this.answer(job.question, job.dropping.signal));
    this.running = null;
    const next = this.waiting;
    this.waiting = null;
    if (next) await this.run(next);
  }
}
