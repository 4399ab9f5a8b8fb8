// The history: games that ended are kept with statistics; they are replayed, saved by name, exported and
// deleted.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tried } from '../all.js';
import { assertClean } from './axe.js';
import { screenshot } from './harness.js';
import {
  PATIENCE,
  cells,
  loadGame,
  numberOf,
  openDialog,
  playOut,
  sitDown,
  untilBoard,
  untilOpen,
  untilTrue,
} from './table.js';

/** @import { Page } from 'playwright-core' */

/**
 * Waits until the database has this many games, because a reload may come before the end of a write.
 * @param {Page} page
 * @param {number} games
 */
const untilKept = (page, games) =>
  untilTrue(
    page,
    async (wanted) => {
      // To open a database that is not there would make an empty one.
      if (!(await indexedDB.databases()).some(({ name }) => name === 'afterstate')) return false;
      return new Promise((resolve, reject) => {
        const request = indexedDB.open('afterstate');
        request.onerror = reject;
        request.onsuccess = () => {
          const counted = request.result.transaction('games').objectStore('games').count();
          counted.onerror = reject;
          counted.onsuccess = () => {
            request.result.close();
            resolve(counted.result === wanted);
          };
        };
      });
    },
    games,
  );

/** Where pictures are taken, the last one as before. @type {[number, number][]} */
const SIZES = [
  [320, 568],
  [844, 390],
  [1280, 900],
  [390, 844],
];

const PHONE = {
  viewport: { width: 390, height: 844 },
  reducedMotion: /** @type {const} */ ('reduce'),
  acceptDownloads: true,
};

test('games that end are kept, with statistics, over a reload; each can be replayed, continued before its end, and deleted; a history of a newer page is not touched, and the page shows a notice', async (t) => {
  const { page } = await sitDown(t, {
    path: '?rows=2&cols=2&seed=1&engine=off',
    context: PHONE,
    allow: [/newer version/],
  });
  await openDialog(page, 'history');
  await page.locator('#history', { hasText: 'No games yet.' }).waitFor();
  for (const label of ['Practice your mistakes', 'Delete all'])
    assert.equal(await page.isVisible(`#history button:text-is("${label}")`), false, label);
  await assertClean(page, 'the empty history');
  await page.keyboard.press('Escape');
  /** @type {number[]} */
  const scores = [];
  for (let game = 0; game < 2; game++) {
    if (game > 0) await page.click('#message-again');
    await playOut(page);
    scores.push(numberOf(await page.textContent('#score')));
    await untilKept(page, game + 1);
    // The game of the seed is too short for a story.
    if (game === 0)
      assert.equal(await page.isVisible('#engine'), false, 'no invitation to a hint that is not there');
  }
  const last = await cells(page);
  // From a board without a move nothing goes on; the board before can be continued.
  await openDialog(page, 'replay');
  const [goOn, practice] = ['Play from here', 'Play from here with the coach'].map((label) =>
    page.locator(`#replay button:text-is("${label}")`),
  );
  await page.click('#replay summary:text-is("More")');
  assert.deepEqual([await goOn?.isVisible(), await practice?.isVisible()], [false, false]);
  await page.click('#replay button[aria-label="Previous"]');
  await goOn?.click();
  await page.locator('.toast', { hasText: 'Continuing after move' }).waitFor();
  assert.equal(await page.isHidden('#message'), true);
  await page.click('#new-game');
  await page.reload();
  await untilBoard(page);
  await openDialog(page, 'history');
  await page.locator('#history li').nth(1).waitFor();
  const best = Math.max(...scores).toLocaleString('en');
  await page.locator('#history p', { hasText: `2 games. Best ${best}, average ` }).waitFor();
  assert.deepEqual(await page.$$eval('#history option', (all) => all.map(({ textContent }) => textContent)), [
    '2 × 2, on your own',
  ]);
  assert.equal(await page.getAttribute('#history .chart', 'role'), 'img');
  assert.equal(await page.textContent('#history .chart-level'), best, 'the scale of the curve');
  for (const [width, height] of tried([], SIZES)) {
    await page.setViewportSize({ width, height });
    await screenshot(page, `history-${width}`);
  }
  await assertClean(page, 'the history');

  await page.click('#history li:first-child button.row');
  await untilOpen(page, 'replay');
  assert.deepEqual(
    await page.$$eval('#replay [role=gridcell]', (all) =>
      all.map((cell) => Number.parseInt(cell.getAttribute('aria-label') ?? '', 10) || 0),
    ),
    last,
  );
  await page.keyboard.press('Escape');
  await openDialog(page, 'history');
  await page.click('#history li:first-child button:text-is("Delete")');
  await page.waitForFunction(() => document.querySelectorAll('#history li').length === 1);
  await page.click('#history button:text-is("Delete all")');
  await page.click('#history button:text-is("Press again to delete 1 game")');
  await page.locator('#history', { hasText: 'No games yet.' }).waitFor();
  await page.keyboard.press('Escape');

  await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open('afterstate', 2);
        request.onupgradeneeded = () => request.result.createObjectStore('later').add('safe', 'key');
        request.onsuccess = () => resolve(request.result.close());
        request.onerror = reject;
      }),
  );
  await page.click('#new-game');
  await playOut(page);
  await openDialog(page, 'history');
  await page
    .locator('#history .dialog-status', {
      hasText: 'Your games were saved by a newer version of this page. Reload the page.',
    })
    .waitFor({ timeout: PATIENCE });
  assert.equal(
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          const request = indexedDB.open('afterstate');
          request.onsuccess = () => {
            request.result.transaction('later').objectStore('later').get('key').onsuccess = (event) =>
              resolve(/** @type {any} */ (event.target).result);
          };
        }),
    ),
    'safe',
  );
});

