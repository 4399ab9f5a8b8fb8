// Races: to their end on phone and desktop with the same tiles on both boards, from a shared link, and again from the key move.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClean } from './axe.js';
import { screenshot, visit } from './harness.js';
import { PATIENCE } from './table.js';

/** @import { Page } from 'playwright-core' */

const KEYS = ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp'];

/** @param {Page} page @param {string} lane its selector @returns {Promise<string[]>} the labels of the cells */
const cellsOf = (page, lane) =>
  page.$$eval(`${lane} [role="gridcell"]`, (cells) =>
    cells.map((cell) => cell.getAttribute('aria-label') ?? ''),
  );
const phase = (/** @type {Page} */ page) => page.evaluate(() => document.documentElement.dataset.race);

/** Plays without thought until the race is over. @param {Page} page */
async function playOut(page) {
  for (let at = 0; (await phase(page)) === 'running'; at++) {
    assert.ok(at < 1000, 'the race ends');
    for (const key of KEYS) await page.keyboard.press(key);
  }
  await page.waitForSelector('html[data-race="over"]', { timeout: PATIENCE });
}

for (const [name, context] of /** @type {const} */ ([
  ['390', { viewport: { width: 390, height: 844 }, hasTouch: true }],
  ['1280', { viewport: { width: 1280, height: 900 } }],
])) {
  test(`a race at ${name} px: the same tiles, a rival that follows, a result with its key move`, async (t) => {
    const { page } = await visit(t, {
      path: 'race.html?seed=7',
      context: { ...context, reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] },
    });
    await page.waitForSelector('html[data-page="ready"]', { timeout: PATIENCE });
    await assertClean(page, 'the choice of a rival');
    await screenshot(page, `race-choice-${name}`);
    await page.click('#start');
    await page.waitForSelector('html[data-race="running"]', { timeout: PATIENCE });
    assert.deepEqual(await cellsOf(page, '.lane.rival'), await cellsOf(page, '#cells'), 'the same tiles');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(() => document.querySelector('.rival .tile') !== null);
    await screenshot(page, `race-${name}`);
    assert.ok(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      'no sideways scroll',
    );
    await playOut(page);
    assert.match(
      await page.innerText('#outcome'),
      /stuck after \d+ moves\. You made [\d,]+ points, Beginner [\d,]+\./,
    );
    await page.locator('#outcome', { hasText: /Move [\d,]+: you played|the tiles decided it/ }).waitFor({
      timeout: 6 * PATIENCE,
    });
    await assertClean(page, 'the result of a race');
    await screenshot(page, `race-result-${name}`);
    await page.click('#outcome button:text-is("Share")');
    const shared = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(
      shared,
      /I made [\d,]+ points against Beginner on the same tiles\. Beat this: http\S+race\.html\?\S+#\d+:/,
    );

    const move = /Move ([\d,]+):/.exec(await page.innerText('#outcome'))?.[1];
    if (!move) return;
    await page.click('text=Try again from there');
    await page.waitForSelector('html[data-race="running"]', { timeout: PATIENCE });
    assert.deepEqual(await cellsOf(page, '.lane.rival'), await cellsOf(page, '#cells'));
  });
}

test('a shared race shows its highlights in a fresh browser, then the same tiles; a damaged link is a race', async (t) => {
  const { page, url } = await visit(t, { path: 'race.html?seed=7', context: { reducedMotion: 'reduce' } });
  await page.click('#start');
  await page.waitForSelector('html[data-race="running"]', { timeout: PATIENCE });
  const first = await cellsOf(page, '#cells');
  await playOut(page);
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'share', {
      value: async (/** @type {{ url: string }} */ what) => {
        document.title = what.url;
      },
    });
  });
  await page.click('#outcome button:text-is("Share")');
  const link = await page.title();
  const fresh = await visit(t, { path: link.slice(url.length), context: { reducedMotion: 'reduce' } });
  await fresh.page.waitForSelector('html[data-race="highlights"]', { timeout: PATIENCE });
  await fresh.page.locator('.highlights', { hasText: /The game to beat: [\d,]+ points/ }).waitFor();
  await screenshot(fresh.page, 'race-shared');
  await fresh.page.click('#start');
  await fresh.page.waitForSelector('html[data-race="running"]', { timeout: PATIENCE });
  assert.deepEqual(await cellsOf(fresh.page, '#cells'), first);

  const damaged = await visit(t, { path: 'race.html?rival=x&pace=y&seed=-1&score=z#7:%00' });
  await damaged.page.waitForSelector('html[data-race="choosing"]', { timeout: PATIENCE });
});
