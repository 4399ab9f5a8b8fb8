// Games from elsewhere: imported, replayed, reviewed and exported; followed move by move in mirror mode.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { ALL, tried } from '../all.js';
import { assertClean } from './axe.js';
import { screenshot } from './harness.js';
import { PATIENCE, openDialog, score, sitDown, tiles, untilOpen, withShortLooks } from './table.js';

/** @import { Page } from 'playwright-core' */

const PHONE = { viewport: { width: 390, height: 844 } };
/** Left, Down, Right with the tiles that came, as people write it and as 2048verse does. */
const LIST = '4x4\n2@1,1 2@1,2 L2@4,4 D4@1,1 R2@1,2';

/** Opens a pasted game. @param {Page} page @param {string} text */
async function paste(page, text) {
  await page.fill('#setup textarea', text);
  await page.click('#setup button:text-is("Open")');
}

/** Waits until the replay has `moves` moves. @param {Page} page @param {number} moves */
const untilMoves = (page, moves) =>
  page.waitForFunction(
    (most) => Number(document.querySelector('#replay input[type=range]')?.getAttribute('max')) === most,
    moves,
  );
/** A board as text: two tiles in the first row. */
const TWO_TILES = '2\t2\t\t\n\t\t\t\n\t\t\t\n\t\t\t';

/** Follows a game that is played elsewhere, from a board. @param {Page} page @param {string} board */
async function mirror(page, board) {
  await openDialog(page, 'setup');
  await page.fill('#setup textarea', board);
  await page.click('text=Get hints for another game');
  await page.waitForSelector('.mirror');
}

/** @param {Page} page */
const shown = (page) =>
  page.$$eval('#replay [role=gridcell]', (all) =>
    all.map((cell) => Number.parseInt(cell.getAttribute('aria-label') ?? '', 10) || 0),
  );

