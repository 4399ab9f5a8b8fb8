// The dialogs of the page. Each is loaded when it is first opened.

import { loadStyle } from '../view/style.js';
import { addressOf, copy } from './sharing.js';

/** @import { GameClass, Session } from '../game/session.js' */
/** @import { Position } from '../game/position.js' */
/** @import { Engine } from '../game/review.js' */
/** @import { Records } from '../storage/record.js' */
/** @import { Settings } from '../storage/settings.js' */
/** @import { Store } from '../storage/store.js' */

/** @typedef {'menu' | 'size' | 'editor' | 'replay' | 'settings' | 'strength'} DialogName */

/**
 * @typedef {{
 *   Game: GameClass, session: Session, records: Records, settings: Settings, store: Store,
 *   begin: (game: InstanceType<GameClass>, notice: string) => void, continueSaved: (rows: number, cols: number) => void, pause: () => void, redo: () => void, update: () => (() => void) | null,
 *   still: () => boolean, notify: (text: string, action?: { label: string, act: () => void }) => void, notLoaded: (error: unknown, again: () => void) => void,
 *   reviewer: (() => Promise<Engine>) | null, busy: () => boolean, mirror: () => Promise<void>
 * }} Page the functions of the page: `begin`: starts another game, with a notice that can undo it;
 *   `continueSaved`: opens the saved game of another size; `pause`: stops the AI; `still`: whether to draw without
 *   animations; `reviewer`: starts an engine for a review, null without the AI; `busy`: the page's engine thinks;
 *   `mirror`: switches mirror mode on or off
 */

/** Opens a dialog that has been loaded. @typedef {() => void | Promise<void>} Opener */

export class Dialogs {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {Map<DialogName, Promise<Opener>>} */
    this.loaded = new Map();
    /** @type {Promise<void> | undefined} */
    this.styled = undefined;
    /** @type {string | null} a shared game to show instead of the current one */
    this.shared = null;
  }

  /** @param {DialogName} name @returns {Promise<boolean>} whether it could be loaded */
  async open(name) {
    // What could not be loaded is tried again with the next press; what could is not made twice.
    this.styled ??= loadStyle(new URL('../style/dialogs.css', import.meta.url)).catch((error) => {
      this.styled = undefined;
      throw error;
    });
    const loaded = this.loaded.get(name) ?? this[name]().catch((error) => {
      this.loaded.delete(name);
      throw error;
    });
    this.loaded.set(name, loaded);
    try {
      const [open] = await Promise.all([loaded, this.styled]);
      await open();
      return true;
    } catch (error) {
      this.page.notLoaded(error, () => void this.open(name));
      return false;
    }
  }

  /** @returns {Promise<Opener>} */
  async menu() {
    const [{ MenuDialog }, { ENTRIES }] = await Promise.all([import('../view/dialog-menu.js'), import('./menu.js')]);
    const { page } = this;
    const { settings } = page;
    const dialog = new MenuDialog(ENTRIES.map(({ label, icon, href, dialog: name, setting, act, possible, shown }) => ({
      label, icon, href, dialog: name,
      possible: possible && (() => possible(page)),
      shown: shown && (() => shown(page)),
      pressed: setting && (() => settings.values[setting] === true),
      act: () => {
        if (name) void this.open(name);
        if (setting) settings.set(setting, settings.values[setting] !== true);
        act?.(page);
      },
    })));
    return () => dialog.open();
  }

  /** @returns {Promise<Opener>} */
  async settings() {
    const { SettingsDialog } = await import('../view/dialog-settings.js');
    const { settings } = this.page;
    const dialog = new SettingsDialog({
      set: (name, value) => settings.set(name, value),
      reset: () => {
        settings.reset();
        dialog.show(settings.values);
      },
      save: async () => (await import('./saved-data.js')).saveToFile(this.page),
      load: async (file) => {
        const putBack = await (await import('./saved-data.js')).loadFromFile(this.page, file);
        dialog.dialog.close();
        this.page.notify('Your games and settings were loaded.', { label: 'Undo', act: putBack });
      },
    });
    return () => dialog.open(settings.values);
  }

  /** @returns {Promise<Opener>} */
  async size() {
    const { SizeDialog } = await import('../view/dialog-size.js');
    const { Game, session, records, begin, continueSaved } = this.page;
    const dialog = new SizeDialog({
      known: (rows, cols) => {
        const { saved } = records.loadGame(rows, cols);
        const kept = saved && session.read(saved.game);
        const moves = kept?.moves ?? 0;
        kept?.free();
        return { best: records.best(rows, cols), moves };
      },
      start: (rows, cols, seed) => begin(seed === null ? Game.fresh(rows, cols) : new Game(rows, cols, seed), `New ${rows} × ${cols} game.`),
      goOn: continueSaved,
    });
    return () => {
      session.save();
      dialog.open(session.rows, session.cols);
    };
  }

  /** @returns {Promise<Opener>} */
  async editor() {
    const [{ EditorDialog }, { boardLink }, { largestRank }, position] = await Promise.all([
      import('../view/dialog-editor.js'), import('../game/link.js'), import('../game/goal.js'), import('../game/position.js'),
    ]);
    const { session, pause } = this.page;
    const dialog = new EditorDialog({
      read: position.readPosition,
      write: position.writePosition,
      digits: position.writeDigits,
      largest: largestRank,
      link: (board, score) => addressOf(boardLink(board, score || 0)),
      copy,
      play: (board, score) => {
        const game = this.gameFrom(position.checked(board), score);
        dialog.dialog.close();
        this.page.begin(game, 'New game from your board.');
      },
    });
    return () => {
      pause();
      dialog.open({ ranks: session.ranks(), rows: session.rows, cols: session.cols }, session.score);
    };
  }

  /** @returns {Promise<Opener>} */
  async replay() {
    const { ReplayOpener } = await import('./replay-opener.js');
    const opener = new ReplayOpener(this.page, (position, score) => this.gameFrom(position, score));
    return () => {
      const { shared } = this;
      this.shared = null;
      return opener.open(shared);
    };
  }

  /** @returns {Promise<Opener>} */
  async strength() {
    const [{ StrengthDialog }, { MATCHES, TILES }, { interval }] = await Promise.all([
      import('../view/dialog-strength.js'), import('../game/strength.js'), import('../game/odds.js'),
    ]);
    const dialog = new StrengthDialog({ tiles: TILES, matches: MATCHES, interval });
    return () => dialog.dialog.open();
  }

  /** A game from a position, with a random seed. @param {Position} position @param {number} score */
  gameFrom({ ranks, rows, cols }, score) {
    const seed = crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n;
    const game = this.page.Game.fromPosition(ranks, rows, cols, score, seed);
    if (!game.isOver) return game;
    game.free();
    throw new Error('No moves are possible on this board.');
  }

  /**
   * Opens what an address shares, if it shares anything.
   * @param {string} hash the part from its # on
   * @returns {Promise<boolean>} false where what reads it could not be loaded: another try may do better
   */
  async openLink(hash) {
    if (!/^#(game|board)/i.test(hash)) return true;
    const link = await import('../game/link.js').catch((error) => this.page.notLoaded(error, () => void this.openLink(hash)));
    if (!link) return false;
    try {
      const shared = link.readLink(hash);
      if (shared?.kind === 'board') this.page.begin(this.gameFrom(shared.position, shared.score), 'New game from the shared board.');
      if (shared?.kind !== 'game') return true;
      this.shared = shared.text;
      return await this.open('replay');
    } catch (error) {
      this.page.notify(error instanceof Error ? error.message : String(error));
      return true;
    }
  }
}
