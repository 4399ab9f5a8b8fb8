// The whole state of the page, in one signal, and the functions that change it. Each leaves a valid state.

import { signal } from '../vendor/signals-core.js';
import { extend, mean, newCurve, noGames, share, sum } from './curve.js';

/** @import { Signal } from '../vendor/signals-core.js' */
/** @import { Curve, Tally } from './curve.js' */
/** @import { Pattern } from '../pkg-learn/afterstate.js' */
/** @import { Report, Settings, Watched } from './protocol.js' */
/** @import { NetworkInfo } from '../ai/learned-networks.js' */

/** The tiles whose first appearance is celebrated, as ranks: 512 to 16384. */
export const MILESTONES = [9, 10, 11, 12, 13, 14];

/**
 * When a tile was first made: the seconds learned by then, and the games played.
 * @typedef {{ seconds: number, games: number }} Milestone
 */

/**
 * A network that learns: what it was made with, what it has done, and what can be seen of it. `latest`: the
 * last reports with games, for numbers of the present; `speed`: moves a second.
 * @typedef {{
 *   settings: Settings, seconds: number, moves: number, games: number, best: number, speed: number,
 *   curve: Curve,
 *   latest: Tally[], milestones: Record<number, Milestone>, watched: Watched | null, patterns: Pattern[]
 * }} Run
 */
/**
 * What the learner does. `empty`: there is none.
 * @typedef {'empty' | 'starting' | 'learning' | 'paused' | 'failed'} Phase
 */

/**
 * What the page shows; a run changes in place. `settings`: for the next run. `problem`: a sentence about what
 * failed. `earlier`: networks that an earlier version of the page kept beside the run. `busy`: what takes a
 * while, as a sentence. `saving`: whether the page saves the run by itself, or only the player does, because
 * it is too large. `taken`: the moves of the run that a file of the player has.
 * @typedef {{
 *   phase: Phase, settings: Settings, run: Run | null, problem: string, earlier: NetworkInfo[],
 *   busy: string, saving: 'page' | 'player', taken: number
 * }} Shown
 */
/** @typedef {Signal<Shown>} State */

/**
 * Present numbers come from the latest reports with this number of games in all: enough to be steady, few
 * enough to move.
 */
const GAMES_OF_NOW = 400;
/** The most reports; those without games say nothing. */
export const LATEST = 50;
/** The share of the newest report in the moves a second. */
const SPEED_SHARE = 0.2;

/** @param {Settings} settings @returns {State} */
export const newState = (settings) =>
  signal({
    phase: 'empty',
    settings,
    run: null,
    problem: '',
    earlier: [],
    busy: '',
    saving: 'page',
    taken: 0,
  });

/** @param {State} state @param {Partial<Shown>} changes */
export function change(state, changes) {
  state.value = { ...state.value, ...changes };
}

/** @param {Settings} settings @returns {Run} */
export const newRun = (settings) => ({
  settings,
  seconds: 0,
  moves: 0,
  games: 0,
  best: 0,
  speed: 0,
  curve: newCurve(),
  latest: [],
  milestones: {},
  watched: null,
  patterns: [],
});

/**
 * Another learner gets ready, or the one that was left.
 * @param {State} state @param {Run | null} run null: it is not known yet whether one was left
 */
export function starting(state, run) {
  change(state, { phase: 'starting', problem: '', run, saving: 'page', taken: 0 });
}

/** @param {State} state */
export function paused(state) {
  const { phase, run } = state.value;
  if (run) run.speed = 0;
  change(state, { phase: phase === 'learning' || phase === 'starting' ? 'paused' : phase });
}

/** @param {State} state @param {string} problem why it does not learn; that it failed says more */
export function explain(state, problem) {
  if (state.value.phase !== 'failed') change(state, { problem });
}

/** @param {State} state @param {string} problem */
export function failed(state, problem) {
  if (state.value.run) state.value.run.speed = 0;
  change(state, { phase: 'failed', problem });
}

/** Whether the run has learned something that no file of the player has. @param {State} state */
export const unsaved = ({ value: { run, taken } }) => run !== null && run.games > 0 && run.moves !== taken;

/** Whether closing the page would lose what the player can still save. @param {State} state */
export const wouldLose = (state) =>
  state.value.phase !== 'failed' && state.value.saving === 'player' && unsaved(state);

/**
 * The learner reports what it did since the last report.
 * @param {State} state @param {Report} report @returns {number[]} the ranks of MILESTONES that were made for
 *   the first time
 */
export function progressed(state, { seconds, tally, watched, patterns }) {
  const { phase, run } = state.value;
  if (!run) return [];
  run.seconds += seconds;
  run.moves += tally.moves;
  run.games += tally.games;
  run.best = Math.max(run.best, tally.best);
  if (seconds > 0) {
    const speed = tally.moves / seconds;
    // The last report comes after the pause.
    if (phase === 'learning')
      run.speed = run.speed === 0 ? speed : run.speed + SPEED_SHARE * (speed - run.speed);
    extend(run.curve, seconds, tally);
  }
  if (tally.games > 0) run.latest = [...run.latest, tally].slice(-LATEST);
  if (watched) run.watched = watched;
  if (patterns) run.patterns = patterns;
  const made = MILESTONES.filter((rank) => !run.milestones[rank] && share(tally, rank) > 0);
  for (const rank of made) run.milestones[rank] = { seconds: run.seconds, games: run.games };
  change(state, {});
  return made;
}

/** The games of the last moments. @param {Run} run @returns {Tally} */
export function now(run) {
  let tally = noGames();
  for (const more of run.latest.toReversed()) {
    if (tally.games >= GAMES_OF_NOW) break;
    tally = sum(tally, more);
  }
  return tally;
}

/** The mean score of the last moments. @param {Run} run */
export const meanNow = (run) => mean(now(run));
