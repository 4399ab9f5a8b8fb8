// The menu of everything that is not on the page: a sheet on phones, a dialog elsewhere.

import { Dialog } from './dialog.js';
import { draw, make, makeButton } from './element.js';

/**
 * `dialog`: the name of the dialog that it opens; `pressed`: whether a switch is on; `possible`: whether it can be pressed;
 * `shown`: whether it is there at all.
 * @typedef {{
 *   label: string, icon: string, dialog?: string, href?: string,
 *   pressed?: () => boolean, possible?: () => boolean, shown?: () => boolean, act?: () => void
 * }} Item
 */

export class MenuDialog {
  /** @param {Item[]} items */
  constructor(items) {
    this.dialog = new Dialog({ id: 'menu', title: 'Menu' });
    /** @type {(() => void)[]} */
    this.shows = [];
    this.dialog.body.append(make('ul', { class: 'menu' }, ...items.map((item) => this.line(item))));
    // A touch beside the sheet closes it. Only there the dialog element itself is the target.
    this.dialog.element.addEventListener('click', ({ target }) => {
      if (target === this.dialog.element) this.dialog.close();
    });
  }

  /** @param {Item} item */
  line(item) {
    const line = make('li', {}, this.entry(item));
    this.shows.push(() => { line.hidden = item.shown?.() === false; });
    return line;
  }

  /** @param {Item} item */
  entry({ label, icon, dialog, href, pressed, possible, act }) {
    const picture = draw('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' }, draw('path', { d: icon }));
    if (href) return make('a', { href }, picture, label);
    const button = makeButton('', () => {
      // After a switch the menu stays open and shows the new state; anything else closes it.
      if (!pressed) this.dialog.close();
      act?.();
      this.show();
    }, { 'data-dialog': dialog, 'aria-haspopup': dialog && 'dialog' });
    button.append(picture, label);
    this.shows.push(() => {
      button.disabled = possible?.() === false;
      if (pressed) button.setAttribute('aria-pressed', String(pressed()));
    });
    return button;
  }

  open() {
    this.show();
    this.dialog.open();
  }

  show() {
    for (const show of this.shows) show();
  }
}
