// The dialogs of the page: each is loaded when it is first asked for, and handed what it works with.
//
// Leaves out what is in them (view/dialog-*.js) and the page itself (main.js).

import { loadStyle } from '../view/style.js';

/** @import { GameClass, Session } from '../game/session.js' */
/** @import { Position } from '../game/position.js' */
/** @import { Engine } from '../game/review.js' */
/** @import { Records } from '../storage/record.js' */
/** @import { Settings } from '../storage/settings.js' */
/** @import { Shelf } from '../storage/store.js' */

/** @typedef {'size' | 'editor' | 'film' | 'settings'} DialogName */

/**
 * @typedef {{
 *   Game: GameClass, session: Session, records: Records, settings: Settings, shelf: Shelf,
 *   begin: (game: InstanceType<GameClass>, notice: string) => void, goOn: (rows: number, cols: number) => void, pause: () => void,
 *   still: () => boolean, tell: (text: string) => void,
 *   reviewer: (() => Promise<Engine>) | null, busy: () => boolean
 * }} Page what the page gives: `begin` puts a game in place of the one that is shown, with a notice that takes it back;
 *   `goOn`: opens the game that is kept of another size; `pause`: the AI lets go of the board; `still`: nothing is to move
 *   but by a cut; `reviewer`: starts an engine for a review alone, null where there is none; `busy`: the page's own engine thinks
 */

/** What a dialog that has been loaded does when it is opened. @typedef {() => void | Promise<void>} Opener */

export class Dialogs {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {Map<DialogName, Promise<Opener>>} */
    this.loaded = new Map();
    /** @type {Promise<void> | undefined} */
    this.styled = undefined;
    /** @type {string | null} a game that was shared, to be shown in place of the one that is played */
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
      return this.notLoaded(error);
    }
  }

  /** @param {unknown} error @returns {false} */
  notLoaded(error) {
    this.page.tell('This part of the page could not be loaded. Are you offline?');
    console.warn(error);
    return false;
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
    });
    return () => dialog.open(settings.values);
  }

  /** @returns {Promise<Opener>} */
  async size() {
    const { SizeDialog } = await import('../view/dialog-size.js');
    const { Game, session, records, begin, goOn } = this.page;
    const dialog = new SizeDialog({
      known: (rows, cols) => {
        const { saved } = records.loadGame(rows, cols);
        const kept = saved && session.read(saved.game);
        const moves = kept?.moves ?? 0;
        kept?.free();
        return { best: records.best(rows, cols), moves };
      },
      start: (rows, cols, seed) => begin(seed === null ? Game.fresh(rows, cols) : new Game(rows, cols, seed), `New game on ${rows} × ${cols}.`),
      goOn,
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
      link: (board, score) => here(boardLink(board, score || 0)),
      copy,
      play: (board, score) => {
        const game = this.gameFrom(position.checked(board), score);
        dialog.dialog.close();
        this.page.begin(game, 'Playing from the board you set.');
      },
    });
    return () => {
      pause();
      dialog.open({ ranks: session.ranks(), rows: session.rows, cols: session.cols }, session.score);
    };
  }

  /** @returns {Promise<Opener>} */
  async film() {
    const [{ FilmDialog }, { Film }, { Review }, { KeptReview }, link] = await Promise.all([
      import('../view/dialog-replay.js'), import('../game/replay.js'), import('../game/review.js'), import('../storage/kept-review.js'), import('../game/link.js'),
    ]);
    const { Game, session, pause, still, begin, reviewer, busy } = this.page;
    const kept = new KeptReview(this.page.shelf);
    /** What reads a film; whoever closes the dialog meanwhile wants it no more. */
    let reading = new AbortController();
    /** @param {string} text @param {'start' | 'end'} at @param {string} notice */
    const show = async (text, at, notice) => {
      reading.abort();
      reading = new AbortController();
      const { signal } = reading;
      try {
        const film = await Film.of(Game, text, { onProgress: (share) => dialog.showProgress(share), signal });
        if (!signal.aborted) dialog.show(film, at === 'start' ? 0 : film.moves, notice);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    };
    const dialog = new FilmDialog({
      still,
      copy,
      onClose: () => reading.abort(),
      read: async (pasted) => {
        const shared = link.readPasted(pasted);
        if (!shared) throw new Error('That is neither a link to a game nor a game’s text, which begins with afterstate/1.');
        if (shared.kind === 'game') return show(shared.text, 'start', 'A shared game.');
        const game = this.gameFrom(shared.position, shared.score);
        dialog.dialog.close();
        begin(game, 'Playing from the shared board.');
      },
      goOn: (film, at) => {
        dialog.dialog.close();
        begin(film.gameAt(at), at === film.moves ? 'Playing on.' : `Playing on after move ${at}.`);
      },
      gameLink: (text) => {
        const hash = link.gameLink(text);
        return hash && here(hash);
      },
      boardLink: (film, at) => here(link.boardLink({ ranks: film.ranks(at), rows: film.rows, cols: film.cols }, film.score(at))),
      review: (film, ply, onChange) => reviewer && new Review({
        film, engine: reviewer, ply, busy, onChange, onDone: (findings) => kept.write(film.text, findings),
      }),
      reviewed: (film) => {
        const findings = kept.read(film.text, film.moves);
        if (!reviewer || !findings) return null;
        const review = new Review({ film, engine: reviewer, ply: findings.ply, busy, onChange: () => {} });
        review.take(findings);
        return review;
      },
    });
    return async () => {
      pause();
      const { shared } = this;
      this.shared = null;
      try {
        if (shared === null) await show(session.game.toText(), 'end', '');
        else await show(shared, 'start', 'A shared game. Play it back, or play on from any board.');
      } catch (error) {
        dialog.dialog.close();
        const words = error instanceof Error ? error.message : String(error);
        this.page.tell(shared === null ? `${words}.` : `The game of the link cannot be shown: ${words}.`);
      }
    };
  }

  /** A game from a position, for which any seed will do. @param {Position} position @param {number} score */
  gameFrom({ ranks, rows, cols }, score) {
    const seed = crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n;
    const game = this.page.Game.fromPosition(ranks, rows, cols, score, seed);
    if (!game.isOver) return game;
    game.free();
    throw new Error('No move is possible on this board.');
  }

  /**
   * Opens what an address shares, if it shares anything.
   * @param {string} hash the part from its # on
   * @returns {Promise<boolean>} false where what reads it could not be loaded: another try may do better
   */
  async openLink(hash) {
    if (!/^#(game|board)/i.test(hash)) return true;
    const link = await import('../game/link.js').catch((error) => this.notLoaded(error));
    if (!link) return false;
    try {
      const shared = link.readLink(hash);
      if (shared?.kind === 'board') this.page.begin(this.gameFrom(shared.position, shared.score), 'Playing from the shared board.');
      if (shared?.kind !== 'game') return true;
      this.shared = shared.text;
      return await this.open('film');
    } catch (error) {
      this.page.tell(error instanceof Error ? error.message : String(error));
      return true;
    }
  }
}

/** An address of this page. @param {string} hash */
function here(hash) {
  return new URL(hash, new URL('./', location.href)).href;
}

/** @param {string} text @returns {Promise<boolean>} whether the browser let it */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
