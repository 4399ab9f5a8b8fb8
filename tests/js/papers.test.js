// Figures of docs/evidence/papers that `cargo lab reproduce --write` fills in from the stored games, computed
// once more by a program of its own.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';

/** @param {string} path below the top folder */
const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url));
const PAGES = readdirSync(new URL('../../docs/evidence/papers/', import.meta.url));

/** The cells of the lines of tables. @param {string} path */
const rowsOf = (path) =>
  read(path)
    .toString()
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.replaceAll(/<!--.*?-->/g, '').trim()),
    );

test('a mark in a table has no bar, which would end its cell', () => {
  for (const page of PAGES) {
    const marks =
      read(`docs/evidence/papers/${page}`)
        .toString()
        .match(/<!--= .*? -->/g) ?? [];
    for (const mark of marks) assert.ok(!mark.includes('|'), `${page}: ${mark}`);
  }
});

test('Kumar’s simple players have the averages and verdicts of the table with our games', () => {
  const judged = rowsOf('data/papers/tables/kumar.md');
  const players = rowsOf('docs/evidence/papers/kumar.md').filter(
    ([, , printed = '', ours = '']) => /^[\d,]+$/.test(printed) && /^[\d,]+$/.test(ours),
  );
  assert.equal(players.length, 10);
  for (const [player = '', , printed = '', ours = '', verdict = ''] of players) {
    const row = judged.find(([name, games]) => name === player && games === '1000');
    const average = `${printed} : ${ours}`.replaceAll(',', '');
    assert.deepEqual([row?.[2]?.replace(' ≠', ''), row?.at(-1)], [average, verdict], player);
  }
});

/** Frolov's methods without 1 and 8, with the averages of his Table 1, and how his games were read. */
// prettier-ignore
const METHODS = {
  1.1: 524, 2: 486, 3: 742, 3.8: 768, 4: 486, 5: 742, 6: 262, 7: 640, 7.5: 755, 7.7: 716, 9: 370, 10: 806,
  11: 307, 12: 652, 13: 640,
};
const HIS_GAMES = 10;
const READINGS = {
  restored: ':restore=move',
  'restored, before the last move': ':leaf=before,restore=move',
  'after the last move (our default)': '',
  'before the last move': ':leaf=before',
  'after the last move, as many 4s as 2s': ' (even spawns)',
  'before the last move, as many 4s as 2s': ':leaf=before (even spawns)',
};

/** @param {number[]} values */
const meanOf = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
/** @param {number[]} values */
const deviationOf = (values) => {
  const mean = meanOf(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
};

test('how well a reading of Frolov’s fits is computed from the games', () => {
  /** @type {Map<string, number[]>} */
  const tiles = new Map();
  for (const line of gunzipSync(read('data/papers/frolov-games.csv.gz')).toString().split('\n')) {
    const [, strategy = '', rest = ''] = /^"([^"]*)",(.*)/.exec(line) ?? [];
    tiles.set(strategy, [...(tiles.get(strategy) ?? []), Number(rest.split(',')[4])]);
  }
  const shown = new Map(
    rowsOf('docs/evidence/papers/frolov.md').map(([reading = '', ...cells]) => [reading, cells]),
  );
  for (const [reading, settings] of Object.entries(READINGS)) {
    const ratios = [];
    let chiSquare = 0;
    for (const [method, his] of Object.entries(METHODS)) {
      const games = tiles.get(`frolov-${method}${settings}`);
      assert.ok(games, method + settings);
      const mean = meanOf(games);
      ratios.push(Math.log(mean / his));
      chiSquare += (mean - his) ** 2 / (deviationOf(games) ** 2 * (1 / HIS_GAMES + 1 / games.length));
    }
    const fit = [
      Math.exp(meanOf(ratios)).toFixed(2),
      Math.exp(deviationOf(ratios)).toFixed(2),
      chiSquare.toFixed(1),
    ];
    assert.deepEqual(shown.get(reading)?.slice(0, fit.length), fit, reading);
  }
});
