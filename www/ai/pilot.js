// Does what the player asks of the AI: a hint, one step, or autoplay.
//
// An answer is used only if the board is still that of the question and nothing else was asked meanwhile.

import { wait } from '../shared/wait.js';
import { EFFORT } from './effort.js';
import { wantsForecast } from './chances-state.js';
import { ask, evaluated, failed, stop, timing } from './state.js';
import { knowsBetter } from '../coach/state.js';
import { computed, effect, untracked } from '../vendor/signals-core.js';
import { askForecast } from './chances.js';

/** @import { Limits, Outcome, Question, Report } from '../engine/types.js' */
/** @import { State } from '../game/state.js' */

/**
 * What answers, such as the advisor.
 * @typedef {{ ask: (question: Question) => Promise<Outcome>, stop: () => void }} Answerer
 */

/** The search time of a step, in milliseconds: long enough to be good, short enough to wait for. */
const STEP_MS = 500;
/** During autoplay the line below the board is brought up to date this often, in milliseconds. */
const FORECAST_MS = 2000;

/**
 * Follows what the state asks of the AI.
 * @param {State} state @param {Answerer} answerer
 * @param {{ sleep?: (ms: number) => Promise<unknown>, now?: () => number }} [clock]
 * @returns {() => void} ends it
 */
export function startPilot(state, answerer, { sleep = wait, now = () => performance.now() } = {}) {
  /** Whether a question of the pilot has no answer yet. */
  let asking = false;
  const used = computed(() => state.networks.value.used);

  const ends = [
    effect(() => {
      const activity = state.activity.value;
      untracked(() => {
        if (asking) answerer.stop();
        asking = false;
        if (activity.kind === 'hint') void hint(activity);
        else if (activity.kind === 'step') void step(activity);
        else if (activity.kind === 'autoplay') void autoplay(activity);
      });
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

  /** @param {object} activity */
  async function hint(activity) {
    const report = await think(activity, EFFORT.hint, true);
    if (activity !== state.activity.value) return;
    if (report) {
      evaluated(state, report, true);
      knowsBetter(state, report);
    }
    stop(state);
  }

  /** @param {object} activity */
  async function step(activity) {
    continueIfWon();
    const report = await think(activity, { timeMs: STEP_MS });
    if (activity !== state.activity.value) return;
    if (report) play(report);
    stop(state);
  }

  /** Plays until it is stopped or no move is possible. @param {object} activity */
  async function autoplay(activity) {
    let last = now();
    let foreseen = last;
    while (activity === state.activity.value) {
      continueIfWon();
      const report = await think(activity, { timeMs: timing(state).thinkingMs, managed: true });
      if (activity !== state.activity.value) return;
      if (!report || report.best === null) break;
      // The search runs while the last move is still drawn; this waits for the rest of the time, in short
      // pieces because the slider may move meanwhile.
      for (;;) {
        const left = last + timing(state).betweenMs - now();
        if (left <= 1) break; // shorter than a timer can wait
        await sleep(Math.min(left, 100));
        if (activity !== state.activity.value) return;
      }
      last = now();
      if (!play(report)) break;
      if (last - foreseen > FORECAST_MS && wantsForecast(state)) {
        foreseen = last;
        void askForecast(state, answerer); // it may wait for a network, and the game does not
      }
    }
    if (activity === state.activity.value) stop(state);
  }

  /** The AI plays past 2048 without asking. */
  function continueIfWon() {
    if (state.game.value.status === 'won') state.session.keepGoing();
  }

  /**
   * @param {object} activity @param {Limits} limits @param {boolean} [compare] see `Question`
   * @returns {Promise<Report | null>} null if there is no answer for the current board
   */
  async function think(activity, limits, compare) {
    const { revision, ranks, rows, cols, seed: game } = state.game.value;
    const possible = state.session.possible();
    if (!possible.includes(true)) return null;
    asking = true;
    const outcome = await answerer.ask({
      position: { ranks, rows, cols },
      limits: { line: false, ...limits },
      possible,
      game,
      compare,
    });
    if (activity !== state.activity.value) return null;
    asking = false;
    if (revision !== state.game.value.revision) return null;
    if (outcome.kind === 'failed') failed(state, outcome.message);
    return outcome.kind === 'answer' ? outcome.report : null;
  }

  /** Shows the report and makes its move. @param {Report} report @returns {boolean} whether it was made */
  function play(report) {
    evaluated(state, report, false);
    return report.best !== null && state.session.move(report.best, 'engine');
  }
}
