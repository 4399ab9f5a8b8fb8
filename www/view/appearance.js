// Applies the appearance settings: sets attributes of the root element that the style sheets use (style/themes.css), and
// the color of the browser's toolbar.
//
// storage/early.js sets the theme before the first paint; this file changes it later.

import { setCalm } from '../state/settings.js';
import { effect } from '../vendor/signals-core.js';

/** @import { State } from '../state/state.js' */

/** Whether the arrow buttons are shown: a finger swipes. @param {string} arrows the setting @returns {boolean} */
export function showsArrows(arrows) {
  return arrows === 'on' || (arrows === 'auto' && !matchMedia('(pointer: coarse)').matches);
}

/** Notices whether the system asks for less motion. @param {State} state */
export function followSystem(state) {
  const stillness = matchMedia('(prefers-reduced-motion: reduce)');
  const calm = () => setCalm(state, stillness.matches);
  stillness.addEventListener('change', calm);
  calm();
}

/** @param {State} state */
export function showAppearance(state) {
  followSystem(state);
  effect(() => applyAppearance(state.settings.value));
}

/** @param {{ theme: string, motion: string, arrows: string }} values */
function applyAppearance({ theme, motion, arrows }) {
  const root = document.documentElement;
  root.dataset.theme = theme;
  root.dataset.motion = motion;
  root.dataset.arrows = showsArrows(arrows) ? 'on' : 'off';
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    const own = meta.getAttribute('data-own') ?? meta.getAttribute('content') ?? '';
    meta.setAttribute('data-own', own);
    meta.setAttribute('content', theme === 'system' ? own : getComputedStyle(document.body).backgroundColor);
  }
}
