// The next tile to reach, and the format of times.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goalOf } from '../../www/game/goal.js';
import { timeInWords } from '../../www/game/progress-view.js';

test('the goal is 2048, then each double of it up to 131072', () => {
  for (const [max, rank] of [
    [1, 11],
    [10, 11],
    [11, 12],
    [15, 16],
    [16, 17],
  ]) {
    assert.deepEqual(goalOf(Number(max), 4, 4), { rank, reached: false });
  }
  assert.deepEqual(goalOf(17, 4, 4), { rank: 17, reached: true });
  assert.deepEqual(goalOf(20, 8, 8), { rank: 17, reached: true });
});

test('the goal of a small board is the largest tile that it can hold', () => {
  assert.deepEqual(goalOf(1, 2, 2), { rank: 5, reached: false });
  assert.deepEqual(goalOf(5, 2, 2), { rank: 5, reached: true });
  assert.deepEqual(goalOf(9, 3, 3), { rank: 10, reached: false });
});

test('times are formatted like a clock', () => {
  assert.deepEqual([0, 59_999, 245_000, 3_609_000, 360_000_000].map(timeInWords), [
    '0:00',
    '0:59',
    '4:05',
    '1:00:09',
    '100:00:00',
  ]);
});
