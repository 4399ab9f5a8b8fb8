// The puzzles: the one on the board, its answer, and the record of those that are solved.

import { isRight, ranking } from './puzzles.js';
import { compareMoves } from '../ai/reasons.js';
import { DEFAULT_SIZE } from '../game/size.js';
import { storePuzzles, storedPuzzles } from './record.js';
import { batch, signal } from '../vendor/signals-core.js';

/** @import { Direction } from '../engine/types.js' */
/** @import { Losses } from './puzzles.js' */
/** @import { Reason } from '../ai/reasons.js' */
/** @import { Slide } from '../game/types.js' */
/** @import { SolvedPuzzles } from './record.js' */
/** @import { Signal } from '../vendor/signals-core.js' */
/** @import { State } from '../game/state.js' */

/** All moves: what is possible after a move depends on its new tile, which a puzzle does not have. */
const ALL = [true, true, true, true];

/**
 * A puzzle on the board; the losses of a player's own mistake are not known before the AI has looked.
 * @typedef {{ key: string, ranks: Uint8Array, losses: Losses | 'unknown' }} Asked
 */
/**
 * The answer. `slide` and `better`: the move and the best move; `loss`: what the move gives away, or the next
 * best move if it is right.
 * @typedef {{
 *   right: boolean, played: Direction, best: Direction, second: Direction, loss: number, slide: Slide,
 *   better: Slide, reason: Reason | 'none'
 * }} Answer
 */
/**
 * `played`: a move that waits for the losses.
 * `none`: there is no puzzle to come either.
 * @typedef {{ kind: 'loading' } | { kind: 'failed' | 'none', text: string }
 *   | { kind: 'asked', puzzle: Asked, played: Direction | 'none' }
 *   | { kind: 'answered', puzzle: Asked, answer: Answer }} Shown
 */
/** @typedef {ReturnType<typeof makePuzzles>} Puzzles */

/** @param {Pick<State, 'Game' | 'store'>} state */
export const makePuzzles = ({ Game, store }) => ({
  Game,
  store,
  /** @type {Signal<Shown>} */
  shown: signal({ kind: 'loading' }),
  /** @type {Signal<SolvedPuzzles>} */
  record: signal(storedPuzzles(store)),
});

/** A link can bring any board. @param {Puzzles} puzzles @param {Asked} puzzle */
export function ask(puzzles, puzzle) {
  const { Game, record, shown, store } = puzzles;
  record.value = storedPuzzles(store); // another tab may have changed it
  if (possibleMoves(Game, puzzle).some(Boolean)) shown.value = { kind: 'asked', puzzle, played: 'none' };
  else cannotAsk(puzzles, 'No moves are possible on this board.');
}

/**
 * @param {Puzzles} puzzles @param {string} text why there is no puzzle, for the player
 * @param {'failed' | 'none'} [kind]
 */
export function cannotAsk({ shown }, text, kind = 'failed') {
  shown.value = { kind, text };
}

/**
 * The player answers. A move that is not possible is no answer.
 * @param {Puzzles} puzzles
 * @param {Direction} direction
 */
export function answer(puzzles, direction) {
  const now = puzzles.shown.value;
  if (now.kind !== 'asked' || now.played !== 'none') return;
  if (!possibleMoves(puzzles.Game, now.puzzle)[direction]) return;
  // Where nothing has to be waited for, only the answer is shown, and spoken.
  batch(() => {
    puzzles.shown.value = { ...now, played: direction };
    decide(puzzles);
  });
}

/** The AI has looked at a puzzle. @param {Puzzles} puzzles @param {Asked} puzzle @param {Losses} losses */
export function judge(puzzles, puzzle, losses) {
  const now = puzzles.shown.value;
  if (now.kind !== 'asked' || now.puzzle !== puzzle) return;
  puzzles.shown.value = { ...now, puzzle: { ...puzzle, losses } };
  decide(puzzles);
}

/** @param {Asked} puzzle */
const positionOf = ({ ranks }) => ({ ranks, ...DEFAULT_SIZE });

/** By direction. @param {State['Game']} Game @param {Asked} puzzle */
function possibleMoves(Game, { ranks }) {
  const game = Game.fromPosition(ranks, DEFAULT_SIZE.rows, DEFAULT_SIZE.cols, 0, 0n);
  const possible = game.possible();
  game.free();
  return possible;
}

/** Shows whether the move is right, if it is made and the losses are known. @param {Puzzles} puzzles */
function decide(puzzles) {
  const now = puzzles.shown.value;
  if (now.kind !== 'asked' || now.played === 'none' || now.puzzle.losses === 'unknown') return;
  const { puzzle, played } = now;
  const { losses } = now.puzzle;
  const right = isRight(losses, played);
  const [first, second] = ranking(losses);
  const best = right ? played : (first?.direction ?? played);
  const other = ranking(losses).find(({ direction }) => direction !== best) ?? second;
  const compared = compareMoves(puzzles.Game, positionOf(puzzle), played, best, ALL);
  if (!compared) return;
  puzzles.shown.value = {
    kind: 'answered',
    puzzle,
    answer: {
      right,
      played,
      best,
      second: other?.direction ?? best,
      loss: (right ? other?.loss : losses[played]) ?? 0,
      ...compared,
      reason: right ? 'none' : compared.reason,
    },
  };
  count(puzzles, puzzle.key, right);
}

/**
 * Counts an answer. A puzzle that was solved before changes nothing.
 * @param {Puzzles} puzzles
 * @param {string} key
 * @param {boolean} right
 */
function count({ record, store }, key, right) {
  const { solved, streak, best } = storedPuzzles(store);
  if (solved.includes(key)) return;
  const now = right ? streak + 1 : 0;
  record.value = { solved: right ? [...solved, key] : solved, streak: now, best: Math.max(best, now) };
  storePuzzles(store, record.value);
}
