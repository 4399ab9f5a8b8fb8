// The menu of everything that is not on the page: a sheet on phones, a dialog elsewhere. Features add their
// rows to it.

import { openDialog } from '../shared/dialogs.js';
import { REDO, isDisabled, perform } from '../game/acts.js';
import { setSetting } from '../shared/settings.js';
import { t, translatable } from '../shared/text.js';
import { effect } from '../vendor/signals-core.js';
import { Dialog } from '../shared/dialog.js';
import { icon, make, makeButton } from '../shared/element.js';

/** @import { App, MenuRow } from '../game/app.js' */

/** @type {MenuRow} */
const REDO_ROW = {
  label: String(REDO.words),
  picture: 'M20 9H9a5 5 0 0 0 0 10h3M15 4l5 5-5 5',
  action: REDO,
  name: 'menu-redo',
  shown: ({ game }) => game.value.canRedo,
};

const GROUPS = /** @type {const} */ ([
  ['play', translatable('Play 2048')],
  ['improve', translatable('Improve')],
  ['tools', translatable('Tools')],
  ['about', translatable('About')],
]);

export default class MenuDialog {
  /** @param {App} app */
  constructor({ menu, state }) {
    this.state = state;
    this.dialog = new Dialog({ id: 'menu', title: 'Menu' });
    this.dialog.body.append(
      this.makeList([...menu.now, REDO_ROW], 'menu menu-now'),
      make(
        'div',
        { class: 'menu-groups' },
        ...GROUPS.filter(([group]) => menu[group].length > 0).map(([group, title]) =>
          make('section', { 'aria-label': title }, make('h3', {}, title), this.makeList(menu[group], 'menu')),
        ),
      ),
    );
    // A touch beside the sheet closes it. Only there the dialog element itself is the target.
    this.dialog.element.addEventListener('click', ({ target }) => {
      if (target === this.dialog.element) this.dialog.close();
    });
  }

  /** @param {MenuRow[]} rows @param {string} name its classes */
  makeList(rows, name) {
    const lines = rows.map((row) => ({ row, line: make('li', { class: row.name }, this.makeRow(row)) }));
    const list = make('ul', { class: name }, ...lines.map(({ line }) => line));
    effect(() => {
      for (const { row, line } of lines) line.hidden = row.shown?.(this.state) === false;
      list.hidden = lines.every(({ line }) => line.hidden);
    });
    return list;
  }

  /** @param {MenuRow} row */
  makeRow({ label, title, picture, opens, href, setting, action, act }) {
    const { state } = this;
    if (href) return make('a', { href }, icon(picture), label);
    const button = makeButton(
      '',
      () => {
        // After a switch the menu stays open and shows the new state; anything else closes it.
        if (setting) setSetting(state, setting, state.settings.value[setting] !== true);
        else this.dialog.close();
        if (opens) openDialog(state, opens);
        act?.(state);
        if (action) perform(state, action);
      },
      { title, 'data-dialog': opens?.name, 'aria-haspopup': opens && 'dialog' },
    );
    button.append(icon(picture), t(label));
    effect(() => {
      button.disabled = action !== undefined && isDisabled(state, action);
      if (!setting) return;
      const on = state.settings.value[setting] === true;
      button.setAttribute('aria-pressed', String(on));
      button.dataset.state = t(on ? 'On' : 'Off');
    });
    return button;
  }

  open() {
    this.dialog.open();
  }
}
