// Explains why a move is worse than the best one: a fact about the board that is true after it and not after
// the best move.

/** @import { Direction } from '../engine/types.js' */
/** @import { Findings } from './review.js' */
/** @import { Moment, Slide } from '../game/types.js' */
/** @import { Position } from '../game/position.js' */
/** @import { GameClass } from '../game/session.js' */
/** @import { Size } from '../game/size.js' */

/**
 * Why a move is worse. `cells`: the tiles that matter, on the board before it.
 * `over`: the chance that the new tile ends the game; `one-move`: only one move is possible now;
 * `corner`, `edge`: the largest tile left its corner, or the edges; `merge`: only the best move makes a tile
 * this large, by rank; `line`: the tiles along an edge are no longer in order; `apart`: two equal tiles are
 * no longer side by side; `together`: only the best move brings two equal tiles side by side; `trap`: a small
 * tile is surrounded by much larger ones; `space`: the number of empty cells left before the new tile, and
 * `better` with the best move; `ready`: the same for the pairs of equal neighbors.
 * @typedef {{ cells: number[] } & ({ kind: 'over', chance: number } | { kind: 'one-move' | 'line' }
 *   | { kind: 'corner' | 'edge' | 'merge' | 'apart' | 'together' | 'trap', rank: number }
 *   | { kind: 'space' | 'ready', left: number, better: number })} Reason
 */

/** A tile is trapped if each of its neighbors is larger by at least this many ranks (8 times). */
const SHUT_IN = 3;
/** The chance that a new tile is a 4. */
const FOUR = 0.1;
/** A difference of empty cells or pairs that is worth more than one. */
const MUCH = 2;
/** The smallest tile worth a word about two of it, as a rank: 8. */
const LARGE_PAIR = 3;

/**
 * A move and the best one, and why that is better.
 * @param {GameClass} Game
 * @param {Position} board
 * @param {Direction} played
 * @param {Direction} best
 * @param {boolean[]} possible the moves after `played` and its new tile
 * @returns {{ slide: Slide, better: Slide, reason: Reason | 'none' } | null} null if one is not possible
 */
export function compareMoves(Game, { ranks: before, rows, cols }, played, best, possible) {
  const game = Game.fromPosition(before, rows, cols, 0, 0n);
  const [slide, better] = [played, best].map((direction) => {
    const step = game.play(direction);
    if (!step) return null;
    const after = game.ranks().with(step.spawn.cell, 0);
    game.undo();
    return { moves: step.moves, after };
  });
  game.free();
  if (!slide || !better) return null;
  const reason = reasonFor({ before, rows, cols, played: slide, best: better, possible });
  return { slide, better, reason: reason ?? 'none' };
}

/**
 * A moment of a finished game: a move that decided it, with the boards before it and after, and the reason.
 * @param {GameClass} Game
 * @param {Findings} findings
 * @param {number} at
 * @returns {Moment | null}
 */
