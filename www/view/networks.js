// The menu of the engine's networks, the progress of loading one, and the unit of the values.

import { unitInWords } from './catalogue.js';
import { element } from './page.js';

/** @import { NetworkStatus } from '../advisor/networks.js' */
/** @import { Author } from '../engine/protocol.js' */

const megabytes = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** @param {number} bytes */
export const sizeInWords = (bytes) => `${megabytes.format(bytes / 1e6)} MB`;

/** @param {number} done @param {number} total bytes */
export const loadedInWords = (done, total) => `${megabytes.format(done / 1e6)} of ${sizeInWords(total)}`;

/** @param {NetworkStatus} status @returns {string} empty with the built-in heuristic */
export function networkInWords(status) {
  switch (status.kind) {
    case 'fetching': return `Loading ${status.model.name}: ${loadedInWords(status.share * status.model.bytes, status.model.bytes)}`;
    case 'reading': return `Unpacking ${status.model.name}…`;
    case 'failed':
      return `${status.model.name} couldn’t be loaded: ${status.message}. Using ${status.using ? `the ${status.using.name} network` : 'the built-in heuristic'}.`;
    case 'ready': {
      const { model, instead } = status;
      if (!model) return '';
      return `Using the ${model.name} network.${instead ? ` ${instead.name} needs more memory than this browser allows here.` : ''}`;
    }
  }
}

export class NetworksView {
  constructor() {
    this.select = /** @type {HTMLSelectElement} */ (element('networks'));
    this.progress = /** @type {HTMLProgressElement} */ (element('network-progress'));
  }

  /** @param {{ id: string, words: string }[]} choices @param {string} chosen an id; if unknown, the first is selected */
  setChoices(choices, chosen) {
    this.select.replaceChildren(...choices.map(({ id, words }) => new Option(words, id)));
    this.select.value = choices.some(({ id }) => id === chosen) ? chosen : choices[0]?.id ?? '';
  }

  /** @param {(id: string) => void} onChoice */
  listen(onChoice) {
    this.select.addEventListener('change', () => onChoice(this.select.value));
  }

  /** @param {string} sentence @param {number | null} [share] of the download, 0 to 1 */
  show(sentence, share = null) {
    element('network-line').textContent = sentence;
    this.progress.hidden = share === null;
    if (share !== null) this.progress.value = share;
  }

  /**
   * Explains the numbers beside the moves.
   * @param {Pick<Author, 'kind' | 'name' | 'unit'> | null} by null: the built-in heuristic @param {(number | null)[]} [values]
   */
  showUnit(by, values = []) {
    element('values-unit').textContent = valuesInWords(by, values);
  }
}

/** @param {Pick<Author, 'kind' | 'name' | 'unit'> | null} by @param {(number | null)[]} values */
function valuesInWords(by, values) {
  if (by?.kind === 'strategy') {
    if (values.length > 0 && values.every((value) => value === null)) return `${by.name} does not rate moves`;
    return `${by.name}: ${unitInWords(by.unit)}, higher is better`;
  }
  return by?.unit === 'points' ? `Points still to come (${by.name} network)` : 'Higher is better';
}
