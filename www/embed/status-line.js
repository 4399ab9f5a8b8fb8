// The line under the frame's board: what the AI does, else the notices that stay.

export class StatusLine {
  /** @param {HTMLElement} line @param {HTMLElement} progress in the line's place, and not read out with each step */
  constructor(line, progress) {
    this.line = line;
    this.progress = progress;
    /** @type {string[]} */
    this.notices = [];
  }

  /** @param {string} sentence empty: the notices are shown again */
  show(sentence) {
    this.line.textContent = sentence || this.notices.join(' ');
    this.line.title = this.line.textContent;
  }

  /** @param {string} sentence stays whenever there is nothing else to show */
  keep(sentence) {
    this.notices.push(sentence);
    this.show('');
  }

  /** How far something has come. @param {string} sentence empty: it is over */
  showProgress(sentence) {
    this.progress.textContent = sentence;
    this.line.classList.toggle('sr-only', sentence !== '');
  }
}