test('the current game is saved by name and continued later; one with moves of the AI stays one when it is continued from its replay or from the history; what is deleted hands the focus to what takes its place', async (t) => {
  const Game = await loadGame();
  const game = new Game(4, 4, 5n);
  [3, 2].some((direction) => game.play(direction));
  const record = JSON.stringify({ version: 1, game: game.toText(), previous: null, aided: true, ai: true });
  const { page } = await sitDown(t, {
    path: '?engine=off',
    context: PHONE,
    before: (page) => page.addInitScript((text) => (localStorage['afterstate:v1:game:4x4'] ??= text), record),
  });
  assert.equal(await page.getAttribute('html', 'data-moves'), '1');
  const groups = () => page.$$eval('#history option', (all) => all.map(({ textContent }) => textContent));
  const saved = await cells(page);
  await openDialog(page, 'replay');
  await page.click('#replay button:text-is("Play from here")');
  await openDialog(page, 'history');
  await page.click('#history button:text-is("Save the current game")');
  await page.locator('#history .dialog-status', { hasText: 'Enter a name for this game.' }).waitFor();
  await page.getByLabel('Name').fill('Corner');
  await page.click('#history button:text-is("Save the current game")');
  await page.locator('#history li', { hasText: 'Corner' }).waitFor();
  assert.deepEqual(await groups(), ['4 × 4, with help'], 'from its replay');
  await page.keyboard.press('Escape');
  await page.click('#new-game');
  await page.keyboard.press('ArrowUp');
  await openDialog(page, 'history');
  await page.click('#history button:has-text("Corner · ")');
  await untilOpen(page, 'replay');
  await page.click('#replay button:text-is("Play from here")');
  assert.deepEqual(await cells(page), saved);

  await openDialog(page, 'history');
  const longest = 'W'.repeat(40);
  for (const [at, name] of [longest, 'c'].entries()) {
    await page.getByLabel('Name').fill(name);
    await page.keyboard.press('Enter');
    await page
      .locator('#history li')
      .nth(at + 1)
      .waitFor();
  }
  assert.deepEqual(await groups(), ['4 × 4, with help'], 'from the history');
  const [list, button] = await Promise.all([
    page.locator('.history-list').boundingBox(),
    page.locator('#history li', { hasText: longest }).locator('button:text-is("Delete")').boundingBox(),
  ]);
  assert.ok(
    list && button && button.x + button.width <= list.x + list.width,
    `the longest name leaves room for Delete: ${JSON.stringify({ list, button })}`,
  );
  const games = (/** @type {number} */ count) =>
    page.waitForFunction((wanted) => document.querySelectorAll('#history li').length === wanted, count);
  const focused = () =>
    page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent);
  await page.focus('#history li:nth-child(2) button:last-child');
  for (const [left, next] of /** @type {const} */ ([
    [2, 'Delete Corner'],
    [1, 'Delete c'],
    [0, 'Undo'],
  ])) {
    await page.keyboard.press('Enter');
    await games(left);
    assert.ok((await focused())?.startsWith(next), `${await focused()} after ${left} are left`);
  }
  await page.keyboard.press('Enter');
  await games(1);
  assert.ok(await page.evaluate(() => document.activeElement?.matches('.history-list')));
});
