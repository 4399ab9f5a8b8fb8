// Searching in slices.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchInSlices } from '../../www/engine/slices.js';
import { reportOf } from './fakes/worker.js';

test('slices add up their nodes, keep the time limit, and return the deepest report', async () => {
  let clock = 0;
  let ply = 0;
  /** @type {number[]} */
  const slices = [];
  const report = await searchInSlices(
    ({ timeMs = 0 }) => {
      clock += timeMs;
      slices.push(timeMs);
      return reportOf({ ply: ++ply });
    },
    { timeMs: 300 },
    () => false,
    () => clock,
  );
  assert.deepEqual(slices, [30, 60, 100, 100, 10]);
  assert.equal(report?.ply, 5);
  assert.equal(report?.nodes, 500);
  assert.equal(report?.timeMs, 300);
});

test('slices end when the answer is no longer needed, and when nothing is left to search', async () => {
  let asked = 0;
  assert.equal(
    await searchInSlices(
      () => reportOf(),
      { timeMs: 1000 },
      () => ++asked === 2,
      () => 0,
    ),
    null,
  );
  assert.equal(asked, 2);
  assert.equal(
    (
      await searchInSlices(
        () => reportOf({ stopped: false }),
        { timeMs: 1000 },
        () => false,
        () => 0,
      )
    )?.nodes,
    100,
  );
});
