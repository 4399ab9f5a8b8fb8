// The notices at the bottom of the window, or above the button that was pressed last, if they would cover it.
//
// A notice with an action stays longer. Its time pauses while it has the focus or the pointer, while a newer
// one takes its place, and while the page is hidden. When it goes, the focus that one of its buttons had
// returns to where it was.

import { dismiss } from './notices.js';
import { effect } from '../vendor/signals-core.js';
import { make, makeButton } from './element.js';

/** @import { Notice, Told } from './notices.js' */

/** How long a notice stays, in milliseconds. */
const STAYS_MS = { plain: 6000, action: 10_000 };

/** Between a notice and the button below it, in pixels. */
const GAP = 8;

/** @param {Told} state @param {HTMLElement} place */
export function showNotices(state, place) {
  place.setAttribute('role', 'status');
  const home = place.parentElement;
  /** @type {Map<number, ReturnType<typeof makeToast>>} */
  const shown = new Map();
  /**
   * A notice under a modal dialog could neither be seen nor pressed, so notices move into an open one.
   * Those from before it would cover its buttons, so they wait until it closes (page.css).
   */
  const move = () => {
    const into = document.querySelector('dialog[open]') ?? home;
    if (place.parentElement === into) return;
    into?.append(place);
    for (const { element, look } of shown.values()) {
      element.classList.toggle('earlier', into !== home);
      look();
    }
  };
  for (const event of ['open', 'close']) document.addEventListener(event, move, true);
  /** @type {Element | null} */
  let pressed = null;
  document.addEventListener(
    'click',
    ({ target }) => {
      pressed = target instanceof Element ? target.closest('button, a') : null;
    },
    true,
  );
  /** @param {HTMLElement} toast */
  const uncover = (toast) => {
    place.style.bottom = '';
    const button = pressed?.getBoundingClientRect();
    if (button && overlap(toast.getBoundingClientRect(), button))
      place.style.bottom = `${innerHeight - button.top + GAP}px`;
  };
  effect(() => {
    const notices = state.notices.value;
    for (const [id, { end }] of shown) {
      if (notices.some((notice) => notice.id === id)) continue;
      end();
      shown.delete(id);
    }
    for (const notice of notices) {
      if (shown.has(notice.id)) continue;
      move();
      const toast = makeToast(notice, () => dismiss(state, notice.id));
      shown.set(notice.id, toast);
      place.append(toast.element);
      uncover(toast.element);
    }
    for (const { look } of shown.values()) look();
  });
}

/** @param {DOMRect} one @param {DOMRect} other */
const overlap = (one, other) =>
  one.top < other.bottom && other.top < one.bottom && one.left < other.right && other.left < one.right;

/** @param {Notice} notice @param {() => void} remove */
function makeToast({ text, action, about }, remove) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** The reasons to keep it. They are tracked by events because browsers differ in when `:hover` ends. */
  const held = { pointer: false, focus: false, cover: false, trouble: about === 'unsaved' };
  const wait = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'hidden' || Object.values(held).includes(true)) return;
    timer = setTimeout(remove, action ? STAYS_MS.action : STAYS_MS.plain);
  };
  const act = () => {
    remove();
    action?.act();
  };
  const element = make(
    'div',
    { class: 'toast' },
    make('span', {}, text),
    ...(action ? [makeButton(action.label, act)] : []),
    makeButton('×', remove, { 'aria-label': 'Close' }),
  );
  /** What had the focus before a button of the notice. @type {EventTarget | null} */
  let before = null;
  element.addEventListener('focusin', ({ relatedTarget }) => {
    if (!element.contains(/** @type {Node | null} */ (relatedTarget))) before = relatedTarget;
  });
  for (const event of ['pointerenter', 'pointerleave', 'focusin', 'focusout']) {
    element.addEventListener(event, () => {
      held[event.startsWith('pointer') ? 'pointer' : 'focus'] = /enter|in$/.test(event);
      wait();
    });
  }
  document.addEventListener('visibilitychange', wait);
  wait();
  /** On a small phone only the newest notice is displayed. */
  const look = () => {
    const cover = element.offsetHeight === 0;
    if (cover === held.cover) return;
    held.cover = cover;
    wait();
  };
  const end = () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', wait);
    const focused = element.contains(document.activeElement);
    element.remove();
    if (focused && before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
  return { element, end, look };
}
