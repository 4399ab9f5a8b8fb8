// The Lab's presets: each is a setup that the Lab accepts, and the paper's figures appear only beside games
// that they fit.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { readLink, writeLink } from '../../www/lab/link.js';
import { figuresOf, playedIn, setUpOf } from '../../www/lab/presets.js';

/** @import { Group } from '../../www/lab/types.js' */

/** @type {Group[]} */
const PRESETS = JSON.parse(await readFile(new URL('../../www/lab/presets.json', import.meta.url), 'utf8'));
const ALL = PRESETS.flatMap(({ presets }) => presets);

test('every preset survives as a link and names each strategy once', () => {
  assert.ok(ALL.length > 15);
  for (const preset of ALL) {
    const setUp = setUpOf(preset);
    assert.deepEqual(readLink(writeLink(setUp)), { setUp, refused: [] }, preset.name);
    assert.equal(new Set(setUp.strategies).size, setUp.strategies.length, preset.name);
  }
});

test('shares lie between 0 and 1, and no larger tile is reached more often', () => {
  for (const { name, rows } of ALL) {
    for (const [strategy, figures] of rows) {
      const shares = Object.entries(figures).filter(([figure]) => figure.startsWith('share_'));
      // Cook's figure 10 is a picture, and no figure of ovolve is quoted.
      if (!/^cook-(snake|diagonal):|^ovolve/.test(strategy))
        assert.ok(shares.length > 0 || 'mean_score' in figures, `${name}: ${strategy}`);
      let last = 1;
      for (const [figure, share] of shares) {
        assert.ok(share >= 0 && share <= last, `${name}: ${strategy} ${figure}`);
        last = share;
      }
    }
  }
});

test('figures belong to the board and the end of the games that the table has', () => {
  const preset = ALL.find(({ name }) => name === 'Tables 1 and 3: all directions') ?? null;
  const played = { rows: 4, cols: 4, endAt2048: true, evenSpawns: false };
  assert.deepEqual(figuresOf(preset, played, 'frolov-10'), {
    mean_largest_tile: 806,
    min_largest_tile: 256,
    max_largest_tile: 2048,
    share_1024: 0.5,
    share_2048: 0.1,
    seconds_per_game: 290,
  });
  assert.deepEqual(figuresOf(preset, { ...played, endAt2048: false }, 'frolov-10'), {});
  assert.deepEqual(figuresOf(preset, { ...played, evenSpawns: true }, 'frolov-10'), {});
  assert.deepEqual(figuresOf(preset, { ...played, rows: 5 }, 'frolov-10'), {});
  assert.deepEqual(figuresOf(preset, played, 'greedy'), {});
  assert.deepEqual(figuresOf(null, played, 'frolov-10'), {});
});

test('games of a file have figures of a paper only if they surely went on after 2048', () => {
  const preset = ALL.find(({ name }) => name === 'Tables 5.1 and 5.2, figure 5.1: blind players') ?? null;
  const figures = (/** @type {number[]} */ ranks, rows = 4) => {
    const games = ranks.map((largestRank) => ({ seed: 0, score: 0, largestRank, moves: 0, seconds: 0 }));
    const sets = [
      { strategy: 'random', rows, cols: 4, games },
      { strategy: 'greedy', rows, cols: 4, games: games.slice(0, 1) },
    ];
    return Object.keys(figuresOf(preset, playedIn(sets), 'random')).length > 0;
  };
  assert.equal(figures([7, 11, 9]), false, 'they may have ended at 2048');
  assert.equal(figures([7, 11, 12, 9]), true, 'one went on');
  assert.equal(figures([7, 8]), true, 'none reached 2048');
  assert.equal(figures([7, 8], 5), false, 'another board');
});
