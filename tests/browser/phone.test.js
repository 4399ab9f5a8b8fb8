// Phones: the screen stays on during autoplay, and merges can vibrate.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PATIENCE, sitDownAt } from './table.js';

const MERGES_ONCE = [1, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

test('the screen stays on only during autoplay', async (t) => {
  const { page } = await sitDownAt(t, MERGES_ONCE, {
    path: '?threads=1',
    before: (opened) =>
      opened.addInitScript(() => {
        Object.assign(globalThis, { locks: 0 });
        Object.defineProperty(navigator, 'wakeLock', {
          value: {
            request: async () => {
              /** @type {any} */ (globalThis).locks++;
              return {
                release: async () => {
                  /** @type {any} */ (globalThis).locks--;
                },
              };
            },
          },
        });
      }),
  });
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

for (const vibrate of [false, true]) {
  test(`a merge ${vibrate ? 'is felt where that is wanted' : 'is not felt at first'}`, async (t) => {
    const { page } = await sitDownAt(t, MERGES_ONCE, {
      path: '?engine=off',
      before: (opened) =>
        opened.addInitScript((wanted) => {
          Object.assign(globalThis, { felt: [] });
          Object.defineProperty(navigator, 'vibrate', {
            value: (/** @type {number} */ ms) => /** @type {any} */ (globalThis).felt.push(ms),
          });
          if (wanted)
            localStorage.setItem('afterstate:v1:settings', JSON.stringify({ version: 1, vibrate: true }));
        }, vibrate),
    });
    const felt = () => page.evaluate(() => /** @type {any} */ (globalThis).felt.length);
    await page.keyboard.press('ArrowDown');
    assert.equal(await felt(), 0, 'a move without a merge');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowLeft');
    assert.equal((await felt()) > 0, vibrate);
  });
}
