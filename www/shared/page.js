// Finds the elements of the page by id, and tells why a page cannot start.

import { make } from './element.js';
import { t, translatable } from './text.js';

const NO_WASM = translatable(
  'This page needs WebAssembly, which is turned off here. Lockdown Mode, a security setting or an extension may do that: allow it for this page, or use another browser.',
);
const NOT_LOADED = translatable(
  'A part of this page couldn’t be loaded. Check your connection and your content blocker, and reload the page.',
);
/** What a page says while the browser’s storage does not answer. */
export const SLOW_STORAGE = translatable('Waiting for this browser’s storage…');

/**
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 * @throws if it is missing: then script and page are from different builds
 */
export function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return /** @type {T} */ (found);
}
/** @type {(id: string) => HTMLButtonElement} */
export const button = element;
/** @type {(id: string) => HTMLInputElement} */
export const input = element;

/**
 * The page has started, or says itself what is wrong: removes the notice that its HTML has for a page without
 * scripts.
 */
export const removeStuckNotice = () => document.getElementById('stuck')?.remove();

/** @param {string} words */
function showStuckNotice(words) {
  const notice = document.getElementById('stuck');
  if (!notice) return;
  notice.setAttribute('role', 'alert');
  // A catalog that comes later translates it with the rest of the page.
  notice.textContent = t(words);
  document.documentElement.dataset.stuck = '';
}

/** The page cannot start: its notice says why, and what helps. */
export const showNotStarted = () => showStuckNotice(typeof WebAssembly === 'object' ? NOT_LOADED : NO_WASM);

/** The page starts later, because the browser’s storage takes long. */
export const showSlowStorage = () => showStuckNotice(SLOW_STORAGE);

/** The same on a page with a board. */
export function showNoGame() {
  showNotStarted();
  document
    .getElementById('board')
    ?.after(make('section', { class: 'message' }, make('h2', {}, 'The game couldn’t be loaded.')));
}
