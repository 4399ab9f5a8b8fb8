// Finds the elements of the page by id, and shows an error if the rules cannot be loaded.

import { make } from './element.js';

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

export function showNoGame() {
  removeStuckNotice();
  document
    .getElementById('board')
    ?.after(make('section', { class: 'message' }, make('h2', {}, 'The game couldn’t be loaded.')));
}
