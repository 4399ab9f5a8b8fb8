// Applies the appearance settings: sets attributes of the root element that the style sheets use
// (./themes.css), and the color of the browser's toolbar.
//
// ./early.js sets the theme before the first paint; this file changes it later.

import { effect } from '../vendor/signals-core.js';

/** @import { State } from '../game/state.js' */

/** Notices whether the system asks for less motion. @param {State} state */
export function followSystem({ calm }) {
  const stillness = matchMedia('(prefers-reduced-motion: reduce)');
  const follow = () => (calm.value = stillness.matches);
  stillness.addEventListener('change', follow);
  follow();
}

/**
 * Keys that move the focus or use what has it. The others are moves of the game, unless they are pressed in a
 * field or, but for arrows, in a dialog.
 */
const FOCUS_KEYS = ['Tab', 'Enter', ' ', 'Escape'];

/**
 * Marks the root element with what was used last, because only players of the keyboard need to see where the
 * focus is.
 */
function followInput() {
  const root = document.documentElement;
  root.dataset.input = 'pointer';
  addEventListener('pointerdown', () => (root.dataset.input = 'pointer'), true);
  addEventListener(
    'keydown',
    ({ key, shiftKey, target }) => {
      // Arrows play in dialogs, too: in a puzzle the focus is of no interest.
      const fields = `${/^Arrow/.test(key) ? '' : 'dialog, '}input, select, textarea`;
      const elsewhere = target instanceof Element && target.closest(fields);
      if (FOCUS_KEYS.includes(key) || shiftKey || elsewhere) root.dataset.input = 'keys';
    },
    true,
  );
}

/** @param {State} state */
export function showAppearance(state) {
  followSystem(state);
  followInput();
  effect(() => applyAppearance(state.settings.value));
}

/** @param {{ theme: string, motion: string, arrows: string, forecast: boolean }} values */
function applyAppearance({ theme, motion, arrows, forecast }) {
  const root = document.documentElement;
  root.dataset.theme = theme;
  root.dataset.motion = motion;
  root.dataset.arrows = arrows;
  root.dataset.forecast = forecast ? 'on' : 'off';
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    const own = meta.getAttribute('data-own') ?? meta.getAttribute('content') ?? '';
    meta.setAttribute('data-own', own);
    meta.setAttribute('content', theme === 'system' ? own : getComputedStyle(document.body).backgroundColor);
  }
}
