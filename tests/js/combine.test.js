// Combining the reports of several workers, and searching in slices.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { combine, deal } from '../../www/engine/combine.js';
import { searchInSlices } from '../../www/engine/slices.js';
import { reportOf } from './fakes/worker.js';

test('moves are distributed evenly, and no worker is without a move', () => {
  assert.deepEqual(deal([true, true, true, true], 2), [
    [0, 2],
    [1, 3],
  ]);
  assert.deepEqual(deal([false, true, false, true], 4), [[1], [3]]);
  assert.deepEqual(deal([false, false, false, false], 2), []);
  assert.deepEqual(deal([true, true, false, false], 1), [[0, 1]]);
});

test('values are compared at the deepest ply that all have completed', () => {
  // Direction 0 was searched deeper, to a value of 5; at 2-ply it is 2.
  const report = combine([reportOf({ root: [0], ply: 5 }), reportOf({ root: [1], ply: 2 })]);
  assert.deepEqual(report.values, [2, 12, null, null]);
  assert.equal(report.ply, 2);
  assert.equal(report.best, 1);
  assert.deepEqual(report.line, [1, 0]);
  assert.equal(report.nodes, 200);
  assert.equal(report.threads, 2);
  assert.equal(report.history.length, 2);
});

test('of equal values the first direction is best', () => {
  const one = { ...reportOf({ root: [2] }), history: [[null, null, 7, null]] };
  const other = { ...reportOf({ root: [1] }), history: [[null, 7, null, null]] };
  assert.equal(combine([one, other]).best, 1);
});

test('workers that completed no ply report the values they have', () => {
  const one = { ...reportOf({ root: [0] }), history: [] };
  const report = combine([one, reportOf({ root: [3] })]);
  assert.equal(report.ply, 0);
  assert.equal(report.best, 3);
});

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
