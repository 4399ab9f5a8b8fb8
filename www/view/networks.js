// The menu of the engine's networks, the progress of loading one, and the unit of the values.

import { numbers, t } from '../text/text.js';
import { unitInWords } from './catalog.js';
import { element } from './page.js';

/** @import { NetworkStatus } from '../advisor/networks.js' */
/** @import { Author } from '../engine/types.js' */

const megabytes = numbers({ minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** @param {number} bytes */
export const sizeInWords = (bytes) => t('{size} MB', { size: megabytes.format(bytes / 1e6) });

/** @param {NetworkStatus} status @returns {string} empty with the built-in heuristic */
export function networkInWords(status) {
  switch (status.kind) {
    case 'fetching': {
      const {
        share,
        model: { name, bytes },
      } = status;
      const part = t('{done} of {total}', {
        done: megabytes.format((share * bytes) / 1e6),
        total: sizeInWords(bytes),
      });
      return t('Loading {name}: {part}', { name, part });
    }
    case 'reading':
      return t('Unpacking {name}…', { name: status.model.name });
    case 'failed': {
      const said = { name: status.model.name, message: status.message, used: status.using?.name ?? '' };
      return status.using
        ? t('{name} couldn’t be loaded: {message}. Using the {used} network.', said)
        : t('{name} couldn’t be loaded: {message}. Using the built-in heuristic.', said);
    }
    case 'ready': {
      const { model, instead } = status;
      if (!model) return '';
      const used = t('Using the {name} network.', { name: model.name });
      return instead
        ? `${used} ${t('{name} needs more memory than this browser allows here.', { name: instead.name })}`
        : used;
    }
  }
}

export class NetworksView {
  /** @param {(id: string) => void} onChoice */
  constructor(onChoice) {
    this.select = /** @type {HTMLSelectElement} */ (element('networks'));
    this.select.addEventListener('change', () => onChoice(this.select.value));
    this.progress = /** @type {HTMLProgressElement} */ (element('network-progress'));
  }

  /** @param {{ id: string, words: string }[]} choices @param {string} chosen an id; if unknown, the first is selected */
  setChoices(choices, chosen) {
    this.select.replaceChildren(...choices.map(({ id, words }) => new Option(words, id)));
    this.select.value = choices.some(({ id }) => id === chosen) ? chosen : (choices[0]?.id ?? '');
  }

  /** @param {string} sentence @param {number | null} [share] of the download, 0 to 1 */
  show(sentence, share = null) {
    element('network-line').textContent = sentence;
    this.progress.hidden = share === null;
    if (share !== null) this.progress.value = share;
  }
}

/**
 * Explains the numbers beside the moves.
 * @param {Pick<Author, 'kind' | 'name' | 'unit'> | null} by null: the built-in heuristic @param {(number | null)[]} [values]
 */
export function valuesInWords(by, values = []) {
  if (by?.kind === 'strategy') {
    if (values.length > 0 && values.every((value) => value === null))
      return t('{name} does not rate moves', { name: by.name });
    return t('{name}: {unit}, higher is better', { name: by.name, unit: unitInWords(by.unit) });
  }
  return by?.unit === 'points'
    ? t('Points still to come ({name} network)', { name: by.name })
    : t('Higher is better');
}
