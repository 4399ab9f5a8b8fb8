// Workers of the Lab that a test writes itself: they play, refuse, die, fall silent, or never start.
//
// Leaves out playing: a game is made up from its seed.

import { Refusal } from '../../../www/players/worker-client.js';
import { ANSWER, BROKEN, READY, REFUSED, START } from '../../../www/players/protocol.js';

/** @import { FromWorker, Question, ToWorker } from '../../../www/players/protocol.js' */

/**
 * `start`: true starts, a text is what it dies of, false stays silent. `answer` gives a value, throws a `Refusal`, throws
 * what the worker dies of, or gives `SILENCE`.
 * @typedef {{ start?: boolean | string, answer?: (question: Question) => unknown }} Script
 */

/** No answer comes. */
export const SILENCE = Symbol('silence');

/** @param {number} seed */
export const game = (seed) => ({ seed, score: seed * 4, largestRank: 5, moves: 10, seconds: 0.5 });

export class FakeWorker {
  /** @param {Script} [script] */
  constructor({ start = true, answer = (question) => (question.ask === 'play' ? game(question.seed) : null) } = {}) {
    this.start = start;
    this.answer = answer;
    this.terminated = false;
    /** @type {Question[]} */
    this.heard = [];
    /** @type {((event: { data: FromWorker }) => void) | null} */
    this.onmessage = null;
    /** @type {((event: { message?: string }) => void) | null} */
    this.onerror = null;
    /** @type {(() => void) | null} */
    this.onmessageerror = null;
  }

  /** Everything is read in a task of its own, as from a real worker. @param {ToWorker} message */
  postMessage(message) {
    setTimeout(() => {
      if (this.terminated) return;
      if (message.type === START) {
        if (this.start === true) this.onmessage?.({ data: { type: READY, module: 'compiled' } });
        else if (typeof this.start === 'string') this.onerror?.({ message: this.start });
        return;
      }
      this.heard.push(message.question);
      const { id } = message;
      try {
        const value = this.answer(message.question);
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
