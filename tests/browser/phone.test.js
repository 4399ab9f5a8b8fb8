// Phones: the screen stays on during autoplay, and merges can vibrate.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PATIENCE, openDialog, sitDownAt } from './table.js';

const MERGES_ONCE = [1, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

test('a merge is felt where that is wanted, and not at first; the screen stays on only during autoplay', async (t) => {
  const { page } = await sitDownAt(t, MERGES_ONCE, {
    path: '?threads=1',
    context: { reducedMotion: 'reduce' },
    before: (opened) =>
      opened.addInitScript(() => {
        const kept = Object.assign(globalThis, { locks: 0, felt: 0 });
        Object.defineProperty(navigator, 'vibrate', { value: () => kept.felt++ });
        Object.defineProperty(navigator, 'wakeLock', {
          value: {
            request: async () => {
              kept.locks++;
              return {
                release: async () => {
                  kept.locks--;
                },
              };
            },
          },
        });
      }),
  });
  const felt = () => page.evaluate(() => /** @type {any} */ (globalThis).felt);
  for (const wanted of [false, true]) {
    await page.keyboard.press('ArrowDown');
    assert.equal(await felt(), 0, 'a move without a merge');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowLeft');
    assert.equal((await felt()) > 0, wanted);
    if (wanted) break;
    for (let moves = 0; moves < 3; moves++) await page.keyboard.press('Control+z');
    await openDialog(page, 'settings');
    await page.check('[name=vibrate]');
    await page.keyboard.press('Escape');
  }

  const locks = (/** @type {number} */ number) =>
    page.waitForFunction((wanted) => /** @type {any} */ (globalThis).locks === wanted, number, {
      timeout: PATIENCE,
    });
  await page.waitForSelector('#autoplay:not([disabled])', { timeout: PATIENCE });
  await locks(0);
  await page.click('#autoplay');
  await locks(1);
  await page.click('#autoplay');
  await locks(0);
});
