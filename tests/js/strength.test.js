// The AI's published figures against the recorded games.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { MATCHES, TILES } from '../../www/game/strength.js';

for (const { name, ms, file, games, mean, reached } of MATCHES) {
  test(`${name} at ${ms} ms: the figures are those of the recorded games`, async () => {
    const text = await readFile(new URL(`../../docs/results/match/${file}.csv`, import.meta.url), 'utf8');
    const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
    const names = String(lines.shift()).split(',');
    const rows = lines.map((line) => line.replace(/^"[^"]*"/, '').split(','));
    const column = (/** @type {string} */ which) => rows.map((row) => Number(row[names.indexOf(which)]));
    assert.match(text, new RegExp(`^# player [^\\n]*ms=${ms}:`, 'm'));
    assert.equal(rows.length, games);
    assert.equal(Math.round(column('score').reduce((sum, score) => sum + score, 0) / games), mean);
    assert.deepEqual(TILES.map((tile) => column('largest_tile').filter((largest) => largest >= tile).length), reached);
  });
}
