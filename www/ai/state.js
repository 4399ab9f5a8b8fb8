// What the AI tells of itself: whether it runs, and with which network. See also acts.js, for its answers.

import { BUILT_IN } from '../shared/choices.js';
import { NO_AI } from '../shared/notices.js';
import { percent, t, translatable } from '../shared/text.js';
import { batch } from '../vendor/signals-core.js';
import { aiSays } from './acts.js';

/** @import { Network, NetworkStatus, Status } from '../engine/types.js' */
/** @import { State } from '../game/state.js' */

const READY = translatable('Ready.');

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

/** @param {State} state @param {string} text for the player */
export function noAnswer(state, text) {
  state.trouble.value = { text };
  aiSays(state, text);
}
