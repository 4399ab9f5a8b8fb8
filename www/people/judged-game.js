// What the judge of people's moves says of a whole game.

/** @import { People, PlayedMove } from '../pkg/afterstate.js' */
/** @import { JudgedGame, PeopleMove, WholeGame } from './types.js' */

/** @param {People} judge @param {WholeGame} game @returns {JudgedGame} */
export function judgedGame(judge, { isOver, rows, cols, boards, scores, directions }) {
  const ranks = (/** @type {number} */ at) => boards.subarray(at * rows * cols, (at + 1) * rows * cols);
  /** @type {(PeopleMove | null)[]} */
  const moves = [];
  /** @type {PlayedMove[]} */
  const played = [];
  for (const [at, direction] of directions.entries()) {
    const judgment = judge.judge(ranks(at), rows, cols);
    const move = judgment?.moves[direction] ?? null;
    const best = judgment?.moves.reduce((most, one) => Math.max(most, one?.value ?? 0), 0) ?? 0;
    moves.push(
      judgment && move
        ? { grade: move.grade, loss: move.loss, cost: best - move.value, matters: judgment.matters }
        : null,
    );
    const observed = judge.observe(ranks(at), rows, cols, direction);
    if (observed) played.push(observed);
  }
  const level = judge.level(played, isOver ? [scores.at(-1) ?? 0] : [])?.points;
  if (level === undefined) return { moves, points: [] };
  const points = Array.from(
    scores,
    (score, at) => judge.forecast(ranks(at), rows, cols, score, level)?.points ?? NaN,
  );
  return { moves, points };
}
