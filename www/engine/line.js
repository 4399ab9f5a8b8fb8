// Questions one after another. Each has a signal that drops it.

/** @import { Asking, Dropped } from './types.js' */

/** @type {Dropped} */
export const DROPPED = { kind: 'dropped' };

export class Line {
  constructor() {
    /** The last question in line. @type {Promise<unknown>} */
    this.last = Promise.resolve();
    /** Aborted by `end`. */
    this.living = new AbortController();
  }

  /**
   * @template O
   * @param {(isDropped: () => boolean, signal?: AbortSignal) => Promise<O>} answer called when the
   *   questions before it are done, unless it was dropped before; never rejects
   * @param {Asking} [options] `signal` drops it
   * @returns {Promise<O | Dropped>} never rejects
   */
  ask(answer, { signal } = {}) {
    const { signal: living } = this.living;
    const isDropped = () => living.aborted || signal?.aborted === true;
    /** @type {Promise<O | Dropped>} */
    const answered = this.last.then(async () => (isDropped() ? DROPPED : answer(isDropped, signal)));
    this.last = answered;
    return answered;
  }

  /** Drops all questions. */
  end() {
    this.living.abort();
    this.living = new AbortController();
  }
}
