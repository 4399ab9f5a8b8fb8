// Does what the player asks of the AI: a hint, one step, or autoplay.
//
// Whatever ends what was asked, such as a move of the player, drops its question, so that no answer is
// outdated.

import { wait } from '../shared/wait.js';
import { EFFORT } from './effort.js';
import { ask, evaluated, failed, stop, timing } from './state.js';
import { computed, effect, untracked } from '../vendor/signals-core.js';

/** @import { Askable, Question, Report } from '../engine/types.js' */
/** @import { State } from '../game/state.js' */

/** The search time of a step, in milliseconds: long enough to be good, short enough to wait for. */
const STEP_MS = 500;

/**
 * Follows what the state asks of the AI.
 * @param {State} state @param {Askable} ai
 * @param {{ sleep?: (ms: number) => Promise<unknown>, now?: () => number }} [clock]
 * @returns {() => void} ends it
 */
export function startPilot(state, ai, { sleep = wait, now = () => performance.now() } = {}) {
  /** Whether a question has no answer yet. */
  let asking = false;
  const used = computed(() => state.networks.value.used);

  const ends = [
    effect(() => {
      void state.game.value;
      if (asking) untracked(() => stop(state)); // it was asked about another board
    }),
    effect(() => {
      const mode = state.mode.value;
      asking = false;
      if (mode === 'off') return;
      const leaving = new AbortController();
      untracked(() => void { hint, step, autoplay }[mode](leaving.signal));
      return () => leaving.abort();
    }),
    effect(() => {
      if (used.value !== 'built-in') untracked(giveAgain);
    }),
  ];
  return () => {
    for (const end of ends) end();
  };

  /** A network is loaded: it knows better than the built-in heuristic, which gave the hint that is shown. */
  function giveAgain() {
    const { value } = state.evaluation;
    if (state.mode.value !== 'off' || value.kind !== 'known' || !value.hint) return;
    const { by, judged } = value.report;
    if (!judged && by?.kind !== 'strategy') ask(state, 'hint');
  }

  /** @param {AbortSignal} signal */
  async function hint(signal) {
    const report = await think({ limits: { line: false, ...EFFORT.hint }, compare: true }, signal);
    if (signal.aborted) return;
    if (report) evaluated(state, report, true);
    stop(state);
  }

  /** @param {AbortSignal} signal */
  async function step(signal) {
    continueIfWon();
    const report = await think({ limits: { line: false, timeMs: STEP_MS } }, signal);
    if (signal.aborted) return;
    if (report) play(report);
    stop(state);
  }

  /** Plays until it is stopped or no move is possible. @param {AbortSignal} signal */
  async function autoplay(signal) {
    let last = now();
    for (;;) {
      continueIfWon();
      const limits = { line: false, timeMs: timing(state).thinkingMs, managed: true };
      const report = await think({ limits }, signal);
      if (signal.aborted) return;
      if (!report || report.best === null) break;
      // The search runs while the last move is still drawn; this waits for the rest of the time, in short
      // pieces because the slider may move meanwhile.
      for (;;) {
        const left = last + timing(state).betweenMs - now();
        if (left <= 1) break; // shorter than a timer can wait
        await sleep(Math.min(left, 100));
        if (signal.aborted) return;
      }
      last = now();
      if (!play(report)) break;
      if (signal.aborted) return;
    }
    stop(state);
  }

  /** The AI plays past 2048 without asking. */
  function continueIfWon() {
    if (state.game.value.status === 'won') state.session.keepGoing();
  }

  /**
   * Asks about the board.
   * @param {Pick<Question, 'limits' | 'compare'>} how @param {AbortSignal} signal
   * @returns {Promise<Report | null>} null if there is no answer
   */
  async function think(how, signal) {
    const { ranks, rows, cols, seed: game } = state.game.value;
    const possible = state.session.possible();
    if (!possible.includes(true)) return null;
    asking = true;
    const outcome = await ai.ask({ position: { ranks, rows, cols }, possible, game, ...how }, { signal });
    if (signal.aborted) return null;
    asking = false;
    if (outcome.kind === 'failed') failed(state, outcome.message);
    return outcome.kind === 'answer' ? outcome.report : null;
  }

  /** Shows the report and makes its move. @param {Report} report @returns {boolean} whether it was made */
  function play(report) {
    evaluated(state, report, false);
    return report.best !== null && state.session.move(report.best, 'engine');
  }
}
