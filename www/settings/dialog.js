// The Settings dialog. Changes apply at once. It also saves all stored records to a file, and loads them
// again.

import { takeOver } from '../ai/acts.js';
import { showStored } from '../game/adopt.js';
import { notify } from '../shared/notices.js';
import { LARGEST_FILE, putAll, readAll, readBackup, writeBackup } from './backup.js';
import { addGames, listGames } from '../game/kept-games.js';
import { keepLost } from '../game/keep.js';
import { adoptSettings, DEFAULTS, setSetting, storedSettings } from '../shared/settings.js';
import { THEMES } from '../shared/themes.js';
import { translatable } from '../shared/text.js';
import { effect } from '../vendor/signals-core.js';
import { Dialog } from '../shared/dialog.js';
import { buttonRow, make, makeButton } from '../shared/element.js';
import { fileInput, readFile, saveFile } from '../shared/file.js';
import { tileFace } from '../game/board-view.js';

/** @import { App, Switch } from '../game/app.js' */
/** @import { State } from '../game/state.js' */

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
        makeButton('Reset all settings', () => {
          adoptSettings(state, DEFAULTS);
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
    select.addEventListener('change', () => {
      const { session, unsaved } = this.state;
      session.saving.now();
      // The page that reloads would have neither the game nor the choice.
      if (unsaved.value) {
        show();
        return this.dialog.say(
          'The language can’t be changed, because your browser’s storage is full or blocked: the page would lose your game.',
          'wrong',
        );
      }
      setSetting(this.state, 'language', /** @type {any} */ (select.value));
      location.reload();
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
    const input = fileInput('.json,application/json', (file) => this.dialog.attempt(() => this.load(file)));
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

  /** @param {File} file */
  async load(file) {
    const putBack = await loadFromFile(this.state, file);
    this.dialog.close();
    notify(this.state, 'Your games and settings were loaded.', { label: 'Undo', act: putBack });
  }

  open() {
    this.dialog.open();
  }
}

/** @param {State} state @returns {Storage} @throws {Error} if the browser blocks it */
function storageOf({ store }) {
  if (!store.storage) throw new Error('Your browser blocks storage, so nothing is saved here.');
  return /** @type {Storage} */ (store.storage);
}

/** @param {State} state */
async function saveToFile(state) {
  state.session.saving.now();
  const records = readAll(storageOf(state));
  const date = new Date();
  const { games, trouble } = await listGames(state.store);
  saveFile(
    writeBackup(records, games, date),
    `2048-${date.toISOString().slice(0, 10)}.json`,
    'application/json',
  );
  if (trouble) throw trouble;
}

/**
 * @param {State} state
 * @param {File} file
 * @returns {Promise<() => void>} restores everything. Rejects with a message for the player
 */
async function loadFromFile(state, file) {
  if (file.size > LARGEST_FILE) throw new Error('This isn’t a backup from this page: it is too large.');
  const { records, history } = readBackup(await readFile(file));
  const { Game, session, store } = state;
  const storage = storageOf(state);
  takeOver(state);
  session.saving.now();
  // The history is the part that can fail, and then nothing else has been changed.
  const removeGames = await addGames(history).catch(() => {
    throw new Error('This browser can’t save your history. Nothing was changed.');
  });
  /** @type {() => void} */
  let putBack;
  try {
    putBack = putAll(storage, records, (played) => keepLost(Game, store, played));
  } catch (error) {
    await removeGames();
    throw error;
  }
  const show = () => {
    showStored(state);
    adoptSettings(state, storedSettings(store));
  };
  show();
  return () => {
    session.saving.now();
    putBack();
    show();
    void removeGames();
  };
}
