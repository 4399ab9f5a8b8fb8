// A shared game as a challenge: the same tiles, and a score to beat.

import { dayOfGame } from '../game/daily.js';
import { challenges, readLink } from '../game/link.js';
import { RIVALS } from '../game/rivals.js';

/** @import { SharedBy } from '../game/link.js' */
/** @import { GameClass } from '../game/session.js' */
/** @import { Challenge, Daily, OpenChallenge } from '../game/types.js' */

/**
 * @param {GameClass} Game
 * @param {{ text: string, by: SharedBy, rival?: string }} shared
 * @returns {OpenChallenge | null} null if it can only be watched, or the rules do not lead to its last board
 */
export function challengeOf(Game, { text, by, rival }) {
  if (by === 'shared' || !challenges(text, by)) return null;
  const game = read(Game, text);
  if (!game) return null;
  const { rows, cols, seed, score, moves } = game;
  const ranks = game.ranks();
  const rank = game.maxRank;
  game.free();
  if (moves === 0) return null;
  const raced = RIVALS.some(({ id }) => id === rival) && rival !== undefined ? rival : null;
  const day = dayOfGame(text);
  return { kind: 'on', text, by, rival: raced, day, rows, cols, seed, score, moves, ranks, rank };
}

/** @param {GameClass} Game @param {string} text */
function read(Game, text) {
  try {
    return Game.fromText(text);
  } catch {
    return null; // the replay says what is wrong
  }
}

/**
 * The game to beat on the page of a challenge, or on that of its daily board.
 * @param {GameClass} Game
 * @param {string} hash the fragment of the address, with its `#`
 * @param {Daily} daily
 * @returns {Challenge}
 */
export function challengeIn(Game, hash, daily) {
  try {
    const shared = readLink(hash);
    const challenge = shared?.kind === 'game' ? challengeOf(Game, shared) : null;
    const fits = challenge && (daily.kind === 'none' || daily.day === challenge.day);
    return fits ? challenge : { kind: 'none' };
  } catch {
    return { kind: 'none' }; // opening the link says what is wrong
  }
}
