// The themes with their names. themes.css has their colors.

import { translatable } from '../text/text.js';

export const THEMES = /** @type {const} */ ({
  system: translatable('Match system'),
  classic: translatable('Classic'),
  dark: translatable('Dark'),
  contrast: translatable('High contrast'),
  'color-blind': translatable('Color-blind friendly'),
});

/** @typedef {keyof typeof THEMES} Theme */

export const THEME_NAMES = /** @type {Theme[]} */ (Object.keys(THEMES));

/** The spelling of a theme in earlier versions, which settings and embedding pages may still have. @type {Record<string, Theme>} */
const FORMER = { 'colour-blind': 'color-blind' };

/** @param {unknown} text @returns {Theme | null} null if it is not a theme */
export function readTheme(text) {
  const name = typeof text === 'string' && Object.hasOwn(FORMER, text) ? FORMER[text] : text;
  return THEME_NAMES.find((theme) => theme === name) ?? null;
}
