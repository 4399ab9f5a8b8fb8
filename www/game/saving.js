// Saves the game a moment after each change, and reads saved games.
//
// No game is lost, because records are changed in one place, `write`: it hands every game that the new record
// lacks to `onLost` first. It writes only while the board belongs to this tab (./owner.js). What comes later
// is written, too, if the tab that has the board now has saved nothing yet; else it is handed to `onLost`.

import { ALONE } from './owner.js';
import { gameOf } from './opening.js';
import { gameName, gamesLost, readGame, writeGame } from './record.js';

/** @import { Game } from '../pkg-game/afterstate.js' */
/** @import { GameClass, Session } from './session.js' */
/** @import { Owning } from './owner.js' */
/** @import { PlayedGame, Records, SavedGame } from './record.js' */

/** Delay before a move is saved, in milliseconds, so that several moves are saved at once. */
const AFTER_MS = { person: 250, engine: 2000 };

/**
 * `onLost`: keeps a game that would be lost with the record that is replaced next. `onDamaged`: the game that
 * should go on could not be read. `onSave`: the game was saved; `kept`: it will survive a reload.
 * @typedef {{ Game: GameClass, records: Records, owner?: Owning, onLost?: (played: PlayedGame) => void,
 *   onDamaged?: () => void, onSave?: (kept: boolean) => void }} SavingOptions
 */

/** What is saved. @typedef {Pick<Session, 'rows' | 'cols' | 'saved' | 'bests'>} Saved */

export class Saving {
  /** @param {SavingOptions} options @param {() => Saved} played what is played now */
  constructor(
    { Game, records, owner = ALONE, onLost = () => {}, onDamaged = () => {}, onSave = () => {} },
    played,
  ) {
    this.options = { Game, records, owner, onLost, onDamaged, onSave };
    this.played = played;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.due = Infinity;
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
   * Saves the game and the best scores now, if a save is pending.
   * @param {{ leaving?: boolean, anyway?: boolean }} [how] `leaving`: there is no time to wait for the board
   *   to be this tab's; `anyway`: also if no save is pending
   */
  now({ leaving = false, anyway = false } = {}) {
    const { records, owner, onSave } = this.options;
    if (!anyway && (this.due === Infinity || (owner.status === 'asking' && !leaving))) return;
    this.forget();
    const { rows, cols, saved, bests } = this.played();
    const kept = this.write(rows, cols, saved);
    bests.save();
    records.saveSize(rows, cols);
    onSave(kept);
  }

  forget() {
    clearTimeout(this.timer);
    this.due = Infinity;
  }

  /**
   * Saves the game of a size, or keeps it elsewhere.
   * @param {number} rows @param {number} cols @param {SavedGame | null} next null for none
   * @returns {boolean} whether it will survive a reload
   */
  write(rows, cols, next) {
    const { owner } = this.options;
    const size = `${rows}x${cols}`;
    if (owner.mayWrite(size)) return this.replace(rows, cols, next);
    // The other tab shows it when it hears of it (`adoptLate` in ./adopt.js).
    if (next && owner.hadTurn(size) && this.knows(rows, cols)) this.replace(rows, cols, next);
    else if (next) this.handOver(next, rows, cols);
    owner.refused();
    return true;
  }

  /**
   * Replaces the record of a size.
   * @param {number} rows @param {number} cols @param {SavedGame | null} next
   * @returns {boolean} whether it will survive a reload
   */
  replace(rows, cols, next) {
    const { records, onLost } = this.options;
    const size = `${rows}x${cols}`;
    for (const played of records.lostBy(rows, cols, next, this.known.get(size))) onLost(played);
    const { store } = records;
    const name = gameName(rows, cols);
    let kept = true;
    if (next) kept = store.write(name, writeGame(next));
    else store.remove(name);
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

  /**
   * Whether the record of a size is the one that this tab has read or written last.
   * @param {number} rows @param {number} cols
   */
  knows(rows, cols) {
    return this.options.records.stored(rows, cols) === this.known.get(`${rows}x${cols}`);
  }

  /**
   * Reads the saved game of a size. One that cannot be read is set aside.
   * @param {number} rows
   * @param {number} cols
   * @param {() => void} [onDamaged] it could not be read
   * @returns {{ game: Game, saved: SavedGame } | null}
   */
  load(rows, cols, onDamaged) {
    const { Game, records } = this.options;
    const { saved, damaged } = records.loadGame(rows, cols);
    const game = saved && gameOf(Game, saved.game);
    const fits = game?.rows === rows && game.cols === cols;
    if (damaged || (saved && !fits)) {
      records.setAside(rows, cols);
      onDamaged?.();
    }
    this.known.set(`${rows}x${cols}`, records.stored(rows, cols));
    if (saved && fits) return { game, saved };
    game?.free();
    return null;
  }
}
