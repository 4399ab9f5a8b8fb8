// Saves the game of each board size with the previous one, the best scores, and the last size.
//
// A record that cannot be read is moved to NAME:damaged, which keeps only the latest such record. If storage is full, it
// stays where it is until the next game replaces it.

import { readSize } from '../game/size.js';
import { VERSIONS, readObject } from './versions.js';

/** @import { Size } from '../game/size.js' */
/** @import { Store } from './store.js' */

/** The maximum length: a game of 2,000,000 moves, the longest that is read, takes 670,000 characters. */
const LONGEST = 1_000_000;
/** Scores and times are whole numbers that JavaScript holds exactly. */
const isScore = (/** @type {unknown} */ value) => Number.isSafeInteger(value) && Number(value) >= 0;

/** A game as text; how long it was played, in milliseconds; whether the AI made moves. @typedef {{ game: string, spentMs: number, aided?: boolean }} PlayedGame */
/** A game with the one before it. @typedef {PlayedGame & { previous: PlayedGame | null }} SavedGame */

/** @param {number} rows @param {number} cols @returns {string} */
export const gameName = (rows, cols) => `game:${rows}x${cols}`;
export const BEST_NAME = 'best';
const SIZE_NAME = 'size';

/** @param {SavedGame} saved @returns {string} */
export function writeGame({ game, previous, spentMs, aided }) {
  const before = previous && { previousMs: previous.spentMs, previousAided: previous.aided };
  return JSON.stringify({
    version: VERSIONS.game,
    game,
    previous: previous?.game ?? null,
    spentMs,
    aided,
    ...before,
  });
}

/** Older records have no times. @param {string} game @param {unknown} spentMs @param {unknown} aided @returns {PlayedGame} */
const played = (game, spentMs, aided) => ({
  game,
  spentMs: isScore(spentMs) ? Number(spentMs) : 0,
  ...(aided === true && { aided }),
});

/** @param {string} text @returns {SavedGame | null} null if it is not a record of this version */
export function readGame(text) {
  const record = readObject(text);
  if (record === null || record.version !== VERSIONS.game) return null;
  const { game, previous = null, spentMs, aided, previousMs, previousAided } = record;
  if (typeof game !== 'string' || game.length > LONGEST) return null;
  if (previous !== null && (typeof previous !== 'string' || previous.length > LONGEST)) return null;
  return {
    ...played(game, spentMs, aided),
    previous: previous === null ? null : played(previous, previousMs, previousAided),
  };
}

export class Records {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
  }

  /**
   * @param {number} rows @param {number} cols
   * @returns {{ saved: SavedGame | null, damaged: boolean }} `damaged`: there was an unreadable one, which
   *   has been set aside
   */
  loadGame(rows, cols) {
    const text = this.store.read(gameName(rows, cols));
    if (text === null) return { saved: null, damaged: false };
    const saved = readGame(text);
    if (saved) return { saved, damaged: false };
    this.setAside(rows, cols);
    return { saved: null, damaged: true };
  }

  /** @param {number} rows @param {number} cols @param {SavedGame} saved @returns {boolean} whether it was saved */
  saveGame(rows, cols, saved) {
    return this.store.write(gameName(rows, cols), writeGame(saved));
  }

  /** @param {number} rows @param {number} cols */
  removeGame(rows, cols) {
    this.store.remove(gameName(rows, cols));
  }

  /** Moves an invalid record to another name. @param {number} rows @param {number} cols */
  setAside(rows, cols) {
    this.keepAside(gameName(rows, cols));
  }

  /** @param {string} name of a record that cannot be read @returns {boolean} whether it was saved under another name */
  keepAside(name) {
    const text = this.store.read(name);
    const safe = text === null || this.store.write(`${name}:damaged`, text.slice(0, LONGEST));
    if (safe) this.store.remove(name);
    return safe;
  }

  /** @param {number} rows @param {number} cols @returns {number} 0 if there is none */
  best(rows, cols) {
    return this.bests()?.[`${rows}x${cols}`] ?? 0;
  }

  /** Saves the score if it is a new best. @param {number} rows @param {number} cols @param {number} score */
  saveBest(rows, cols, score) {
    const bests = this.bests();
    const size = `${rows}x${cols}`;
    if (!isScore(score) || score <= (bests?.[size] ?? 0)) return;
    if (bests === null && !this.keepAside(BEST_NAME)) return;
    this.store.write(
      BEST_NAME,
      JSON.stringify({ version: VERSIONS.best, scores: { ...bests, [size]: score } }),
    );
  }

  /** The last size; null if there is none. @returns {Size | null} */
  size() {
    return readSize(this.store.read(SIZE_NAME) ?? '');
  }

  /** @param {number} rows @param {number} cols */
  saveSize(rows, cols) {
    this.store.write(SIZE_NAME, `${rows}x${cols}`);
  }

  /** @returns {Record<string, number> | null} valid scores by size; null if the record cannot be read */
  bests() {
    const text = this.store.read(BEST_NAME);
    if (text === null) return {};
    const record = readObject(text);
    const scores = record?.version === VERSIONS.best ? record.scores : null;
    if (typeof scores !== 'object' || scores === null) return null;
    return Object.fromEntries(Object.entries(scores).filter(([, score]) => isScore(score)));
  }
}
