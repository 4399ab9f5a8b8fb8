// Players' workers that a test writes itself: they play, refuse, die, fall silent, or never start. A game is made up from
// its seed.

import { ANSWER, BROKEN, HELLO, REFUSED, REQUEST, Refusal } from '../../../www/engine/requests.js';
import { START } from '../../../www/players/protocol.js';

/** @import { FromWorker, ToWorker } from '../../../www/engine/requests.js' */
/** @import { Question } from '../../../www/players/protocol.js' */

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
    setTimeout(() => {
      if (typeof start === 'string') this.onerror?.({ message: start });
      else if (start) this.onmessage?.({ data: { type: HELLO, nested: true, lock: 'a lock' } });
    });
  }

  /** Everything is read in a task of its own, as from a real worker. @param {ToWorker} message */
  postMessage(message) {
    setTimeout(() => {
      if (this.terminated || message.type !== REQUEST) return;
      const { id, question } = message;
      if (question.ask === START) return this.onmessage?.({ data: { type: ANSWER, id, value: 'compiled' } });
      this.heard.push(question);
      try {
        const value = this.answer(question);
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
