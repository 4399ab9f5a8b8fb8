// A review: the engine goes through a replay move by move, at low priority, and notes what each move lost against the best.

/** @import { EngineClient } from '../engine/client.js' */

/** The parts of a replay that are looked at. @typedef {Pick<import('./replay.js').Replay, 'rows' | 'cols' | 'moves' | 'ranks' | 'score' | 'direction'>} ReplayLike */

/** @typedef {{ at: number, played: number, best: number, loss: number }} Judged a move, on the board after `at` moves */
/**
 * An engine and the unit of its values: points still to come, or none that has a name.
 * @typedef {{ client: Pick<EngineClient, 'ask' | 'end'>, unit: 'points' | 'units', name: string }} Engine `name`: of what
 *   evaluates, such as a network
 */
/**
 * What a whole review found, by move, and how.
 * @typedef {{
 *   ply: number, unit: 'points' | 'units', name: string, values: ArrayLike<number>, losses: ArrayLike<number>, best: ArrayLike<number>
 * }} Findings
 */
/** @typedef {'running' | 'stopped' | 'done' | 'failed'} State */

/** No move is looked at for longer, in milliseconds. */
const LONGEST_MS = 2000;
/** While the game itself is thought about, it is looked again whether it still is after this, in milliseconds. */
const WAIT_MS = 150;
/** Values that differ by less than this share are one: a search that ends elsewhere in the tree rounds otherwise. */
const SAME = 1e-4;

export class Review {
  /**
   * @param {{
   *   replay: ReplayLike, engine: () => Promise<Engine>, ply: number, busy: () => boolean,
   *   onChange: () => void, onDone?: (findings: Findings) => void, sleep?: (ms: number) => Promise<void>
   * }} options `engine`: one for this run alone; `busy`: the page's own thinks about the game that is played; `onDone` is
   *   told what a whole review found
   */
  constructor(options) {
    this.options = options;
    const { moves } = options.replay;
    /** By board: the value of the best move or, in points, the score that it leads to. Not a number where not known yet. */
    this.values = new Float64Array(moves).fill(NaN);
    /** What the move that was made lost against it. */
    this.losses = new Float64Array(moves).fill(NaN);
    this.best = new Uint8Array(moves);
    /** Boards that have been looked at, from the first on. */
    this.judged = 0;
    /** @type {State} */
    this.state = 'stopped';
    this.trouble = '';
    /** Grows with every run. */
    this.turn = 0;
    /** @type {Engine | null} */
    this.engine = null;
    /** @type {'points' | 'units'} of losses and values */
    this.unit = 'units';
    /** What evaluates. */
    this.name = '';
    this.sleep = options.sleep ?? ((ms) => new Promise((resolve) => { setTimeout(resolve, ms); }));
  }

  get moves() {
    return this.options.replay.moves;
  }

  get ply() {
    return this.options.ply;
  }

  /** Takes what a review of this replay found before, as if this one had. @param {Findings} findings as many as moves */
  take({ unit, name, values, losses, best }) {
    this.values.set(values);
    this.losses.set(losses);
    this.best.set(best);
    this.unit = unit;
    this.name = name;
    this.judged = this.moves;
    this.state = 'done';
  }

  /** Goes on where it stopped; from the start, where what evaluates is another now. */
  async run() {
    if (this.state === 'running') return;
    const turn = ++this.turn;
    this.state = 'running';
    this.options.onChange();
    const engine = await this.options.engine().catch(() => null);
    if (!engine) return this.failed(turn);
    if (!this.runs(turn)) return engine.client.end();
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
      const { ply, unit, name, values, losses, best } = this;
      this.options.onDone?.({ ply, unit, name, values, losses, best });
    }
    this.options.onChange();
  }

  /** There is no engine to be had. @param {number} turn */
  failed(turn) {
    if (!this.runs(turn)) return;
    this.state = 'failed';
    this.trouble = 'The AI couldn’t be loaded. Are you offline?';
    this.options.onChange();
  }

  /** Whether this run is the one that goes on; asked for where that may have changed meanwhile. @param {number} turn */
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
    if (outcome.kind === 'failed') {
      this.state = 'failed';
      this.trouble = outcome.message;
      return;
    }
    const { values, best } = outcome.report;
    const played = replay.direction(at);
    const worth = best === null ? null : values[best];
    const got = played === null ? null : values[played];
    if (worth === null || worth === undefined || best === null) {
      this.state = 'failed';
      this.trouble = `The AI found no move on board ${at}.`;
      return;
    }
    this.values[at] = unit === 'points' ? replay.score(at) + worth : worth;
    const loss = got === null || got === undefined ? NaN : worth - got;
    this.losses[at] = loss < SAME * Math.abs(worth) ? 0 : loss;
    this.best[at] = best;
    this.judged = at + 1;
    onChange();
  }

  /** The share of the moves looked at that lost nothing: the engine's choice, or as good. @returns {number} */
  get accuracy() {
    if (this.judged === 0) return NaN;
    let good = 0;
    for (let at = 0; at < this.judged; at++) if (this.losses[at] === 0) good++;
    return good / this.judged;
  }

  /** What a move lost on the average. @returns {number} */
  get meanLoss() {
    let sum = 0;
    for (let at = 0; at < this.judged; at++) sum += this.losses[at] ?? 0;
    return sum / this.judged;
  }

  /** The moves that lost most, the worst first. @param {number} most @returns {Judged[]} */
  worst(most) {
    return Array.from({ length: this.judged }, (_, at) => at)
      .filter((at) => (this.losses[at] ?? 0) > 0)
      .sort((a, b) => (this.losses[b] ?? 0) - (this.losses[a] ?? 0))
      .slice(0, most)
      .map((at) => this.at(at));
  }

  /** @param {number} at @returns {Judged} */
  at(at) {
    return { at, played: this.options.replay.direction(at) ?? 0, best: this.best[at] ?? 0, loss: this.losses[at] ?? NaN };
  }
}
