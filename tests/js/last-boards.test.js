// The story of a lost game says what the AI would still have made of the last board with a forecast, often
// one move before the end. Here the AI plays on from such boards.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Game, Network, Solver, initSync } from '../../target/packages/pkg/afterstate.js';

/** @param {string} path below the top folder */
const read = (path) => readFile(new URL(`../../${path}`, import.meta.url));

/** The nodes of a review's search, and of a move of the player whose games the forecasts are fitted to. */
const [REVIEW, MOVE] = [100_000, 9_500];
const GAMES = 5;
/** Boards close to losing were lost within this number of moves, if they were. */
const PLAYED_ON = 100;

/** @param {Game} game */
const ways = (game) => [0, 1, 2, 3].filter((way) => game.possible()[way]);
/**
 * Two players that lose early; `turn`: the number of moves made.
 * @type {Record<string, (game: Game, turn: number) => number | undefined>}
 */
const WEAK = {
  'four keys in turn': (game, turn) =>
    [0, 1, 2, 3].map((k) => (turn + k) % 4).find((way) => game.possible()[way]),
  'any move': (game, turn) => ways(game)[(turn * 7919 + game.score) % ways(game).length],
};

test('the AI plays on from the last board with a forecast', async () => {
  initSync({ module: await read('target/packages/pkg/afterstate_bg.wasm') });
  const solver = Solver.withNetwork(Network.read(await read('models/lite.bin')));
  for (const [name, choose] of Object.entries(WEAK))
    for (let seed = 1n; seed <= GAMES; seed++) {
      const game = new Game(4, 4, seed);
      const boards = [];
      for (let way; (way = choose(game, boards.length)) !== undefined; game.play(way))
        boards.push(game.ranks());
      const last = boards.findLast(
        (ranks) => solver.evaluate(ranks, 4, 4, { nodes: REVIEW }).outlook !== null,
      );
      assert.ok(last, `${name}, seed ${seed}: no board has a forecast`);
      const ai = Game.fromPosition(last, 4, 4, 0, seed);
      for (let moves = 0; moves < PLAYED_ON; moves++) {
        const { best } = solver.search(ai.ranks(), 4, 4, { nodes: MOVE });
        assert.ok(best !== null, `${name}, seed ${seed}: lost after ${moves} moves from ${last.join(' ')}`);
        ai.play(best);
      }
    }
});
