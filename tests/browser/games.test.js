// Games from elsewhere: imported from text and file, replayed, reviewed and exported.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { assertClean } from './axe.js';
import { screenshot } from './harness.js';
import { PATIENCE, openDialog, score, sitDown, tiles } from './table.js';

/** @import { Page } from 'playwright-core' */

/** Left, Down, Right with the tiles that came, as people write it and as 2048verse does. */
const LIST = '4x4\n2@1,1 2@1,2 L2@4,4 D4@1,1 R2@1,2';
const PHONE = { viewport: { width: 390, height: 844 } };

/** @param {Page} page @param {string} text */
async function paste(page, text) {
  await page.fill('#replay textarea', text);
  await page.click('#replay button:text-is("Open")');
}

/** @param {Page} page */
const shown = (page) => page.$$eval('#replay [role=gridcell]', (all) => all.map((cell) => Number.parseInt(cell.getAttribute('aria-label') ?? '', 10) || 0));

test('a game from elsewhere is pasted, replayed, played on and saved in every form; nonsense is named with its place', async (t) => {
  const { page } = await sitDown(t, { path: '?engine=off', context: { ...PHONE, reducedMotion: 'reduce', acceptDownloads: true } });
  await openDialog(page, 'replay');
  await paste(page, `${LIST} L2@9,9`);
  await page.locator('#replay .dialog-status', { hasText: 'Move 4 (“L2@9,9”, character 39): row 9, column 9 is outside the 4x4 board.' }).waitFor();
  assert.equal(await page.inputValue('#replay textarea'), `${LIST} L2@9,9`, 'the text can be corrected');
  await paste(page, LIST);
  await page.locator('#replay .dialog-status', { hasText: 'An imported game.' }).waitFor();
  await page.click('#replay button:text-is("End")');
  const end = [0, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 2];
  assert.deepEqual(await shown(page), end);
  await page.locator('#replay select').nth(-1).scrollIntoViewIfNeeded();
  await screenshot(page, 'import-390');
  await assertClean(page, 'the replay of an imported game');
  /** @type {string[]} */
  const saved = [];
  for (const form of ['list', 'verse', 'verse-old', 'text']) {
    await page.getByLabel('Format').selectOption(form);
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#replay button:text-is("Save as file")')]);
    saved.push(await readFile(await download.path(), 'utf8'));
  }
  assert.equal(saved[0]?.replace(/\s+/g, ' '), LIST.replace('\n', ' '));
  for (const text of saved) {
    await paste(page, '4x4 2@1,1 2@2,2');
    await page.locator('#replay .replay-words', { hasText: '0 of 0' }).waitFor();
    await page.setInputFiles('#replay input[type=file]', { name: 'game.txt', mimeType: 'text/plain', buffer: Buffer.from(text, text.startsWith('4x4-') ? 'latin1' : 'utf8') });
    await page.locator('#replay .replay-words', { hasText: '0 of 3' }).waitFor();
    await page.click('#replay button:text-is("End")');
    assert.deepEqual(await shown(page), end, text);
  }
  await page.click('text=Continue from here');
  assert.deepEqual(await tiles(page), end);
  assert.equal(await score(page), 4);
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.textContent('#best'), '0', 'its score is anybody’s word');
});

test('a whole imported game is reviewed', async (t) => {
  const { page } = await sitDown(t, { path: '?tier=single', context: { viewport: { width: 1280, height: 900 } } });
  await openDialog(page, 'replay');
  await paste(page, LIST);
  await page.selectOption('#replay [aria-label="Search depth"]', '2');
  await page.click('text=Review this game');
  await page.locator('.review-summary', { hasText: '3 of 3 moves reviewed' }).waitFor({ timeout: 3 * PATIENCE });
  await screenshot(page, 'import-1280');
});
