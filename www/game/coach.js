// The coach: lets the AI evaluate each board, and rates the player's move on it.
//
// A move never waits for an evaluation, which may arrive before or after it. During an evaluation quick moves stay without
// a rating. If warnings are on, a move already known to be a blunder must be repeated.

import { rate } from './rating.js';

/** @import { Outcome, Question, Report } from '../engine/types.js' */
/** @import { Rating } from './rating.js' */
/** @import { Change, Session } from './session.js' */

/** The search time of each board, in milliseconds: an answer is due within 300. */
const LOOK_MS = 150;

/** A board that the AI evaluates. @typedef {{ revision: number, ranks: Uint8Array, rows: number, cols: number, score: number }} Board */
/** A rated move: on `board`, with the ranks and the possible moves after it. @typedef {{ rating: Rating, board: Board, after: { ranks: Uint8Array, possible: boolean[] } }} RatedMove */
/** Points in the AI's expectation: made, expected at the end, and the most that was expected in this game. @typedef {{ made: number, end: number, most: number }} Outlook */

export class Coach {
  /**
   * @param {{
   *   client: { ask: (question: Question) => Promise<Outcome> },
   *   session: Pick<Session, 'revision' | 'rows' | 'cols' | 'score' | 'status' | 'ranks' | 'possible' | 'game'>,
   *   busy: () => boolean, asks: () => boolean,
   *   onRating: (move: RatedMove) => void, onOutlook: (outlook: Outlook | null) => void, onWarning: (rating: Rating) => void,
   *   onLeft: () => void, onEnd?: () => void
   * }} options `onLeft`: the last move that was rated is not the last move on the board any more; `busy`: the AI is used for something else; `asks`: whether a blunder needs a confirmation
   */
  constructor(options) {
    this.options = options;
    /** @type {{ board: Board, report: Report } | null} the last answer */
    this.known = null;
    /** @type {Board | null} the board that the AI evaluates */
    this.asked = null;
    /** @type {{ played: number, after: RatedMove['after'] } | null} the move made on it meanwhile */
    this.owed = null;
    /** The move that was warned about: its board and direction. */
    this.warned = '';
    /** The highest expected score so far in the game of this seed and size. */
    this.peak = { game: '', end: 0 };
    this.ended = false;
    /** Incremented when the evaluator changes. */
    this.evaluator = 0;
  }

  /** @param {Change} change that has just been made */
  changed(change) {
    const { session } = this.options;
    const revision = session.revision - 1;
    const redone = change.kind === 'step' && change.redone === true;
    if (change.kind === 'board' || redone) {
      // A move that was undone meanwhile gets no rating.
      this.owed = null;
      this.options.onLeft();
    } else if (change.by === 'person') {
      const played = change.step.direction;
      const after = { ranks: session.ranks(), possible: session.possible() };
      if (this.known?.board.revision === revision)
        this.rateMove(this.known.board, this.known.report, played, after);
      else if (this.asked?.revision === revision) this.owed = { played, after };
    }
    // During autoplay boards are not evaluated for the coach, so an old bar would be wrong.
    if (change.kind === 'step' && change.by === 'engine') this.options.onOutlook(null);
    this.look();
  }

  /** Evaluates the current board, unless there is an answer or one is pending. */
  look() {
    const { session, busy, onOutlook } = this.options;
    if (this.ended || this.asked || busy() || this.known?.board.revision === session.revision) return;
    if (!session.possible().includes(true)) return onOutlook(this.outlook(session.score, 0));
    const { revision, rows, cols, score } = session;
    void this.ask({ revision, rows, cols, score, ranks: session.ranks().slice() });
  }

  /** @param {Board} board */
  async ask(board) {
    const { client, session, onOutlook } = this.options;
    this.asked = board;
    const { evaluator } = this;
    const { ranks, rows, cols } = board;
    const outcome = await client.ask({
      position: { ranks, rows, cols },
      limits: { timeMs: LOOK_MS, line: false },
      possible: session.possible(),
      game: session.game.seed,
    });
    const { owed } = this;
    this.asked = null;
    this.owed = null;
    if (this.ended) return;
    if (outcome.kind === 'answer') {
      const { report } = outcome;
      this.known = { board, report };
      const value = report.best === null ? null : (report.values[report.best] ?? null);
      onOutlook(report.by?.unit === 'points' && value !== null ? this.outlook(board.score, value) : null);
      if (owed) this.rateMove(board, report, owed.played, owed.after);
    }
    if (evaluator !== this.evaluator) this.known = null;
    // Dropped for another question. The page calls `look` when the AI is free again.
    if (outcome.kind === 'answer' || session.revision !== board.revision) this.look();
  }

  /** @param {Board} board @param {Report} report @param {number} played @param {RatedMove['after']} after */
  rateMove(board, report, played, after) {
    const rating = rate(report, played);
    if (rating) this.options.onRating({ rating, board, after });
  }

  /** @param {number} made @param {number} toCome points @returns {Outlook} */
  outlook(made, toCome) {
    const {
      rows,
      cols,
      game: { seed },
    } = this.options.session;
    const game = `${rows}x${cols}:${seed}`;
    const end = made + toCome;
    this.peak = { game, end: this.peak.game === game ? Math.max(this.peak.end, end) : end };
    return { made, end, most: this.peak.end };
  }

  /**
   * Whether to make a move at once. A known blunder is made only when it is repeated.
   * @param {number} direction @returns {boolean}
   */
  mayPlay(direction) {
    const { session, asks, onWarning } = this.options;
    if (!asks() || this.known?.board.revision !== session.revision) return true;
    const rating = session.possible()[direction] ? rate(this.known.report, direction) : null;
    const move = `${session.revision} ${direction}`;
    if (rating?.grade !== 'blunder' || this.warned === move) return true;
    this.warned = move;
    onWarning(rating);
    return false;
  }

  /** The evaluator of the AI has changed. */
  refresh() {
    this.known = null;
    this.evaluator++;
    this.look();
  }

  end() {
    this.ended = true;
    this.options.onEnd?.();
  }
}
