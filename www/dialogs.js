// The dialogs of the page: each is loaded when it is first asked for, and handed what it works with.
//
// Leaves out what is in them (view/dialog-*.js) and the page itself (app.js).

/** @import { GameClass, Session } from './game/session.js' */
/** @import { Records } from './storage/record.js' */
/** @import { Settings } from './storage/settings.js' */

/** @typedef {'size' | 'settings'} DialogName */

/**
 * @typedef {{
 *   Game: GameClass, session: Session, records: Records, settings: Settings,
 *   begin: (game: InstanceType<GameClass>, notice: string) => void, pause: () => void, leave: () => void,
 *   tell: (text: string) => void
 * }} Page what the page gives: `begin` puts a game in place of the one that is shown, with a notice that takes it back;
 *   `pause`: the AI lets go of the board; `leave`: the focus goes to the board
 */

export class Dialogs {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {Map<DialogName, Promise<() => void>>} what opens a dialog that has been loaded */
    this.loaded = new Map();
    /** @type {Promise<void> | undefined} */
    this.styled = undefined;
  }

  /** Whether a dialog lies over the board. */
  get isOpen() {
    return document.querySelector('dialog[open]') !== null;
  }

  /** @param {DialogName} name */
  async open(name) {
    try {
      this.styled ??= loadStyle(new URL('./style/dialogs.css', import.meta.url));
      const loaded = this.loaded.get(name) ?? this[name]();
      this.loaded.set(name, loaded);
      const [open] = await Promise.all([loaded, this.styled]);
      open();
    } catch (error) {
      this.loaded.delete(name);
      this.styled = undefined;
      this.page.tell('This part of the page could not be loaded. Are you offline?');
      console.warn(error);
    }
  }

  /** @returns {Promise<() => void>} */
  async settings() {
    const { SettingsDialog } = await import('./view/dialog-settings.js');
    const { settings } = this.page;
    const dialog = new SettingsDialog({
      set: (name, value) => settings.set(name, value),
      reset: () => {
        settings.reset();
        dialog.show(settings.values);
      },
    });
    return () => dialog.open(settings.values);
  }

  /** @returns {Promise<() => void>} */
  async size() {
    const { SizeDialog } = await import('./view/dialog-size.js');
    const { Game, session, records, begin, pause, leave } = this.page;
    const dialog = new SizeDialog({
      known: (rows, cols) => {
        const { saved } = records.loadGame(rows, cols);
        const kept = saved && session.read(saved.game);
        const moves = kept?.moves ?? 0;
        kept?.free();
        return { best: records.best(rows, cols), moves };
      },
      start: (rows, cols, seed) => begin(seed === null ? Game.fresh(rows, cols) : new Game(rows, cols, seed), `New game on ${rows} × ${cols}.`),
      goOn: (rows, cols) => {
        pause();
        session.open(rows, cols);
        leave();
      },
    });
    return () => {
      session.save();
      dialog.open(session.rows, session.cols);
    };
  }
}

/** @param {URL} address @returns {Promise<void>} */
function loadStyle(address) {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = address.href;
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(`${address.pathname} cannot be loaded`));
    });
    document.head.append(link);
  });
}
