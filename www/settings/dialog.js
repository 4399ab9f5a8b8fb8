// The Settings dialog. Changes apply at once, but another language only after a reload. It also saves all
// stored records to a file, and loads them again.

import { changeSettings, loadFromFile, saveToFile } from './acts.js';
import { DEFAULTS, setSetting } from '../shared/settings.js';
import { THEMES } from '../shared/themes.js';
import { translatable } from '../shared/text.js';
import { effect } from '../vendor/signals-core.js';
import { Dialog } from '../shared/dialog.js';
import { buttonRow, make, makeButton } from '../shared/element.js';
import { fileInput } from '../shared/file.js';
import { tileFace } from '../game/board-view.js';

/** @import { App, Switch } from '../game/app.js' */

/** The sample tiles of each theme, as ranks: a small one, a medium one, 2048, and two above. */
const SAMPLE = [1, 5, 11, 13, 16];

/** The on-off settings of the game; features add theirs. @type {Switch[]} */
const SWITCHES = [
  { name: 'letters', label: translatable('Move with letter keys (WASD, HJKL)'), off: false, on: true },
  { name: 'arrows', label: translatable('Show arrow buttons below the board'), off: 'off', on: 'on' },
  { name: 'count', label: translatable('Show moves and time'), off: false, on: true },
  { name: 'motion', label: translatable('Reduce motion'), off: 'system', on: 'reduced' },
  { name: 'vibrate', label: translatable('Vibrate when tiles merge'), off: false, on: true },
];

/** @param {readonly Switch[]} added by features */
function withAdded(added) {
  const all = [...SWITCHES];
  for (const one of added) {
    const at = all.findIndex(({ name }) => name === one.before);
    all.splice(at < 0 ? all.length : at, 0, one);
  }
  return all;
}

/**
 * The languages by their own names.
 * @type {Record<(typeof import('../shared/text.js').LANGUAGES)[number], string>}
 */
const LANGUAGE_NAMES = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  pt: 'Português',
  ja: '日本語',
  zh: '简体中文',
  ar: 'العربية',
};

export default class SettingsDialog {
  /** @param {App} app */
  constructor({ state, switches }) {
    this.state = state;
    this.dialog = new Dialog({ id: 'settings', title: 'Settings' });
    this.dialog.body.append(
      this.makeThemes(),
      this.makeLanguages(),
      this.makeSwitches(withAdded(switches)),
      this.makeData(),
      buttonRow(
        this.dialog.button('Reset all settings', () => {
          changeSettings(state, DEFAULTS);
          this.dialog.say('Settings reset.');
        }),
      ),
    );
  }

  makeThemes() {
    return make(
      'fieldset',
      { class: 'themes' },
      make('legend', {}, 'Theme'),
      ...Object.entries(THEMES).map(([theme, label]) => {
        const radio = make('input', { type: 'radio', name: 'theme', value: theme });
        radio.addEventListener('change', () => setSetting(this.state, 'theme', /** @type {any} */ (theme)));
        effect(() => {
          radio.checked = this.state.settings.value.theme === theme;
        });
        return make(
          'label',
          { class: 'option' },
          radio,
          make('span', {}, label),
          make(
            'span',
            { class: 'sample', 'data-theme': theme, 'aria-hidden': 'true' },
            ...SAMPLE.map(tileFace),
          ),
        );
      }),
    );
  }

  makeLanguages() {
    const select = make(
      'select',
      {},
      make('option', { value: 'auto' }, 'Match browser'),
      ...Object.entries(LANGUAGE_NAMES).map(([language, name]) =>
        make('option', { value: language, lang: language }, name),
      ),
    );
    const show = () => {
      select.value = this.state.settings.value.language;
    };
    select.addEventListener('change', async () => {
      const language = /** @type {any} */ (select.value);
      await this.dialog.attempt(() => changeSettings(this.state, { ...this.state.settings.value, language }));
      show();
    });
    effect(show);
    return make('label', { class: 'field' }, 'Language', select);
  }

  /** @param {Switch[]} switches */
  makeSwitches(switches) {
    const possible = switches.filter(({ name }) => name !== 'vibrate' || 'vibrate' in navigator);
    return make(
      'fieldset',
      {},
      make('legend', {}, 'Game'),
      ...possible.map(({ name, label, off, on }) => {
        const box = make('input', { type: 'checkbox', name });
        box.addEventListener('change', () =>
          setSetting(this.state, name, /** @type {any} */ (box.checked ? on : off)),
        );
        effect(() => {
          const values = this.state.settings.value;
          box.checked = values[name] === on;
        });
        return make('label', { class: 'option' }, box, make('span', {}, label));
      }),
    );
  }

  makeData() {
    const input = fileInput('.json,application/json', (file) =>
      this.dialog.attempt(() => loadFromFile(this.state, file)),
    );
    input.hidden = true;
    return make(
      'fieldset',
      { class: 'data' },
      make('legend', {}, 'Your games and settings'),
      buttonRow(
        this.dialog.button('Save to a file', () => saveToFile(this.state)),
        makeButton('Load from a file', () => input.click()),
        input,
      ),
    );
  }

  open() {
    this.dialog.open();
  }
}
