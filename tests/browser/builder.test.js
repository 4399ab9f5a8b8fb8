// The embed builder: its preview equals the game that the copied code makes on another site.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { post, startBlog } from './blog.js';
import { screenshot, visit } from './harness.js';
import { PATIENCE, resize } from './table.js';

/** @import { Frame, Page } from 'playwright-core' */

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

for (const kind of /** @type {const} */ (['element', 'frame'])) {
  test(`the code for the chosen options makes that game on another site: ${kind}`, async (t) => {
    const { page } = await visit(t, {
      path: 'embed-builder.html',
      context: { permissions: ['clipboard-read', 'clipboard-write'] },
      allow: [/favicon/],
    });
    page.setDefaultTimeout(PATIENCE);
    await frameOf(page);
    await page.selectOption('[name=rows]', '3');
    await page.selectOption('[name=theme]', 'dark');
    await page.fill('[name=position]', '2 4 8 / 16');
    await page.locator('#position-problem', { hasText: /./ }).waitFor();
    await page.selectOption('[name=cols]', '3');
    await page.fill('[name=position]', '2 4 8 / 16 32 64 / 0 0 0');
    await page.uncheck('[name=new]');
    await page.uncheck('[name=hint]');
    await page.uncheck('[name=autoplay]');
    await page.check(`[value=${kind}]`);
    await frameOf(page, (url) => url.includes('16+32'));
    assert.equal(await page.textContent('#position-problem'), '');
    await screenshot(page, `builder-${kind}`);
    await page.click('#copy');
    await page.locator('#copied', { hasText: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied, await page.inputValue('#snippet'));
    await page.goto(await startBlog(t, { '/': post(copied) }));
    const frame = await frameOf(page, (url) => url.includes('rows=3'));
    const tiles = await frame.$$eval('#cells [role=gridcell]', (all) =>
      all.map((cell) => Number.parseInt(cell.getAttribute('aria-label') ?? '', 10) || 0),
    );
    assert.deepEqual(tiles, [2, 4, 8, 16, 32, 64, 0, 0, 0]);
    assert.equal(await frame.getAttribute('html', 'data-theme'), 'dark');
    assert.deepEqual(
      await Promise.all(['#new-game', '#hint', '#undo'].map((button) => frame.isVisible(button))),
      [false, false, true],
    );
  });
}

test('each position is remembered under a name of its own', async (t) => {
  const { page } = await visit(t, { path: 'embed-builder.html', allow: [/favicon/] });
  page.setDefaultTimeout(PATIENCE);
  /** @param {string} position @param {RegExp} wanted */
  const nameFor = async (position, wanted) => {
    await page.fill('[name=position]', position);
    await page.waitForFunction(
      (text) =>
        new RegExp(text).test(/** @type {HTMLTextAreaElement} */ (document.getElementById('snippet')).value),
      wanted.source,
    );
    return /remember="([^"]*)"/.exec(await page.inputValue('#snippet'))?.[1];
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
});

test('a network is chosen on 4x4, and other boards have none', async (t) => {
  const { page } = await visit(t, { path: 'embed-builder.html', allow: [/favicon/] });
  page.setDefaultTimeout(PATIENCE);
  /** @param {RegExp} lines */
  const untilLines = (lines) =>
    page.waitForFunction(
      (text) =>
        new RegExp(text).test(/** @type {HTMLTextAreaElement} */ (document.getElementById('snippet')).value),
      lines.source,
    );
  await page.locator('[name=network] option[value=lite]').waitFor({ state: 'attached' });
  await page.selectOption('[name=network]', 'lite');
  await untilLines(/<play-2048 network="lite">/);
  await page.selectOption('[name=rows]', '3');
  await untilLines(/<play-2048 size="3x4">/);
  assert.equal(await page.isDisabled('[name=network]'), true);
  const frame = await frameOf(page, (url) => url.includes('rows=3'));
  await frame.click('#hint');
  await frame.waitForSelector('#hint-arrow:not([hidden])');
});

test('nothing is cut off or too small on a phone and on a desktop', async (t) => {
  const { page } = await visit(t, { path: 'embed-builder.html' });
  await frameOf(page);
  for (const width of [320, 1280]) {
    await resize(page, width, 800);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} px`);
    const small = await page.$$eval('button, select, input[type=text], .option', (all) =>
      all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML),
    );
    assert.deepEqual(small, [], `${width} px`);
  }
  const speed = page.locator('[name=speed]');
  const height = (await page.locator('fieldset:has([name=speed])').boundingBox())?.height;
  await speed.fill('10');
  assert.equal(await page.textContent('#speed-words'), 'as fast as possible');
  assert.equal(await speed.getAttribute('aria-valuetext'), 'as fast as possible');
  assert.equal((await page.locator('fieldset:has([name=speed])').boundingBox())?.height, height);
});
