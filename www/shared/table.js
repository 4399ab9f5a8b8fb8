// Tables, and bars as a table: screen readers read the numbers.

import { make } from './element.js';

/** @param {string[]} titles of the columns; an empty one is no heading */
export const tableHead = (titles) =>
  make(
    'thead',
    {},
    make('tr', {}, ...titles.map((title) => (title ? make('th', { scope: 'col' }, title) : make('td')))),
  );

/**
 * @param {string} heading @param {(string | Node | (string | Node)[])[]} cells
 * @param {Record<string, string | null>} [attributes]
 */
export const tableRow = (heading, cells, attributes = {}) =>
  make(
    'tr',
    attributes,
    make('th', { scope: 'row' }, heading),
    ...cells.map((cell) => make('td', {}, ...[cell].flat())),
  );

/**
 * @param {string} caption @param {{ label: string, share: number, words: string }[]} rows `share`: length of
 *   the bar, 0 to 1
 */
export function barTable(caption, rows) {
  const bars = rows.map(({ label, share, words }) => {
    const bar = make('span', { class: 'value-bar' });
    bar.style.transform = `scaleX(${share.toFixed(3)})`;
    return tableRow(label, [bar, words]);
  });
  return make('table', { class: 'bars' }, make('caption', {}, caption), make('tbody', {}, ...bars));
}
