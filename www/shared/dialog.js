// The frame of every dialog: title, Close button, and a line for messages. The browser's <dialog> keeps the
// focus inside and returns it when it closes.
//
// Messages appear in the dialog because notices under a modal dialog are neither visible nor read out.

import { messageOf } from './error.js';
import { t } from './text.js';
import { make, makeButton } from './element.js';
import { copy } from './share.js';

export class Dialog {
  /** @param {{ id: string, title: string, wide?: boolean, onClose?: () => void }} options */
  constructor({ id, title, wide = false, onClose }) {
    this.body = make('div', { class: 'dialog-body' });
    this.heading = make('h2', { id: `${id}-title` }, title);
    this.status = make('p', { class: 'dialog-status', role: 'status' });
    this.element = make(
      'dialog',
      { id, class: wide ? 'dialog wide' : 'dialog', 'aria-labelledby': `${id}-title` },
      make(
        'div',
        { class: 'dialog-head' },
        this.heading,
        makeButton('Close', () => this.close(), { class: 'quiet' }),
      ),
      this.body,
      this.status,
    );
    this.element.addEventListener('close', () => onClose?.());
    document.body.append(this.element);
  }

  open() {
    this.say('');
    if (this.element.open) return;
    this.element.showModal();
    // As `close` does, so that notices come along. Not every browser has an event of its own for it.
    this.element.dispatchEvent(new Event('open'));
  }

  close() {
    this.element.close();
  }

  /** @param {string} text @param {'notice' | 'wrong'} [kind] */
  say(text, kind = 'notice') {
    this.status.textContent = t(text);
    this.status.classList.toggle('wrong', kind === 'wrong');
  }

  /**
   * Shows the message of an error that `act` throws.
   * @param {() => unknown} act
   * @returns {Promise<boolean>} whether it succeeded
   */
  async attempt(act) {
    try {
      await act();
      return true;
    } catch (error) {
      this.say(messageOf(error), 'wrong');
      return false;
    }
  }

  /**
   * A button that shows the message of an error of its act.
   * @param {string} label @param {() => unknown} act @param {Parameters<typeof makeButton>[2]} [attributes]
   */
  button(label, act, attributes) {
    return makeButton(label, () => void this.attempt(act), attributes);
  }

  /** @param {string} text */
  copy(text) {
    return copy(text, (words) => this.say(words));
  }
}
