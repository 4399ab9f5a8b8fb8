// Tells why a page does not start, and what helps. Loaded only then.

import { make, makeButton } from './element.js';
import { t, translatable } from './text.js';

const NO_WASM = translatable(
  'This page needs WebAssembly, which is turned off here. Lockdown Mode, a security setting or an extension may do that: allow it for this page, or use another browser.',
);
const NOT_LOADED = translatable(
  'A part of this page couldn’t be loaded. Check your connection and your content blocker, and reload the page.',
);
/** What a page says while the browser’s storage does not answer. */
export const SLOW_STORAGE = translatable('Waiting for this browser’s storage…');

/** @param {string} words for the notice that the HTML of the page has */
function showStuckNotice(words) {
  const notice = document.getElementById('stuck');
  if (!notice) return;
  notice.setAttribute('role', 'alert');
  // A catalog that comes later translates it with the rest of the page.
  notice.textContent = t(words);
  document.documentElement.dataset.stuck = '';
}

/** The page cannot start, and neither can its board if it has one. */
export function showNotStarted() {
  showStuckNotice(typeof WebAssembly === 'object' ? NOT_LOADED : NO_WASM);
  // Nothing else answers.
  for (const dead of document.querySelectorAll('#new-game, .moves, #engine'))
    if (dead instanceof HTMLElement) dead.hidden = true;
  document.getElementById('board')?.after(
    make(
      'section',
      { class: 'message elsewhere' },
      make('h2', {}, 'The game couldn’t be loaded.'),
      makeButton('Reload', () => location.reload(), { class: 'strong' }),
    ),
  );
}

/** The page starts later, because the browser’s storage takes long. */
export const showSlowStorage = () => showStuckNotice(SLOW_STORAGE);
