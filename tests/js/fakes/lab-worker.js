// Fake workers of strategies with scripts: they play, refuse, die, fall silent, or never start. The result of
// a game depends only on its seed.

import { ANSWER, BROKEN, HELLO, PROGRESS, REFUSED, REQUEST, Refusal } from '../../../www/engine/requests.js';

/** @import { FromWorker, ToWorker } from '../../../www/engine/types.js' */
/** @import { Question } from '../../../www/players/protocol.js' */

/**
 * `start`: true starts, a text is the error of a failed start, false stays silent. `answer`: returns a value,
 * a promise or `SILENCE`, throws a `Refusal`, or throws another error that kills the worker; `progress`
 * reports what is done.
 * @typedef {{ start?: boolean | string, answer?: (question: Question, progress: (value: unknown) => void)
 *   => unknown }} Script
 */

/** No answer comes. */
export const SILENCE = Symbol('silence');

/** @param {number} seed */
export const game = (seed) => ({ seed, score: seed * 4, largestRank: 5, moves: 10, seconds: 0.5 });

export class FakeWorker {
  /** @param {Script} [script] */
  constructor({
    start = true,
    answer = (question) => (question.ask === 'play' ? game(question.seed) : null),
  } = {}) {
    this.answer = answer;
    this.terminated = false;
    /** @type {Question[]} */
    this.received = [];
    /** @type {((event: { data: FromWorker }) => void) | null} */
    this.onmessage = null;
    /** @type {((event: { message?: string }) => void) | null} */
    this.onerror = null;
    /** @type {(() => void) | null} */
    this.onmessageerror = null;
    setTimeout(() => {
      if (typeof start === 'string') this.onerror?.({ message: start });
      else if (start) this.onmessage?.({ data: { type: HELLO, nested: true, lock: 'a lock' } });
    });
  }

  /** Handles each message in its own task, like a real worker. @param {ToWorker} message */
  postMessage(message) {
    setTimeout(async () => {
      if (this.terminated || message.type !== REQUEST) return;
      const { id, question } = message;
      if (message.question.ask === 'start')
        return this.onmessage?.({ data: { type: ANSWER, id, value: 'compiled' } });
      this.received.push(question);
      try {
        const value = await this.answer(question, (done) =>
          this.onmessage?.({ data: { type: PROGRESS, id, value: done } }),
        );
        if (this.terminated) return;
        if (value !== SILENCE) this.onmessage?.({ data: { type: ANSWER, id, value } });
      } catch (error) {
        const text = String(/** @type {Error} */ (error).message);
        if (error instanceof Refusal) this.onmessage?.({ data: { type: REFUSED, id, message: text } });
        else this.onmessage?.({ data: { type: BROKEN, message: text } });
      }
    }, 0);
  }

  terminate() {
    this.terminated = true;
  }
}
