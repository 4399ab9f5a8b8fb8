// What a page has to tell about its records and its address. Loaded only if there is something.

import { RELOAD, notify } from '../shared/notices.js';
import { t, translatable } from '../shared/text.js';
import { SIDE } from '../game/size.js';

/** @import { State } from '../game/state.js' */

const NEWER = translatable(
  'A newer version of this page saved data in this browser. Reload to use it. Until then, your games are saved separately.',
);

/** A record of a newer version was found. @param {State} state */
export const tellNewer = (state) => notify(state, NEWER, RELOAD);

/** @param {State} state */
export const tellDamaged = (state) =>
  notify(state, 'Your saved game couldn’t be read. We kept a copy and started a new game.');

/** @param {State} state @param {string[]} refused the parts of the address that couldn’t be read */
export function tellRefused(state, refused) {
  const words = refusedInWords(refused, state);
  if (words !== '') notify(state, words);
}

/**
 * What the page does instead of the parts of a link that it couldn't read.
 * @param {string[]} refused their names in the address
 * @param {State} state
 */
function refusedInWords(refused, { game, ai }) {
  const { rows, cols } = game.value;
  const has = (/** @type {string[]} */ ...names) => names.some((name) => refused.includes(name));
  const { min, max } = SIDE;
  return [
    has('rows', 'cols')
      ? t('Boards have {min} to {max} rows and columns. This one is {size}.', {
          min,
          max,
          size: `${rows} × ${cols}`,
        })
      : '',
    has('seed') ? t('The tiles of this link couldn’t be read. This game has others.') : '',
    has('tier', 'threads', 'engine') && ai.value !== 'off'
      ? t('The AI settings in this link couldn’t be read. The AI runs as usual.')
      : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}
