// The catalogue of strategies as menus need it: its shapes, groups, boards, and a strategy with its settings as text.
//
// What a setting may be is said here for forms only: the crate judges it, and its message is the one that people read.

/** @import { Strategy } from '../players/protocol.js' */

/** The strategies of each document, both in the catalogue's order. @param {Strategy[]} catalogue */
export function byDocument(catalogue) {
  /** @type {Map<string, Strategy[]>} */
  const groups = new Map();
  for (const strategy of catalogue) {
    const group = groups.get(strategy.document);
    if (group) group.push(strategy);
    else groups.set(strategy.document, [strategy]);
  }
  return groups;
}

/** @param {Strategy} strategy @param {number} rows @param {number} cols */
export function playsBoard({ boards }, rows, cols) {
  return boards.sizes === null || boards.sizes.some(([height, width]) => height === rows && width === cols);
}

/** What a strategy's values are. @param {string} unit */
export function unitInWords(unit) {
  return unit === 'probability' ? 'probabilities' : unit;
}

/** Where a strategy is described. @param {Strategy} strategy */
export function sourceInWords({ document, section }) {
  if (/^\d/.test(section)) return `${document}, section ${section}`;
  return /^appendix/.test(section) ? `${document}, ${section}` : `${document}: ${section}`;
}

/**
 * A strategy as the crate reads it: `id` or `id:parameter=value,...`, without what is at its default.
 * @param {Strategy} strategy @param {Map<string, string>} settings by parameter
 */
export function toText(strategy, settings) {
  const changed = strategy.parameters
    .filter((parameter) => (settings.get(parameter.id) ?? String(parameter.default)) !== String(parameter.default))
    .map(({ id }) => `${id}=${settings.get(id)}`);
  return changed.length === 0 ? strategy.id : `${strategy.id}:${changed.join(',')}`;
}

/** What `toText` wrote. Anything can stand in it: nothing is checked. @param {string} text */
export function fromText(text) {
  const [id = '', ...rest] = text.split(':');
  /** @type {Map<string, string>} */
  const settings = new Map();
  for (const pair of rest.join(':').split(',')) {
    const [name = '', ...value] = pair.split('=');
    if (name !== '') settings.set(name, value.join('='));
  }
  return { id, settings };
}
