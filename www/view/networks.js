// The menu of the engine's networks, the progress of loading one, and the unit of the values.

import { unitInWords } from './catalogue.js';

/** @import { Author, Model } from '../engine/protocol.js' */

/**
 * The state of a network, as reported by www/advisor/networks.js.
 * @typedef {{ kind: 'fetching' | 'reading', model: Model, share: number } | { kind: 'ready', model: Model | null, instead: Model | null }
 *   | { kind: 'failed', model: Model, message: string, using: Model | null }} NetworkStatus
 */

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
  /**
   * @param {{ select: HTMLSelectElement, progress: HTMLProgressElement, line: HTMLElement, unit: HTMLElement }} parts
   */
  constructor(parts) {
    this.parts = parts;
  }

  /** @param {{ id: string, words: string }[]} choices @param {string} chosen an id; if unknown, the first is selected */
  setChoices(choices, chosen) {
    const { select } = this.parts;
    const { ownerDocument: document } = select;
    select.replaceChildren(...choices.map(({ id, words }) => {
      const option = document.createElement('option');
      option.value = id;
      option.textContent = words;
      return option;
    }));
    select.value = choices.some(({ id }) => id === chosen) ? chosen : choices[0]?.id ?? '';
  }

  /** @param {(id: string) => void} onChoice */
  listen(onChoice) {
    const { select } = this.parts;
    select.addEventListener('change', () => onChoice(select.value));
  }

  /** @param {string} sentence @param {number | null} [share] of the download, 0 to 1 */
  show(sentence, share = null) {
    const { progress, line } = this.parts;
    line.textContent = sentence;
    progress.hidden = share === null;
    if (share !== null) progress.value = share;
  }

  /**
   * Explains the numbers beside the moves.
   * @param {Pick<Author, 'kind' | 'name' | 'unit'> | null} by null: the built-in heuristic @param {(number | null)[]} [values]
   */
  showUnit(by, values = []) {
    this.parts.unit.textContent = valuesInWords(by, values);
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
