// The odds of a board: how games are counted, the interval, and when they wait or end.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Odds, interval } from '../../www/game/odds.js';

/** @param {number[]} ranks of the largest tiles, by seed @param {Partial<ConstructorParameters<typeof Odds>[0]>} [more] */
function oddsOf(ranks, more = {}) {
  return new Odds({
    maxRank: 9,
    games: ranks.length,
    busy: () => false,
    onChange: () => {},
    sleep: async () => {},
    play: async (seed) => ({ largestRank: Number(ranks[seed]) }),
    ...more,
  });
}

test('of the tiles that every game reached only the largest is listed; the others are listed one by one', async () => {
  const odds = oddsOf([11, 12, 11, 13]);
  await odds.run();
  assert.equal(odds.state, 'done');
  assert.deepEqual(
    odds.list().map(({ rank, reached }) => [rank, reached]),
    [
      [11, 4],
      [12, 2],
      [13, 1],
    ],
  );
});

test('the next tile is listed even if no game reached it', async () => {
  const odds = oddsOf([9, 9]);
  assert.deepEqual(odds.list(), []);
  await odds.run();
  assert.deepEqual(
    odds.list().map(({ rank, reached }) => [rank, reached]),
    [[10, 0]],
  );
});

test("Wilson's interval: his formula by hand for 83 of 100, and the ends", () => {
  const { least, most } = interval(83, 100);
  assert.deepEqual([least.toFixed(3), most.toFixed(3)], ['0.745', '0.891']);
  assert.equal(interval(0, 100).least, 0);
  assert.equal(interval(100, 100).most, 1);
  assert.ok(
    interval(0, 100).most > 0.03 && interval(100, 100).least < 0.97,
    'a hundred games are not certainty',
  );
});

test('games wait while the AI thinks', async () => {
  let waits = 3;
  const odds = oddsOf([10], { busy: () => waits > 0, sleep: async () => void waits-- });
  await odds.run();
  assert.deepEqual([waits, odds.played], [0, 1]);
});

test('stop keeps the finished games; a game that ends later does not count', async () => {
  const odds = oddsOf([10, 10, 10], { onChange: () => odds.played === 2 && odds.stop() });
  await odds.run();
  assert.deepEqual([odds.state, odds.played], ['stopped', 2]);
});

test('a game that fails is reported', async () => {
  const odds = oddsOf([10], { play: () => Promise.reject(new Error('no worker')) });
  await odds.run();
  assert.deepEqual([odds.state, odds.trouble], ['failed', 'no worker']);
});
