// Short notices at the foot of the window, with at most one thing to do about each.
//
// A notice that can be acted on stays longer. Its time does not run while it has the focus or the pointer, nor while
// nobody sees the page.

import { make, makeButton } from './element.js';

/** How long a notice stays, in milliseconds. */
const STAYS_MS = { plain: 6000, action: 10_000 };
/** More at once would cover the page. */
const MOST = 2;

export class Toasts {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.place.setAttribute('role', 'status');
  }

  /**
   * @param {string} text
   * @param {{ label: string, act: () => void }} [action]
   * @returns {() => void} takes the notice away
   */
  show(text, action) {
    for (const same of this.place.querySelectorAll('.toast')) {
      if (same.firstElementChild?.textContent === text) same.remove();
    }
    while (this.place.children.length >= MOST) this.place.firstElementChild?.remove();
    const toast = make('div', { class: 'toast' }, make('span', {}, text));
    /** @type {ReturnType<typeof setTimeout>} */
    let timer;
    const remove = () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wait);
      toast.remove();
    };
    /** What keeps it: by events, since browsers differ in when they take `:hover` back. */
    const held = { pointer: false, focus: false };
    const wait = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'hidden' || held.pointer || held.focus) return;
      timer = setTimeout(remove, action ? STAYS_MS.action : STAYS_MS.plain);
    };
    if (action) toast.append(makeButton(action.label, () => { remove(); action.act(); }));
    toast.append(makeButton('Close', remove));
    /** @param {string} event @param {'pointer' | 'focus'} by @param {boolean} now */
    const holdOn = (event, by, now) => toast.addEventListener(event, () => {
      held[by] = now;
      wait();
    });
    holdOn('pointerenter', 'pointer', true);
    holdOn('pointerleave', 'pointer', false);
    holdOn('focusin', 'focus', true);
    holdOn('focusout', 'focus', false);
    document.addEventListener('visibilitychange', wait);
    this.place.append(toast);
    wait();
    return remove;
  }
}
