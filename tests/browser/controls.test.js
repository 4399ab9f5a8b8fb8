// How much there is to press on a phone at each moment; the rest is one tap deeper.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { screenshot } from './harness.js';
import { openDialog, openMenu, playOut, sitDown, untilLinkOpened, withShortLooks } from './table.js';

/** @import { Page } from 'playwright-core' */

const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  reducedMotion: /** @type {const} */ ('reduce'),
};

/**
 * The controls in sight, by their labels: of the dialog that is open, without its Close, or else of the page.
 * @param {Page} page
 */
const inSight = (page) =>
  page.evaluate(() => {
    const dialog = document.querySelector('dialog[open]');
    return [...(dialog ?? document).querySelectorAll('a[href], button, input, select, summary, textarea')]
      .filter((control) => {
        const { top, bottom } = control.getBoundingClientRect();
        return control.checkVisibility({ visibilityProperty: true }) && top < innerHeight && bottom > 0;
      })
      .map((control) => control.getAttribute('aria-label') || String(control.textContent).trim())
      .filter((label) => label !== 'Close');
  });
/** What is orange there. @param {Page} page */
const primary = (page) =>
  page.evaluate(() =>
    [...(document.querySelector('dialog[open]') ?? document).querySelectorAll('.strong')].flatMap((one) =>
      one.checkVisibility() ? [one.textContent] : [],
    ),
  );

test('while one plays, Hint, Autoplay, Daily and Race are in sight, and nothing is orange; the menu has nine entries, a finished game six controls, of which New game is orange, and a replay eight; who makes 2048 can share it and keep going to the next goal; beside the points of the AI the best score says that it is the player’s own', async (t) => {
  const { page } = await sitDown(t, {
    path: '?seed=3&threads=1',
    context: PHONE,
    before: async (opened) => {
      await withShortLooks(opened);
      await opened.addInitScript(() => {
        Object.defineProperty(navigator, 'share', {
          value: async (/** @type {ShareData} */ what) => {
            document.title = `${what.text} ${what.url}`;
          },
        });
      });
    },
  });
  const labels = await inSight(page);
  for (const label of ['Hint', 'Autoplay', 'Daily board', 'Race an AI'])
    assert.ok(labels.includes(label), label);
  assert.ok(labels.length <= 8, `a game: ${labels.join(', ')}`);
  assert.deepEqual(await primary(page), []);

  await openMenu(page);
  const entries = await inSight(page);
  assert.ok(entries.length <= 9, `the menu: ${entries.join(', ')}`);
  await screenshot(page, 'controls-menu');
  await page.keyboard.press('Escape');

  await playOut(page);
  await page.waitForSelector('#story');
  const after = await inSight(page);
  assert.ok(after.length <= 6, `a finished game: ${after.join(', ')}`);
  assert.deepEqual(await primary(page), ['New game']);
  await openDialog(page, 'replay');
  const all = () =>
    page.$$eval('#replay :is(button, input, select, summary)', (parts) =>
      parts.flatMap((part) =>
        part.checkVisibility() && !part.matches('.close, .row') ? [part.textContent || part.ariaLabel] : [],
      ),
    );
  const controls = (await all()).filter((label) => label !== 'Close');
  assert.ok(controls.length <= 8, `the replay: ${controls.join(', ')}`);
  // On a lost board there is nothing to play on from.
  assert.equal(await page.isVisible('#replay button:text-is("Play from here")'), false);
  assert.deepEqual(await primary(page), [], 'to play it back from its start is not what its player wants');
  await page.click('#replay button[aria-label="Previous"]');
  assert.equal(await page.isVisible('#replay button:text-is("Play from here")'), true);
  assert.deepEqual(await primary(page), ['Play from here']);
  await page.click('#replay summary:text-is("More")');
  for (const label of ['First', 'Last'])
    assert.ok(
      (await all()).some((other) => other === label),
      label,
    );
  await page.keyboard.press('Escape');

  // A board does not replace a game that has begun.
  await page.click('#message button:text-is("New game")');
  await page.evaluate(() => void (location.hash = '#board=4x4:aa00000000000000'));
  await untilLinkOpened(page);
  assert.equal(await page.textContent('#goal'), '2048!');
  await page.keyboard.press('ArrowLeft');
  await page.click('#message-share');
  await page.waitForFunction(() => document.title.startsWith('I made 2048 with '));
  assert.match(await page.title(), /#game=1&/);
  assert.deepEqual(await primary(page), ['Keep going']);
  await page.click('#message-go-on');
  assert.equal(await page.textContent('#goal'), '4096!');
  assert.equal(await page.isVisible('#message-share'), false);

  const label = page.locator('.score:has(#best) dt');
  assert.equal(await label.textContent(), 'Your best', 'the board was set up');
  await page.click('#autoplay:not([disabled])');
  await page.waitForFunction(() => Number(document.documentElement.dataset.moves) > 3);
  assert.equal(await label.textContent(), 'Your best');
  await page.click('#autoplay');
  await page.click('#new-game');
  assert.equal(await label.textContent(), 'Best');
});

test('a desktop’s first view says once how to ask the AI, that Autoplay lets it play, and how to move until somebody has', async (t) => {
  const { page } = await sitDown(t, {
    path: '?threads=1',
    context: { viewport: { width: 1280, height: 900 } },
  });
  await page.waitForSelector('#hint:not([disabled])');
  const panel = await page.innerText('#engine');
  assert.equal(
    panel.match(/Below the board, Hint shows the AI’s move and Autoplay lets it play/g)?.length,
    1,
    panel,
  );
  assert.doesNotMatch(panel, /\u2013/);
  // How to move is said where there is a forecast later, until it is known.
  const how = page.locator('#how');
  assert.equal(await how.innerText(), 'Slide the tiles with the arrow keys. Equal tiles merge.');
  const below = () => page.locator('.moves').boundingBox();
  const before = await below();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  assert.ok(await how.isHidden());
  assert.deepEqual(await below(), before);
});
