// Lets the AI evaluate each board for the coach.
//
// A move never waits for an evaluation, which may arrive before or after it. During an evaluation quick moves
// stay without a rating. Before the coach criticizes a move, the AI takes a longer look at the board, as a
// review does.

import { EFFORT } from '../ai/effort.js';
import { needsLongLook, rate } from '../ai/rating.js';
import { addGuard } from '../game/acts.js';
import { knows, knowsBetter, mayMove, switchCoach } from './state.js';
import { rateMove } from './rate-move.js';
import { computed, effect, untracked } from '../vendor/signals-core.js';

/** @import { EvaluationLimits } from '../pkg/afterstate.js' */
/** @import { Askable, Direction } from '../engine/types.js' */
/** @import { State } from '../game/state.js' */
/** @import { BoardState, CoachKnows } from '../game/types.js' */

/** A move, and what was possible after it. @typedef {{ played: Direction, possible: boolean[] }} Move */

/** Asks for a blunder to be made twice, where that is wanted. @param {State} state */
function holdBlunders(state) {
  const wanted = computed(() => state.coach.value.kind === 'on' && state.settings.value.askBlunder);
  effect(() => {
    if (!wanted.value) return undefined;
    return untracked(() =>
      addGuard(state, ({ does }, direction) =>
        does === 'move' && !mayMove(state, direction) ? false : 'go on',
      ),
    );
  });
}

/** A hint has looked longer at its board than the coach. @param {State} state */
function followHints(state) {
  effect(() => {
    const { value } = state.evaluation;
    if (value.kind === 'known' && value.hint) untracked(() => knowsBetter(state, value.report));
  });
}

/** @param {State} state @param {Askable} ai */
export function startCoach(state, ai) {
  holdBlunders(state);
  followHints(state);
  /** The board that the AI evaluates now. @type {BoardState | 'none'} */
  let asked = 'none';
  /** The move made on it meanwhile. @type {Move | 'none'} */
  let owed = 'none';
  /** How long the AI has looked at the board that is known. @type {EvaluationLimits} */
  let effort = EFFORT.coach;
  /** Drops the question when its answer no longer holds, or the AI is needed for something else. */
  let leaving = new AbortController();
  let board = state.game.value;
  let used = state.networks.value.used;
  /** Whether the AI does something else, or another tab has the board and its own coach. */
  const rests = computed(() => state.mode.value !== 'off' || state.owner.value === 'elsewhere');

  effect(() => {
    const on = state.settings.value.coach && !state.final.value;
    untracked(() => {
      if (!on) drop();
      switchCoach(state, on);
      look();
    });
  });
  effect(() => {
    const game = state.game.value;
    untracked(() => moved(game));
  });
  effect(() => {
    untracked(rests.value ? drop : look);
  });
  effect(() => {
    const now = state.networks.value.used;
    if (now === used) return;
    used = now;
    untracked(() => {
      drop();
      knows(state, 'nothing');
      look();
    });
  });

  function drop() {
    leaving.abort();
    leaving = new AbortController();
    asked = owed = 'none';
  }

  /** @param {BoardState} now after a change */
  function moved(now) {
    const { value: coach } = state.coach;
    const before = board;
    board = now;
    if (now === before || coach.kind === 'off') return;
    const { change } = now;
    if (change.kind === 'step' && change.by === 'person' && !change.redone) {
      const move = { played: change.step.direction, possible: now.possible };
      if (coach.known !== 'nothing' && coach.known.board === before) settle(coach.known, move);
      else if (asked === before) owed = move;
    } else if (change.kind !== 'step') drop();
    look();
  }

  /**
   * Rates a move; before it is criticized, the AI looks longer.
   * @param {CoachKnows} known of the board before it @param {Move} move
   */
  function settle(known, move) {
    const { board, report } = known;
    const looksAgain = effort === EFFORT.coach && report.judged && needsLongLook(rate(report, move.played));
    if (!looksAgain) return rateMove(state, known, move.played, move);
    owed = move;
    void evaluate(board, EFFORT.again);
  }

  /** Evaluates the current board, unless there is an answer or one is pending. */
  function look() {
    const { value: coach } = state.coach;
    const now = state.game.value;
    if (coach.kind === 'off' || asked !== 'none' || rests.value) return;
    if (coach.known !== 'nothing' && coach.known.board === now) return;
    // A move that is held back has to be a blunder, so a warning needs the longer look beforehand.
    const limits = state.settings.value.askBlunder ? EFFORT.again : EFFORT.coach;
    if (!now.isOver) void evaluate(now, limits);
  }

  /** @param {BoardState} board @param {EvaluationLimits} limits */
  async function evaluate(board, limits) {
    asked = board;
    const { signal } = leaving;
    const { ranks, rows, cols, seed, possible } = board;
    const position = { ranks, rows, cols };
    const question = { position, limits, compare: true, judge: true, possible, game: seed };
    const outcome = await ai.ask(question, { signal });
    if (signal.aborted) return;
    const move = owed;
    asked = owed = 'none';
    if (outcome.kind === 'answer') {
      const { report } = outcome;
      effort = limits;
      knows(state, { board, report });
      if (move !== 'none') settle({ board, report }, move);
    }
    // Without an answer only another board is worth another question.
    if (outcome.kind === 'answer' || state.game.value !== board) look();
  }
}
