// The Settings dialog. Changes apply at once.

import { THEMES } from '../style/themes.js';
import { showsArrows } from './appearance.js';
import { Dialog } from './dialog.js';
import { make, makeButton } from './element.js';
import { tileFace } from './tile.js';

/** @typedef {{ theme: string, motion: string, letters: boolean, arrows: string, count: boolean, coach: boolean, askBlunder: boolean, vibrate: boolean }} Values */

/** The sample tiles of each theme, as ranks: a small one, a medium one, 2048, and two above. */
const SAMPLE = [1, 5, 11, 13, 16];

/** The on-off settings, with their values for off and on. @type {[keyof Values, string, unknown, unknown][]} */
const SWITCHES = [
  ['letters', 'Move with letter keys (WASD, HJKL)', false, true],
  ['arrows', 'Show arrow buttons below the board', 'off', 'on'],
  ['count', 'Show moves and time', false, true],
  ['motion', 'Reduce motion', 'system', 'reduced'],
  ['coach', 'Coach: rate every move', false, true],
  ['askBlunder', 'Coach: warn before a blunder', false, true],
  ['vibrate', 'Vibrate when tiles merge', false, true],
];

export class SettingsDialog {
  /**
   * @param {{
   *   set: (name: keyof Values, value: any) => void, reset: () => void, save: () => Promise<void>, load: (file: File) => Promise<void>
   * }} options `save` and `load` all that is stored, to and from a file; rejected with a message for the player
   */
  constructor({ set, reset, save, load }) {
    this.dialog = new Dialog({ id: 'settings', title: 'Settings' });
    /** @type {((values: Values) => void)[]} */
    this.shows = [];
    const themes = make('fieldset', { class: 'themes' }, make('legend', {}, 'Theme'));
    for (const [theme, label] of Object.entries(THEMES)) {
      const radio = make('input', { type: 'radio', name: 'theme', value: theme });
      radio.addEventListener('change', () => set('theme', theme));
      this.shows.push((values) => { radio.checked = values.theme === theme; });
      themes.append(make('label', { class: 'option' }, radio, make('span', {}, label),
        make('span', { class: 'sample', 'data-theme': theme, 'aria-hidden': 'true' }, ...SAMPLE.map(tileFace))));
    }
    const switches = make('fieldset', {}, make('legend', {}, 'Game'));
    for (const [name, label, off, on] of SWITCHES) {
      if (name === 'vibrate' && !('vibrate' in navigator)) continue;
      const box = make('input', { type: 'checkbox', name });
      box.addEventListener('change', () => set(name, box.checked ? on : off));
      this.shows.push((values) => { box.checked = name === 'arrows' ? showsArrows(values.arrows) : values[name] === on; });
      switches.append(make('label', { class: 'option' }, box, make('span', {}, label)));
    }
    this.dialog.body.append(themes, switches, this.data(save, load), make('div', { class: 'dialog-buttons' }, makeButton('Reset all settings', () => {
      reset();
      this.dialog.say('Settings reset.');
    })));
  }

  /** @param {() => Promise<void>} save @param {(file: File) => Promise<void>} load */
  data(save, load) {
    const attempt = (/** @type {Promise<void>} */ act) => void act.catch((error) => this.dialog.say(error.message, 'wrong'));
    const input = make('input', { type: 'file', accept: '.json,application/json', hidden: true });
    input.addEventListener('change', () => {
      const [file] = input.files ?? [];
      if (file) attempt(load(file));
      input.value = '';
    });
    return make('fieldset', { class: 'data' }, make('legend', {}, 'Your games and settings'), make('div', { class: 'dialog-buttons' },
      makeButton('Save to a file', () => attempt(save())), makeButton('Load from a file', () => input.click()), input));
  }

  /** @param {Values} values */
  open(values) {
    this.show(values);
    this.dialog.open();
  }

  /** @param {Values} values */
  show(values) {
    for (const show of this.shows) show(values);
  }
}
