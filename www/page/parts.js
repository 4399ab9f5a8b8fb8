// The features and the AI, which are loaded after the first board.

import { aiMissing } from '../ai/acts.js';
import { closeDialog, openDialog } from '../shared/dialogs.js';
import { PART } from '../shared/notices.js';
import { AI_PART, loadPart } from './load-part.js';

/** @import { State } from '../game/state.js' */
/** @import { OpenDialog } from '../game/types.js' */
/** @import { AiOptions } from '../ai/ai.js' */
/** @import { PageApp } from './app.js' */

/** @type {Promise<PageApp | 'failed'> | undefined} */
let loading;

/**
 * The features and the AI, loaded after the first board because a first move does not need them.
 * @param {State} state
 * @param {AiOptions} options
 * @param {string} [trouble]
 * @param {() => void} [again]
 * @returns {Promise<PageApp | 'failed'>} after a failure the next call tries again
 */
export function withApp(state, options, trouble = AI_PART, again = () => void withApp(state, options)) {
  const load = async () => {
    const [{ appOf }, { showAi }] = await Promise.all([import('./app.js'), import('../ai/page.js')]);
    const app = appOf(state);
    app.start(showAi(state, options));
    return app;
  };
  return (loading ??= loadPart(state, trouble, load, again).then((app) => {
    if (app !== 'failed') return app;
    loading = undefined;
    aiMissing(state);
    return app;
  }));
}

/** Ends the workers of the AI; the next question starts them again. */
export const endAi = () => void loading?.then((app) => app !== 'failed' && app.end());

/** @param {State} state @param {OpenDialog} dialog @param {AiOptions} options */
export async function showDialog(state, dialog, options) {
  const app = await withApp(state, options, PART, () => openDialog(state, dialog));
  if (app === 'failed') closeDialog(state, dialog.name);
  else await app.show(dialog);
}
