// The positions of the Endgames: they are those that tools/endgames.js finds, and the exact player agrees with its promises.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Game, Player } from '../../target/packages/pkg/afterstate.js';
import { findEndgames } from '../../tools/endgames.js';

/** @type {{ goal: number, ranks: number[] }[]} */
const POSITIONS = JSON.parse(
  await readFile(new URL('../../www/page/endgames.json', import.meta.url), 'utf8'),
);

test('the file has what tools/endgames.js finds', async () => {
  assert.deepEqual(POSITIONS, await findEndgames(), 'run: node tools/endgames.js > www/page/endgames.json');
});

test('on each position the best move is clearly the best, and nothing is decided yet', () => {
  const names = new Set(POSITIONS.map(({ goal, ranks }) => `${goal} ${ranks}`));
  assert.equal(names.size, POSITIONS.length, 'no position twice');
  assert.deepEqual([...new Set(POSITIONS.map(({ goal }) => goal))], [6, 7]);
  for (const { goal, ranks } of POSITIONS) {
    const board = Uint8Array.from(ranks);
    const player = new Player(`exact-tile:tile=${2 ** goal}`, 2, 3, 0n);
    const { values } = player.choose(board);
    player.free();
    const [first = 0, second = NaN] = values.filter((value) => value !== null).sort((a, b) => b - a);
    assert.ok(first - second >= 0.08 && first >= 0.05 && first <= 0.99, `${ranks}: ${first} ${second}`);
    assert.ok(Math.max(...ranks) < goal, String(ranks));
    const game = Game.fromPosition(board, 2, 3, 0, 0n);
    assert.deepEqual(
      game.possible(),
      values.map((value) => value !== null),
      String(ranks),
    );
    game.free();
  }
});
