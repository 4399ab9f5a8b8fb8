// A strategy of the catalogue in the engine's place: asked about a board as the engine is, and answering in its words.
//
// Leaves out which strategy (strategies.js, frame-ai.js) and its worker (players/strategy-player.js).

import { Desk } from '../players/worker-client.js';
import { StrategyPlayer } from '../players/strategy-player.js';
import { startLabWorker } from '../engine/scripts.js';
import { unitInWords } from '../view/catalogue.js';
import { whyInWords } from '../view/phrases.js';

/** @import { Outcome, Question } from '../engine/client.js' */
/** @import { Report } from '../engine/protocol.js' */
/** @import { WorkerLike } from '../players/worker-client.js' */
/** @import { Judgement } from '../players/protocol.js' */
/** @import { Strategy } from '../view/catalogue.js' */

/**
 * Of what plays every board from 2x2 to 9x9, the best on 3x3: 12 games from seed 0 have a mean of 1839 points, those of the
 * next (vryniotis) 1331, on 2026-11-21 (`afterstate experiment --board 3x3 --games 12`).
 */
export const ANY_BOARD = 'moskvil';

export class Strategist {
  /** @param {{ onTrouble: (message: string) => void }} options */
  constructor({ onTrouble }) {
    this.player = new StrategyPlayer({
      open: () => new Desk({ makeWorker: () => /** @type {WorkerLike} */ (startLabWorker()) }),
      onTrouble,
    });
  }

  /** @returns {Promise<Strategy[]>} rejected where it cannot be loaded */
  catalogue() {
    return this.player.consult({ ask: 'catalogue' });
  }

  /**
   * @param {string} strategy as text @param {{ rows: number, cols: number }} size
   * @returns {Promise<unknown>} rejected with `Refusal` where there is no such strategy, or not on this board
   */
  check(strategy, { rows, cols }) {
    return this.player.consult({ ask: 'check', strategy, rows, cols });
  }

  /**
   * @param {Pick<Question, 'position' | 'possible'>} question
   * @param {{ text: string, name: string, unit?: string, game: bigint }} who `unit`: of its values, for where they are shown; `game`
   *   tells games apart
   * @returns {Promise<Outcome>} never rejected
   */
  async ask({ position, possible = [] }, { text, name, unit = '', game }) {
    const opinion = await this.player.ask({ strategy: text, ...position, game });
    if (opinion.kind === 'answer') return { kind: 'answer', report: reportOf(opinion.thought, { name, unit }, opinion.ms, possible) };
    return opinion.kind === 'failed' ? { kind: 'failed', message: `${opinion.message}.` } : opinion;
  }

  /** Nobody wants an answer any more. */
  stop() {
    this.player.stop();
  }

  /** What is asked next is heard at once, and not after a thought that nobody wants. */
  interrupt() {
    if (this.player.running) this.player.end();
  }

  /** Ends the worker; the next question starts another. */
  end() {
    this.player.end();
  }
}

/**
 * What a strategy thinks, in the shape of a search's report.
 * @param {Judgement} thought @param {{ name: string, unit: string }} who @param {number} ms @param {boolean[]} possible @returns {Report}
 */
function reportOf({ values, best, note }, { name, unit }, ms, possible) {
  const finite = values.every((value) => value === null || Number.isFinite(value));
  const judged = values.some((value) => value !== null);
  const time = ms < 1 ? 'under 1 ms' : ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
  return {
    values, best, ply: 0, nodes: 0, tableHits: 0, timeMs: ms, threads: 1, line: [], stopped: false, history: [],
    said: {
      line: `${name} · ${time}`,
      unit: judged ? `Values of ${name}: ${unitInWords(unit)}, larger is better` : `${name} judges no moves`,
      why: note ? `Not by the values: ${note}.` : (finite ? whyInWords({ values, best }, unit, 'is worth') : ''),
      possible,
    },
  };
}
