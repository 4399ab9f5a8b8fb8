// What followed a move that decided a game, and what the AI would have made of the better one, with the tiles
// of the same seed. It is shown where no fact about the two boards says why one move is better.

import { EFFORT } from './effort.js';

/** @import { Findings } from './review.js' */
/** @import { Askable, Direction } from '../engine/types.js' */
/** @import { Replay } from '../game/replay.js' */

/** The moves of each line. */
export const LINE = 3;

/**
 * A move and the board after it, with its new tile.
 * @typedef {{ move: Direction, ranks: Uint8Array }} LineMove
 */
/** `played`: fewer moves if the game ended. @typedef {{ played: LineMove[], better: LineMove[] }} Lines */

/**
 * Finds the lines of some moves of a reviewed game. Without an answer of the AI a move has none.
 * @param {Findings} findings gets them
 * @param {number[]} moves the number of moves before each
 * @param {Askable} ai
 * @param {AbortSignal} signal
 */
export async function findLines(findings, moves, ai, signal) {
  const { replay } = findings;
  for (const at of moves) {
    const best = findings.bestAt(at);
    if (best === 'unknown') continue;
    const better = await goOn(replay, at, best, ai, signal);
    if (better.length > 0) findings.lines.set(at, { played: playedFrom(replay, at), better });
  }
}

/** @param {Replay} replay @param {number} at @returns {LineMove[]} */
function playedFrom(replay, at) {
  const count = Math.min(LINE, replay.moves - at);
  return Array.from({ length: count }, (_, index) => ({
    move: replay.direction(at + index) ?? 0,
    ranks: replay.ranks(at + index + 1),
  }));
}

/**
 * @param {Replay} replay @param {number} at @param {Direction} best the first move
 * @param {Askable} ai @param {AbortSignal} signal
 * @returns {Promise<LineMove[]>}
 */
async function goOn(replay, at, best, ai, signal) {
  const { rows, cols } = replay;
  const game = replay.gameAt(at);
  /** @type {LineMove[]} */
  const line = [];
  try {
    let move = best;
    while (game.play(move)) {
      const ranks = game.ranks();
      line.push({ move, ranks });
      if (line.length === LINE || game.isOver) break;
      const outcome = await ai.ask(
        { position: { ranks, rows, cols }, limits: EFFORT.curve, compare: true },
        { signal },
      );
      signal.throwIfAborted();
      if (outcome.kind !== 'answer' || outcome.report.best === null) break;
      move = outcome.report.best;
    }
    return line;
  } finally {
    game.free();
  }
}
