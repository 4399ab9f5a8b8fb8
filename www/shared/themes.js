// The themes with their names. themes.css has their colors.

import { translatable } from './text.js';

export const THEMES = /** @type {const} */ ({
  system: translatable('Match browser'),
  classic: translatable('Classic'),
  dark: translatable('Dark'),
  contrast: translatable('High contrast'),
  'color-blind': translatable('Color-blind friendly'),
});

/** @typedef {keyof typeof THEMES} Theme */

export const THEME_NAMES = /** @type {Theme[]} */ (Object.keys(THEMES));

/** @param {unknown} text @returns {Theme | null} null if it is not a theme */
export const readTheme = (text) => THEME_NAMES.find((theme) => theme === text) ?? null;
