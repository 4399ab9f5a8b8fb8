// Lets the AI evaluate each board for the coach.
//
// A move never waits for an evaluation, which may arrive before or after it. During an evaluation quick moves stay without
// a rating.

import { EFFORT } from '../game/effort.js';
import { expects, knows, switchCoach } from '../state/coach.js';
import { rateMove } from '../state/rate-move.js';
import { effect, untracked } from '../vendor/signals-core.js';

/** @import { Outcome, Question } from '../engine/types.js' */
/** @import { Board, BoardState, Outlook, State } from '../state/state.js' */

/** @param {State} state @param {{ ask: (question: Question) => Promise<Outcome> }} answerer */
export function startCoach(state, answerer) {
  /** The board that the AI evaluates now. @type {Board | 'none'} */
  let asked = 'none';
  /** The move made on it meanwhile. @type {{ played: number, possible: boolean[] } | 'none'} */
  let owed = 'none';
  const outlook = outlookOf(state);
  /** Incremented when the evaluator changes, or the coach is switched off. */
  let evaluator = 0;
  let revision = -1;
  let used = state.networks.value.used;

  effect(() => {
    const on = state.settings.value.coach && !state.final.value;
    untracked(() => {
      if (!on) evaluator++;
      switchCoach(state, on);
      look();
    });
  });
  effect(() => {
    const game = state.game.value;
    untracked(() => moved(game));
  });
  effect(() => {
    if (state.mode.value === 'off') untracked(look);
  });
  effect(() => {
    const now = state.networks.value.used;
    if (now === used) return;
    used = now;
    evaluator++;
    untracked(() => {
      knows(state, 'nothing');
      look();
    });
  });

  /** @param {BoardState} game after a change */
  function moved({ change, revision: now }) {
    const { value: coach } = state.coach;
    const before = revision;
    revision = now;
    if (before < 0 || now === before || coach.kind === 'off') return;
    if (change.kind === 'step' && change.by === 'person' && !change.redone && now === before + 1) {
      const move = { played: change.step.direction, possible: state.session.possible() };
      if (coach.known !== 'nothing' && coach.known.board.revision === before)
        rateMove(state, coach.known.board, coach.known.report, move.played, move);
      else if (asked !== 'none' && asked.revision === before) owed = move;
    }
    // During autoplay boards are not evaluated for the coach, so an old bar would be wrong.
    else if (change.kind === 'step') expects(state, 'unknown');
    look();
  }

  /** Evaluates the current board, unless there is an answer or one is pending. */
  function look() {
    const { value: coach } = state.coach;
    const { revision: now, rows, cols, score, ranks } = state.game.value;
    if (coach.kind === 'off' || asked !== 'none' || state.mode.value !== 'off') return;
    if (coach.known !== 'nothing' && coach.known.board.revision === now) return;
    const possible = state.session.possible();
    if (possible.includes(true)) void evaluate({ revision: now, rows, cols, score, ranks }, possible);
    else expects(state, outlook(score, 0));
  }

  /** @param {Board} board @param {boolean[]} possible */
  async function evaluate(board, possible) {
    asked = board;
    const by = evaluator;
    const { ranks, rows, cols, score } = board;
    const outcome = await answerer.ask({
      position: { ranks, rows, cols },
      limits: EFFORT.coach,
      compare: true,
      possible,
      game: state.game.value.seed,
    });
    const move = owed;
    asked = 'none';
    owed = 'none';
    if (state.coach.value.kind === 'off') return;
    if (outcome.kind === 'answer') {
      const { report } = outcome;
      knows(state, by === evaluator ? { board, report } : 'nothing');
      const points = report.judged?.outlook?.points;
      expects(state, points === undefined ? 'unknown' : outlook(score, points));
      if (move !== 'none') rateMove(state, board, report, move.played, move);
    }
    // A dropped question is asked again when the AI is free.
    if (outcome.kind === 'answer' || state.game.value.revision !== board.revision) look();
  }
}

/** Computes outlooks, with the highest expected score so far in the game of this seed and size. @param {State} state */
function outlookOf(state) {
  let peak = { game: '', end: 0 };
  /** @param {number} made @param {number} toCome points @returns {Outlook} */
  return (made, toCome) => {
    const { rows, cols, seed } = state.game.value;
    const game = `${rows}x${cols}:${seed}`;
    const end = made + toCome;
    peak = { game, end: peak.game === game ? Math.max(peak.end, end) : end };
    return { made, end, most: peak.end };
  };
}
