// The sentences of the page.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { reasonInWords } from '../../www/ai/rating-words.js';
import { speedInWords } from '../../www/game/speed.js';
import { LANGUAGES, signed, useCatalog } from '../../www/shared/text.js';
import { stepInWords } from '../../www/game/table-view.js';
import { cellInWords } from '../../www/shared/phrases.js';
import { detailOf } from '../../www/ai/analysis-view.js';
import {
  authorInWords,
  lossInWords,
  outlookInWords,
  threadsInWords,
  whyInWords,
} from '../../www/ai/search-words.js';
import { endInWords } from '../../www/game/table-view.js';
import { goalInWords } from '../../www/game/progress-view.js';
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
  assert.equal(stepInWords(merged, 4), 'merged 64 and 4, score 1,234, new 2 in row 1 column 3');
});

test('names of cells and tiers, losses and chances', () => {
  assert.equal(cellInWords(0, 5, 4), 'empty, row 2 column 2');
  assert.equal(cellInWords(17, 0, 4), '131072, row 1 column 1');
  assert.equal(threadsInWords('shared', 2), '2 threads');
  assert.equal(threadsInWords('single', 1), '1 worker');
  assert.equal(lossInWords(0), 'best');
  assert.equal(lossInWords(0.099), 'best', 'the coach calls it the best move, too');
  assert.equal(lossInWords(0.1), '\u22120.1%');
  assert.equal(lossInWords(4.236), '\u22124.2%');
  const tiles = [
    { rank: 10, chance: 0.999 },
    { rank: 11, chance: 0.84 },
    { rank: 12, chance: 0.41 },
    { rank: 13, chance: 0.2 },
    { rank: 16, chance: 0.001 },
  ];
  assert.equal(outlookInWords({ points: 9, tiles }), '84% for 2048, 41% for 4096');
  assert.equal(outlookInWords({ points: 9, tiles: tiles.slice(0, 1) }), '>99% for 1024');
  assert.equal(outlookInWords({ points: 9, tiles: tiles.slice(4) }), '');
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
    'Lite network · 6-ply · 1,234,567 positions · 2.47M positions/s · 500 ms · 2 threads',
  );
  assert.equal(
    authorInWords({
      ...report,
      nodes: 0,
      timeMs: 0,
      threads: 1,
      by: { ...engine, name: '', tier: 'single' },
    }),
    'Built-in heuristic · 6-ply · 0 positions · 0 ms · 1 worker',
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
  assert.equal(lossInWords(4.236).slice(0, 2), '\u200e\u2212', 'the sign stays on the left');
  assert.equal(signed(4), '\u200e+4');
  useCatalog('de', {});
  assert.equal(lossInWords(99.99), '\u221299,9\u00a0%');
  assert.equal(authorInWords({ ...report, timeMs: 1254 }), 'Greedy · 1,25 s');
  assert.equal(speedInWords(4), '3,1 moves per second');
  useCatalog('en', {});
});

test('the details call one move the best, and no bar is longer than its bar', () => {
  /** @param {(number | null)[]} values @param {number} best @param {(number | null)[]} [losses] */
  const details = (values, best, losses) => {
    const judged = losses && { losses, grades: [], outlook: null };
    return [0, 1, 2, 3].map((direction) => detailOf({ values, best, judged }, direction));
  };
  const level = details([100, 100, 99.99, 90], 0, [0, 0, 0.01, 10]);
  assert.deepEqual(
    level.map(({ kind, words }) => [kind, words]),
    [
      ['best', 'best'],
      ['', 'just as good'],
      ['', 'just as good'],
      ['', '\u221210%'],
    ],
  );
  // A search may have chosen a move whose last value is not the greatest.
  for (const moves of [
    level,
    details([2, 5, null, 4], 0),
    details([-3, -1, null, null], 0, [0, 0, null, null]),
  ]) {
    const longest = Math.max(...moves.map(({ length }) => length));
    assert.equal(moves.find(({ kind }) => kind === 'best')?.length, longest);
  }
});

