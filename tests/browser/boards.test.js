// Hint and Autoplay on every kind of board size, on the page and in a frame.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from './harness.js';
import { PATIENCE, cells, setSpeed, sitDown, untilBoard, untilPilotRests } from './table.js';

/** @import { Page } from 'playwright-core' */

const FASTEST = 10;
const SIZES = /** @type {const} */ ([
  [3, 3],
  [4, 4],
  [4, 5],
  [5, 5],
  [6, 6],
]);
/** The AI by default: the engine on 4x4, one of Cook's players on the other sizes here. @param {number} tiles */
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
  await page.waitForFunction(() => Number(document.documentElement.dataset.moves) >= 10, undefined, {
    timeout: PATIENCE,
    polling: 50,
  });
  await page.click('#autoplay');
  await untilPilotRests(page);
}

for (const [rows, cols] of SIZES) {
  test(`${rows}x${cols}: hint and autoplay on the page, and the details line names the AI`, async (t) => {
    const { page } = await sitDown(t, { path: `?rows=${rows}&cols=${cols}&threads=1`, isolated: false });
    await setSpeed(page, FASTEST);
    await hintAndPlay(page, rows * cols);
    assert.match(
      String(await page.textContent('#engine-line')),
      new RegExp(`^${authorOn(rows * cols)} · .* m?s\\b`),
    );
    assert.match(String(await page.textContent('#engine-why')), /^((Up|Right|Down|Left) is .*\.)?$/);
  });

  test(`${rows}x${cols}: hint and autoplay in a frame, and the line below names a strategy`, async (t) => {
    const { page } = await visit(t, {
      path: `embed.html?rows=${rows}&cols=${cols}&threads=1&speed=10`,
      isolated: false,
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
