// Milestones: the first 512 of a game and each larger tile is celebrated once, with less motion where that is
// wanted, and no move waits for it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testInAll } from '../all.js';
import { PATIENCE, sitDownAt, tiles } from './table.js';

/** @import { Page } from 'playwright-core' */

/** Left merges the two 256. */
const BEFORE_512 = [8, 8, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0];
const BEFORE_2048 = [10, 10, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0];

/** @param {Page} page */
const untilReady = (page) => page.waitForSelector('.milestone', { state: 'attached', timeout: PATIENCE });
/**
 * What is celebrated now, or just after a key: the words, or none, and how many rings of light there are.
 * @param {Page} page
 * @param {string} [key] pressed in the same task, so that the celebration has not ended
 */
const celebrated = (page, key) =>
  page.evaluate((pressed) => {
    if (pressed)
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: pressed, code: pressed, bubbles: true, cancelable: true }),
      );
    const words = /** @type {HTMLElement} */ (document.querySelector('.milestone'));
    const ring = /** @type {HTMLElement} */ (document.querySelector('.milestone-ring'));
    return {
      words: words.hidden ? 'none' : words.textContent,
      rings: ring.getAnimations().length,
      moving: words.getAnimations().length,
    };
  }, key);

for (const reducedMotion of /** @type {const} */ (['no-preference', 'reduce'])) {
  const motion = reducedMotion === 'no-preference' ? 1 : 0;

  test(`the first 512 is celebrated once, and moves go on; reduced motion: ${reducedMotion}`, async (t) => {
    const { page } = await sitDownAt(t, BEFORE_512, { path: '?engine=off', context: { reducedMotion } });
    await untilReady(page);
    // In one task, so that the celebration has not ended.
    const during = await page.evaluate(() => {
      const moves = () => Number(document.documentElement.dataset.moves);
      const press = (/** @type {string} */ key) =>
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }),
        );
      press('ArrowLeft');
      const words = /** @type {HTMLElement} */ (document.querySelector('.milestone'));
      const ring = /** @type {HTMLElement} */ (document.querySelector('.milestone-ring'));
      const found = {
        words: words.textContent,
        rings: ring.getAnimations().length,
        moving: words.getAnimations().length,
      };
      const before = moves();
      for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp']) press(key);
      return { ...found, more: moves() > before };
    });
    assert.deepEqual(during, { words: 'You made 512', rings: motion, moving: motion, more: true });
    await page.waitForFunction(
      () => /** @type {HTMLElement} */ (document.querySelector('.milestone')).hidden,
    );
    while ((await page.getAttribute('html', 'data-moves')) !== '0') await page.keyboard.press('Control+z');
    await page.keyboard.press('ArrowLeft');
    assert.equal((await tiles(page))[0], 512);
    assert.deepEqual(
      await celebrated(page),
      { words: 'none', rings: 0, moving: 0 },
      'not again after an undo',
    );
  });

  const testMotion = motion === 1 ? test : testInAll;
  testMotion(
    `a 2048 of one’s own has a ring of light below its message; reduced motion: ${reducedMotion}`,
    async (t) => {
      const { page } = await sitDownAt(t, BEFORE_2048, { path: '?engine=off', context: { reducedMotion } });
      await untilReady(page);
      assert.deepEqual(await celebrated(page, 'ArrowLeft'), { words: 'none', rings: motion, moving: 0 });
      assert.equal(await page.textContent('#message-title'), 'You win!');
    },
  );
}

test('the AI’s milestones are celebrated, too', async (t) => {
  const { page } = await sitDownAt(t, BEFORE_2048, { path: '?threads=1' });
  await untilReady(page);
  await page.click('#autoplay:not([disabled])');
  await page.waitForFunction(
    () => document.querySelector('.milestone')?.textContent === 'The AI made 2048',
    undefined,
    { timeout: PATIENCE },
  );
  await page.click('#autoplay');
});

test('a 2048 that the AI made with Step is not called the player’s', async (t) => {
  const { page } = await sitDownAt(t, BEFORE_2048, { path: '?threads=1' });
  await page.click('#hint:not([disabled])');
  await page.click('#step:not([disabled])');
  await page.waitForSelector('#message:not([hidden])', { timeout: PATIENCE });
  assert.equal(await page.textContent('#message-title'), 'The AI made 2048');
});

test('during autoplay a screen reader hears of the first 512', async (t) => {
  const { page } = await sitDownAt(t, BEFORE_512, { path: '?threads=1' });
  await page.waitForSelector('html[data-engine]', { timeout: PATIENCE });
  await page.evaluate(() => {
    const announcer = /** @type {HTMLElement} */ (document.querySelector('#announcer'));
    new MutationObserver(() => {
      const said = announcer.textContent ?? '';
      if (said.startsWith('Reached')) document.documentElement.dataset.said ??= said;
    }).observe(announcer, { childList: true, characterData: true, subtree: true });
  });
  await page.click('#autoplay');
  await page.waitForSelector('html[data-said]', { state: 'attached', timeout: PATIENCE });
  assert.match((await page.getAttribute('html', 'data-said')) ?? '', /^Reached 512, score \d+$/);
});
