// The odds of a board: a hundred quick games in a worker, while the page stays usable.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClean } from './axe.js';
import { screenshot } from './harness.js';
import { PATIENCE, cells, sitDown, sitDownAt } from './table.js';

/** A well-ordered board with 1024 and 512, and a board without a possible move, as ranks. */
const ALMOST = [10, 9, 8, 7, 3, 4, 5, 6, 2, 1, 0, 0, 0, 0, 0, 1];
const DEAD = [1, 2, 1, 2, 2, 1, 2, 1, 1, 2, 1, 2, 2, 1, 2, 1];
const ROWS = '.odds tbody tr';

test('a hundred games are played, the player is named, and the result is announced', async (t) => {
  const { page } = await sitDownAt(t, ALMOST, { path: '?threads=1', isolated: false });
  const before = await cells(page);
  await page.click('#odds');
  await page
    .locator('.odds-about', {
      hasText:
        /^100 of 100 quick games of a fast version of the AI from this board, each with different new tiles\. /,
    })
    .waitFor({ timeout: 4 * PATIENCE });
  assert.equal(await page.textContent('#odds'), 'Odds');
  assert.deepEqual(await cells(page), before, 'nothing has moved');
  const rows = await page.$$eval(ROWS, (all) => all.map((row) => row.textContent));
  assert.match(String(rows[0]), /^2048\d+% \(\d+% to \d+%\)$/);
  const reached = rows.map((row) =>
    Number(/^(\d+)%/.exec(String(row).replace(/^(2048|4096|8192|16384)/, ''))?.[1]),
  );
  assert.ok(Number(reached[0]) > 70, `2048 from here is nearly sure: ${rows}`);
  assert.deepEqual(
    reached,
    [...reached].sort((a, b) => b - a),
    'larger tiles are rarer',
  );
  await page.waitForFunction(() =>
    /^Of 100 quick games: 2048 in \d+/.test(document.getElementById('announcer')?.textContent ?? ''),
  );
  await assertClean(page, 'the odds', { within: '.odds' });
  await page.locator('.odds').scrollIntoViewIfNeeded();
  await screenshot(page, 'odds');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowUp');
  await page.locator('.odds-about', { hasText: 'from the board after move 0' }).waitFor();
});

test('stop keeps the finished games', async (t) => {
  const { page } = await sitDownAt(t, ALMOST, { path: '?threads=1', isolated: false });
  await page.click('#odds');
  await page.locator(ROWS).first().waitFor({ timeout: PATIENCE });
  await page.click('#odds');
  await page.locator('.odds-about', { hasText: /^\d+ of 100 quick games .*\. Stopped\.$/ }).waitFor();
  assert.equal(await page.textContent('#odds'), 'Odds');
});

test('there are no odds without a possible move, on other sizes, or without the AI', async (t) => {
  const { page: over } = await sitDownAt(t, DEAD, { path: '?threads=1', isolated: false });
  await over.waitForSelector('html[data-pilot="off"]');
  assert.ok(await over.isDisabled('#odds'));
  const { page: small } = await sitDown(t, { path: '?threads=1&rows=3&cols=3', isolated: false });
  await small.waitForSelector('html[data-pilot="off"]');
  assert.ok(await small.isDisabled('#odds'));
  const { page: off } = await sitDown(t, { path: '?engine=off' });
  await off.waitForSelector('html[data-pilot="off"]');
  assert.ok(await off.isDisabled('#odds'));
});
