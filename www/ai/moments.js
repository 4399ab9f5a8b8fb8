// A moment of a finished game: a move that decided it, with the boards before it and after, and the reason.

import { compareMoves } from './reasons.js';

/** @import { Findings } from './findings.js' */
/** @import { Replay } from '../game/replay.js' */
/** @import { State } from '../game/state.js' */
/** @import { Moment } from '../game/types.js' */

/**
 * @param {State['Game']} Game
 * @param {Replay} replay
 * @param {Findings} findings
 * @param {number} at
 * @returns {Moment | null}
 */
export function momentOf(Game, replay, findings, at) {
  const { rows, cols } = replay;
  const [played, best] = [replay.direction(at) ?? 0, findings.best[at] ?? 0];
  const board = { ranks: replay.ranks(at), rows, cols };
  const next = Game.fromPosition(replay.ranks(at + 1), rows, cols, 0, 0n);
  const possible = next.possible();
  next.free();
  const compared = compareMoves(Game, board, played, best, possible);
  if (!compared) return null;
  const { slide, better, reason } = compared;
  const loss = findings.losses[at] ?? 0;
  const boards = { board: board.ranks, worse: slide.after, better: better.after };
  return { at, played, best, loss, ...boards, reason, lines: findings.lines.get(at) ?? 'none' };
}
