// What the player asks of the AI, as actions of the board: a hint, one step, or autoplay.
//
// Whatever ends what was asked, such as a move of the player, drops its question, so that no answer is
// outdated.

import { addGuard } from '../game/acts.js';
import { NO_AI, say } from '../shared/notices.js';
import { batch, computed, effect, untracked } from '../vendor/signals-core.js';

/** @import { Report } from '../engine/types.js' */
/** @import { Action, Guard } from '../game/acts.js' */
/** @import { State } from '../game/state.js' */

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
