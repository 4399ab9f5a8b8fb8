// A review: the engine evaluates every board of a replay at low priority and computes how much each move lost.

import { t, translatable } from '../text/text.js';
import { gradeOf, lossOf } from './rating.js';

/** @import { Outcome, Question } from '../engine/types.js' */
/** @import { Replay } from './replay.js' */

/** @typedef {{ at: number, played: number, best: number, loss: number }} Judged a move, on the board after `at` moves */
/**
 * An engine and the unit of its values: expected points, or heuristic units.
 * @typedef {{ client: { ask: (question: Question) => Promise<Outcome>, end: () => void }, unit: 'points' | 'units', name: string }} Engine `name`: of the
 *   evaluator, such as a network
 */
/** @typedef {'running' | 'stopped' | 'done' | 'failed'} State */

/** The longest search of a move, in milliseconds. */
const LONGEST_MS = 2000;
/** How often to check whether the AI still thinks about the game, in milliseconds. */
const WAIT_MS = 150;

export class Review {
  /**
   * @param {{
   *   replay: Pick<Replay, 'rows' | 'cols' | 'moves' | 'ranks' | 'score' | 'direction'>,
   *   engine: () => Promise<Engine>, ply: number, busy: () => boolean,
   *   onChange: () => void, onDone?: () => void, sleep?: (ms: number) => Promise<void>
   * }} options `engine`: starts an engine for this run alone; `busy`: the page's engine thinks about the current game; `onDone`:
   *   called when every move is reviewed
   */
  constructor(options) {
    this.options = options;
    const {
      ply,
      replay: { moves },
    } = options;
    this.ply = ply;
    this.moves = moves;
    /** By board: the value of the best move or, in points, the expected final score. NaN if not known yet. */
    this.values = new Float64Array(moves).fill(NaN);
    /** By board: the loss of the played move compared with the best one. */
    this.losses = new Float64Array(moves).fill(NaN);
    this.best = new Uint8Array(moves);
    /** The number of boards evaluated so far, from the first on. */
    this.judged = 0;
    /** @type {State} */
    this.state = 'stopped';
    this.trouble = '';
    /** Incremented with every run. */
    this.turn = 0;
    /** @type {Engine | null} */
    this.engine = null;
    /** @type {'points' | 'units'} the unit of losses and values */
    this.unit = 'units';
    /** The name of the evaluator. */
    this.name = '';
    this.sleep =
      options.sleep ??
      ((ms) =>
        new Promise((resolve) => {
          setTimeout(resolve, ms);
        }));
  }

  /** Continues where it stopped, or from the start if the evaluator has changed. */
  async run() {
    if (this.state === 'running') return;
    const turn = ++this.turn;
    this.state = 'running';
    this.options.onChange();
    const engine = await this.options.engine().catch(() => null);
    if (!this.runs(turn)) return engine?.client.end();
    if (!engine) return this.fail(translatable('The AI couldn’t be loaded. Are you offline?'));
    this.engine = engine;
    if (engine.name !== this.name) this.judged = 0;
    this.name = engine.name;
    this.unit = engine.unit;
    while (this.runs(turn) && this.judged < this.moves) {
      if (this.options.busy()) await this.sleep(WAIT_MS);
      else await this.judge(this.judged, engine);
    }
    engine.client.end();
    if (this.runs(turn)) {
      this.state = 'done';
      this.options.onDone?.();
    }
    this.options.onChange();
  }

  /** @param {string} trouble */
  fail(trouble) {
    this.state = 'failed';
    this.trouble = trouble;
    this.options.onChange();
  }

  /** Whether this run is still the current one; checked after every wait. @param {number} turn */
  runs(turn) {
    return this.state === 'running' && turn === this.turn;
  }

  stop() {
    if (this.state !== 'running') return;
    this.state = 'stopped';
    this.engine?.client.end();
  }

  /** @param {number} at @param {Engine} engine */
  async judge(at, { client, unit }) {
    const { replay, ply, onChange } = this.options;
    const position = { ranks: replay.ranks(at).slice(), rows: replay.rows, cols: replay.cols };
    const outcome = await client.ask({ position, limits: { ply, timeMs: LONGEST_MS, line: false } });
    if (this.state !== 'running' || outcome.kind === 'dropped') return;
    if (outcome.kind === 'failed') return this.fail(outcome.message);
    const { values, best } = outcome.report;
    const played = replay.direction(at);
    const worth = best === null ? null : values[best];
    const got = played === null ? null : values[played];
    if (worth === null || worth === undefined || best === null)
      return this.fail(t('The AI found no move on board {at}.', { at }));
    this.values[at] = unit === 'points' ? replay.score(at) + worth : worth;
    this.losses[at] = got === null || got === undefined ? NaN : lossOf(worth, got);
    this.best[at] = best;
    this.judged = at + 1;
    onChange();
  }

  /** The share of evaluated moves that were as good as the engine's choice. @returns {number} */
  get accuracy() {
    return this.losses.subarray(0, this.judged).filter((loss) => loss === 0).length / this.judged;
  }

  /** The mean loss per move. @returns {number} */
  get meanLoss() {
    return this.losses.subarray(0, this.judged).reduce((sum, loss) => sum + loss, 0) / this.judged;
  }

  /** The accuracy by phase: while each tile was the largest, smallest first. @returns {{ rank: number, accuracy: number }[]} */
  get byTile() {
    /** @type {Map<number, number[]>} */
    const losses = new Map();
    for (let at = 0; at < this.judged; at++) {
      const rank = Math.max(...this.options.replay.ranks(at));
      const before = losses.get(rank) ?? [];
      before.push(this.losses[at] ?? NaN);
      losses.set(rank, before);
    }
    return [...losses]
      .map(([rank, all]) => ({ rank, accuracy: all.filter((loss) => loss === 0).length / all.length }))
      .sort((a, b) => a.rank - b.rank);
  }

  /** How many moves lost points, by grade. Values in other units have no grades. */
  get byGrade() {
    const counts = { good: 0, inaccuracy: 0, mistake: 0, blunder: 0 };
    for (let at = 0; at < this.judged && this.unit === 'points'; at++) {
      const loss = this.losses[at] ?? 0;
      if (loss > 0) counts[gradeOf(loss, Number(this.values[at]) - this.options.replay.score(at))]++;
    }
    return counts;
  }

  /** The biggest losses, worst first. @param {number} most @returns {Judged[]} */
  worst(most) {
    return Array.from({ length: this.judged }, (_, at) => at)
      .filter((at) => (this.losses[at] ?? 0) > 0)
      .sort((a, b) => (this.losses[b] ?? 0) - (this.losses[a] ?? 0))
      .slice(0, most)
      .map((at) => this.at(at));
  }

  /** @param {number} at @returns {Judged} */
  at(at) {
    return {
      at,
      played: this.options.replay.direction(at) ?? 0,
      best: this.best[at] ?? 0,
      loss: this.losses[at] ?? NaN,
    };
  }
}
