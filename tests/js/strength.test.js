// The AI's published figures agree with each other.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

test('the figures on the page about the AI are those of the recorded games', async () => {
  const about = await readFile(new URL('../../www/about.html', import.meta.url), 'utf8');
  const tiles = [8192, 16384, 32768];
  assert.match(about, new RegExp(tiles.map((tile) => `<th scope="col">${tile}</th>`).join('')));
  const rows = [...about.matchAll(/<tr data-games="([^"]+)"><th scope="row">[^<]+<\/th>(.*?)<\/tr>/g)];
  assert.equal(rows.length, 3);
  for (const [, file, cells = ''] of rows) {
    const text = await readFile(new URL(`../../data/match/${file}.csv`, import.meta.url), 'utf8');
    const [names = '', ...lines] = text.split('\n').filter((line) => line && !line.startsWith('#'));
    const games = lines.map((line) => line.replace(/^"[^"]*"/, '').split(','));
    const column = (/** @type {string} */ name) =>
      games.map((game) => Number(game[names.split(',').indexOf(name)]));
    const mean = column('score').reduce((sum, score) => sum + score, 0) / games.length;
    const reached = tiles.map((tile) => column('largest_tile').filter((largest) => largest >= tile).length);
    assert.match(text, /^# player [^\n]*ms=1:/m);
    assert.deepEqual(
      [...cells.matchAll(/<td>(.*?)<\/td>/g)].map(([, cell]) => cell),
      [
        String(games.length),
        Math.round(mean).toLocaleString('en'),
        ...reached.map((count) => `${Math.floor((100 * count) / games.length + 0.5)}%`),
      ],
      file,
    );
  }
});

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
    const current = strength.split('\n').find((line) => line.includes(`${name}, 1 ms |`));
    const [, , count, mean, , , , share] = (current ?? '').split('|');
    assert.equal(['', count, mean, share, ''].join('|'), figures, name);
  }
  const [, tuples, stages, billions] =
    /^\| `full\.bin` \|[^|]*\| (.*?) \| (\w+):.*?\| (\d+)/m.exec(await read('models/README.md')) ?? [];
  const models = (await read('packages/afterstate-models/README.md')).replaceAll('\n', ' ');
  assert.ok(
    models.includes(`${tuples} in each of ${stages} stages, and was trained on ${billions} billion moves`),
    models,
  );
});
