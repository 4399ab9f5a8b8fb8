// Every score of docs/strength.md stands in the results that it sums up.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

const read = (/** @type {string} */ path) => readFile(new URL(`../../docs/${path}`, import.meta.url), 'utf8');

test('every score of the strength history is one of the results', async () => {
  const history = await read('strength.md');
  const results = (await Promise.all(['match', 'training', 'training-log', 'search', 'search-log'].map((name) => read(`results/${name}.md`)))).join('\n');
  const scores = [...history.matchAll(/\d{2,3},\d{3} ± \d{1,3},\d{3}/g)].map(([score]) => score);
  assert.ok(scores.length > 35, `${scores.length} scores`);
  for (const score of scores) assert.ok(results.includes(score), score);
});
