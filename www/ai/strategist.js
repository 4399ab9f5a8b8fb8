// Plays strategies of the catalog in a worker of their own, with the same questions and answers as the
// engine.
//
// A strategy cannot be interrupted. If its answer is no longer needed, its worker is ended after a while, and
// the next question starts another.

import { DROPPED } from '../engine/client.js';
import { messageOf } from '../shared/error.js';
import { Refusal } from '../engine/requests.js';
import { PlayersClient } from '../players/worker-client.js';
import { t } from '../shared/text.js';

/** @import { Asking, Outcome, Question, Report, WorkerLike } from '../engine/types.js' */
/** @import { Question as Request, Strategy } from '../players/protocol.js' */

/** A question is given up after it has ended this many workers. */
const TRIES = 2;
/**
 * How long a worker may work on an answer that is no longer needed (ms): starting another takes about as
 * long.
 */
const PATIENCE_MS = 400;

export class Strategist {
  /**
   * @param {{ onTrouble: (message: string) => void, makeWorker?: () => WorkerLike, patienceMs?: number }}
   *   options
   */
  constructor({ onTrouble, makeWorker, patienceMs = PATIENCE_MS }) {
    this.onTrouble = onTrouble;
    this.makeWorker = makeWorker;
    this.patienceMs = patienceMs;
    /** @type {PlayersClient | null} */
    this.client = null;
    /** The last question in line. @type {Promise<unknown>} */
    this.last = Promise.resolve();
    /** Aborted by `end`, which drops all questions. */
    this.living = new AbortController();
    /** @type {Promise<Strategy[]> | null} */
    this.listed = null;
  }

  get isRunning() {
    return this.listed !== null && this.client !== null && !this.client.ended;
  }

  /**
   * Sends a request to the worker, or to a new one if it has died.
   * @param {Request} request
   * @returns {Promise<any>}
   */
  request(request) {
    if (!this.client || this.client.ended) this.client = new PlayersClient({ makeWorker: this.makeWorker });
    return this.client.ask(request);
  }

  /** @returns {Promise<Strategy[]>} rejects if it cannot be loaded; the next call tries again */
  catalog() {
    this.listed ??= this.request({ ask: 'catalog' }).catch((error) => {
      this.listed = null;
      throw error;
    });
    return this.listed;
  }

  /**
   * @param {string} strategy as text
   * @returns {Promise<{ name: string, unit: string }>} its name, and the unit of its values
   */
  async describe(strategy) {
    const [id = ''] = strategy.split(':');
    const { name, unit } = (await this.catalog()).find((entry) => entry.id === id) ?? { name: id, unit: '' };
    return { name, unit };
  }

  /**
   * Asks about a board, after the questions before it.
   * @param {string} strategy as text
   * @param {Question} question
   * @param {Asking} [options] `signal`: its answer is no longer needed
   * @returns {Promise<Outcome>} never rejects
   */
  ask(strategy, question, { signal } = {}) {
    const { signal: living } = this.living;
    const isDropped = () => living.aborted || signal?.aborted === true;
    const answered = this.last.then(() =>
      isDropped() ? DROPPED : this.answer(strategy, question, isDropped, signal),
    );
    this.last = answered;
    return answered;
  }

  /**
   * @param {string} strategy
   * @param {Question} question
   * @param {() => boolean} isDropped
   * @param {AbortSignal} [signal]
   * @returns {Promise<Outcome>}
   */
  async answer(strategy, { position, possible, game = 0n }, isDropped, signal) {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let impatience;
    const hurry = () => {
      impatience = setTimeout(() => this.client?.end(), this.patienceMs);
    };
    for (let tries = 1; ; tries++) {
      const began = performance.now();
      const asked = this.request({ ask: 'choose', strategy, ...position, game });
      const { client } = this;
      signal?.addEventListener('abort', hurry);
      try {
        const { values, best, note } = await asked;
        if (isDropped()) return DROPPED;
        const timeMs = performance.now() - began;
        const { name, unit } = await this.describe(strategy).catch(() => ({ name: strategy, unit: '' }));
        /** @type {Report} */
        const report = {
          best,
          values,
          line: [],
          ply: 0,
          nodes: 0,
          timeMs,
          threads: 1,
          by: {
            kind: 'strategy',
            name,
            unit,
            tier: null,
            note: note ?? '',
            possible: possible ?? null,
          },
        };
        return { kind: 'answer', report };
      } catch (error) {
        const message = messageOf(error);
        if (error instanceof Refusal) return { kind: 'failed', message: `${message}.` };
        client?.end();
        if (isDropped()) return DROPPED;
        if (tries >= TRIES) return { kind: 'failed', message: `${message}.` };
        console.warn(message);
        this.onTrouble(t('The AI crashed and restarted.'));
      } finally {
        clearTimeout(impatience);
        signal?.removeEventListener('abort', hurry);
      }
    }
  }

  /** Ends the workers; the next question starts another. */
  end() {
    this.living.abort();
    this.living = new AbortController();
    this.client?.end();
  }
}
