// The elements that a page's script was written for, by id, and what the page shows where the rules could not be loaded.

import { make } from './element.js';

/**
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 * @throws where the page has none: script and page are then of different builds
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

/** Shows in the board’s place that there is no game. */
export function showNoGame() {
  document.getElementById('board')?.after(make('section', { class: 'message' }, make('h2', {}, 'The game couldn’t be loaded.')));
}
