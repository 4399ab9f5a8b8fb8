// Events as extensions, password managers and other scripts make them: without a key, a pointer, coordinates
// or data. No page has an error, and no game changes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from './harness.js';
import { PATIENCE, openDialog, sitDown } from './table.js';

/** @import { Page } from 'playwright-core' */

const TYPES = [
  'keydown',
  'keypress',
  'keyup',
  'pointerdown',
  'pointermove',
  'pointerup',
  'pointercancel',
  'lostpointercapture',
  'touchstart',
  'touchmove',
  'touchend',
  'wheel',
  'contextmenu',
  'focusin',
  'message',
  'messageerror',
  'storage',
  'pageshow',
  'resume',
  'visibilitychange',
  'hashchange',
  'beforeinstallprompt',
];

/**
 * Sends every kind of event to the window, the document and one of each kind of elements.
 * @param {Page} page
 * @param {string} [elements] which
 */
async function sendEvents(page, elements = '*') {
  await page.evaluate(
    ({ types, elements }) => {
      const kinds = new Map(
        Array.from(document.querySelectorAll(elements), (one) => [
          `${one.localName} ${one.id} ${one.getAttribute('class')}`,
          one,
        ]),
      );
      for (const target of [window, document, ...kinds.values()])
        for (const type of types) target.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
    },
    { types: TYPES, elements },
  );
  // Errors in promises are reported later.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
}

test('events without their data change nothing on the page of the game', async (t) => {
  const { page } = await sitDown(t, { path: '?engine=off' });
  const board = () => page.$eval('#cells', (cells) => cells.innerHTML.replaceAll(/ tabindex="-?\d"/g, ''));
  const before = await board();
  await sendEvents(page);
  for (const dialog of ['setup', 'replay', 'history', 'settings']) {
    await openDialog(page, dialog);
    await sendEvents(page, `#${dialog} *`);
    await page.keyboard.press('Escape');
  }
  assert.equal(await board(), before);
  await openDialog(page, 'setup');
  await page.click('text=Get hints for another game');
  await sendEvents(page);
  assert.equal(await board(), before);
});

test('events without their data do nothing on the other pages', async (t) => {
  const { page, url } = await visit(t, { path: 'embed.html' });
  for (const [path, ready] of [
    ['embed.html', '#cells [role=gridcell]'],
    ['embed-builder.html', 'html[data-page=ready]'],
    ['lab.html', '#run:enabled'],
    ['about.html', 'h1'],
  ]) {
    if (page.url() !== url + path) await page.goto(url + path);
    await page.waitForSelector(ready ?? '', { timeout: PATIENCE });
    await sendEvents(page);
  }
});
