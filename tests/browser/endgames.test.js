// Endgames: a position of its own in a dialog; after each move the exact chance of every move. The game on the page stays.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { Player, initSync } from '../../target/packages/pkg/afterstate.js';
import { assertClean } from './axe.js';
import { screenshot } from './harness.js';
import { PATIENCE, cells, openDialog, sitDown } from './table.js';

/** @import { Page } from 'playwright-core' */

const MOVES = ['Up', 'Right', 'Down', 'Left'];

before(async () => {
  initSync({
    module: await readFile(new URL('../../target/packages/pkg/afterstate_bg.wasm', import.meta.url)),
  });
});

/** The ranks of the endgame's board. @param {Page} page */
const ranksOf = (page) =>
  page.$$eval('#endgames [role=gridcell]', (all) =>
    all.map((cell) => Math.log2(Number.parseInt(cell.getAttribute('aria-label') ?? '', 10) || 1)),
  );
/** The tile to reach. @param {Page} page */
const goalOf = async (page) =>
  Number(
    /Make a (\d+)\./.exec(String(await page.textContent('#endgames .dialog-body > p:first-child')))?.[1],
  );
/** The table of odds, as lines. @param {Page} page */
const table = (page) =>
  page.$$eval('#endgames tbody tr', (rows) =>
    rows.map((row) =>
      [...row.children]
        .map(({ textContent }) => textContent)
        .filter(Boolean)
        .join(' '),
    ),
  );
/** A key for a possible move, the AI's if it is known. @param {number} direction */
const keyOf = (direction) => `Arrow${MOVES[direction]}`;

