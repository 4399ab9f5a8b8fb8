// Does what the player asks of the AI: a hint, one step, or autoplay.
//
// Whatever ends what was asked, such as a move of the player, drops its question, so that no answer is
// outdated.

import { wait } from '../shared/wait.js';
import { perform } from '../game/acts.js';
import { EFFORT } from './effort.js';
import { HINT, evaluated, failed, stop, timing } from './state.js';
import { computed, effect, untracked } from '../vendor/signals-core.js';

/** @import { Askable, Question } from '../engine/types.js' */
/** @import { State } from '../game/state.js' */
/** @import { Mode } from '../game/types.js' */

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
      untracked(() => void go(mode, leaving.signal));
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
    if (!judged && by?.kind !== 'strategy') perform(state, HINT);
  }

  /**
   * Asks about the board and shows the answer. A step makes its move, too; autoplay goes on until it is
   * stopped or no move is possible.
   * @param {Exclude<Mode, 'off'>} mode @param {AbortSignal} signal
   */
  async function go(mode, signal) {
    let last = now();
    do {
      // The AI plays past 2048 without asking.
      if (mode !== 'hint' && state.game.value.status === 'won') state.session.keepGoing();
      const { ranks, rows, cols, seed: game } = state.game.value;
      const possible = state.session.possible();
      if (!possible.includes(true)) break;
      asking = true;
      const question = { position: { ranks, rows, cols }, possible, game, ...effortOf(mode) };
      const outcome = await ai.ask(question, { signal });
      if (signal.aborted) return;
      asking = false;
      if (outcome.kind === 'failed') failed(state, outcome.message);
      if (outcome.kind !== 'answer') break;
      const { report } = outcome;
      // The search runs while the last move is still drawn; this waits for the rest of the time, in short
      // pieces because the slider may move meanwhile. A timer cannot wait for less than 1 ms.
      const left = () => last + timing(state).betweenMs - now();
      while (mode === 'autoplay' && left() > 1) {
        await sleep(Math.min(left(), 100));
        if (signal.aborted) return;
      }
      last = now();
      evaluated(state, report, mode === 'hint');
      if (mode === 'hint' || report.best === null || !state.session.move(report.best, 'engine')) break;
    } while (mode === 'autoplay' && !signal.aborted);
    if (!signal.aborted) stop(state);
  }

  /** @param {Exclude<Mode, 'off'>} mode @returns {Pick<Question, 'limits' | 'compare'>} */
  function effortOf(mode) {
    if (mode === 'hint') return { limits: { line: false, ...EFFORT.hint }, compare: true };
    if (mode === 'step') return { limits: { line: false, timeMs: STEP_MS } };
    return { limits: { line: false, timeMs: timing(state).thinkingMs, managed: true } };
  }
}
