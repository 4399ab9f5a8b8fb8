// The coach's reasons: on random boards each reason is true, by an independent check with the rules of the
// real package. Every kind occurs.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { LINE, findLines } from '../../www/ai/lines.js';
import { momentInWords } from '../../www/ai/moment-view.js';
import { compareMoves, momentOf } from '../../www/ai/reasons.js';
import { keyMoves, review } from '../../www/ai/review.js';
import { reportOf } from '../../www/engine/client.js';
import { Replay } from '../../www/game/replay.js';
import { Network, Solver, initSync as initAi } from '../../target/packages/pkg/afterstate.js';
import { Game, initSync } from '../../target/packages/pkg-game/afterstate.js';
import { ALL, tried } from '../all.js';

/** @import { Reason } from '../../www/ai/reasons.js' */
/** @import { Direction } from '../../www/engine/types.js' */

/** Random boards, each with two moves to compare. */
const BOARDS = ALL ? 20_000 : 10_000;
/** The games of each weak player. */
const SEEDS = tried([2n, 3n], [1n, 2n, 3n, 4n, 5n]);

/** @param {string} path below the top folder */
const read = (path) => readFile(new URL(`../../${path}`, import.meta.url));

before(async () => initSync({ module: await read('target/packages/pkg-game/afterstate_bg.wasm') }));

/**
 * The board after a slide and the merged ranks, computed line by line.
 * @param {number[]} board
 * @param {number} direction
 */
function slid(board, direction) {
  const after = [...board];
  /** @type {number[]} */
  const made = [];
  for (let line = 0; line < 4; line++) {
    const cells = [0, 1, 2, 3].map((at) => (direction % 2 === 0 ? at * 4 + line : line * 4 + at));
    if (direction === 1 || direction === 2) cells.reverse();
    const tiles = cells.map((cell) => board[cell] ?? 0).filter((rank) => rank > 0);
    for (let at = 0; at + 1 < tiles.length; at++) {
      if (tiles[at] !== tiles[at + 1]) continue;
      tiles.splice(at, 2, (tiles[at] ?? 0) + 1);
      made.push(tiles[at] ?? 0);
    }
    cells.forEach((cell, at) => {
      after[cell] = tiles[at] ?? 0;
    });
  }
  return { after, made };
}

/** @param {number} cell */
const neighbors = (cell) =>
  [cell - 4, cell + 4, cell % 4 > 0 ? cell - 1 : -1, cell % 4 < 3 ? cell + 1 : -1].filter(
    (other) => other >= 0 && other < 16,
  );
/**
 * Whether each neighbor of a tile of this rank is at least three ranks larger.
 * @param {number[]} board
 * @param {number} rank
 */
const shutIn = (board, rank) =>
  board.some(
    (other, cell) => other === rank && neighbors(cell).every((next) => (board[next] ?? 0) - rank >= 3),
  );
/** The four edges, each in both directions. */
const EDGES = [
  [0, 1, 2, 3],
  [12, 13, 14, 15],
  [0, 4, 8, 12],
  [3, 7, 11, 15],
].flatMap((edge) => [edge, [...edge].reverse()]);
/** @param {number[]} board @param {number[]} edge */
const ranksOn = (board, edge) => edge.map((cell) => board[cell] ?? 0);
/** The edges that are full and whose ranks decrease from cell to cell. @param {number[]} board */
const decreasing = (board) =>
  EDGES.filter((edge) =>
    ranksOn(board, edge).every((rank, at, ranks) => rank > 0 && (at === 0 || rank < (ranks[at - 1] ?? 0))),
  );
/**
 * Whether the ranks on an edge never increase; its end may be empty.
 * @param {number[]} board
 * @param {number[]} edge
 */
const neverIncreases = (board, edge) =>
  ranksOn(board, edge).every((rank, at, ranks) => at === 0 || rank <= (ranks[at - 1] ?? 0));
/** How many tiles of a rank there are. @param {number[]} board @param {number} rank */
const count = (board, rank) => board.filter((other) => other === rank).length;

/** Whether two tiles of this rank are side by side. @param {number[]} board @param {number} rank */
const besides = (board, rank) =>
  board.some((other, cell) => other === rank && neighbors(cell).some((next) => board[next] === rank));
/** The pairs of equal neighbors. @param {number[]} board */
const equalNeighbors = (board) =>
  board.flatMap((rank, cell) => (rank > 0 ? neighbors(cell).filter((next) => board[next] === rank) : []))
    .length / 2;

/**
 * The chance that the new tile leaves no move, over all cells and both tiles, by the rules.
 * @param {number[]} board
 */
