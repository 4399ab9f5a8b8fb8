// Short notices at the bottom of the window, each with at most one action.
//
// A notice with an action stays longer. Its time pauses while it has the focus or the pointer, and while the page is
// hidden.

import { t } from '../text/text.js';
import { make, makeButton } from './element.js';

/** How long a notice stays, in milliseconds. */
const STAYS_MS = { plain: 6000, action: 10_000 };
/** The most notices at once; more would cover the page. */
const MOST = 2;

export class Toasts {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.place.setAttribute('role', 'status');
    this.home = place.parentElement;
    document.addEventListener('close', () => this.move(), true);
  }

  /** A notice under a modal dialog could neither be seen nor pressed, so notices move into an open one. */
  move() {
    const into = document.querySelector('dialog[open]') ?? this.home;
    if (this.place.parentElement !== into) into?.append(this.place);
  }

  /**
   * @param {string} english
   * @param {{ label: string, act: () => void }} [action]
   * @returns {() => void} removes the notice
   */
  show(english, action) {
    const text = t(english);
    this.move();
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
    /** The reasons to keep it. They are tracked by events because browsers differ in when `:hover` ends. */
    const held = { pointer: false, focus: false };
    const wait = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'hidden' || held.pointer || held.focus) return;
      timer = setTimeout(remove, action ? STAYS_MS.action : STAYS_MS.plain);
    };
    if (action)
      toast.append(
        makeButton(action.label, () => {
          remove();
          action.act();
        }),
      );
    toast.append(makeButton('×', remove, { 'aria-label': 'Close' }));
    for (const event of ['pointerenter', 'pointerleave', 'focusin', 'focusout']) {
      toast.addEventListener(event, () => {
        held[event.startsWith('pointer') ? 'pointer' : 'focus'] = /enter|in$/.test(event);
        wait();
      });
    }
    document.addEventListener('visibilitychange', wait);
    this.place.append(toast);
    wait();
    return remove;
  }
}