test('a game from elsewhere is pasted, replayed, played on and saved in every form; nonsense is named with its place', async (t) => {
  const { page } = await sitDown(t, {
    path: '?engine=off',
    context: { ...PHONE, reducedMotion: 'reduce', acceptDownloads: true },
  });
  await openDialog(page, 'setup');
  await page.fill('#setup textarea', `${LIST} L2@9,9`);
  await page
    .locator('#setup .dialog-status', {
      hasText: 'Move 4 (“L2@9,9”, character 38): row 9, column 9 is outside the 4x4 board.',
    })
    .waitFor();
  assert.equal(await page.inputValue('#setup textarea'), `${LIST} L2@9,9`, 'the text can be corrected');
  await paste(page, LIST);
  await page.locator('#replay .dialog-status', { hasText: 'Play it back' }).waitFor();
  await page.click('#replay summary:text-is("More")');
  await page.click('#replay button[aria-label="Last"]');
  const end = [0, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 2];
  assert.deepEqual(await shown(page), end);
  await page.locator('#replay select').nth(-1).scrollIntoViewIfNeeded();
  await screenshot(page, 'import-390');
  if (ALL) await assertClean(page, 'the replay of an imported game'); // axe.test.js has that of one's own game
  /** @type {string[]} */
  const saved = [];
  for (const form of ['list', 'verse', 'text']) {
    await page.getByLabel('Share as').selectOption(form);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.click('#replay button:text-is("Save as file")'),
    ]);
    saved.push(await readFile(await download.path(), 'utf8'));
  }
  assert.equal(saved[0]?.replace(/\s+/g, ' '), LIST.replace('\n', ' '));
  // tests/js/replay-forms.test.js reads every form.
  for (const text of tried(saved.slice(1, 2), saved)) {
    await page.keyboard.press('Escape');
    await openDialog(page, 'setup');
    await page.setInputFiles('#setup input[type=file]', {
      name: 'game.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(text, text.startsWith('4x4-') ? 'latin1' : 'utf8'),
    });
    await untilOpen(page, 'replay');
    await untilMoves(page, 3);
    await page.click('#replay button[aria-label="Last"]');
    assert.deepEqual(await shown(page), end, text);
  }
  await page.click('#replay button:text-is("Play from here")');
  assert.deepEqual(await tiles(page), end);
  assert.equal(await score(page), 4);
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.textContent('#best'), '0', 'its score is anybody’s word');
  assert.ok(await page.isHidden('.score:has(#best)'), 'and 0 would be no best score of such a board');

  await t.test(
    'mirror mode: a move, then the cell of the new tile; by pointer and by keyboard; wrong taps are corrected; a game played elsewhere is pasted',
    async () => {
      const input = await page.context().newCDPSession(page);
      /** @param {number} cell @param {number} [ms] */
      const press = async (cell, ms = 0) => {
        const box = await page.locator('#cells [role=gridcell]').nth(cell).boundingBox();
        const at = /** @type {const} */ ({
          x: Number(box?.x) + Number(box?.width) / 2,
          y: Number(box?.y) + Number(box?.height) / 2,
          button: 'left',
          clickCount: 1,
        });
        // The events carry their times, so that a busy machine does not turn a tap into a long press.
        const began = Date.now() / 1000 - 1;
        await input.send('Input.dispatchMouseEvent', { ...at, type: 'mousePressed', timestamp: began });
        await input.send('Input.dispatchMouseEvent', {
          ...at,
          type: 'mouseReleased',
          timestamp: began + ms / 1000,
        });
      };
      /** Tiles by cell. @param {Record<number, number>} some */
      const board = (some) => Array.from({ length: 16 }, (_, cell) => some[cell] ?? 0);
      await mirror(page, TWO_TILES);
      await assertClean(page, 'mirror mode');
      await page.keyboard.press('ArrowLeft');
      await page.click('#undo');
      assert.deepEqual(await tiles(page), board({ 0: 2, 1: 2 }), 'a first move can be taken back');
      await page.keyboard.press('ArrowLeft');
      assert.deepEqual(await tiles(page), board({ 0: 4 }), 'the slide alone');
      await press(0);
      await page.locator('.mirror', { hasText: 'That cell is not empty.' }).waitFor();
      await press(9);
      assert.deepEqual(await tiles(page), board({ 0: 4, 9: 2 }));
      await page.click('#undo');
      assert.deepEqual(await tiles(page), board({ 0: 4 }), 'the tile is taken back');
      await page.getByLabel('New tile is a 4').check();
      await press(10);
      assert.deepEqual(await tiles(page), board({ 0: 4, 10: 4 }), 'and placed again, as a 4');
      await page.keyboard.press('ArrowUp');
      await press(15, 600);
      assert.deepEqual(await tiles(page), board({ 0: 4, 2: 4, 15: 4 }), 'a long press is a 4');
      await page.keyboard.press('ArrowLeft');
      await page.click('#undo');
      assert.deepEqual(
        await tiles(page),
        board({ 0: 4, 2: 4, 15: 4 }),
        'a move without its tile is taken back',
      );
      await page.keyboard.press('ArrowLeft');
      await page.locator('#cells [role=gridcell]').nth(4).focus();
      await page.keyboard.press('4');
      assert.deepEqual(await tiles(page), board({ 0: 8, 4: 4, 12: 4 }));
      await page.click('#undo');
      await page.click('#undo');
      assert.deepEqual(await tiles(page), board({ 0: 4, 2: 4, 15: 4 }), 'first the tile, then the move');
      // Each size with what it is asked to show: all of the game, without scrolling.
      for (const [width, height] of [
        [320, 568],
        [390, 844],
        [1280, 800],
      ]) {
        await page.setViewportSize({ width: Number(width), height: Number(height) });
        const bottoms = await page.$$eval('#board, #more, #engine-summary', (all) =>
          all.map((element) => element.getBoundingClientRect().bottom),
        );
        assert.ok(
          bottoms.every((bottom) => bottom <= Number(height)),
          `${bottoms} at ${width}`,
        );
        await screenshot(page, `mirror-${width}`);
      }
      await page.click('.mirror button:has-text("Stop")');
      await page.keyboard.press('ArrowLeft');
      assert.equal(
        (await tiles(page)).filter((tile) => tile > 0).length,
        3,
        'tiles come by themselves again',
      );
      await openDialog(page, 'replay');
      assert.match(String(await page.textContent('#replay .replay-words')), /^Move 3 of 3: /);
      await page.keyboard.press('Escape');

      const original = {
        grid: {
          size: 4,
          cells: [[{ value: 2 }, null, null, { value: 8 }], [], [null, { value: 64 }], [{ value: 4 }]],
        },
        score: 1234,
      };
      for (const [text, board, points] of /** @type {const} */ ([
        [JSON.stringify(original), [2, 0, 0, 4, 0, 0, 64, 0, 0, 0, 0, 0, 8, 0, 0, 0], 1234],
        ['2\t\t\t4\n\t\t32\t\n\t\t\t\n8\t\t\t', [2, 0, 0, 4, 0, 0, 32, 0, 0, 0, 0, 0, 8, 0, 0, 0], 0],
      ])) {
        await mirror(page, text);
        assert.deepEqual(await tiles(page), board);
        assert.equal(await score(page), points);
        await page.keyboard.press('ArrowLeft');
        await page.locator('#cells [role=gridcell]').nth(15).click();
        await page.waitForSelector('html[data-moves="1"]');
        await page.click('.mirror button:has-text("Stop")');
      }
    },
  );
});

test('a whole imported game is reviewed; where nothing depended on a move, none is counted as good; in mirror mode a hint waits for the new tile', async (t) => {
  const { page } = await sitDown(t, {
    path: '?tier=single',
    network: 'lite',
    before: withShortLooks,
    context: { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' },
  });
  await openDialog(page, 'setup');
  await paste(page, LIST);
  await page.click('text=Review this game');
  await page
    .locator('.review-summary', { hasText: /^Blunders: 0\. Mistakes: 0\. Inaccuracies: 0\.$/ })
    .waitFor({ timeout: 6 * PATIENCE });
  await screenshot(page, 'import-1280');
  await page.keyboard.press('Escape');
  await mirror(page, TWO_TILES);
  await page.keyboard.press('ArrowLeft');
  await page.click('#hint');
  await page.locator('.mirror', { hasText: 'First tap where the new tile appeared' }).waitFor();
  assert.equal(await page.getAttribute('html', 'data-pilot'), 'off', 'no question about the board before');
  await page.locator('#cells [role=gridcell]').nth(9).click();
  await page.waitForSelector('html[data-moves="1"]');
  await page.click('#hint');
  await page.waitForSelector('#hint-arrow:not([hidden])', { timeout: PATIENCE });
});
