// Parts of the page that are loaded when they are first needed.

import { RELOAD, notify } from '../shared/notices.js';
import { translatable } from '../shared/text.js';

/** @import { State } from '../game/state.js' */

/** What the notice says if it is a part of the AI, which the player has not opened. */
export const AI_PART = translatable('The AI couldn’t be loaded. Are you offline?');

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
