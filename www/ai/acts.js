// What the player asks of the AI, as actions of the board: a hint, one step, or autoplay; and how it is done.
//
// Whatever ends what was asked, such as a move of the player, drops its question, so that no answer is
// outdated.

import { addGuard, perform } from '../game/acts.js';
import { timingAt } from '../game/speed.js';
import { NO_AI, say } from '../shared/notices.js';
import { wait } from '../shared/wait.js';
import { batch, computed, effect, untracked } from '../vendor/signals-core.js';
import { EFFORT } from './effort.js';

/** @import { Askable, Report } from '../engine/types.js' */
/** @import { Action, Guard } from '../game/acts.js' */
/** @import { State } from '../game/state.js' */
/** @import { Mode } from '../game/types.js' */

/** @type {Action} Points at the AI's move. */
export const HINT = {
  name: 'hint',
  guard: canAsk,
  run({ mode }) {
    // Else a hint is on its way, or the AI plays.
    if (mode.value === 'off') mode.value = 'hint';
  },
};

/** @type {Action} Lets the AI make one move. */
const STEP = {
  name: 'step',
  guard: canAsk,
  run(state) {
    takeOver(state);
    state.mode.value = 'step';
  },
};

/** @type {Action} Starts it, or stops it. */
export const AUTOPLAY = {
  name: 'autoplay',
  guard: canAsk,
  run(state) {
    if (state.mode.value === 'autoplay') takeOver(state);
    else state.mode.value = 'autoplay';
  },
};

/**
 * The AI's buttons, and that it stops when the player acts.
 * @param {State} state
 */
export function addAi(state) {
  state.actions.push(HINT, STEP, AUTOPLAY);
  /** @type {Guard} */
  const yields = ({ does }) => {
    if (does) takeOver(state);
    return 'go on';
  };
  effect(() => {
    if (state.owner.value === 'elsewhere') untracked(() => takeOver(state));
  });
  const isBusy = computed(() => state.mode.value !== 'off');
  effect(() => {
    if (!isBusy.value) return undefined;
    return untracked(() => addGuard(state, yields, { first: true }));
  });
}

/** Ends what the AI does; its answer will not be used. @param {State} state */
export function stop(state) {
  state.mode.value = 'off';
}

/** Stops the AI because the player acts. @param {State} state */
export function takeOver(state) {
  if (state.mode.value === 'autoplay') say(state, 'Autoplay stopped');
  stop(state);
}

/**
 * Whether the AI can be asked about the board. If it could not be loaded, asking tries again.
 * @param {State} state
 */
function canAsk({ ai, final, game, mode, owner }) {
  if (owner.value === 'elsewhere' || final.value || ai.value === 'off' || ai.value === 'loading')
    return false;
  return !game.value.isOver || mode.value === 'autoplay';
}

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
      if (outcome.kind === 'failed') failed(state, outcome.message);
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

/**
 * The AI has evaluated the board.
 * @param {State} state
 * @param {Report} report
 * @param {boolean} hint whether to point at its move
 */
export function evaluated(state, report, hint) {
  batch(() => {
    state.evaluation.value = { kind: 'known', report, hint };
    state.speaker.value = 'evaluation';
    state.sentence.value = '';
  });
}

/** The AI could not answer. @param {State} state @param {string} text for the player */
function failed(state, text) {
  state.trouble.value = { text };
  aiSays(state, text);
}

/**
 * Something about the AI's state, in both of its lines.
 * @param {State} state
 * @param {string} text English, or translated already
 */
export function aiSays({ sentence, speaker }, text) {
  batch(() => {
    sentence.value = text;
    speaker.value = 'sentence';
  });
}

/** The AI's code could not be loaded. @param {State} state */
export function aiMissing(state) {
  state.ai.value = 'failed';
  stop(state);
  aiSays(state, NO_AI);
}

/** @param {State} state @param {number} place of the slider */
export function setSpeed({ speed }, place) {
  speed.value = place;
}

/** @param {State} state */
export function togglePanel({ panelOpen }) {
  panelOpen.value = !panelOpen.value;
}

/** The window has another shape. @param {State} state @param {boolean} beside */
export function placePanel({ panelBeside }, beside) {
  panelBeside.value = beside;
}
