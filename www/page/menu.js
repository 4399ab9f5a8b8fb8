// The menu of everything that is not on the page: a sheet on phones, a dialog elsewhere. A new feature adds
// one entry to its group.

import { dialogOf, openDialog } from '../shared/dialogs.js';
import { REDO, perform } from '../game/acts.js';
import { setSetting } from '../shared/settings-state.js';
import { t, translatable } from '../shared/text.js';
import { effect } from '../vendor/signals-core.js';
import { Dialog } from '../shared/dialog.js';
import { icon, make, makeButton } from '../shared/element.js';

/** @import { Action } from '../game/acts.js' */
/** @import { Name } from '../shared/settings.js' */
/** @import { DialogName, State } from '../game/state.js' */

/** @typedef {Exclude<DialogName, 'challenge'>} Opened */

/**
 * `picture`: an SVG path in a box of 24 by 24. One of: `dialog`: opens it; `href`: opens another page;
 * `setting`: switches it; `action`: does it; `act`: calls it. `shown`: whether it is in the menu now.
 * `name`: a class for the style.
 * @typedef {{
 *   label: string, title?: string, picture: string, dialog?: Opened, href?: string, setting?: Name,
 *   act?: (state: State) => void, action?: Action, shown?: (state: State) => boolean,
 *   name?: string
 * }} Entry
 */

/** Entries of the moment, above the groups. @type {Entry[]} */
const NOW = [
  {
    label: 'Update',
    picture: 'M12 3v12M7 10l5 5 5-5M5 21h14',
    act: ({ update }) => update.value.kind === 'ready' && update.value.act(),
    shown: ({ update }) => update.value.kind === 'ready',
  },
  {
    label: String(REDO.words),
    picture: 'M20 9H9a5 5 0 0 0 0 10h3M15 4l5 5-5 5',
    action: REDO,
    name: 'menu-redo',
    shown: ({ game }) => game.value.canRedo,
  },
];

/** @type {{ title: string, entries: Entry[] }[]} */
const GROUPS = [
  {
    title: translatable('Play 2048'),
    entries: [
      {
        label: 'Daily board',
        picture: 'M4 5h16v16H4zM4 10h16M8 2v5M16 2v5',
        href: './?daily',
        shown: ({ daily }) => daily.value.kind === 'none',
      },
      {
        label: 'Leave the daily board',
        picture: 'M10 4H4v16h6M9 12h11M16 8l4 4-4 4',
        href: './',
        shown: ({ daily }) => daily.value.kind === 'daily',
      },
      { label: 'Puzzles', picture: 'M4 8h4a2 2 0 1 1 4 0h4v4a2 2 0 1 1 0 4v4H4z', dialog: 'puzzles' },
      { label: 'Race the AI', picture: 'M5 21V4h13l-2.5 4L18 12H5M5 3v18', href: 'race.html' },
      { label: 'Board size', picture: 'M4 4h16v16H4zM4 12h16M12 4v16', dialog: 'size' },
    ],
  },
  {
    title: translatable('Improve'),
    entries: [
      {
        label: 'Coach',
        title: 'Coach: rate every move (press C to repeat its words)',
        picture: 'm3 9 9-4 9 4-9 4zM7 11v5q5 4 10 0v-5M21 9v6',
        setting: 'coach',
      },
      { label: 'Replay and review', picture: 'M7 4v16l13-8z', dialog: 'replay' },
      { label: 'History', picture: 'M3 12a9 9 0 1 0 3-6.7L3 8M3 3v5h5M12 7v5l4 2', dialog: 'history' },
    ],
  },
  {
    title: translatable('Tools'),
    entries: [
      { label: 'Set up a board', picture: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4', dialog: 'setup' },
      { label: 'Settings', picture: 'M4 7h8M18 7h2M4 17h2M12 17h8M15 4v6M9 14v6', dialog: 'settings' },
    ],
  },
  {
    title: translatable('About'),
    entries: [
      {
        label: 'How it works',
        picture: 'M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2M12 18v.1M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0',
        href: 'about.html',
      },
      { label: 'Watch it learn', picture: 'M3 20V4M3 20h18M6 16q4 0 6-5t8-6', href: 'learn.html' },
      { label: 'Lab', picture: 'M9 3h6M10 3v6L5 19q-1 2 1 2h12q2 0 1-2L14 9V3M8 15h8', href: 'lab.html' },
      { label: 'Put 2048 on your page', picture: 'm8 7-5 5 5 5M16 7l5 5-5 5', href: 'embed-builder.html' },
    ],
  },
];

export default class MenuDialog {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    this.dialog = new Dialog({ id: 'menu', title: 'Menu' });
    this.dialog.body.append(
      this.makeList(NOW, 'menu menu-now'),
      make(
        'div',
        { class: 'menu-groups' },
        ...GROUPS.map(({ title, entries }) =>
          make('section', { 'aria-label': title }, make('h3', {}, title), this.makeList(entries, 'menu')),
        ),
      ),
    );
    // A touch beside the sheet closes it. Only there the dialog element itself is the target.
    this.dialog.element.addEventListener('click', ({ target }) => {
      if (target === this.dialog.element) this.dialog.close();
    });
  }

  /** @param {Entry[]} entries @param {string} name its classes */
  makeList(entries, name) {
    return make(
      'ul',
      { class: name },
      ...entries.map((entry) => {
        const line = make('li', { class: entry.name }, this.makeEntry(entry));
        effect(() => {
          line.hidden = entry.shown?.(this.state) === false;
        });
        return line;
      }),
    );
  }

  /** @param {Entry} entry */
  makeEntry({ label, title, picture, dialog, href, setting, action, act }) {
    const { state } = this;
    if (href) return make('a', { href }, icon(picture), label);
    const button = makeButton(
      '',
      () => {
        // After a switch the menu stays open and shows the new state; anything else closes it.
        if (setting) setSetting(state, setting, state.settings.value[setting] !== true);
        else this.dialog.close();
        if (dialog) openDialog(state, dialogOf(dialog));
        act?.(state);
        if (action) perform(state, action);
      },
      { title, 'data-dialog': dialog, 'aria-haspopup': dialog && 'dialog' },
    );
    button.append(icon(picture), t(label));
    effect(() => {
      button.disabled = action?.guard?.(state) === false;
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
