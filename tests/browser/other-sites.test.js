// What other sites use: the code of the embed builder, whose preview equals the game that it makes, and the
// example of docs/use/api.md, unchanged except for the URL.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { tried } from '../all.js';
import { assertClean } from './axe.js';
import { post, startBlog } from './blog.js';
import { screenshot, visit } from './harness.js';
import { PATIENCE, resize } from './table.js';

/** @import { Frame, Page } from 'playwright-core' */

/** @type {('light' | 'dark')[]} */
const SCHEMES = ['light', 'dark'];

/** @param {Page} page @param {(url: string) => boolean} [wanted] @returns {Promise<Frame>} */
async function frameOf(page, wanted = () => true) {
  for (;;) {
    const frame = page.frames().find((one) => one.url().includes('embed.html') && wanted(one.url()));
    if (frame) {
      try {
        await frame.waitForSelector('html[data-page="ready"]', { timeout: PATIENCE });
        return frame;
      } catch (error) {
        if (!frame.isDetached()) throw error;
      }
    }
    await page.waitForTimeout(50);
  }
}

/** Waits for lines in the code, which it returns. @param {Page} page @param {RegExp} wanted */
async function untilCode(page, wanted) {
  await page.waitForFunction(
    (text) =>
      new RegExp(text).test(/** @type {HTMLTextAreaElement} */ (document.getElementById('snippet')).value),
    wanted.source,
  );
  return page.inputValue('#snippet');
}

test('each position is remembered under a name of its own; nothing is cut off or too small, and axe finds nothing; the code for the chosen options makes that game on another site, as an element and as a frame', async (t) => {
  const { page } = await visit(t, {
    path: 'embed-builder.html',
    context: { permissions: ['clipboard-read', 'clipboard-write'], reducedMotion: 'reduce' },
    allow: [/favicon/],
  });
  page.setDefaultTimeout(PATIENCE);
  await frameOf(page);
  // Nothing is cut off or too small on a phone and on a desktop.
  for (const width of [320, 1280]) {
    await resize(page, width, 800);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} px`);
    const small = await page.$$eval('button, select, input[type=text], .option', (all) =>
      all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML),
    );
    assert.deepEqual(small, [], `${width} px`);
  }
  const speed = page.locator('[name=speed]');
  const usual = await speed.inputValue();
  const height = (await page.locator('fieldset:has([name=speed])').boundingBox())?.height;
  await speed.fill('10');
  assert.equal(await page.textContent('#speed-words'), 'as fast as possible');
  assert.equal(await speed.getAttribute('aria-valuetext'), 'as fast as possible');
  assert.equal((await page.locator('fieldset:has([name=speed])').boundingBox())?.height, height);
  await speed.fill(usual);

  // Each position is remembered under a name of its own.
  /** @param {string} position @param {RegExp} wanted */
  const nameFor = async (position, wanted) => {
    await page.fill('[name=position]', position);
    return /remember="([^"]*)"/.exec(await untilCode(page, wanted))?.[1];
  };
  await page.check('[name=keep]');
  const names = [
    await nameFor('', /<play-2048 remember/),
    await nameFor('1120000000000000', /11200/),
    await nameFor('1230000000000000', /12300/),
    await nameFor('1120000000000000', /11200/),
  ];
  assert.match(names.join(' '), /^blog blog-\w+ blog-\w+ blog-\w+$/);
  assert.equal(names[1], names[3]);
  assert.equal(new Set(names).size, 3);

  // A network is chosen on 4x4, and other boards have none.
  await page.fill('[name=position]', '');
  await page.uncheck('[name=keep]');
  await page.locator('[name=network] option[value=lite]').waitFor({ state: 'attached' });
  await page.selectOption('[name=network]', 'lite');
  await untilCode(page, /<play-2048 network="lite">/);
  await page.selectOption('[name=rows]', '3');
  await untilCode(page, /<play-2048 size="3x4">/);
  assert.equal(await page.isDisabled('[name=network]'), true);
  const preview = await frameOf(page, (url) => url.includes('rows=3'));
  await preview.click('#hint');
  await preview.waitForSelector('#hint-arrow:not([hidden])');

  // The game of the code is the preview's.
  await page.selectOption('[name=theme]', 'dark');
  await page.fill('[name=position]', '2 4 8 / 16');
  await page.locator('#position-problem', { hasText: /./ }).waitFor();
  for (const colorScheme of tried(SCHEMES.slice(0, 1), SCHEMES)) {
    await page.emulateMedia({ colorScheme });
    await assertClean(page, `the page that makes the lines, ${colorScheme}`);
  }
  await page.selectOption('[name=cols]', '3');
  await page.fill('[name=position]', '2 4 8 / 16 32 64 / 0 0 0');
  await page.uncheck('[name=new]');
  await page.uncheck('[name=hint]');
  await page.uncheck('[name=autoplay]');
  /** @type {string[]} */
  const codes = [];
  for (const [kind, code] of /** @type {const} */ ([
    ['element', /<play-2048 /],
    ['frame', /<iframe /],
  ])) {
    await page.check(`[value=${kind}]`);
    await untilCode(page, code);
    await frameOf(page, (url) => url.includes('16+32'));
    assert.equal(await page.textContent('#position-problem'), '');
    await screenshot(page, `builder-${kind}`);
    await page.click('#copy');
    await page.locator('#copied', { hasText: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied, await page.inputValue('#snippet'));
    assert.match(copied, code);
    codes.push(copied);
  }
  await page.goto(await startBlog(t, { '/': post(codes.join('')) }));
  const isGame = (/** @type {string} */ url) => url.includes('embed.html') && url.includes('rows=3');
  while (page.frames().filter((frame) => isGame(frame.url())).length < codes.length)
    await page.waitForTimeout(50);
  for (const frame of page.frames().filter((frame) => isGame(frame.url()))) {
    await frame.waitForSelector('html[data-page="ready"]');
    const tiles = await frame.$$eval('#cells [role=gridcell]', (all) =>
      all.map((cell) => Number.parseInt(cell.getAttribute('aria-label') ?? '', 10) || 0),
    );
    assert.deepEqual(tiles, [2, 4, 8, 16, 32, 64, 0, 0, 0]);
    assert.equal(await frame.getAttribute('html', 'data-theme'), 'dark');
    assert.deepEqual(
      await Promise.all(['#new-game', '#hint', '#undo'].map((button) => frame.isVisible(button))),
      [false, false, true],
    );
  }
});

const DOCUMENT = new URL('../../docs/use/api.md', import.meta.url);

test('the example of the documentation runs', async (t) => {
  const [, example = ''] = /```js\n(.*?)```/s.exec(await readFile(DOCUMENT, 'utf8')) ?? [];
  const { page, url } = await visit(t, { path: 'robots.txt', allow: [/favicon/] });
  assert.match(example, /'https:\/\/example\.org\/2048\//);
  const script = example.replaceAll('https://example.org/2048/', url);
  await page.goto(await startBlog(t, { '/': post(`<script type="module">${script}</script>`) }));
  const result = await page.waitForFunction(() => /** @type {any} */ (globalThis).result, undefined, {
    timeout: PATIENCE,
  });
  const { moves, score, values, line, undone } = await result.jsonValue();
  assert.deepEqual([moves, undone, values.length], [20, 0, 4]);
  assert.ok(score > 0 && line.length > 0);
});
