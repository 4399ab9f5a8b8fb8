// A bar chart as a table: screen readers read the numbers, and the bars are drawn beside them.

import { make } from './element.js';

/** @param {string} caption @param {{ label: string, share: number, words: string }[]} rows `share`: length of the bar, 0 to 1 @returns {HTMLTableElement} */
export function barTable(caption, rows) {
  return make('table', { class: 'bars' }, make('caption', {}, caption), make('tbody', {}, ...rows.map(({ label, share, words }) => {
    const bar = make('span', { class: 'value-bar' });
    bar.style.transform = `scaleX(${share.toFixed(3)})`;
    return make('tr', {}, make('th', { scope: 'row' }, label), make('td', {}, bar), make('td', {}, words));
  })));
}
