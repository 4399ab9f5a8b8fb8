// The choice of engine: a list of the networks with their sizes, how far one is loaded, and the unit of the values.
//
// Leaves out which network to load, and loading it.

const megabytes = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** @param {number} bytes */
export const sizeInWords = (bytes) => `${megabytes.format(bytes / 1e6)} MB`;

/** @param {number} done @param {number} total bytes */
export const loadedInWords = (done, total) => `${megabytes.format(done / 1e6)} of ${sizeInWords(total)}`;

export class NetworksView {
  /**
   * @param {{ select: HTMLSelectElement, progress: HTMLProgressElement, line: HTMLElement, unit: HTMLElement }} parts
   */
  constructor(parts) {
    this.parts = parts;
  }

  /** @param {{ id: string, words: string }[]} choices @param {string} chosen its id; the first, where it is not known */
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

  /** @param {string} sentence @param {number | null} [share] of 1, while something is loaded */
  tell(sentence, share = null) {
    const { progress, line } = this.parts;
    line.textContent = sentence;
    progress.hidden = share === null;
    if (share !== null) progress.value = share;
  }

  /** @param {string} sentence what the numbers beside the moves mean */
  showUnit(sentence) {
    this.parts.unit.textContent = sentence;
  }
}
