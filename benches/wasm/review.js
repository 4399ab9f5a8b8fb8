// How right a review is, in Node, with the lite network and games of weak players. Its ten biggest mistakes
// are compared with those of a review that takes a long look at every board, ten times the first look. Some
// of its blunders are searched again, fifty times as long as its long look.
//
//   node benches/wasm/review.js [--games 4] [--moves 400] [--seed 1] [--checks 5]
//
// Run it after `./build.sh build`. A game of 400 moves takes one minute, and each check 6 s.

import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { EFFORT } from '../../www/ai/effort.js';
import { Findings, keyMoves, review } from '../../www/ai/review.js';
import { reportOf } from '../../www/engine/client.js';
import { Replay } from '../../www/game/replay.js';
import { Game, initSync as startGame } from '../../target/packages/pkg-game/afterstate.js';
import { Network, Solver, initSync as startSolver } from '../../target/packages/pkg/afterstate.js';

/** @import { Askable } from '../../www/engine/types.js' */

/** The review lists so many mistakes. */
const LISTED = 10;
/** The share of random moves of each kind of weak player. The others are those of a short search. */
const RANDOM = [0.1, 0.2, 0.4];
const PLAYER = { nodes: 500, line: false };
/** A check of a blunder is longer by this factor than the look that found it. */
const LONGER = 50;

const { values: options } = parseArgs({
  options: {
    games: { type: 'string', default: '4' },
    moves: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
    checks: { type: 'string', default: '5' },
  },
});

const read = (/** @type {string} */ path) => readFile(new URL(`../../${path}`, import.meta.url));
startGame({ module: await read('target/packages/pkg-game/afterstate_bg.wasm') });
startSolver({ module: await read('target/packages/pkg/afterstate_bg.wasm') });
const network = Network.read(await read('models/lite.bin'), () => {});
const solver = Solver.withNetwork(network, { tableBytes: 4 << 20 });

const LITE = { network: /** @type {any} */ ({ name: 'Lite' }), tier: null, threads: 1 };

/**
 * Evaluates a board as the page's worker does.
 * @param {Uint8Array} ranks
 * @param {{ nodes?: number }} limits
 */
const evaluate = (ranks, { nodes }) => reportOf(solver.evaluate(ranks, 4, 4, { nodes }), LITE);
/** @type {Askable} */
const evaluator = {
  ask: async ({ position, limits }) => ({ kind: 'answer', report: evaluate(position.ranks, limits) }),
};

/** Pseudo-random numbers from 0 to 1 (mulberry32). @param {number} seed */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Plays a game with random moves.
 * @param {number} seed
 * @param {number} share of random moves
 * @param {number} most moves
 * @returns {Promise<Replay>}
 */
async function weakGame(seed, share, most) {
  const random = randomFrom(seed);
  const game = new Game(4, 4, BigInt(seed));
  while (!game.isOver && game.moves < most) {
    const possible = game.possible().flatMap((can, direction) => (can ? [direction] : []));
    const direction =
      random() < share
        ? possible[Math.floor(random() * possible.length)]
        : solver.search(game.ranks(), 4, 4, PLAYER, undefined).best;
    if (direction === undefined || direction === null || !game.play(direction)) break;
    if (game.status === 'won') game.keepGoing();
  }
  const replay = await Replay.of(Game, game.replay());
  game.free();
  return replay;
}

/** Every n-th item, so that `most` are left. @template T @param {T[]} items @param {number} most */
const spread = (items, most) =>
  items.filter((_, index) => index % Math.max(1, Math.ceil(items.length / most)) === 0);

const sums = { listed: 0, shared: 0, blunders: 0, checked: 0, confirmed: 0, mistakes: 0 };
for (let game = 0; game < Number(options.games); game++) {
  const share = RANDOM[game % RANDOM.length] ?? 0;
  const replay = await weakGame(Number(options.seed) + game, share, Number(options.moves));
  const look = (/** @type {number} */ at, /** @type {{ nodes: number }} */ limits) =>
    evaluate(replay.ranks(at), limits);
  const found = await review(replay, evaluator, { signal: new AbortController().signal, onFindings() {} });
  const long = new Findings(replay);
  for (let at = 0; at < replay.moves; at++) long.add(at, look(at, EFFORT.again));
  const listed = keyMoves(long, LISTED);
  const shared = keyMoves(found, LISTED).filter((at) => listed.includes(at));
  const blunders = found.grades.flatMap((grade, at) => (grade === 'blunder' ? [at] : []));
  const checked = spread(blunders, Number(options.checks));
  const grades = [];
  for (const at of checked) {
    const { judged } = look(at, { nodes: LONGER * EFFORT.again.nodes });
    grades.push(judged?.grades[replay.direction(at) ?? 0]);
  }
  const confirmed = grades.filter((grade) => grade === 'blunder').length;
  const mistakes = grades.filter((grade) => grade === 'mistake').length;
  console.log(
    `${100 * share}% random, ${replay.moves} moves, score ${replay.score(replay.moves)}: biggest mistakes ${shared.length} of ${listed.length}; ` +
      `blunders ${blunders.length}, checked ${checked.length}, confirmed ${confirmed}, mistakes ${mistakes}`,
  );
  sums.listed += listed.length;
  sums.shared += shared.length;
  sums.blunders += blunders.length;
  sums.checked += checked.length;
  sums.confirmed += confirmed;
  sums.mistakes += mistakes;
}
console.log(
  `all: biggest mistakes ${sums.shared} of ${sums.listed}; blunders ${sums.blunders}, checked ${sums.checked}, ` +
    `confirmed ${sums.confirmed}, mistakes ${sums.mistakes}`,
);