test('the reason for the best move is based only on what is shown', () => {
  /** @param {(number | null)[]} losses @param {number | null} [best] @param {string} [note] */
  const why = (losses, best = 1, note = '') =>
    whyInWords({
      values: losses.map((loss) => (loss === null ? null : 100 - loss)),
      best,
      judged: { losses, grades: [], outlook: null },
      by: { kind: 'engine', name: '', unit: '', tier: null, note, possible: null },
    });
  assert.equal(why([1.48, 0, null, 90]), 'Right is best. Up is nearly as good\u00a0(\u22121.5%).');
  assert.equal(why([0.09, 0, null, 90]), 'Right is best. Up is just as good.');
  assert.equal(why([12, 0, null, 90]), 'Right is best. Next best: Up\u00a0(\u221212%).');
  assert.equal(why([null, 0, null, null]), 'Right is the only possible move.');
  assert.equal(why([null, null, null, null], null), '');
  assert.equal(why([1, 0, null, null], 1, 'it is exact'), 'Right. Reason: it is exact.');
  assert.equal(
    whyInWords({ values: [3, 5, null, 1], best: 1 }),
    'Right is best.',
    'a unit that means nothing',
  );
  assert.equal(whyInWords({ values: [-Infinity, 5, null, 1], best: 1 }), '');
});

test('who made the 2048 or the last goal is told as it is', () => {
  const end = { won: true, byAi: false, canGoOn: true, score: 20_000 };
  assert.deepEqual(endInWords(end), {
    title: 'You win!',
    detail: '20,000 points.',
    said: 'You win, score 20,000',
  });
  assert.match(endInWords({ ...end, canGoOn: false }).detail, /^You made 2048, but/);
  assert.deepEqual(endInWords({ ...end, byAi: true, canGoOn: false }), {
    title: 'The AI made 2048',
    detail: '20,000 points.',
    said: 'Reached 2048, score 20,000',
  });
  assert.equal(endInWords({ ...end, byAi: true, won: false }).title, 'Game over!');
  const small = { maxRank: 5, rows: 2, cols: 2 };
  assert.equal(goalInWords(small, 'own'), '32: you did it!');
  assert.equal(goalInWords(small, 'ai'), 'The AI made 32');
  assert.equal(goalInWords({ ...small, maxRank: 4 }, 'ai'), '32!');
});

/** The first word of a number, spoken. A slow reference. @param {number} tile */
function spoken(tile) {
  const units =
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
      ' ',
    );
  const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
  let first = tile;
  while (first >= 1000) first = Math.floor(first / 1000);
  if (first >= 100) first = Math.floor(first / 100);
  return String(first < 20 ? units[first] : tens[Math.floor(first / 10)]);
}

test('a tile has the article of its number in every language', async () => {
  /** Of the languages that have one here. @type {Record<string, string | RegExp>} */
  const articles = { en: /an? /, de: 'eine ', es: 'un ', fr: 'un ', pt: 'um ' };
  for (const code of LANGUAGES) {
    const article = articles[code] ?? '';
    if (code !== 'en') {
      const file = new URL(`../../www/shared/text/${code}.json`, import.meta.url);
      useCatalog(code, JSON.parse(await readFile(file, 'utf8')));
    }
    for (let rank = 1; rank <= 40; rank++) {
      const tile = String(2 ** rank);
      const expected =
        typeof article === 'string'
          ? article + tile
          : `${/^(?!one)[aeiou]/.test(spoken(2 ** rank)) ? 'an' : 'a'} ${tile}`;
      for (const kind of /** @type {const} */ (['merge', 'trap'])) {
        const words = reasonInWords({ kind, rank, cells: [] }, { played: 0, best: 1 });
        assert.ok(words.includes(expected), `${code}: ${words}`);
        assert.equal(words.split(tile).length, 2, words);
      }
    }
  }
  useCatalog('en', {});
});
