// The sentences of the page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { speedInWords } from '../../www/game/speed.js';
import { useCatalog } from '../../www/text/text.js';
import { cellInWords, stepInWords } from '../../www/view/phrases.js';
import { authorInWords, threadsInWords, valueInWords, whyInWords } from '../../www/view/search-words.js';
import { reportOf } from './fakes/worker.js';

const still = {
  direction: 1,
  reward: 0,
  score: 12,
  moves: [{ from: 0, to: 3, rank: 1, merged: false }],
  spawn: { cell: 6, rank: 2 },
};

test('a move is described by its merges, the score and the new tile', () => {
  assert.equal(stepInWords(still, 4), 'Right, score 12, new 4 in row 2 column 3');
  const merged = {
    ...still,
    score: 1234,
    moves: [
      { from: 0, to: 3, rank: 5, merged: true },
      { from: 3, to: 3, rank: 5, merged: true },
      { from: 8, to: 11, rank: 1, merged: true },
      { from: 9, to: 11, rank: 1, merged: true },
      { from: 12, to: 12, rank: 3, merged: false },
    ],
    spawn: { cell: 2, rank: 1 },
  };
  assert.equal(stepInWords(merged, 4), 'merged 64 and 4, score 1234, new 2 in row 1 column 3');
});

test('names of cells and tiers, and formats of values', () => {
  assert.equal(cellInWords(0, 5, 4), 'empty, row 2 column 2');
  assert.equal(cellInWords(17, 0, 4), '131072, row 1 column 1');
  assert.equal(threadsInWords('shared', 2), '2 threads');
  assert.equal(threadsInWords('workers', 2), '2 workers');
  assert.equal(threadsInWords('single', 1), '1 worker');
  assert.equal(valueInWords(-17656.4), '\u221217,656');
  assert.equal(valueInWords(3.14159), '3.142');
  assert.equal(valueInWords(1_353_473_751_461), '1.353T');
  assert.equal(valueInWords(-32_285_331_317, 1_353_473_751_461), '\u221232.29B');
});

test('the details line names the AI and the effort of the search', () => {
  const report = { ...reportOf({ ply: 6, nodes: 1_234_567 }), timeMs: 500, threads: 2 };
  const engine = /** @type {const} */ ({
    kind: 'engine',
    name: 'Lite',
    unit: 'points',
    tier: 'shared',
    note: '',
    possible: null,
  });
  assert.equal(
    authorInWords({ ...report, by: engine }),
    'Lite network · 6-ply · 1,234,567 nodes · 2.47M nodes/s · 500 ms · 2 threads',
  );
  assert.equal(
    authorInWords({
      ...report,
      nodes: 0,
      timeMs: 0,
      threads: 1,
      by: { ...engine, name: '', tier: 'single' },
    }),
    'Built-in heuristic · 6-ply · 0 nodes · 0 ms · 1 worker',
  );
  assert.equal(
    authorInWords({ ...report, by: { ...engine, kind: 'strategy', name: 'Greedy' } }),
    'Greedy · 500 ms',
  );
  assert.equal(
    authorInWords({ ...report, timeMs: 0.4, by: { ...engine, kind: 'strategy', name: 'Greedy' } }),
    'Greedy · under 1 ms',
  );
});

test('times and values have the units and the decimal sign of the language', () => {
  const report = {
    ...reportOf(),
    by: /** @type {const} */ ({
      kind: 'strategy',
      name: 'Greedy',
      unit: 'points',
      tier: null,
      note: '',
      possible: null,
    }),
  };
  useCatalog('ar', { '{n} ms': '{n} مللي ثانية' });
  assert.equal(authorInWords({ ...report, timeMs: 378 }), 'Greedy · 378 مللي ثانية');
  useCatalog('de', {});
  assert.equal(authorInWords({ ...report, timeMs: 1254 }), 'Greedy · 1,25 s');
  assert.equal(valueInWords(3.14159), '3,142');
  assert.equal(speedInWords(5), '4,5 moves per second');
  useCatalog('en', {});
});

test('the reason for the best move is based only on the values shown', () => {
  /** @param {(number | null)[]} values @param {string} [unit] @param {number | null} [best] */
  const why = (values, unit = '', best = 1, note = '') =>
    whyInWords({
      values,
      best,
      by: { kind: 'strategy', name: '', unit, tier: null, note, possible: null },
    });
  assert.equal(
    why([82_960.4, 84_210, null, 5], 'points'),
    'Right is best (84,210 points). Up is nearly as good (\u22121,250).',
  );
  assert.equal(
    why([84_077.6, 84_210, null, 5], 'points'),
    'Right is best (84,210 points). Up is nearly as good (\u2212132).',
    'as many digits as the value has',
  );
  assert.equal(why([4, 16, null, 0], 'points'), 'Right is best (16.0 points). Next best: Up (\u221212.0).');
  assert.equal(
    why([0.25, 0.5, null, 0.25], 'probability'),
    'Right is best (0.500). Next best: Up (\u22120.250).',
  );
  assert.equal(why([null, 84_210, null, null]), 'Right is the only possible move.');
  assert.equal(why([12.5, 12.5, 3, 4]), 'Right is best (12.5). Up is just as good.');
  assert.equal(why([null, null, null, null], '', null), '');
  assert.equal(why([1, Infinity, null, null]), '', 'infinite values cannot be compared');
  assert.equal(why([1, 2, null, null], '', 1, 'it fills the corner'), 'Reason: it fills the corner.');
});
