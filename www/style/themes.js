// The themes, with their names for a person. themes.css has their colors.

export const THEMES = /** @type {const} */ ({
  system: 'Match system',
  classic: 'Classic',
  dark: 'Dark',
  contrast: 'High contrast',
  'color-blind': 'Color-blind friendly',
});

/** @typedef {keyof typeof THEMES} Theme */

export const THEME_NAMES = /** @type {Theme[]} */ (Object.keys(THEMES));

/** How a theme was spelled in earlier versions: settings and embedding pages may still have it. @type {Record<string, Theme>} */
const FORMER = { 'colour-blind': 'color-blind' };

/** @param {unknown} text @returns {Theme | null} null where there is no such theme */
export function readTheme(text) {
  const name = typeof text === 'string' && Object.hasOwn(FORMER, text) ? FORMER[text] : text;
  return THEME_NAMES.find((theme) => theme === name) ?? null;
}
