// The player's settings: the choices, and saving them.
//
// Saved settings are read value by value: an unknown value becomes the default, and the others are kept.

import { THEME_NAMES } from './themes.js';
import { LANGUAGES } from './text.js';
import { effect } from '../vendor/signals-core.js';
import { VERSIONS, readObject } from './versions.js';

/** @import { Signal } from '../vendor/signals-core.js' */
/** @import { State } from '../game/state.js' */
/** @import { Store } from './store.js' */

export const SETTINGS_NAME = 'settings';

/** The choices, with the default first. */
export const CHOICES = {
  /** Colors; `system` is classic or dark by the system's setting. */
  theme: THEME_NAMES,
  /** Whether tiles are animated; `system` follows the system's setting. */
  motion: /** @type {const} */ (['system', 'reduced']),
  /** Whether letters are moves (WCAG 2.1.4). */
  letters: [true, false],
  /** Whether the arrows below the board are shown. `auto`, which was another default once, is `off`. */
  arrows: /** @type {const} */ (['auto', 'on', 'off']),
  count: [false, true],
  /** Whether the line below the board tells the AI's chances. */
  forecast: [true, false],
  /** Whether the coach rates each move, and asks before a blunder. */
  coach: [false, true],
  askBlunder: [false, true],
  /** `auto`: the first language of the browser that there is. */
  language: /** @type {const} */ (['auto', ...LANGUAGES]),
  vibrate: [false, true],
};

/** @typedef {typeof CHOICES} Choices */
/** @typedef {{ [Name in keyof Choices]: Choices[Name][number] }} Values */
/** @typedef {keyof Choices} Name */

const NAMES = /** @type {Name[]} */ (Object.keys(CHOICES));

/** @type {Readonly<Values>} */
export const DEFAULTS = /** @type {any} */ (
  Object.fromEntries(NAMES.map((name) => [name, CHOICES[name][0]]))
);

/** @param {string | null} text @returns {Values} defaults for missing or unknown values */
export function readSettings(text) {
  const values = { ...DEFAULTS };
  const record = readObject(text);
  if (record?.version !== VERSIONS.settings) return values;
  for (const name of NAMES) {
    const value = Object.hasOwn(record, name) ? record[name] : undefined;
    if (/** @type {readonly unknown[]} */ (CHOICES[name]).includes(value))
      Object.assign(values, { [name]: value });
  }
  return values;
}

/** Reads the settings, and again after another tab has changed them. @param {Store} store */
export const storedSettings = (store) => readSettings(store.read(SETTINGS_NAME));

/** @template {Name} N @param {Pick<State, 'settings'>} state @param {N} name @param {Values[N]} value */
export function setSetting({ settings }, name, value) {
  settings.value = { ...settings.value, [name]: value };
}

/**
 * Takes settings that another tab has saved, or the defaults.
 * @param {Pick<State, 'settings'>} state @param {Values} values
 */
export function adoptSettings({ settings }, values) {
  settings.value = values;
}

/** Saves the settings whenever they change. @param {Signal<Values>} settings @param {Store} store */
export function saveSettings(settings, store) {
  effect(() => {
    const values = settings.value;
    if (NAMES.every((name) => storedSettings(store)[name] === values[name])) return;
    if (values === DEFAULTS) store.remove(SETTINGS_NAME);
    else store.write(SETTINGS_NAME, JSON.stringify({ version: VERSIONS.settings, ...values }));
  });
}
