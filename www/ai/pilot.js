// Does what is asked of the AI: a hint, one step, or autoplay. It is loaded with the AI.

import { perform } from '../game/acts.js';
import { timingAt } from '../game/speed.js';
import { wait } from '../shared/wait.js';
import { computed, effect, untracked } from '../vendor/signals-core.js';
import { HINT, evaluated, stop } from './acts.js';
import { EFFORT } from './effort.js';
import { noAnswer } from './state.js';

/** @import { Askable } from '../engine/types.js' */
/** @import { State } from '../game/state.js' */
/** @import { Mode } from '../game/types.js' */

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
  /** The time between two moves, and how much of it is for thinking. */
  const timing = () => timingAt(state.speed.value);

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
      const { ranks, rows, cols, seed: game, possible, isOver } = state.game.value;
      if (isOver) break;
      asking = true;
      const position = { ranks, rows, cols };
      const effort = mode === 'autoplay' ? { timeMs: timing().thinkingMs, managed: true } : EFFORT[mode];
      const limits = { line: false, ...effort };
      const compare = mode === 'hint';
      const outcome = await ai.ask({ position, limits, compare, possible, game }, { signal });
      if (signal.aborted) return;
      asking = false;
      if (outcome.kind === 'failed') noAnswer(state, outcome.message);
      if (outcome.kind !== 'answer') break;
      const { report } = outcome;
      // The search runs while the last move is still drawn; this waits for the rest of the time, in short
      // pieces because the slider may move meanwhile. A timer cannot wait for less than 1 ms.
      const left = () => last + timing().betweenMs - now();
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
}
