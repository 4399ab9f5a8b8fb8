// The learning curve: sums of games, a bounded number of points, and what is read back from storage.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  MAX_POINTS,
  extend,
  halfWidth,
  mean,
  newCurve,
  noGames,
  played,
  readCurve,
  secondsOf,
  share,
  sum,
  summary,
} from '../../www/learn/curve.js';

/**
 * Games with these scores that all ended with one largest rank.
 * @param {number[]} scores
 * @param {number} rank
 */
function games(scores, rank) {
  const tally = noGames();
  for (const score of scores) {
    tally.games += 1;
    tally.score += score;
    tally.squares += score ** 2;
    tally.best = Math.max(tally.best, score);
    tally.ranks[rank] = (tally.ranks[rank] ?? 0) + 1;
    tally.moves += 10;
  }
  return tally;
}

test('statistics of games match a hand count', () => {
  const tally = sum(games([100], 9), sum(games([200, 200], 10), games([300], 11)));
  assert.equal(mean(tally), 200);
  // The variance is 20,000 / 4.
  assert.ok(Math.abs(halfWidth(tally) - 1.96 * Math.sqrt(1250)) < 1e-9);
  assert.deepEqual(
    [9, 10, 11, 12].map((rank) => share(tally, rank)),
    [1, 0.75, 0.25, 0],
  );
  assert.deepEqual([mean(noGames()), halfWidth(noGames()), share(noGames(), 9)], [0, 0, 0]);
});

test('a curve has at most its most points, no game is lost, and time passes evenly', () => {
  const curve = newCurve();
  const [reports, seconds] = [30_000, 0.05];
  for (let at = 0; at < reports; at++) {
    extend(curve, seconds, games([at], 9));
    assert.ok(curve.points.length <= MAX_POINTS);
  }
  assert.equal(
    curve.points.reduce((all, point) => all + point.games, 0),
    reports,
  );
  assert.ok(Math.abs(secondsOf(curve) - reports * seconds) < 2 * seconds, `${secondsOf(curve)} seconds`);
  const all = played(curve, 1);
  const means = all.map(({ tally }) => mean(tally));
  assert.deepEqual(
    means.toSorted((a, b) => a - b),
    means,
    'in order',
  );
  assert.ok(all.every(({ at }, index) => index === 0 || at > Number(all[index - 1]?.at)));
});

test('points without games are left out, and a summary has all games in few rows', () => {
  const curve = newCurve();
  for (let at = 0; at < 100; at++) extend(curve, 0.25, at % 3 === 0 ? noGames() : games([at], 10));
  assert.equal(played(curve, 1).length, 66);
  const counts = () => played(curve).map(({ tally }) => tally.games);
  assert.deepEqual(new Set(counts().slice(0, -1)), new Set([4]), 'few at the beginning');
  assert.equal(played(curve).at(-1)?.at, secondsOf(curve));
  const rows = summary(curve, 10);
  assert.ok(rows.length <= 10);
  assert.equal(
    rows.reduce((all, { tally }) => all + tally.games, 0),
    66,
  );
  assert.equal(rows.at(-1)?.at, secondsOf(curve));
  assert.deepEqual(summary(newCurve(), 10), []);
  for (let at = 0; at < 534; at++) extend(curve, 0.25, games([at], 10));
  assert.ok(Number(counts()[0]) < 6, 'the beginning stays');
  assert.ok(
    counts()
      .slice(8)
      .every((games) => games >= 10) && counts().length > 40,
    'later more, so that it is steady',
  );
});

test('a stored curve is read back, and anything else is none', () => {
  const curve = newCurve();
  extend(curve, 0.25, games([5], 9));
  assert.deepEqual(readCurve(JSON.parse(JSON.stringify(curve))), curve);
  for (const bad of [
    null,
    {},
    { ...curve, every: 0 },
    { ...curve, filled: Number.NaN },
    { ...curve, points: [{ ...noGames(), ranks: [1] }] },
    { ...curve, points: [{ ...noGames(), score: -1 }] },
    { ...curve, points: new Array(MAX_POINTS + 1).fill(noGames()) },
  ])
    assert.equal(readCurve(bad), null);
});
