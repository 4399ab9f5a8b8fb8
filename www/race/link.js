// The address of a race. Today's links are those of a game (../game/link.js) with its rival. Older ones were
// race.html?rival=lite&seed=42&score=31416&moves=1203#7:UA4;now=…
// The part behind # has the moves of whoever shared it, as the end of the text of a game.

import { LONGEST, challenges, readLink, tidied } from '../game/link.js';
import { readSeed } from '../shared/digits.js';

/** @import { GameClass } from '../game/session.js' */

/** The moves and the last board, which proves that the game was played by the same rules. */
const FORM = /^#\d{1,7}:[\w-]*(;keep=1)?;now=[0-9a-zA-Z]{16}$/;

/**
 * `refused`: there is a seed, but none that is accepted.
 * @typedef {{ rival: string, seed: bigint | 'random', refused: boolean, challenge: { seed: bigint,
 *   score: number, moves: number, game: string | 'none' } | 'none' }} RaceAddress
 */

/**
 * @param {string} search the query with its question mark
 * @param {string} hash with its #
 * @returns {RaceAddress} invalid parts count as missing
 */
export function readRace(search, hash) {
  const asked = new URLSearchParams(tidied(search));
  const number = (/** @type {string} */ name, /** @type {RegExp} */ form) => {
    const text = asked.get(name) ?? '';
    return form.test(text) ? text : null;
  };
  const seed = readSeed(asked.get('seed') ?? '');
  const score = number('score', /^\d{1,9}$/);
  const moves = number('moves', /^\d{1,6}$/);
  const [own = ''] = tidied(hash).split(/[&?]/, 1);
  const code = hash.length <= LONGEST && FORM.test(own) ? own.slice(1) : null;
  return {
    rival: asked.get('rival') ?? '',
    seed: seed ?? 'random',
    refused: asked.has('seed') && seed === null,
    challenge:
      seed !== null && score !== null && moves !== null
        ? {
            seed,
            score: Number(score),
            moves: Number(moves),
            game: code === null ? 'none' : `afterstate/1;4x4;seed=${seed};moves=${code}`,
          }
        : 'none',
  };
}

/**
 * The race that a game's link shares (../game/link.js), which today's links do.
 * @param {GameClass} Game
 * @param {string} hash with its #
 * @returns {RaceAddress | null} null if it is none, or the rules do not lead to its last board
 */
export function readShared(Game, hash) {
  try {
    const shared = readLink(hash);
    if (shared?.kind !== 'game' || !challenges(shared.text, shared.by)) return null;
    const game = Game.fromText(shared.text);
    const { rows, cols, seed, score, moves } = game;
    game.free();
    if (rows !== 4 || cols !== 4) return null;
    return {
      rival: shared.rival ?? '',
      seed,
      refused: false,
      challenge: { seed, score, moves, game: shared.text },
    };
  } catch {
    return null;
  }
}
