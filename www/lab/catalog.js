// Helpers for menus of strategies: groups, boards, units, and the text form of a strategy with its settings.
//
// The crate checks the settings and writes the messages.

/** @import { Strategy } from '../players/protocol.js' */

/** The strategies of each document, both in the catalog's order. @param {Strategy[]} catalog */
export function byDocument(catalog) {
  /** @type {Map<string, Strategy[]>} */
  const groups = new Map();
  for (const strategy of catalog)
    groups.set(strategy.document, [...(groups.get(strategy.document) ?? []), strategy]);
  return groups;
}

/** Describes the values of a strategy. @param {string} unit */
export const unitInWords = (unit) => (unit === 'probability' ? 'probabilities' : unit);

/** The source of a strategy. @param {Strategy} strategy */
export function sourceInWords({ document, section }) {
  if (/^\d/.test(section)) return `${document}, section ${section}`;
  return /^appendix/.test(section) ? `${document}, ${section}` : `${document}: ${section}`;
}

/**
 * The text form of a strategy: `id` or `id:parameter=value,...`, without settings at their defaults.
 * @param {Strategy} strategy @param {Map<string, string>} settings by parameter
 */
export function toText(strategy, settings) {
  const changed = strategy.parameters
    .filter(
      (parameter) => (settings.get(parameter.id) ?? String(parameter.default)) !== String(parameter.default),
    )
    .map(({ id }) => `${id}=${settings.get(id)}`);
  return changed.length === 0 ? strategy.id : `${strategy.id}:${changed.join(',')}`;
}

/** Splits the text form into id and settings, without checking them. @param {string} text */
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
