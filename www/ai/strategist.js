// Plays strategies of the catalog in a worker of their own, with the same questions and answers as the
// engine.
//
// A strategy cannot be interrupted. If its answer is no longer needed, its worker is ended after a while, and
// the next question starts another.

import { Newest } from '../engine/newest.js';
import { messageOf } from '../engine/protocol.js';
import { Refusal } from '../engine/requests.js';
import { PlayersClient } from '../players/worker-client.js';
import { percent, t } from '../shared/text.js';
import { playerBySearch, solvesFirst } from './boards.js';
import { Solving } from './solving.js';

/** @import { Outcome, Question, WorkerLike } from '../engine/types.js' */
/** @import { SolvingStatus } from './solving.js' */
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
   * @param {{ onTrouble: (message: string) => void, onSolving?: (status: SolvingStatus) => void,
   *   makeWorker?: () => WorkerLike,
   *   patienceMs?: number, waitMs?: number }} options `onSolving`, `waitMs`: of `Solving`
   */
  constructor({ onTrouble, onSolving, makeWorker, patienceMs = PATIENCE_MS, waitMs }) {
    this.solving = new Solving({ makeWorker, onStatus: onSolving, waitMs });
    this.onTrouble = onTrouble;
    this.makeWorker = makeWorker;
    this.patienceMs = patienceMs;
    /** @type {PlayersClient | null} */
    this.client = null;
    this.questions = new Newest((/** @type {[string, Question]} */ [strategy, question], dropped) =>
      this.answer(strategy, question, dropped),
    );
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
   * Drops earlier questions that have no answer yet.
   * @param {string} strategy as text
   * @param {Question} question
   * @returns {Promise<Outcome>} never rejects
   */
  ask(strategy, question) {
    return this.questions.ask([strategy, question]);
  }

  /**
   * @param {string} strategy
   * @param {Question} question
   * @param {AbortSignal} dropped
   * @returns {Promise<Outcome>}
   */
  async answer(strategy, { position, possible, game = 0n }, dropped) {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let impatience;
    dropped.addEventListener('abort', () => {
      impatience = setTimeout(() => this.client?.end(), this.patienceMs);
    });
    for (let tries = 1; ; tries++) {
      const began = performance.now();
      const { player, solved, why } = await this.playerNow(strategy, position);
      const question = { ask: /** @type {const} */ ('choose'), strategy: player, ...position, game };
      const asked = solved ? solved.ask(question) : this.request(question);
      const client = solved ?? this.client;
      try {
        const { values, best, note } = await asked;
        const timeMs = performance.now() - began;
        const { name, unit } = await this.describe(player).catch(() => ({ name: player, unit: '' }));
        const by = {
          kind: /** @type {const} */ ('strategy'),
          name,
          unit,
          tier: null,
          note: note ?? why ?? '',
          possible: possible ?? null,
        };
        return {
          kind: 'answer',
          report: {
            values,
            best,
            ply: 0,
            nodes: 0,
            tableHits: 0,
            timeMs,
            threads: 1,
            line: [],
            stopped: false,
            history: [],
            by,
          },
        };
      } catch (error) {
        const message = messageOf(error);
        if (error instanceof Refusal) return { kind: 'failed', message: `${message}.` };
        client?.end();
        if (dropped.aborted) return { kind: 'dropped' };
        if (tries >= TRIES) return { kind: 'failed', message: `${message}.` };
        console.warn(message);
        this.onTrouble(t('The AI crashed and restarted.'));
      } finally {
        clearTimeout(impatience);
      }
    }
  }

  /**
   * Who answers now: while the board is being solved, another player.
   * @param {string} strategy as text @param {{ rows: number, cols: number }} size
   * @returns {Promise<{ player: string, solved: PlayersClient | null, why: string | null }>} `why`: why it is
   *   another one
   */
  async playerNow(strategy, size) {
    if (!solvesFirst(strategy, size)) return { player: strategy, solved: null, why: null };
    const { client, solved, share } = await this.solving.board(strategy, size);
    if (solved) return { player: strategy, solved: client, why: null };
    const why = t('this board is being solved for perfect play ({share})', { share: percent(share) });
    return { player: playerBySearch(size), solved: null, why: client.ended ? null : why };
  }

  stop() {
    this.questions.drop();
  }

  /** Ends the workers; the next question starts another. */
  end() {
    this.stop();
    this.client?.end();
    this.solving.end();
  }
}
