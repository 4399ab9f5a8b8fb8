// Finds the positions of the page's Endgames: `node tools/endgames.js > www/page/endgames.json`.
//
// It plays 2x3 games from fixed seeds with the perfect player and some random moves, and takes boards on which the best move
// has a clearly higher chance of reaching the tile than any other. tests/js/endgames.test.js compares the file with its output.

import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { Game, Player, initSync } from '../target/packages/pkg/afterstate.js';

const ROWS = 2;
const COLS = 3;
/** The tiles to reach, as ranks, with the number of positions. Perfect play makes a 64 in 94% of games, a 128 in 6% (docs/use/exact.md). */
const GOALS = /** @type {const} */ ([
  [6, 90],
  [7, 30],
]);
/** The least lead of the best move, and the range of its chance. */
const LEAD = 0.08;
const LEAST = 0.05;
const MOST = 0.99;
/** The share of such boards that is taken, so that some come late in a game, and the share of random moves. */
const TAKEN = 0.3;
const ERRORS = 0.15;

/** A position to begin from; `goal`: the rank of the tile to reach. @typedef {{ goal: number, ranks: number[] }} Endgame */

/** A linear congruential generator (Numerical Recipes). @param {number} seed @returns {() => number} from 0 to below 1 */
const randomFrom = (seed) => () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;

/** Plays one game. @param {Player} player @param {number} goal @param {bigint} seed @param {() => number} random @returns {number[] | null} null if it has no such board */
function boardOf(player, goal, seed, random) {
  const game = new Game(ROWS, COLS, seed);
  try {
    while (!game.isOver && game.maxRank < goal) {
      const ranks = game.ranks();
      const { values, best } = player.choose(ranks);
      const [first = 0, second = first] = values.filter((value) => value !== null).sort((a, b) => b - a);
      if (first - second >= LEAD && first >= LEAST && first <= MOST && random() < TAKEN)
        return Array.from(ranks);
      const possible = game.possible().flatMap((can, direction) => (can ? [direction] : []));
      game.play(Number(random() < ERRORS ? possible[Math.floor(random() * possible.length)] : best));
    }
    return null;
  } finally {
    game.free();
  }
}

/** @returns {Promise<Endgame[]>} no position twice */
export async function findEndgames() {
  initSync({ module: await readFile(new URL('../target/packages/pkg/afterstate_bg.wasm', import.meta.url)) });
  const random = randomFrom(1);
  return GOALS.flatMap(([goal, count]) => {
    const player = new Player(`exact-tile:tile=${2 ** goal}`, ROWS, COLS, 0n);
    /** @type {Map<string, Endgame>} */
    const found = new Map();
    for (let seed = 0n; found.size < count; seed++) {
      const ranks = boardOf(player, goal, seed, random);
      if (ranks) found.set(ranks.join(), { goal, ranks });
    }
    return [...found.values()];
  });
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const lines = (await findEndgames()).map((endgame) => JSON.stringify(endgame));
  process.stdout.write(`[\n${lines.join(',\n')}\n]\n`);
}