test('each move is answered by the exact odds, by keyboard, with words for screen readers; the game on the page stays', async (t) => {
  const { page } = await sitDown(t, {
    path: '?engine=off&seed=5',
    context: { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' },
  });
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowUp');
  const [board, moves] = [await cells(page), await page.getAttribute('html', 'data-moves')];
  await page.waitForFunction(() => localStorage.getItem('afterstate:v1:game:4x4')?.includes('moves=2'));
  const saved = await page.evaluate(() => JSON.stringify(localStorage));
  await openDialog(page, 'endgames');
  await page
    .locator('#endgames .dialog-body > p:first-child', {
      hasText: 'After your move you see the exact chance',
    })
    .waitFor({ timeout: PATIENCE });
  await screenshot(page, 'endgames-390');
  await assertClean(page, 'an endgame');
  const start = await ranksOf(page);
  const goal = await goalOf(page);
  const player = new Player(`exact-tile:tile=${goal}`, 2, 3, 0n);
  const percent = (/** @type {number} */ share) =>
    `${(100 * share).toLocaleString('en', { maximumFractionDigits: 1 })}%`;

  // The worst move of the first position, then the best of each.
  for (let made = 0; made < 4; made++) {
    const { values, best } = player.choose(Uint8Array.from(await ranksOf(page)));
    const rated = values
      .flatMap((value, direction) => (value === null || value === undefined ? [] : [{ value, direction }]))
      .sort((a, b) => b.value - a.value);
    const choice = made === 0 ? Number(rated.at(-1)?.direction) : Number(best);
    await page.keyboard.press(keyOf(choice));
    const [got, most] = [choice, Number(best)].map((direction) => percent(Number(values[direction])));
    // The first move may have put the tile out of reach.
    const words =
      Number(values[Number(best)]) === 0
        ? `The ${goal} was already out of reach.`
        : got === most
          ? `${MOVES[choice]} was the best move: ${got}.`
          : `${MOVES[choice]}: ${got}. ${MOVES[Number(best)]} was better: ${most}.`;
    await page.locator('#endgames .verdict', { hasText: words }).waitFor();
    assert.deepEqual(
      await table(page),
      rated.map(({ value, direction }) => `${MOVES[direction]} ${percent(value)}`),
    );
    // Read out with the new tile.
    assert.match(
      String(await page.textContent('#endgames .verdict[role=status]')),
      /, new [24] in row \d column \d$/,
    );
    if (made === 0) {
      await assertClean(page, 'the odds of an endgame');
      for (const [width, height] of [
        [320, 568],
        [1280, 800],
        [390, 844],
      ]) {
        await page.setViewportSize({ width: Number(width), height: Number(height) });
        await screenshot(page, `endgames-odds-${width}`);
      }
    }
    if (/You made|Game over|out of reach/.test(String(await page.textContent('#endgames .verdict')))) break;
  }
  await page.click('#endgames button:text-is("Start again")');
  assert.deepEqual(await ranksOf(page), start);
  assert.equal(await page.textContent('#endgames .verdict'), '');
  // A move that changes nothing gets no answer.
  for (const [direction, value] of player.choose(Uint8Array.from(start)).values.entries())
    if (value === null) await page.keyboard.press(keyOf(direction));
  assert.deepEqual(await ranksOf(page), start);
  await page.click('#endgames button:text-is("Next position")');
  assert.notDeepEqual(await ranksOf(page), start);
  await page.keyboard.press('Escape');
  assert.deepEqual(await cells(page), board);
  assert.equal(await page.getAttribute('html', 'data-moves'), moves);
  assert.equal(await page.evaluate(() => JSON.stringify(localStorage)), saved);
});

test('the odds of a move do not appear on the next position', async (t) => {
  const { page } = await sitDown(t, { path: '?engine=off' });
  await openDialog(page, 'endgames');
  await page
    .locator('#endgames .dialog-body > p:first-child', { hasText: 'Make a' })
    .waitFor({ timeout: PATIENCE });
  await page.evaluate(() => {
    const dialog = document.getElementById('endgames');
    for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp'])
      dialog?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    /** @type {HTMLElement[]} */ ([...(dialog?.querySelectorAll('button') ?? [])])
      .find(({ textContent }) => textContent === 'Next position')
      ?.click();
  });
  const start = await ranksOf(page);
  // The odds are known when the next move is judged.
  await page.waitForTimeout(1000);
  assert.deepEqual([await page.textContent('#endgames .verdict'), await table(page)], ['', []]);
  assert.deepEqual(await ranksOf(page), start);
});

test('by touch: swipes on the board; an endgame ends with the tile or without a move', async (t) => {
  const { page } = await sitDown(t, {
    path: '?engine=off',
    context: {
      viewport: { width: 320, height: 568 },
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
    },
  });
  await openDialog(page, 'endgames');
  await page
    .locator('#endgames .dialog-body > p:first-child', { hasText: 'Make a' })
    .waitFor({ timeout: PATIENCE });
  const box = await (await page.$('#endgames .board'))?.boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const before = (await ranksOf(page)).join();
  for (const [dx, dy] of [
    [-60, 0],
    [60, 0],
    [0, -60],
    [0, 60],
  ]) {
    await page.$eval(
      '#endgames .board',
      (board, [fromX, fromY, toX, toY]) => {
        const at = (
          /** @type {string} */ type,
          /** @type {number | undefined} */ clientX,
          /** @type {number | undefined} */ clientY,
        ) =>
          board.dispatchEvent(
            new PointerEvent(type, { bubbles: true, pointerType: 'touch', pointerId: 7, clientX, clientY }),
          );
        at('pointerdown', fromX, fromY);
        at('pointermove', toX, toY);
        at('pointerup', toX, toY);
      },
      [x, y, x + Number(dx), y + Number(dy)],
    );
  }
  assert.notEqual((await ranksOf(page)).join(), before);
  await page.locator('#endgames .verdict', { hasText: '%' }).waitFor();
  assert.equal(
    await page.$eval('#endgames', ({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
    0,
    'everything is on one screen',
  );
  const end = page.locator('#endgames .verdict', { hasText: /You made the \d+!|Game over!/ });
  for (let index = 0; index < 400 && !(await end.isVisible()); index++)
    await page.keyboard.press(keyOf([3, 2, 1, 2, 3, 0][index % 6] ?? 0));
  await end.waitFor();
  await screenshot(page, 'endgames-end-320');
});
