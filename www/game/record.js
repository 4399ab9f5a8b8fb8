// Saves the game of each board size with the previous one, the best scores, and the last size.
//
// Nothing is lost when a record is replaced: `lostBy` finds what the new one lacks, and that is kept first
// (docs/develop/storage.md).
//
// A record that cannot be read is moved to NAME:damaged before another game takes its place. That name keeps
// only the latest such record. If storage is full, it stays where it is until the next game replaces it.

import { readSize } from './size.js';
import { movesLost } from './moves.js';
import { VERSIONS, readObject } from '../shared/versions.js';

/** @import { Size } from './size.js' */
/** @import { Store } from '../shared/store.js' */

/**
 * The maximum length of a game: 2,000,000 moves, the most that are read, take 670,000 characters, or 4.7
 * million on a large board if the tiles came from elsewhere.
 */
const LONGEST = 5_000_000;
/** The maximum length of a copy of an unreadable record: two games of 2,000,000 moves fit. */
const LONGEST_COPY = 2_000_000;
/** Scores and times are whole numbers that JavaScript holds exactly. */
const isScore = (/** @type {unknown} */ value) => Number.isSafeInteger(value) && Number(value) >= 0;

/** A game that would lose as many moves as this is worth keeping: about a tile of 256. */
export const WORTH_KEEPING = 150;

/**
 * Who made the moves of a game: the player alone, the player with the AI's help, or the AI alone. `shared`:
 * its first moves came with a link or a text, which does not say who made them; the AI made none here.
 * @typedef {'own' | 'aided' | 'ai' | 'shared'} Players
 */
/**
 * A game as text; how long it was played, in milliseconds; `undone`: whether other moves took the place of
 * undone ones. Records of older pages do not say it.
 * @typedef {{ game: string, spentMs: number, players: Players, undone?: boolean }} PlayedGame
 */
/** A game with the one before it. @typedef {PlayedGame & { previous: PlayedGame | null }} SavedGame */

/** The games with best scores. @typedef {Exclude<Players, 'shared'>} Scored */
/** The best scores by size, such as `4x4`. @typedef {Record<Scored, Record<string, number>>} Bests */
const PLAYERS = /** @type {const} */ (['own', 'aided', 'ai']);
/** @type {Bests} */
export const NO_BESTS = { own: {}, aided: {}, ai: {} };
/** @param {unknown} value @returns {value is Record<string, any>} */
const isObject = (value) => typeof value === 'object' && value !== null;

/** @param {number} rows @param {number} cols @returns {string} */
export const gameName = (rows, cols) => `game:${rows}x${cols}`;
export const BEST_NAME = 'best';
const SIZE_NAME = 'size';

/**
 * Whether others made moves, and whether the AI made all of them, as records say it. Older pages know
 * `shared` as `aided`.
 * @param {Players} players
 */
export const marksOf = (players) => ({
  aided: players !== 'own',
  ai: players === 'ai',
  ...(players === 'shared' && { shared: true }),
});

/** @param {{ aided?: unknown, ai?: unknown, shared?: unknown }} record @returns {Players} */
export const playersOf = ({ aided, ai, shared }) =>
  ai === true ? 'ai' : aided !== true ? 'own' : shared === true ? 'shared' : 'aided';

/** @param {Bests} bests */
export const writeBests = ({ own: scores, aided, ai }) =>
  JSON.stringify({ version: VERSIONS.best, scores, aided, ai });

/** @param {SavedGame} saved @returns {string} */
export function writeGame({ game, previous, spentMs, players, undone }) {
  const marks = previous && marksOf(previous.players);
  const before = marks && {
    previousMs: previous.spentMs,
    previousAided: marks.aided,
    previousAi: marks.ai,
    previousShared: marks.shared,
    ...(previous.undone && { previousUndone: true }),
  };
  return JSON.stringify({
    version: VERSIONS.game,
    game,
    previous: previous?.game ?? null,
    spentMs,
    ...marksOf(players),
    ...(undone && { undone }),
    ...before,
  });
}

/**
 * @param {string} game
 * @param {unknown} spentMs
 * @param {{ aided: unknown, ai: unknown, shared: unknown, undone: unknown }} marks
 * @returns {PlayedGame}
 */
const played = (game, spentMs, marks) => ({
  game,
  spentMs: isScore(spentMs) ? Number(spentMs) : 0,
  players: playersOf(marks),
  ...(marks.undone === true && { undone: true }),
});

/** @param {string} text @returns {SavedGame | null} null if it is not a record of this version */
export function readGame(text) {
  const record = readObject(text);
  if (record === null || record.version !== VERSIONS.game) return null;
  const { game, previous = null, spentMs, aided, ai, shared, undone } = record;
  const { previousMs, previousAided, previousAi, previousShared, previousUndone } = record;
  if (typeof game !== 'string' || game.length > LONGEST) return null;
  if (previous !== null && (typeof previous !== 'string' || previous.length > LONGEST)) return null;
  return {
    ...played(game, spentMs, { aided, ai, shared, undone }),
    previous:
      previous === null
        ? null
        : played(previous, previousMs, {
            aided: previousAided,
            ai: previousAi,
            shared: previousShared,
            undone: previousUndone,
          }),
  };
}

/**
 * Whether nobody has moved since a shared game was put on the board: its time begins with the first move.
 * @param {PlayedGame} game
 */
const isUntouched = ({ players, spentMs }) => players === 'shared' && spentMs === 0;

/**
 * Whether another game, if there is one, lacks a move of this one; of the moves that were undone it may lack
 * a few.
 * @param {string | undefined} other
 * @param {string} game
 */
