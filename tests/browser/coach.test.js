// The coach: it rates moves with reasons, asks before a blunder if the setting is on, and never loses a move.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL } from '../all.js';
import { assertClean } from './axe.js';
import { screenshot } from './harness.js';
import {
  PATIENCE,
  cells,
  openMenu,
  sitDown,
  sitDownAt,
  taskTimes,
  tiles,
  withSettings,
  withShortLooks,
  withoutPeople,
} from './table.js';

/** @import { Page } from 'playwright-core' */

/** Up moves the 16384 out of its corner and loses 33%; Left merges. */
const BOARD = [0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 4, 14, 13, 12, 11];
/** How long loading and reading a network may take on a busy machine, in milliseconds. */
const LONG = 180_000;

/** Waits until the coach has evaluated the board. @param {Page} page */
const untilKnown = (page) =>
  page.waitForSelector('#coach-words[data-knows=points]', { state: 'attached', timeout: LONG });
/** @param {Page} page */
const words = (page) => page.textContent('#coach-words');

test('the coach is switched on and off from the menu; with a network a blunder is graded, explained, announced, and held back until it is repeated', async (t) => {
  const { page } = await sitDownAt(t, BOARD, {
    network: 'lite',
    path: '?threads=2',
    score: 9000,
    before: async (opened) => {
      await withoutPeople(opened);
      await withShortLooks(opened);
      await withSettings({ askBlunder: true })(opened);
    },
    context: { reducedMotion: 'reduce' },
  });
  await openMenu(page);
  await page.click('#menu button:has-text("Coach")');
  assert.equal(await page.getAttribute('#menu button:has-text("Coach")', 'aria-pressed'), 'true');
  if (ALL) await assertClean(page, 'the menu with the coach on');
  await page.keyboard.press('Escape');
  await page.locator('.summary-words', { hasText: /^The coach speaks when it matters\.$/ }).waitFor();
  // The first answer comes from the built-in heuristic, without points; the network evaluates the board
  // again.
  await untilKnown(page);
  const before = await cells(page);
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction(() =>
    /Make the same move again/.test(document.getElementById('coach-words')?.textContent ?? ''),
  );
  assert.match(
    String(await words(page)),
    /^Up would cost you \d+% of the remaining points\. Make the same move again to play it anyway\.$/,
  );
  assert.deepEqual(await cells(page), before);
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction(() =>
    /^Blunder/.test(document.getElementById('coach-words')?.textContent ?? ''),
  );
  assert.notDeepEqual(await cells(page), before);
  assert.match(
    String(await words(page)),
    /^Blunder\s\(−[\d.]+%\)\. (Left|Right|Down) was better\. Up moved the 16384 out of its corner\.$/,
  );
  assert.equal(await page.textContent('.summary-words'), await words(page));
  assert.equal(await page.getAttribute('.summary-words', 'data-grade'), 'blunder');
  await page.keyboard.press('c');
  await page.waitForFunction(
    () => /^Blunder/.test(document.getElementById('announcer')?.textContent ?? ''),
    undefined,
    { timeout: PATIENCE },
  );
  await untilKnown(page);
  await assertClean(page, 'the page with the coach', { within: '#engine' });
  await screenshot(page, 'coach-blunder');
  await page.setViewportSize({ width: 320, height: 568 });
  const { inner, outer } = await page.$eval('#engine', ({ scrollHeight, clientHeight }) => ({
    inner: scrollHeight,
    outer: clientHeight,
  }));
  assert.ok(inner <= outer, `the whole sentence can be read on the smallest phone: ${inner} of ${outer}`);
  await openMenu(page);
  await page.click('#menu button:has-text("Coach")');
  await page.keyboard.press('Escape');
  assert.equal(await words(page), '', 'the coach is off');
});

/** How often a key is pressed; more than half of them move something. */
const PRESSES = ALL ? 400 : 40;
test('without a network the coach does not guess; every move at full speed is made, and the page never stalls', async (t) => {
  const { page } = await sitDown(t, { path: '?threads=2&seed=19', before: withSettings({ coach: true }) });
  await page.waitForFunction(
    () => document.querySelector('.summary-words')?.textContent === 'The coach speaks when it matters.',
    undefined,
    { timeout: PATIENCE },
  );
  const keys = Array.from({ length: PRESSES }, (_, index) =>
    String(['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowUp'][index % 5]),
  );
  await page.keyboard.press(String(keys[0]));
  // The built-in heuristic's values have no unit.
  await page.waitForSelector('#coach-words[data-grade=other]', { state: 'attached', timeout: PATIENCE });
  assert.equal(await words(page), '');
  const times = await taskTimes(page, () =>
    page.evaluate(async (pressed) => {
      for (const key of pressed) {
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }),
        );
        await new Promise((resolve) => {
          setTimeout(resolve, 0);
        });
      }
    }, keys.slice(1)),
  );
  const expected = await page.evaluate(async (pressed) => {
    const { default: initialize, Game } = await import(new URL('pkg-game/afterstate.js', location.href).href);
    await initialize();
    const game = new Game(4, 4, 19n);
    for (const key of pressed)
      if (game.status === 'playing')
        game.play(['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'].indexOf(key));
    return { ranks: [...game.ranks()], moves: game.moves };
  }, keys);
  assert.ok(expected.moves >= PRESSES / 2, `${expected.moves} moves`);
  assert.deepEqual(
    await tiles(page),
    expected.ranks.map((rank) => (rank === 0 ? 0 : 2 ** rank)),
  );
  assert.equal(await page.evaluate(() => document.documentElement.dataset.moves), String(expected.moves));
  t.diagnostic(`${expected.moves} moves; ${times.length} tasks, the longest ${times[0]?.toFixed(1)} ms`);
  assert.deepEqual(
    times.filter((ms) => ms > 50),
    [],
  );
});
