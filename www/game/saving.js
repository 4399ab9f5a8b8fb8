// Saves the game a moment after each change, and reads saved games.
//
// No game is lost, because records are changed in one place, `write`: it hands every game that the new record
// lacks to `onLost` first. It writes only while the board belongs to this tab (./owner.js); what comes later
// is handed to `onLost` instead.

import { ALONE } from './owner.js';
import { gamesLost, readGame } from './record.js';

/** @import { Game } from '../pkg-game/afterstate.js' */
/** @import { GameClass } from './session.js' */
/** @import { Owning } from './owner.js' */
/** @import { PlayedGame, Records, SavedGame } from './record.js' */

/** Delay before a move is saved, in milliseconds, so that several moves are saved at once. */
const AFTER_MS = { person: 250, engine: 2000 };

/**
 * `onLost`: keeps a game that would be lost with the record that is replaced next. `onSave`: the game was
 * saved; `kept`: it will survive a reload.
 * @typedef {{ Game: GameClass, records: Records, owner?: Owning, onLost?: (played: PlayedGame) => void,
 *   onSave?: (kept: boolean) => void }} SavingOptions
 */

export class Saving {
  /** @param {SavingOptions} options @param {() => void} save saves the game that is played */
  constructor({ Game, records, owner = ALONE, onLost = () => {}, onSave = () => {} }, save) {
    this.options = { Game, records, owner, onLost, onSave };
    this.saveGame = save;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.due = Infinity;
    /** Whether there was a saved game that could not be read. */
    this.damaged = false;
    /** The records by size as this tab knows them. @type {Map<string, string | null>} */
    this.known = new Map();
  }

  /** Schedules a save. @param {'person' | 'engine'} by who made the change */
  soon(by) {
    const due = performance.now() + AFTER_MS[by];
    if (due >= this.due) return;
    clearTimeout(this.timer);
    this.due = due;
    this.timer = setTimeout(() => this.now(), AFTER_MS[by]);
  }

  /**
   * Saves now if a save is pending.
   * @param {{ leaving?: boolean }} [how] `leaving`: there is no time to wait for the board to be this tab's
   */
  now({ leaving = false } = {}) {
    if (this.due === Infinity) return;
    if (this.options.owner.status === 'asking' && !leaving) return;
    this.forget();
    this.saveGame();
  }

  forget() {
    clearTimeout(this.timer);
    this.due = Infinity;
  }

  /**
   * Replaces the record of a size.
   * @param {number} rows @param {number} cols @param {SavedGame | null} next null for none @returns {boolean}
   *   whether it will survive a reload
   */
  write(rows, cols, next) {
    const { records, owner, onLost } = this.options;
    const size = `${rows}x${cols}`;
    if (!owner.mayWrite(size)) {
      if (next) this.handOver(next, rows, cols);
      owner.refused();
      return true;
    }
    for (const played of records.lostBy(rows, cols, next, this.known.get(size))) onLost(played);
    const kept = next ? records.saveGame(rows, cols, next) : records.removeGame(rows, cols);
    this.known.set(size, records.stored(rows, cols));
    return kept;
  }

  /**
   * Keeps elsewhere what the record of a size lacks.
   * @param {SavedGame} saved
   * @param {number} rows
   * @param {number} cols
   */
  handOver(saved, rows, cols) {
    const { records, onLost } = this.options;
    for (const played of gamesLost(saved, readGame(records.stored(rows, cols) ?? ''))) onLost(played);
  }

  /** Whether the record of a size is the one that this tab has read or written last. @param {string} size */
  knows(size) {
    const [rows = 4, cols = 4] = size.split('x').map(Number);
    return this.options.records.stored(rows, cols) === this.known.get(size);
  }

  /**
   * Reads the saved game of a size. One that cannot be read is set aside.
   * @param {number} rows
   * @param {number} cols
   * @returns {{ game: Game, saved: SavedGame } | null}
   */
  load(rows, cols) {
    const { records } = this.options;
    const { saved, damaged } = records.loadGame(rows, cols);
    this.known.set(`${rows}x${cols}`, records.stored(rows, cols));
    const game = saved && this.read(saved.game);
    const fits = game?.rows === rows && game.cols === cols;
    this.damaged = damaged || (saved !== null && !fits);
    if (saved && fits) return { game, saved };
    game?.free();
    if (saved) records.setAside(rows, cols);
    return null;
  }

  /** @param {string} text @returns {Game | null} */
  read(text) {
    try {
      return this.options.Game.fromText(text);
    } catch {
      return null;
    }
  }

  /** @param {string | null | undefined} text of a game @returns {number} 0 if there is none */
  movesOf(text) {
    const game = text ? this.read(text) : null;
    const moves = game?.moves ?? 0;
    game?.free();
    return moves;
  }

  /** @param {boolean} kept whether the last save will survive a reload */
  saved(kept) {
    this.options.onSave(kept);
  }
}