const lacks = (other, game) => movesLost(game, other) > 0 || movesLost(game, other, true) >= WORTH_KEEPING;

/**
 * The games of a record of which the other record, if there is one, has not all moves. A shared game that
 * nobody played on is none of the player's.
 * @param {SavedGame} saved
 * @param {SavedGame | null} other
 * @returns {PlayedGame[]}
 */
export function gamesLost(saved, other) {
  return [saved, ...(saved.previous ? [saved.previous] : [])].filter(
    (played) =>
      !isUntouched(played) && lacks(other?.game, played.game) && lacks(other?.previous?.game, played.game),
  );
}

export class Records {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    /** The best scores that were read or written last, in case another page deletes them. @type {Bests} */
    this.seenBests = structuredClone(NO_BESTS);
  }

  /**
   * @param {number} rows @param {number} cols
   * @returns {{ saved: SavedGame | null, damaged: boolean }} `damaged`: there is one that cannot be read
   */
  loadGame(rows, cols) {
    const text = this.store.read(gameName(rows, cols));
    if (text === null) return { saved: null, damaged: false };
    const saved = readGame(text);
    return { saved, damaged: saved === null };
  }

  /**
   * The stored record of a game, by which `lostBy` knows later whether another window has written it.
   * @param {number} rows
   * @param {number} cols
   * @returns {string | null}
   */
  stored(rows, cols) {
    return this.store.stored(gameName(rows, cols));
  }

  /**
   * The games that would be lost with the stored record. Of a record of this window, that is a long game that
   * the player gives up, or many moves that were undone and can no longer be redone. Of a record that another
   * window has written, it is every move.
   * @param {number} rows @param {number} cols @param {SavedGame | null} next the record that replaces it,
   *   null for none
   * @param {string | null | undefined} known the record that this window has read or written last
   * @returns {PlayedGame[]}
   */
  lostBy(rows, cols, next, known) {
    const stored = this.stored(rows, cols);
    // The newest record of this window is only in memory if storage is full.
    const newest = this.store.read(gameName(rows, cols));
    const foreign = stored === known ? null : readGame(stored ?? '');
    const own = foreign && newest === stored ? null : readGame(newest ?? '');
    const givenUp =
      own !== null && !isUntouched(own) && movesLost(own.game, next?.game, true) >= WORTH_KEEPING;
    return [...(foreign ? gamesLost(foreign, next) : []), ...(givenUp ? [own] : [])];
  }

  /** Moves a record that cannot be read to another name. @param {number} rows @param {number} cols */
  setAside(rows, cols) {
    this.keepAside(gameName(rows, cols));
  }

  /**
   * @param {string} name of a record that cannot be read
   * @returns {boolean} whether it was saved under another name
   */
  keepAside(name) {
    const text = this.store.read(name);
    const safe = text === null || this.store.write(`${name}:damaged`, text.slice(0, LONGEST_COPY));
    if (safe) this.store.remove(name);
    return safe;
  }

  /**
   * The player's own best score.
   * @param {number} rows
   * @param {number} cols
   * @returns {number} 0 if there is none
   */
  best(rows, cols) {
    return this.bestsOf(rows, cols).own;
  }

  /**
   * The best scores of a size; 0 where there is none.
   * @param {number} rows
   * @param {number} cols
   * @returns {Record<Scored, number>}
   */
  bestsOf(rows, cols) {
    const bests = this.bests() ?? NO_BESTS;
    const of = (/** @type {Scored} */ by) => bests[by][`${rows}x${cols}`] ?? 0;
    return { own: of('own'), aided: of('aided'), ai: of('ai') };
  }

  /**
   * Saves the scores that are new bests.
   * @param {number} rows
   * @param {number} cols
   * @param {Record<Scored, number>} scores
   */
  saveBests(rows, cols, { own, aided, ai }) {
    const size = `${rows}x${cols}`;
    this.raiseBests({ own: { [size]: own }, aided: { [size]: aided }, ai: { [size]: ai } });
  }

  /** Saves the scores that are new bests. @param {Bests} higher */
  raiseBests(higher) {
    const bests = this.bests();
    const raised = bests ?? structuredClone(NO_BESTS);
    let changed = false;
    for (const by of PLAYERS)
      for (const [size, score] of Object.entries(higher[by])) {
        if (!isScore(score) || score <= (raised[by][size] ?? 0)) continue;
        raised[by][size] = score;
        changed = true;
      }
    if (!changed || (bests === null && !this.keepAside(BEST_NAME))) return;
    this.store.write(BEST_NAME, writeBests(raised));
  }

  /** The last size; null if there is none. @returns {Size | null} */
  size() {
    return readSize(this.store.read(SIZE_NAME) ?? '');
  }

  /** @param {number} rows @param {number} cols */
  saveSize(rows, cols) {
    this.store.write(SIZE_NAME, `${rows}x${cols}`);
  }

  /** @returns {Bests | null} the valid scores; null if the record cannot be read */
  bests() {
    const text = this.store.read(BEST_NAME);
    if (text === null) return structuredClone(NO_BESTS);
    const record = readObject(text);
    if (record?.version !== VERSIONS.best || !isObject(record.scores)) return null;
    const valid = (/** @type {unknown} */ scores) =>
      Object.fromEntries(
        Object.entries(isObject(scores) ? scores : {}).filter(([, score]) => isScore(score)),
      );
    this.seenBests = { own: valid(record.scores), aided: valid(record.aided), ai: valid(record.ai) };
    return this.seenBests;
  }
}
