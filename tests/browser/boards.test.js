// Hint and Autoplay on every kind of board size, on the page and in a frame.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tried } from '../all.js';
import { visit } from './harness.js';
import {
  PATIENCE,
  cells,
  openDialog,
  setSpeed,
  sitDown,
  untilBoard,
  untilPilotRests,
  untilTrue,
} from './table.js';

/** @import { Page } from 'playwright-core' */

const FASTEST = 10;
/** Without motion, which takes more time of the machine than all else. */
const STILL = { reducedMotion: /** @type {const} */ ('reduce') };
/** @type {[rows: number, cols: number][]} */
const SIZES = [
  [3, 3],
  [4, 4],
  [4, 5],
  [5, 5],
  [6, 6],
];
/**
 * The AI by default: the engine on 4x4, one of Cook's players on the other sizes here.
 * @param {number} tiles
 */
const authorOn = (tiles) => (tiles === 16 ? '(?:Lite network|Full network|Built-in heuristic)' : 'Cook, .+');

/** Gets a hint, then lets the AI play a few moves. @param {Page} page @param {number} tiles */
async function hintAndPlay(page, tiles) {
  const before = await cells(page);
  assert.equal(before.length, tiles);
  await page.click('#hint');
  await page.waitForSelector('#hint-arrow:not([hidden])', { timeout: PATIENCE });
  await untilPilotRests(page);
  assert.deepEqual(await cells(page), before, 'a hint moves nothing');
  await page.click('#autoplay');
  // Stopped in the page: on a busy machine a game on a small board could be over before a click.
  await page.waitForFunction(
    () => {
      if (Number(document.documentElement.dataset.moves) < 10) return false;
      document.getElementById('autoplay')?.click();
      return true;
    },
    undefined,
    { timeout: PATIENCE },
  );
  await untilPilotRests(page);
}

for (const [rows, cols] of tried(SIZES.slice(2, 3), SIZES)) {
  test(`${rows}x${cols}: hint and autoplay in a frame, and the line below names a strategy`, async (t) => {
    const { page } = await visit(t, {
      path: `embed.html?rows=${rows}&cols=${cols}&threads=1&speed=10`,
      isolated: false,
      context: STILL,
    });
    await untilBoard(page);
    await hintAndPlay(page, rows * cols);
    // The engine's default network needs no words.
    assert.match(
      String(await page.textContent('#engine-line')),
      rows * cols === 16 ? /^$/ : /^Cook, .+ plays\.$/,
    );
  });
}

/**
 * Presses the button that has the focus until the AI has answered.
 * @param {Page} page
 * @returns {Promise<string>} who it is
 */
async function hintByKey(page) {
  await page.keyboard.press('Enter');
  await page.waitForSelector('#hint-arrow:not([hidden])', { timeout: PATIENCE });
  await untilPilotRests(page);
  return String(await page.textContent('#engine-line'));
}

/** Moves the focus to the button for hints, by keys alone. @param {Page} page */
async function focusHint(page) {
  for (let tabs = 0; tabs < 30; tabs++) {
    if (await page.evaluate(() => document.activeElement?.id === 'hint')) return;
    await page.keyboard.press('Tab');
  }
  assert.fail('no number of tabs reaches the button');
}

/** Begins a game of another size. @param {Page} page @param {number} rows @param {number} cols */
async function changeSize(page, rows, cols) {
  await openDialog(page, 'size');
  await page.selectOption('#size label:has-text("Rows") select', String(rows));
  await page.selectOption('#size label:has-text("Columns") select', String(cols));
  await page.click('#size .strong');
  await page.waitForFunction(
    (count) => document.querySelectorAll('#cells [role=gridcell]').length === count,
    rows * cols,
  );
}

test('on boards of every kind hint and autoplay work, and the details line names the AI; 2x4 by keyboard: search answers at once, and what an earlier version stored is deleted; 2x3 is solved at once', async (t) => {
  const { page } = await sitDown(t, {
    path: '?rows=2&cols=4&threads=1',
    isolated: false,
    context: STILL,
    before: (page) =>
      page.addInitScript(() => {
        const opening = indexedDB.open('afterstate-solutions');
        // What is open cannot be deleted.
        opening.onsuccess = () => opening.result.close();
      }),
  });
  await focusHint(page);
  assert.match(await hintByKey(page), /^Cook, /);
  await untilTrue(
    page,
    async () => (await indexedDB.databases()).every(({ name }) => name !== 'afterstate-solutions'),
    null,
  );

  await changeSize(page, 2, 3);
  await focusHint(page);
  assert.match(await hintByKey(page), /^Perfect play for score/);
  assert.equal(await page.isVisible('#networks'), false, 'no choice of a network that does not play');

  await setSpeed(page, FASTEST);
  for (const [rows, cols] of tried(
    SIZES.filter(([rows, cols]) => rows === cols && rows % 2 === 0),
    SIZES,
  )) {
    await changeSize(page, rows, cols);
    await hintAndPlay(page, rows * cols);
    assert.match(
      String(await page.textContent('#engine-line')),
      new RegExp(`^${authorOn(rows * cols)} · .* m?s\\b`),
      `${rows}x${cols}`,
    );
    assert.match(String(await page.textContent('#engine-summary')), /^(Up|Right|Down|Left)( is .*\.)?$/);
  }
});
