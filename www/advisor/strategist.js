// Gives a strategy of the catalogue the same interface as the engine: the same questions and the same answers.

import { startPlayersWorker } from '../engine/scripts.js';
import { StrategyPlayer } from '../players/strategy-player.js';
import { PlayersClient } from '../players/worker-client.js';

/** @import { Outcome, Question } from '../engine/client.js' */
/** @import { Strategy } from '../players/protocol.js' */

export class Strategist {
  /** @param {{ onTrouble: (message: string) => void, makeWorker?: () => any }} options */
  constructor({ onTrouble, makeWorker = startPlayersWorker }) {
    this.player = new StrategyPlayer({ open: () => new PlayersClient({ makeWorker }), onTrouble });
    /** @type {Promise<Strategy[]> | null} */
    this.listed = null;
    /** Checks whether a strategy plays a size, by `strategy size`. @type {Map<string, Promise<unknown>>} */
    this.checked = new Map();
  }

  /** @returns {Promise<Strategy[]>} rejects if it cannot be loaded; the next call tries again */
  catalogue() {
    this.listed ??= this.player.consult({ ask: 'catalogue' }).catch((error) => {
      this.listed = null;
      throw error;
    });
    return this.listed;
  }

  /**
   * @param {string} strategy as text @param {{ rows: number, cols: number }} size
   * @returns {Promise<unknown>} rejects with `Refusal` if the strategy does not exist or does not play this board
   */
  check(strategy, { rows, cols }) {
    const key = `${strategy} ${rows}x${cols}`;
    const checked = this.checked.get(key) ?? this.player.consult({ ask: 'check', strategy, rows, cols });
    this.checked.set(key, checked);
    // A failed check is not kept, because the worker may have died.
    checked.catch(() => this.checked.delete(key));
    return checked;
  }

  /** @param {string} strategy as text @returns {Promise<{ name: string, unit: string }>} its name, and the unit of its values */
  async describe(strategy) {
    const [id = ''] = strategy.split(':');
    const { name, unit } = (await this.catalogue()).find((entry) => entry.id === id) ?? { name: id, unit: '' };
    return { name, unit };
  }

  /** @param {string} strategy as text @param {Question} question @returns {Promise<Outcome>} never rejects */
  async ask(strategy, { position, possible, game = 0n }) {
    const opinion = await this.player.ask({ strategy, ...position, game });
    if (opinion.kind === 'failed') return { kind: 'failed', message: `${opinion.message}.` };
    if (opinion.kind === 'dropped') return opinion;
    const { thought: { values, best, note }, ms } = opinion;
    const { name, unit } = await this.describe(strategy).catch(() => ({ name: strategy, unit: '' }));
    return {
      kind: 'answer',
      report: {
        values, best, ply: 0, nodes: 0, tableHits: 0, timeMs: ms, threads: 1, line: [], stopped: false, history: [],
        by: { kind: 'strategy', name, unit, tier: null, note: note ?? '', possible: possible ?? null },
      },
    };
  }

  /** Whether its worker has started. */
  get isRunning() {
    return this.listed !== null && this.player.isOpen;
  }

  /** Drops the question: its answer is no longer needed. */
  stop() {
    this.player.stop();
  }

  /** Ends the worker if it is busy, so that the next question does not wait for an answer that is no longer needed. */
  interrupt() {
    if (this.player.running) this.player.end();
  }

  /** Ends the worker; the next question starts another. */
  end() {
    this.player.end();
  }
}
