// Runs the AI on the game: a hint, one step, or autoplay.
//
// An answer is used only if the session is still at the revision of the question, so it is never applied to another board.

import { timingAt } from './speed.js';

/** @import { EngineClient } from '../engine/client.js' */
/** @import { Limits, Outcome, Report } from '../engine/types.js' */
/** @import { Session } from './session.js' */

/** @typedef {'off' | 'hint' | 'step' | 'autoplay'} Mode */

/** The search time of a hint, in milliseconds: long enough to be good, short enough to wait for. */
const HINT_MS = 500;

export class Pilot {
  /**
   * @param {{
   *   client: Pick<EngineClient, 'ask' | 'stop'> | null, session: Session, speed: () => number,
   *   onMode: (mode: Mode) => void, onReport: (report: Report, mode: Mode) => void,
   *   onTrouble: (message: string) => void,
   *   sleep?: (ms: number) => Promise<void>, now?: () => number
   * }} options `speed`: the position of the slider
   */
  constructor(options) {
    this.options = options;
    /** @type {Mode} */
    this.mode = 'off';
    /** The number of the current activity; an older one uses no more answers. */
    this.activity = 0;
    this.sleep =
      options.sleep ??
      ((ms) =>
        new Promise((resolve) => {
          setTimeout(resolve, ms);
        }));
    this.now = options.now ?? (() => performance.now());
  }

  /** Shows the best move without making it. */
  async hint() {
    const activity = this.begin('hint');
    const report = await this.think(activity, { timeMs: HINT_MS, line: true });
    if (activity !== this.activity) return;
    if (report) this.options.onReport(report, 'hint');
    this.setMode('off');
  }

  /** Makes the best move. */
  async step() {
    this.continueIfWon();
    const activity = this.begin('step');
    const report = await this.think(activity, { timeMs: HINT_MS });
    if (activity !== this.activity) return;
    if (report) this.apply(report);
    this.setMode('off');
  }

  /** Plays until it is stopped or no move is possible. */
  async autoplay() {
    const activity = this.begin('autoplay');
    let last = this.now();
    while (activity === this.activity) {
      this.continueIfWon();
      const report = await this.think(activity, {
        timeMs: timingAt(this.options.speed()).thinkingMs,
        managed: true,
      });
      if (activity !== this.activity) return;
      if (!report || report.best === null) break;
      // The search runs while the last move is still drawn; this waits for the rest of the time, in short pieces because
      // the slider may move meanwhile.
      for (;;) {
        const left = last + timingAt(this.options.speed()).betweenMs - this.now();
        if (left <= 1) break; // shorter than a timer can wait
        await this.sleep(Math.min(left, 100));
        if (activity !== this.activity) return;
      }
      last = this.now();
      if (!this.apply(report)) break;
    }
    if (activity === this.activity) this.setMode('off');
  }

  /** Ends the current activity; its answer will not be used. */
  stop() {
    if (this.mode === 'off') return;
    this.activity++;
    this.options.client?.stop();
    this.setMode('off');
  }

  /** The AI plays past 2048 without asking. */
  continueIfWon() {
    if (this.options.session.status === 'won') this.options.session.keepGoing();
  }

  /** Starts an activity and ends the one before. @param {Mode} mode @returns {number} its number */
  begin(mode) {
    this.activity++;
    this.setMode(mode);
    return this.activity;
  }

  /** @param {Mode} mode */
  setMode(mode) {
    if (mode === this.mode) return;
    this.mode = mode;
    this.options.onMode(mode);
  }

  /**
   * @param {number} activity @param {Limits} limits
   * @returns {Promise<Report | null>} null if there is no answer for the current board
   */
  async think(activity, limits) {
    const { client, session, onTrouble } = this.options;
    if (!client) {
      onTrouble('The AI is turned off (engine=off in the address). You can still play.');
      return null;
    }
    const { revision, rows, cols } = session;
    const possible = session.possible();
    if (!possible.includes(true)) return null;
    const position = { ranks: session.ranks(), rows, cols };
    /** @type {Outcome} */
    const outcome = await client.ask({
      position,
      limits: { line: false, ...limits },
      possible,
      game: session.game.seed,
    });
    if (activity !== this.activity || revision !== session.revision) return null;
    if (outcome.kind === 'failed') onTrouble(outcome.message);
    return outcome.kind === 'answer' ? outcome.report : null;
  }

  /** Shows the report and makes its move. @param {Report} report @returns {boolean} whether it was made */
  apply(report) {
    const { session, onReport } = this.options;
    onReport(report, this.mode);
    return report.best !== null && session.move(report.best, 'engine');
  }
}
