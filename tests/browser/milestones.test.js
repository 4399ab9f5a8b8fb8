// Milestones: the first 512 of a game and each larger tile is celebrated once, with less motion where that is
// wanted, and no move waits for it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PATIENCE, cells, emulateMotion, sitDownAt, untilLinkOpened, untilPilotRests } from './table.js';

/** @import { Page } from 'playwright-core' */

/** Left merges the two 256. */
const BEFORE_512 = [8, 8, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0];
/** The same as a link has it, and with two 1024. */
const LINK_512 = '#board=4x4:8800000010000000';
const LINK_2048 = '#board=4x4:aa00000010000000';

/** @param {Page} page */
const untilReady = (page) => page.waitForSelector('.milestone', { state: 'attached', timeout: PATIENCE });

/** A board does not replace a game that has begun. @param {Page} page @param {string} link of a board */
async function openInNewGame(page, link) {
  await page.click('#new-game');
  await page.evaluate((hash) => void (location.hash = hash), link);
  await untilLinkOpened(page);
}

/**
 * What is celebrated just after a key: the words, or none, and how many rings of light and moving words there
 * are.
 * @param {Page} page
 * @param {string[]} keys pressed in one task, so that the celebration of the first has not ended
 */
const celebrated = (page, ...keys) =>
  page.evaluate(([key, ...more]) => {
    const press = (/** @type {string} */ key) =>
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }),
      );
    press(String(key));
    const words = /** @type {HTMLElement} */ (document.querySelector('.milestone'));
    const ring = /** @type {HTMLElement} */ (document.querySelector('.milestone-ring'));
    const found = {
      words: words.hidden ? 'none' : words.textContent,
      rings: ring.getAnimations().length,
      moving: words.getAnimations().length,
    };
    for (const other of more) press(other);
    return found;
  }, keys);

test('the first 512 of a game is celebrated once, and moves go on; a 2048 of one’s own has a ring of light below its message; with reduced motion nothing moves', async (t) => {
  const { page } = await sitDownAt(t, BEFORE_512, {
    path: '?engine=off',
    context: { reducedMotion: 'reduce' },
  });
  await untilReady(page);
  for (const [reducedMotion, motion] of /** @type {const} */ ([
    ['reduce', 0],
    ['no-preference', 1],
  ])) {
    await emulateMotion(page, reducedMotion);
    if (motion === 1) await openInNewGame(page, LINK_512);
    assert.deepEqual(
      await celebrated(page, 'ArrowLeft', 'ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp'),
      { words: 'You made 512', rings: motion, moving: motion },
      reducedMotion,
    );
    assert.ok(Number(await page.getAttribute('html', 'data-moves')) > 1, 'moves go on');
    // To draw them takes more time of the machine than all else.
    await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
    await page.waitForSelector('.milestone', { state: 'hidden' });
    while ((await page.getAttribute('html', 'data-moves')) !== '0') await page.keyboard.press('Control+z');
    assert.deepEqual(
      await celebrated(page, 'ArrowLeft'),
      { words: 'none', rings: 0, moving: 0 },
      'not again after an undo',
    );
    assert.equal((await cells(page))[0], 512);

    await openInNewGame(page, LINK_2048);
    assert.deepEqual(await celebrated(page, 'ArrowLeft'), { words: 'none', rings: motion, moving: 0 });
    assert.equal(await page.textContent('#message-title'), 'You win!');
  }
});

test('the AI’s milestones are celebrated, too, and a screen reader hears of the first 512 during autoplay; a 2048 that the AI made with Step is not called the player’s', async (t) => {
  const { page } = await sitDownAt(t, BEFORE_512, {
    path: '?threads=1',
    context: { reducedMotion: 'reduce' },
  });
  await untilReady(page);
  await page.evaluate(() => {
    const announcer = /** @type {HTMLElement} */ (document.querySelector('#announcer'));
    new MutationObserver(() => {
      const said = announcer.textContent ?? '';
      if (said.startsWith('Reached')) document.documentElement.dataset.said ??= said;
    }).observe(announcer, { childList: true, characterData: true, subtree: true });
  });
  await page.click('#autoplay:not([disabled])');
  await page.waitForSelector('html[data-said]', { state: 'attached', timeout: PATIENCE });
  assert.match((await page.getAttribute('html', 'data-said')) ?? '', /^Reached 512, score \d+$/);
  assert.equal(await page.textContent('.milestone'), 'The AI made 512');
  await page.click('#autoplay');
  await untilPilotRests(page);

  await openInNewGame(page, LINK_2048);
  await page.click('#hint');
  await page.click('#step:not([disabled])');
  await page.waitForSelector('#message:not([hidden])', { timeout: PATIENCE });
  assert.equal(await page.textContent('#message-title'), 'The AI made 2048');
  assert.equal(await page.textContent('.milestone'), 'The AI made 2048');
});
