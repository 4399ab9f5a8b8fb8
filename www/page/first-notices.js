// What a page has to tell about its records and its address. Loaded only if there is something.

import { RELOAD, notify } from '../shared/notices.js';
import { t, translatable } from '../shared/text.js';

/** @import { State } from '../game/state.js' */

const NEWER = translatable(
  'A newer version of this page saved data in this browser. Reload to use it. Until then, your games are saved separately.',
);

/** A record of a newer version was found. @param {State} state */
export const tellNewer = (state) => notify(state, NEWER, RELOAD);

/**
 * @param {State} state
 * @param {{ damaged: boolean, refused: string[] }} first `damaged`: the saved game
 */
export function tellFirst(state, { damaged, refused }) {
  if (damaged) notify(state, 'Your saved game couldn’t be read. We kept a copy and started a new game.');
  if (refused.length > 0)
    notify(state, t('Part of this link was ignored: {names}', { names: refused.join(', ') }));
}