export function momentOf(Game, findings, at) {
  const { replay } = findings;
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

/**
 * @param {{ before: ArrayLike<number>, rows: number, cols: number, played: Slide, best: Slide,
 *   possible: boolean[] }} moves `possible`: the moves that are possible now
 * @returns {Reason | null}
 */
function reasonFor({ before, rows, cols, played, best, possible }) {
  const size = { rows, cols };
  const chance = chanceOfOver(played.after, size);
  if (chance > chanceOfOver(best.after, size)) return { kind: 'over', chance, cells: [] };
  if (possible.filter(Boolean).length === 1) return { kind: 'one-move', cells: [] };
  return (
    largestMoved(before, size, played, best) ??
    mergeMissed(played, best) ??
    lineBroken(before, size, played) ??
    pairs(before, size, played, best) ??
    trapped(before, size, played, best) ??
    room(size, played, best)
  );
}

/** @param {ArrayLike<number>} before @param {Size} size @param {Slide} played @param {Slide} best */
function largestMoved(before, size, played, best) {
  for (const kind of /** @type {const} */ (['corner', 'edge'])) {
    const left = largestLeft(before, size, played, kind);
    if (left && !largestLeft(before, size, best, kind)) return { kind, ...left };
  }
  return null;
}

/** @param {Slide} played @param {Slide} best @returns {Reason | null} */
function mergeMissed(played, best) {
  const rank = largestMade(best);
  if (rank <= largestMade(played) || rank <= 2) return null;
  const cells = best.moves.flatMap((move) => (move.merged && move.rank + 1 === rank ? [move.from] : []));
  return { kind: 'merge', rank, cells };
}

/**
 * No two moves break the same line: along it nothing moves, and tiles that merge into it stay no larger than
 * the one before.
 * @param {ArrayLike<number>} before @param {Size} size @param {Slide} played @returns {Reason | null}
 */
function lineBroken(before, size, played) {
  const cells = linesInOrder(before, size).find((line) => breaks(line, played));
  return cells ? { kind: 'line', cells } : null;
}

/**
 * The largest two equal tiles that only the best move leaves side by side.
 * @param {ArrayLike<number>} before @param {Size} size @param {Slide} played @param {Slide} best
 * @returns {Reason | null}
 */
function pairs(before, size, played, best) {
  const kept = pairsOf(best.after, size).filter(({ rank }) => rank >= LARGE_PAIR);
  const after = pairsOf(played.after, size);
  const [missed] = kept
    .filter(({ rank }) => !after.some((pair) => pair.rank === rank) && count(played.after, rank) > 1)
    .sort((a, b) => b.rank - a.rank);
  if (!missed) return null;
  const { rank } = missed;
  const was = pairsOf(before, size).find((pair) => pair.rank === rank);
  if (was) return { kind: 'apart', rank, cells: was.cells };
  const cells = missed.cells.flatMap((to) => best.moves.find((move) => move.to === to)?.from ?? to);
  return { kind: 'together', rank, cells };
}

/**
 * @param {ArrayLike<number>} before @param {Size} size @param {Slide} played @param {Slide} best
 * @returns {Reason | null}
 */
function trapped(before, size, played, best) {
  const known = shutIn(before, size);
  const [trap] = shutIn(played.after, size).filter(({ cell }) => !known.some((other) => other.cell === cell));
  if (!trap || shutIn(best.after, size).length > 0) return null;
  const from = played.moves.find(({ to }) => to === trap.cell)?.from ?? trap.cell;
  return { kind: 'trap', rank: trap.rank, cells: [from] };
}

/** @param {Size} size @param {Slide} played @param {Slide} best @returns {Reason | null} */
function room(size, played, best) {
  const empty = { left: emptyCells(played.after), better: emptyCells(best.after) };
  const ready = { left: pairsOf(played.after, size).length, better: pairsOf(best.after, size).length };
  for (const least of [MUCH, 1]) {
    if (empty.better - empty.left >= least) return { kind: 'space', ...empty, cells: [] };
    if (ready.better - ready.left >= least) return { kind: 'ready', ...ready, cells: [] };
  }
  return null;
}

/**
 * The chance that no move is possible after the new tile, which must fill the last empty cell.
 * @param {Uint8Array} after
 * @param {Size} size
 */
function chanceOfOver(after, size) {
  const cell = after.indexOf(0);
  if (cell < 0 || after.indexOf(0, cell + 1) >= 0) return 0;
  const isOver = (/** @type {number} */ rank) => !hasPair(after.with(cell, rank), size);
  return (isOver(1) ? 1 - FOUR : 0) + (isOver(2) ? FOUR : 0);
}

/** Whether two neighbors are equal. @param {ArrayLike<number>} ranks @param {Size} size */
const hasPair = (ranks, size) => pairsOf(ranks, size).length > 0;

/**
 * The equal neighbors.
 * @param {ArrayLike<number>} ranks
 * @param {Size} size
 * @returns {{ rank: number, cells: [number, number] }[]}
 */
function pairsOf(ranks, { rows, cols }) {
  return Array.from(ranks).flatMap((rank, cell) => {
    const right = cell % cols < cols - 1 && ranks[cell + 1] === rank;
    const below = cell < (rows - 1) * cols && ranks[cell + cols] === rank;
    const others = rank === 0 ? [] : [...(right ? [cell + 1] : []), ...(below ? [cell + cols] : [])];
    return others.map((other) => ({ rank, cells: /** @type {[number, number]} */ ([cell, other]) }));
  });
}

/** How many tiles of a rank there are. @param {ArrayLike<number>} ranks @param {number} rank */
const count = (ranks, rank) => Array.from(ranks).filter((other) => other === rank).length;

/**
 * The unique largest tile if the move takes it out of its corner, or away from the edges.
 * @param {ArrayLike<number>} before @param {Size} size @param {Slide} slide @param {'corner' | 'edge'} place
 * @returns {{ rank: number, cells: number[] } | null}
 */
function largestLeft(before, { rows, cols }, { moves }, place) {
  const rank = Math.max(...Array.from(before));
  const cell = Array.from(before).indexOf(rank);
  const to = moves.find(({ from }) => from === cell)?.to ?? cell;
  /** How many ends of a row and a column a cell is on: 2 in a corner. @param {number} at */
  const ends = (at) =>
    Number([0, cols - 1].includes(at % cols)) + Number([0, rows - 1].includes(Math.floor(at / cols)));
  const left = place === 'corner' ? ends(cell) === 2 && to !== cell : ends(cell) > 0 && ends(to) === 0;
  return left && count(before, rank) === 1 ? { rank, cells: [cell] } : null;
}

/** The largest rank that the move merges into; 0 for none. @param {Slide} slide */
function largestMade({ moves }) {
  return Math.max(0, ...moves.map(({ rank, merged }) => (merged ? rank + 1 : 0)));
}

/**
 * The cells of each edge that is full and falls from one of its ends, largest first, without equal tiles.
 * @param {ArrayLike<number>} ranks
 * @param {Size} size
 */
function linesInOrder(ranks, { rows, cols }) {
  const across = Array.from({ length: cols }, (_, col) => col);
  const down = Array.from({ length: rows }, (_, row) => row * cols);
  return [across, across.map((cell) => cell + (rows - 1) * cols), down, down.map((cell) => cell + cols - 1)]
    .flatMap((line) => [line, [...line].reverse()])
    .filter((line) =>
      line.every(
        (cell, index) =>
          Number(ranks[cell]) > 0 &&
          (index === 0 || Number(ranks[cell]) < Number(ranks[line[index - 1] ?? 0])),
      ),
    );
}

/**
 * Whether the line no longer falls, or has lost its first tile.
 * @param {number[]} line
 * @param {Slide} slide
 */
function breaks(line, { moves, after }) {
  if (moves.some(({ from, to }) => from === line[0] && to !== from)) return true;
  return line.some((cell, index) => index > 0 && Number(after[cell]) > Number(after[line[index - 1] ?? 0]));
}

/** @param {ArrayLike<number>} ranks @param {Size} size @returns {{ cell: number, rank: number }[]} */
function shutIn(ranks, { rows, cols }) {
  return Array.from(ranks)
    .map((rank, cell) => ({ rank, cell }))
    .filter(({ rank, cell }) => {
      const [row, col] = [Math.floor(cell / cols), cell % cols];
      const neighbors = [
        [row - 1, col],
        [row, col + 1],
        [row + 1, col],
        [row, col - 1],
      ]
        .filter(([r = -1, c = -1]) => r >= 0 && r < rows && c >= 0 && c < cols)
        .map(([r = 0, c = 0]) => Number(ranks[r * cols + c]));
      return rank > 0 && neighbors.every((other) => other >= rank + SHUT_IN);
    });
}

/** @param {ArrayLike<number>} ranks */
const emptyCells = (ranks) => Array.from(ranks).filter((rank) => rank === 0).length;
