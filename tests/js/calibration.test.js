// The figures about moves in docs/evidence/calibration.md are those of recorded runs of `cargo lab judge`.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';

/** @param {string} path below the top folder */
const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url));

/** The rows of all tables that begin so, in the order of the file. @param {string} first */
const recorded = (first) =>
  gunzipSync(read('data/calibration/judge.txt.gz'))
    .toString()
    .split('\n')
    .filter((line) => line.startsWith(`| ${first} `))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

/** Every number of a text, rounded so. @param {string} text @param {number} digits */
const rounded = (text, digits) => text.replaceAll(/\d+\.\d+/g, (number) => Number(number).toFixed(digits));

test('best moves and losses are those of the recorded runs', () => {
  const page = read('docs/evidence/calibration.md').toString().replaceAll(/\s+/g, ' ');
  for (const [name, run] of /** @type {const} */ ([
    ['hint: 1,000,000 nodes', 'evaluation, 1000000 nodes'],
    ['coach and review: 200,000 nodes, then 1,000,000', 'evaluation, 200000 nodes, then 1000000'],
  ])) {
    const [lite, , full] = recorded(run).filter((row) => row.length === 12);
    assert.ok(lite && full);
    const [, , best = '', good = '', , loss = '', points = ''] = lite;
    const cells = [name, rounded(best, 1), rounded(good, 1), loss, rounded(points, 0)];
    assert.ok(page.includes(`| ${cells.join(' | ')} |`), `| ${cells.join(' | ')} |`);
    const { 2: bestOfFull = '', 5: lossOfFull = '' } = full;
    for (const figure of [rounded(bestOfFull, 1), lossOfFull]) assert.ok(page.includes(figure), figure);
  }
});

test('what moves lose in games is what the recorded runs found', () => {
  const page = read('docs/evidence/calibration.md').toString().replaceAll(/\s+/g, ' ');
  for (const grade of ['inaccuracy', 'mistake', 'blunder']) {
    const [lite, full] = recorded(grade);
    assert.ok(lite && full);
    const [, moves, byJudge, inGames = '', worse, clearly] = lite;
    const shown = rounded(inGames, grade === 'blunder' ? 0 : 1).replace('-', '−');
    const row =
      page.match(new RegExp(`\\| ${grade}: [^|]*\\|[^|]*\\|[^|]*\\|[^|]*\\|[^|]*\\|[^|]*\\|`))?.[0] ?? '';
    const cells = row
      .split('|')
      .slice(2, -1)
      .map((cell) => cell.trim());
    assert.deepEqual(cells.slice(0, 4), [moves, byJudge, worse, clearly], grade);
    assert.ok(cells[4]?.startsWith(shown), `${cells[4]}: ${shown}`);
    assert.ok(page.includes(full[3]?.replace('-', '−') ?? '?'), `${full[3]}`);
  }
});
