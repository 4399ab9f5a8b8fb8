// Parts of the page that are loaded when they are first needed.

import { aiMissing } from '../ai/state.js';
import { closeDialog, openDialog } from '../shared/dialogs.js';
import { PART, RELOAD, notify } from '../shared/notices.js';
import { translatable } from '../shared/text.js';
import { loadStyle } from '../shared/style.js';

/** @import { OpenDialog, State } from '../game/state.js' */
/** @import { AiOptions } from '../ai/ai.js' */
/** @import { RunningAi } from './ai.js' */

/** Whether a part could not be loaded before. */
let failedBefore = false;

/**
 * Loads a part of the page. If it cannot be loaded, a notice offers another try and, if that fails too, a
 * reload.
 * @template T @param {State} state @param {string} trouble what the notice says @param {() => Promise<T>}
 *   load @param {() => void} again
 * @returns {Promise<T | 'failed'>}
 */
export async function loadPart(state, trouble, load, again) {
  try {
    return await load();
  } catch (error) {
    notify(state, trouble, failedBefore ? RELOAD : { label: 'Try again', act: again });
    failedBefore = true;
    console.warn(error);
    return 'failed';
  }
}

/** @type {Promise<RunningAi | 'failed'> | undefined} */
let loading;

/**
 * The AI, loaded after the first board because a first move does not need it.
 * @param {State} state
 * @param {AiOptions} options
 * @returns {Promise<RunningAi | 'failed'>} after a failure the next call tries again
 */
export function withAi(state, options) {
  const again = () => void withAi(state, options);
  const load = async () => (await import('./ai.js')).showAi(state, options);
  return (loading ??= loadPart(
    state,
    translatable('The AI couldn’t be loaded. Are you offline?'),
    load,
    again,
  ).then((ai) => {
    if (ai !== 'failed') return ai;
    loading = undefined;
    aiMissing(state);
    return ai;
  }));
}

/** Ends the workers of the AI; the next question starts them again. */
export const endAi = () => void loading?.then((ai) => ai !== 'failed' && ai.end());

/**
 * @param {State} state @param {() => void} again loads it again after a failure
 * @returns {Promise<boolean>} whether it could be loaded
 */
export async function showCoachPart(state, again) {
  const load = () =>
    Promise.all([import('../coach/view.js'), loadStyle(new URL('../coach/coach.css', import.meta.url))]);
  const loaded = await loadPart(
    state,
    translatable('The coach couldn’t be loaded. Are you offline?'),
    load,
    again,
  );
  if (loaded === 'failed') return false;
  loaded[0].showCoach(state);
  return true;
}

/** @param {State} state @returns {Promise<boolean>} whether it could be loaded */
export async function showFollowPart(state) {
  const load = () => import('../setup/follow-view.js');
  // Whoever began to follow has loaded these.
  const follow = await import('../setup/follow.js');
  const loaded = await loadPart(state, PART, load, () => follow.startFollow(state));
  if (loaded === 'failed') {
    follow.endFollow(state);
    return false;
  }
  loaded.showFollow(state);
  return true;
}

/** @param {State} state @param {OpenDialog} dialog @param {AiOptions} options */
export async function showDialog(state, dialog, options) {
  const reviewer = async () => {
    const ai = await withAi(state, options);
    if (ai === 'failed') throw new Error('the AI couldn’t be loaded');
    return ai.reviewer();
  };
  const load = async () => (await import('./dialogs.js')).loadDialog(state, dialog.name, reviewer);
  const loaded = await loadPart(state, PART, load, () => openDialog(state, dialog));
  if (loaded === 'failed') closeDialog(state, dialog.name);
  else if (state.dialog.value === dialog) await loaded.open();
}
