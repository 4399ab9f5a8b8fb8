// The person's settings: what there is to choose, what is chosen, and keeping it.
//
// What is stored is read value by value: one that is not known here is the usual one, and the others stay.

import { THEME_NAMES, readTheme } from '../style/themes.js';
import { VERSIONS } from './versions.js';

/** @import { Store } from './store.js' */

const VERSION = VERSIONS.settings;
export const SETTINGS_NAME = 'settings';

/** What can be chosen, the usual first. */
export const CHOICES = {
  /** Colors; `system` is classic or dark as the system says. */
  theme: THEME_NAMES,
  /** Whether tiles slide and pop; `system` as the system says. */
  motion: /** @type {const} */ (['system', 'reduced']),
  /** Whether letters are moves (WCAG 2.1.4). */
  letters: [true, false],
  /** Whether the arrows below the board are shown; `auto`: not on touch screens. */
  arrows: /** @type {const} */ (['auto', 'on', 'off']),
  /** Whether moves and time are shown. */
  count: [false, true],
  /** Whether the phone vibrates when tiles merge. */
  vibrate: [false, true],
};

/** @typedef {typeof CHOICES} Choices */
/** @typedef {{ [Name in keyof Choices]: Choices[Name][number] }} Values */
/** @typedef {keyof Choices} Name */

const NAMES = /** @type {Name[]} */ (Object.keys(CHOICES));

/** @returns {Values} */
const usual = () => /** @type {any} */ (Object.fromEntries(NAMES.map((name) => [name, CHOICES[name][0]])));

/** @param {string | null} text @returns {Values} the usual where the text does not say */
export function readSettings(text) {
  const values = usual();
  /** @type {unknown} */
  let record;
  try {
    record = JSON.parse(text ?? '');
  } catch {
    return values;
  }
  if (typeof record !== 'object' || record === null || !('version' in record) || record.version !== VERSION) return values;
  for (const name of NAMES) {
    const given = Object.hasOwn(record, name) ? /** @type {any} */ (record)[name] : undefined;
    // `false` was stored before arrows depended on the screen.
    const value = name === 'theme' ? readTheme(given) : name === 'arrows' && given === false ? 'off' : given;
    if (/** @type {readonly unknown[]} */ (CHOICES[name]).includes(value)) Object.assign(values, { [name]: value });
  }
  return values;
}

export class Settings {
  /** @param {Store} store @param {(values: Values) => void} onChange */
  constructor(store, onChange) {
    this.store = store;
    this.onChange = onChange;
    this.values = readSettings(store.read(SETTINGS_NAME));
  }

  /** @template {Name} N @param {N} name @param {Values[N]} value */
  set(name, value) {
    this.values = { ...this.values, [name]: value };
    this.store.write(SETTINGS_NAME, JSON.stringify({ version: VERSION, ...this.values }));
    this.onChange(this.values);
  }

  /** Everything as it is usual. */
  reset() {
    this.values = usual();
    this.store.remove(SETTINGS_NAME);
    this.onChange(this.values);
  }

  /** Reads again what another tab has written. */
  refresh() {
    this.values = readSettings(this.store.read(SETTINGS_NAME));
    this.onChange(this.values);
  }
}