function chanceOfOver(board) {
  const empty = [...board.keys()].filter((cell) => board[cell] === 0);
  const cases = empty.flatMap((cell) => [
    { cell, rank: 1, chance: 0.9 / empty.length },
    { cell, rank: 2, chance: 0.1 / empty.length },
  ]);
  return cases.reduce((sum, { cell, rank, chance }) => {
    const game = Game.fromPosition(Uint8Array.from(board).with(cell, rank), 4, 4, 0, 0n);
    const { isOver } = game;
    game.free();
    return sum + (isOver ? chance : 0);
  }, 0);
}

/**
 * The claim of each kind.
 * @type {Record<Reason['kind'], (reason: any, was: number[], played: number[], best: number[],
 *   possible: boolean[], made: { played: number[], best: number[] }) => boolean>}
 */
const TRUE = {
  over: ({ chance }, was, played, best) =>
    Math.abs(chance - chanceOfOver(played)) < 1e-9 && chance > chanceOfOver(best) + 1e-9,
  'one-move': (_, was, played, best, possible) => possible.filter((can) => can).length === 1,
  corner: ({ rank }, was, played, best) => {
    const corner = [0, 3, 12, 15].find((cell) => was[cell] === rank) ?? -1;
    return (
      corner >= 0 &&
      Math.max(...was) === rank &&
      count(was, rank) === 1 &&
      played[corner] !== rank &&
      (best[corner] ?? 0) >= rank
    );
  },
  edge: ({ rank, cells }, was, played, best) => {
    const inner = [5, 6, 9, 10];
    return (
      Math.max(...was) === rank &&
      count(was, rank) === 1 &&
      was[cells[0]] === rank &&
      !inner.includes(cells[0]) &&
      inner.some((cell) => (played[cell] ?? 0) >= rank) &&
      [...best.keys()].some((cell) => !inner.includes(cell) && (best[cell] ?? 0) >= rank)
    );
  },
  apart: ({ rank, cells }, was, played, best) =>
    cells.every((/** @type {number} */ cell) => was[cell] === rank) &&
    besides(was, rank) &&
    !besides(played, rank) &&
    count(played, rank) >= 2 &&
    besides(best, rank),
  together: ({ rank, cells }, was, played, best) =>
    cells.every((/** @type {number} */ cell) => [rank, rank - 1].includes(was[cell] ?? 0)) &&
    !besides(was, rank) &&
    !besides(played, rank) &&
    besides(best, rank),
  ready: ({ left, better }, was, played, best) =>
    equalNeighbors(played) === left && equalNeighbors(best) === better && better > left,
  merge: ({ rank }, was, played, best, possible, made) =>
    made.best.includes(rank) && made.played.every((other) => other < rank),
  line: (_, was, played, best) =>
    decreasing(was).some(
      (edge) =>
        (!neverIncreases(played, edge) || played[edge[0] ?? 0] !== was[edge[0] ?? 0]) &&
        neverIncreases(best, edge),
    ),
  trap: ({ rank }, was, played, best) =>
    shutIn(played, rank) && ![...new Set(best)].some((other) => other > 0 && shutIn(best, other)),
  space: ({ left, better }, was, played, best) =>
    count(played, 0) === left && count(best, 0) === better && better > left,
};

