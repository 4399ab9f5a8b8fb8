// The chances of a board: how games are counted, what the interval is, and when they wait or end.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Odds, interval } from '../../www/game/odds.js';

/** @param {number[]} ranks of the largest tiles, by seed @param {Partial<ConstructorParameters<typeof Odds>[0]>} [more] */
function chancesOf(ranks, more = {}) {
  return new Odds({
    maxRank: 9, games: ranks.length, busy: () => false, onChange: () => {}, sleep: async () => {},
    play: async (seed) => ({ largestRank: Number(ranks[seed]) }),
    ...more,
  });
}

test('tiles that every game made are told by the largest; the rest one by one', async () => {
  const chances = chancesOf([11, 12, 11, 13]);
  await chances.run();
  assert.equal(chances.state, 'done');
  assert.deepEqual(chances.list().map(({ rank, reached }) => [rank, reached]), [[11, 4], [12, 2], [13, 1]]);
});

test('the next tile is told where none made it', async () => {
  const chances = chancesOf([9, 9]);
  assert.deepEqual(chances.list(), []);
  await chances.run();
  assert.deepEqual(chances.list().map(({ rank, reached }) => [rank, reached]), [[10, 0]]);
});

test("Wilson's interval: his formula by hand for 83 of 100, and the ends", () => {
  const { least, most } = interval(83, 100);
  assert.deepEqual([least.toFixed(3), most.toFixed(3)], ['0.745', '0.891']);
  assert.equal(interval(0, 100).least, 0);
  assert.equal(interval(100, 100).most, 1);
  assert.ok(interval(0, 100).most > 0.03 && interval(100, 100).least < 0.97, 'a hundred games are not certainty');
});

test('games wait while the AI thinks', async () => {
  let waits = 3;
  const chances = chancesOf([10], { busy: () => waits > 0, sleep: async () => void waits-- });
  await chances.run();
  assert.deepEqual([waits, chances.played], [0, 1]);
});

test('a stop ends them with what there is; a game that comes after it does not count', async () => {
  const chances = chancesOf([10, 10, 10], { onChange: () => chances.played === 2 && chances.stop() });
  await chances.run();
  assert.deepEqual([chances.state, chances.played], ['stopped', 2]);
});

test('games that cannot be played are said so', async () => {
  const chances = chancesOf([10], { play: () => Promise.reject(new Error('no worker')) });
  await chances.run();
  assert.deepEqual([chances.state, chances.trouble], ['failed', 'no worker']);
});
