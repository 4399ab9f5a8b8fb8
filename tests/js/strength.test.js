// The AI's published figures against the recorded games.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { MATCHES, TILES } from '../../www/game/strength.js';

for (const { name, ms, file, games, mean, reached } of MATCHES) {
  test(`${name} at ${ms} ms: the figures are those of the recorded games`, async () => {
    const text = await readFile(new URL(`../../data/match/${file}.csv`, import.meta.url), 'utf8');
    const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
    const names = String(lines.shift()).split(',');
    const rows = lines.map((line) => line.replace(/^"[^"]*"/, '').split(','));
    const column = (/** @type {string} */ which) => rows.map((row) => Number(row[names.indexOf(which)]));
    assert.match(text, new RegExp(`^# player [^\\n]*ms=${ms}:`, 'm'));
    assert.equal(rows.length, games);
    assert.equal(Math.round(column('score').reduce((sum, score) => sum + score, 0) / games), mean);
    assert.deepEqual(
      TILES.map((tile) => column('largest_tile').filter((largest) => largest >= tile).length),
      reached,
    );
  });
}

test('the READMEs of the packages have the figures of docs/evidence/strength.md and models/README.md', async () => {
  const read = (/** @type {string} */ path) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
  const strength = await read('docs/evidence/strength.md');
  const rows = [
    ...(await read('packages/afterstate/README.md')).matchAll(
      /^\| [^|]*(heuristic|lite|full)[^|]* (\| \d+ \| .* ± .*)$/gm,
    ),
  ];
  assert.deepEqual(
    rows.map(([, name]) => name),
    ['heuristic', 'lite', 'full'],
  );
  for (const [, name, figures] of rows) {
    const current = strength.split('\n').find((line) => line.includes(name) && line.includes('| 1 ms |'));
    assert.equal(current?.slice(current.indexOf(' | 1 ms ') + ' | 1 ms '.length), figures, name);
  }
  const [, tuples, stages, billions] =
    /^\| `full\.bin` \|[^|]*\| (.*?) \| (\w+):.*?\| (\d+)/m.exec(await read('models/README.md')) ?? [];
  const models = (await read('packages/afterstate-models/README.md')).replaceAll('\n', ' ');
  assert.ok(
    models.includes(`${tuples} in each of ${stages} stages, and was trained on ${billions} billion moves`),
    models,
  );
});