/** Seeded random numbers from 0 to `below` - 1, by the generator of the C standard's example. */
function random() {
  let state = 12345;
  return (/** @type {number} */ below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** @param {Game} game @returns {Direction[]} */
const possibleWays = (game) => {
  const possible = game.possible();
  return /** @type {const} */ ([0, 1, 2, 3]).filter((way) => possible[way]);
};

/**
 * A realistic board: partly full, some with an ordered row.
 * @param {(below: number) => number} draw
 * @returns {number[]}
 */
function randomBoard(draw) {
  const full = 5 + draw(12);
  const board = Array.from({ length: 16 }, () => (draw(16) < full ? 1 + draw(draw(2) ? 3 : 9) : 0));
  if (draw(2)) board.splice(0, 4, 8 + draw(3), 7, 5 + draw(2), 1 + draw(4));
  return board;
}

test('each reason is true after the move and not after the best one', () => {
  const draw = random();
  /** @type {Map<string, number>} */
  const seen = new Map();
  let [rounds, reasons] = [0, 0];
  for (let round = 0; round < BOARDS; round++) {
    const was = randomBoard(draw);
    const game = Game.fromPosition(Uint8Array.from(was), 4, 4, 0, BigInt(round));
    const ways = possibleWays(game);
    if (ways.length < 2) {
      game.free();
      continue;
    }
    const [played = 0] = ways.splice(draw(ways.length), 1);
    const best = ways[draw(ways.length)] ?? 0;
    game.play(played);
    const possible = game.possible();
    game.free();
    const board = { ranks: Uint8Array.from(was), rows: 4, cols: 4 };
    const compared = compareMoves(Game, board, played, best, possible);
    const [byPlayed, byBest] = [slid(was, played), slid(was, best)];
    assert.deepEqual(compared && [...compared.slide.after], byPlayed.after, 'the slide of the rules');
    const reason = compared?.reason ?? 'none';
    rounds++;
    if (reason === 'none') continue;
    reasons++;
    assert.ok(
      reason.cells.every((cell) => (was[cell] ?? 0) > 0),
      'only tiles are marked',
    );
    seen.set(reason.kind, (seen.get(reason.kind) ?? 0) + 1);
    const made = { played: byPlayed.made, best: byBest.made };
    assert.ok(
      TRUE[reason.kind](reason, was, byPlayed.after, byBest.after, possible, made),
      `${JSON.stringify(reason)} on ${was}: ${played} gives ${byPlayed.after}, ${best} gives ${byBest.after}`,
    );
  }
  for (const kind of Object.keys(TRUE))
    assert.ok((seen.get(kind) ?? 0) >= BOARDS / 1000, `${kind} came up ${seen.get(kind)} times`);
  // Half of these pairs have the worse move as the best.
  assert.ok(reasons / rounds > 0.5, `a reason for ${reasons} of ${rounds} moves`);
});

/** Two players that lose early. @type {Record<string, (game: Game, turn: number) => number | undefined>} */
const WEAK = {
  'four keys in turn': (game, turn) =>
    [0, 1, 2, 3].map((add) => (turn + add) % 4).find((way) => game.possible()[way]),
  'left and down, else anything': (game, turn) =>
    (turn % 2 ? [3, 2, 0, 1] : [2, 3, 1, 0]).find((way) => game.possible()[way]),
};
/** The nodes of each search: enough to find what such games lose. */
const NODES = 5000;

test('in weak games each moment has a reason, or the moves that followed, and all are true', async () => {
  initAi({ module: await read('target/packages/pkg/afterstate_bg.wasm') });
  const solver = Solver.withNetwork(Network.read(await read('models/lite.bin')));
  const bests = new Map();
  const ai = {
    /** @param {any} question @returns {Promise<any>} */
    async ask({ position: { ranks, rows, cols } }) {
      const evaluation = solver.evaluate(ranks, rows, cols, { nodes: NODES });
      bests.set(ranks.join(), evaluation.best);
      const network = /** @type {any} */ ({ id: 'lite', name: 'Lite' });
      return { kind: 'answer', report: reportOf(evaluation, { network, tier: 'single', threads: 1 }) };
    },
  };
  const { signal } = new AbortController();
  const told = { facts: 0, lines: 0 };
  for (const choose of Object.values(WEAK))
    for (const seed of SEEDS) {
      const game = new Game(4, 4, seed);
      for (let way, turn = 0; (way = choose(game, turn)) !== undefined; turn++) game.play(way);
      const replay = await Replay.of(Game, game.replay(), { players: 'own' });
      const findings = await review(replay, ai, { signal, onFindings: () => {} });
      const key = keyMoves(findings, 3);
      assert.equal(key.length, 3, `seed ${seed}`);
      const momentAt = (/** @type {number} */ at) => {
        const moment = momentOf(Game, findings, at);
        assert.ok(moment);
        return moment;
      };
      const open = key.filter((at) => momentAt(at).reason === 'none');
      await findLines(findings, open, ai, signal);
      for (const at of key) {
        const moment = momentAt(at);
        assert.notEqual(momentInWords(moment), '');
        const was = [...replay.ranks(at)];
        const [worse, better] = [slid(was, moment.played), slid(was, moment.best)];
        if (moment.reason !== 'none') {
          told.facts++;
          const next = Game.fromPosition(replay.ranks(at + 1), 4, 4, 0, 0n);
          const made = { played: worse.made, best: better.made };
          const { kind } = moment.reason;
          assert.ok(TRUE[kind](moment.reason, was, worse.after, better.after, next.possible(), made), kind);
          next.free();
          continue;
        }
        told.lines++;
        assert.ok(moment.lines !== 'none', `seed ${seed}, move ${at}: neither a reason nor a line`);
        const { lines } = moment;
        assert.equal(lines.played.length, Math.min(LINE, replay.moves - at));
        for (const [index, { move, ranks }] of lines.played.entries()) {
          assert.equal(move, replay.direction(at + index));
          assert.deepEqual(ranks, replay.ranks(at + index + 1));
        }
        const other = Game.fromText(game.replay());
        while (other.moves > at) other.undo();
        for (const [index, { move, ranks }] of lines.better.entries()) {
          assert.equal(move, index === 0 ? moment.best : bests.get(other.ranks().join()));
          assert.ok(other.play(move));
          assert.deepEqual(ranks, other.ranks());
        }
        assert.ok(lines.better.length === LINE || other.isOver);
        other.free();
      }
      game.free();
    }
  const moments = 3 * SEEDS.length * Object.keys(WEAK).length;
  assert.equal(told.facts + told.lines, moments);
  assert.ok(told.facts >= moments / 2 && told.lines > 0, JSON.stringify(told));
});
