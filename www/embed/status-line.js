// The line under the frame's board: the status of the AI, otherwise permanent notices.

import { t } from '../shared/text.js';

export class StatusLine {
  /**
   * @param {HTMLElement} line
   * @param {HTMLElement} progress shown instead of the line and not read out with each step
   */
  constructor(line, progress) {
    this.line = line;
    this.progress = progress;
    /** @type {string[]} */
    this.notices = [];
  }

  /** @param {string} sentence empty: show the notices again */
  show(sentence) {
    this.line.textContent = t(sentence) || this.notices.map((notice) => t(notice)).join(' ');
    this.line.title = this.line.textContent;
  }

  /** Adds a permanent notice. @param {string} sentence @param {boolean} [holds] false: takes it away */
  keep(sentence, holds = true) {
    if (holds === this.notices.includes(sentence)) return;
    this.notices = holds ? [...this.notices, sentence] : this.notices.filter((kept) => kept !== sentence);
    this.show('');
  }

  /** Shows the progress of loading. @param {string} sentence empty: finished */
  showProgress(sentence) {
    this.progress.textContent = sentence;
    this.line.classList.toggle('sr-only', sentence !== '');
  }
}
