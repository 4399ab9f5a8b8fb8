// The page's sentences.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellInWords, crewInWords, searchInWords, stepInWords, valueInWords, whyInWords } from '../../www/view/phrases.js';
import { reportOf } from './fakes/worker.js';

const still = { direction: 1, reward: 0, score: 12, moves: [{ from: 0, to: 3, rank: 1, merged: false }], spawn: { cell: 6, rank: 2 } };

test('a move is told by its merges, the score and the new tile', () => {
  assert.equal(stepInWords(still, 4), 'Right, score 12, new 4 in row 2 column 3');
  const merged = { ...still, score: 1234, moves: [
    { from: 0, to: 3, rank: 5, merged: true }, { from: 3, to: 3, rank: 5, merged: true },
    { from: 8, to: 11, rank: 1, merged: true }, { from: 9, to: 11, rank: 1, merged: true },
    { from: 12, to: 12, rank: 3, merged: false },
  ], spawn: { cell: 2, rank: 1 } };
  assert.equal(stepInWords(merged, 4), 'merged 64 and 4, score 1234, new 2 in row 1 column 3');
});

test('cells, crews and values', () => {
  assert.equal(cellInWords(0, 5, 4), 'empty, row 2 column 2');
  assert.equal(cellInWords(17, 0, 4), '131072, row 1 column 1');
  assert.equal(crewInWords('shared', 2), '2 threads');
  assert.equal(crewInWords('workers', 2), '2 workers');
  assert.equal(crewInWords('single', 1), '1 worker');
  assert.equal(valueInWords(-17656.4), '\u221217,656');
  assert.equal(valueInWords(3.14159), '3.142');
});

test('a search is told by ply, nodes, speed, time and threads', () => {
  const report = { ...reportOf({ ply: 6, nodes: 1_234_567 }), timeMs: 500 };
  assert.equal(searchInWords(report, 'shared', 2), '6-ply · 1,234,567 nodes · 2.47M nodes/s · 500 ms · 2 threads');
  assert.equal(searchInWords({ ...report, nodes: 0, timeMs: 0 }, 'single', 1), '6-ply · 0 nodes · 0 ms · 1 worker');
});

test('why the best move is best, in the numbers and no further', () => {
  const report = { ...reportOf(), best: 1 };
  assert.equal(whyInWords({ ...report, values: [82_960.4, 84_210, null, 5] }, 'points'), 'Right keeps 84,210 points; the next best, Up, 1,250 less.');
  assert.equal(whyInWords({ ...report, values: [84_077.6, 84_210, null, 5] }, 'points'), 'Right keeps 84,210 points; the next best, Up, 132 less.', 'as many digits as the value has');
  assert.equal(whyInWords({ ...report, values: [4, 16, null, 0] }, 'points', 'is worth'), 'Right is worth 16.0 points; the next best, Up, 12.0 less.');
  assert.equal(whyInWords({ ...report, values: [0.25, 0.5, null, 0.25] }, 'probability'), 'Right has a probability of 0.500; the next best, Up, 0.250 less.');
  assert.equal(whyInWords({ ...report, values: [null, 84_210, null, null] }), 'Right is the only move there is.');
  assert.equal(whyInWords({ ...report, values: [12.5, 12.5, 3, 4] }), 'Right is worth 12.5; Up is as good.');
  assert.equal(whyInWords({ ...report, values: [null, null, null, null], best: null }), '');
});
