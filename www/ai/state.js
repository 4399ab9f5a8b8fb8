// What the player asks of the AI, as actions of the board, and what it answers. `ai.js` and `pilot.js` do the
// work.

import { BUILT_IN } from '../engine/protocol.js';
import { addGuard } from '../game/acts.js';
import { timingAt } from '../game/speed.js';
import { percent, t, translatable } from '../shared/text.js';
import { batch, computed, effect, untracked } from '../vendor/signals-core.js';
import { NO_AI, say } from '../shared/notices.js';

/** @import { Network, NetworkStatus, Report, Status } from '../engine/types.js' */
/** @import { Action, Guard } from '../game/acts.js' */
/** @import { State } from '../game/state.js' */

const READY = translatable('Ready.');

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

/** The AI could not answer. @param {State} state @param {string} text for the player */
export function failed(state, text) {
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

/** Whether the line with details shows the last search. @param {State} state */
export const showsSearch = ({ evaluation, sentence }) =>
  sentence.value === '' && evaluation.value.kind !== 'none';

/**
 * How far the AI is with something that takes long; a move in the one line stays.
 * @param {State} state
 * @param {string} text
 */
export function aiWorks({ sentence, speaker }, text) {
  batch(() => {
    sentence.value = text;
    if (speaker.value === 'nobody') speaker.value = 'sentence';
  });
}

/** What took long is over: the line with details shows the last search again. @param {State} state */
export function aiRests({ evaluation, sentence, speaker }) {
  batch(() => {
    sentence.value = evaluation.value.kind === 'none' ? READY : '';
    if (speaker.value === 'sentence') speaker.value = 'nobody';
  });
}

/** The AI's code runs. @param {State} state */
export function aiReady({ ai }) {
  ai.value = 'ready';
}

/** The AI's code could not be loaded. @param {State} state */
export function aiMissing(state) {
  state.ai.value = 'failed';
  stop(state);
  aiSays(state, NO_AI);
}

/** @param {State} state @param {Status} status */
export function engineChanged(state, status) {
  state.engine.value = status;
  const idle = state.mode.value === 'off';
  if (status.state === 'unavailable') aiSays(state, NO_AI);
  else if (status.state === 'starting' && !idle)
    aiSays(
      state,
      status.share === undefined
        ? 'Starting the AI…'
        : t('Starting the AI: {share}', { share: percent(status.share) }),
    );
  // It is idle when it was ended, perhaps before it had started.
  else if (status.state === 'idle' || (status.state === 'ready' && idle)) aiRests(state);
}

/** The list of networks has come. @param {State} state @param {Network[]} all */
export function networksListed({ networks }, all) {
  networks.value = { ...networks.value, all };
}

/**
 * @param {State} state
 * @param {NetworkStatus} status
 * @param {Network | null} used null: the built-in heuristic
 */
export function networkChanged({ networks }, status, used) {
  networks.value = { ...networks.value, status, used: used ?? 'built-in' };
}

/** @param {State} state @param {string} id */
export function chooseNetwork({ forecast, networkChoice }, id) {
  batch(() => {
    networkChoice.value = id;
    if (id === BUILT_IN) forecast.value = { kind: 'none' };
  });
}

/** @param {State} state @param {number} place of the slider */
export function setSpeed({ speed }, place) {
  speed.value = place;
}

/** @param {State} state */
export function togglePanel({ panelOpen }) {
  panelOpen.value = !panelOpen.value;
}

/** The time between two moves, and how much of it is for thinking. @param {State} state */
export const timing = ({ speed }) => timingAt(speed.value);
