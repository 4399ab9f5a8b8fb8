// The dialogs by keyboard and by pointer: their functions, and how they keep and return the focus.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  cells,
  loadGame,
  openDialog,
  openMenu,
  score,
  sitDownAt,
  tiles,
  untilBoard,
  untilOpen,
} from './table.js';

/** @import { Page } from 'playwright-core' */

const OFF = { path: '?engine=off' };
const CALM = { ...OFF, context: { reducedMotion: /** @type {const} */ ('reduce') } };
const BOARD = [1, 1, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

/** @param {Page} page */
const focused = (page) =>
  page.evaluate(
    () =>
      document.activeElement?.getAttribute('data-dialog') ??
      document.activeElement?.getAttribute('role') ??
      document.activeElement?.tagName,
  );

test('a dialog receives the keys while it is open, and returns the focus; the menu has four groups, nothing twice, and Redo where it is not on the page; settings apply at once, survive a reload, the theme before the first paint, and can be reset', async (t) => {
  const { page } = await sitDownAt(t, BOARD, { ...OFF, allow: [/page-main-/] });
  const before = await cells(page);
  await page.focus('#more');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#menu[open]');
  assert.doesNotMatch(await page.locator('#menu').ariaSnapshot(), /- list$/m, 'no empty list is read out');
  await page.focus('#menu [data-dialog=settings]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#settings[open]');
  for (const key of ['ArrowLeft', 'ArrowDown', 'Control+z', 'w', 'a']) await page.keyboard.press(key);
  assert.deepEqual(await cells(page), before);
  await page.keyboard.press('Escape');
  assert.equal(await focused(page), 'menu');

  const entries = () =>
    page.$$eval('#menu li', (all) =>
      all
        .filter((line) => line.getBoundingClientRect().height > 0)
        .map((line) => line.querySelector('a, button')?.textContent),
    );
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Control+z');
  await openMenu(page);
  assert.deepEqual(await page.locator('#menu h3').allTextContents(), [
    'Play 2048',
    'Improve',
    'Tools',
    'About',
  ]);
  const wide = await entries();
  assert.equal(new Set(wide).size, wide.length, String(wide));
  assert.ok(!wide.includes('Redo'), 'its button is on the page');
  await page.setViewportSize({ width: 390, height: 844 });
  await untilOpen(page, 'menu'); // it rises, as it does on phones
  assert.deepEqual(await entries(), ['Redo', ...wide]);
  await page.click('#menu button:has-text("Redo")');
  assert.deepEqual((await tiles(page)).slice(0, 2), [4, 8]);
  await page.keyboard.press('Control+z');
  await page.setViewportSize({ width: 1280, height: 720 });

  const root = () => page.evaluate(() => ({ ...document.documentElement.dataset }));
  await openDialog(page, 'settings');
  await page.check('[value=contrast]');
  assert.equal(await page.isVisible('.arrows'), false, 'with a mouse, too, they are off at first');
  await page.check('[name=arrows]');
  await page.check('[name=count]');
  await page.check('[name=motion]');
  assert.equal((await root()).theme, 'contrast');
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(await background(), 'rgb(0, 0, 0)');
  await page.route('**/page-main-*.js', (route) => route.abort());
  await page.reload();
  assert.equal(await background(), 'rgb(0, 0, 0)', 'without the scripts of the page');
  await page.unroute('**/page-main-*.js');
  await page.reload();
  await untilBoard(page);
  assert.equal((await root()).theme, 'contrast');
  assert.equal(await page.isVisible('.arrows'), true);
  await page.keyboard.press('ArrowLeft');
  assert.match(String(await page.textContent('#count')), /^1 move, 0:\d\d$/);
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
  await openDialog(page, 'settings');
  assert.equal(await page.isChecked('[name=motion]'), true);
  await page.click('text=Reset all settings');
  assert.equal((await root()).theme, 'system');
  assert.equal(await page.isChecked('[name=count]'), false);
  assert.equal(await page.evaluate(() => localStorage.getItem('afterstate:v1:settings')), null);
});

test('a new game of another size: the old game stays saved, and each size has its own best score; an invalid seed is refused; the notice of the game undoes it and gives the focus back, and goes with it; after each of two finished games the message has its own score', async (t) => {
  const { page } = await sitDownAt(t, BOARD, { ...CALM, score: 500 });
  await page.keyboard.press('ArrowLeft');
  const old = await cells(page);
  await openDialog(page, 'size');
  await page.selectOption('#size label:has-text("Rows") select', '3');
  await page.selectOption('#size label:has-text("Columns") select', '5');
  assert.match(String(await page.textContent('#size')), /You haven’t played 3 × 5 yet/);
  await page.fill('#size input', '42');
  await page.keyboard.press('Enter');
  assert.equal((await tiles(page)).length, 15);
  assert.equal(await score(page), 0);
  assert.equal(await page.textContent('#best'), '0');
  assert.equal(await focused(page), 'gridcell');
  for (const key of ['ArrowLeft', 'ArrowDown']) await page.keyboard.press(key);
  await page.reload();
  await untilBoard(page);
  assert.equal((await cells(page)).length, 15, 'the size played last is shown');
  await openDialog(page, 'size');
  await page.selectOption('#size label:has-text("Rows") select', '5');
  await page.selectOption('#size label:has-text("Columns") select', '3');
  assert.match(String(await page.textContent('#size')), /You haven’t played 5 × 3 yet/);
  assert.equal(await page.locator('#size [aria-pressed="true"]').count(), 0, 'no button has this size');
  await page.click('#size button:text-is("4 × 4")');
  assert.equal(await page.textContent('#size [aria-pressed="true"]'), '4 × 4');
  assert.match(
    String(await page.textContent('#size')),
    /Your best on 4 × 4: 500 points/,
    'which a game from a set-up board does not raise',
  );
  await page.click('text=Continue saved game');
  assert.deepEqual(await tiles(page), old);

  /** @param {string} size */
  const startNew = async (size) => {
    await openDialog(page, 'size');
    await page.click(`#size button:text-is("${size}")`);
    await page.click('#size .strong');
  };

  await openDialog(page, 'size');
  // Which are: tests/js/typed.test.js.
  await page.fill('#size input', '18446744073709551616');
  await page.click('#size .strong');
  assert.match(String(await page.textContent('#size .dialog-status')), /whole number from 0 to/);
  assert.equal(await page.isVisible('#size'), true);
  await page.keyboard.press('Escape');

  await startNew('6 × 6');
  assert.equal((await cells(page)).length, 36);
  await page.click('.toast button:has-text("Undo")');
  assert.deepEqual(await tiles(page), old);
  assert.equal(await page.evaluate(() => localStorage.getItem('afterstate:v1:game:6x6')), null);

  await startNew('5 × 5');
  await page.focus('#more');
  await page.focus('.toast button[aria-label="Close"]');
  await page.keyboard.press('Enter');
  await page.locator('.toast').waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'more');

  for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
  const played = await cells(page);
  await startNew('6 × 6');
  await openDialog(page, 'size');
  await page.click('#size button:text-is("5 × 5")');
  await page.click('text=Continue saved game');
  assert.equal(await page.locator('.toast button:has-text("Undo")').count(), 0);
  assert.deepEqual(await tiles(page), played);

  const Game = await loadGame();
  const over = [2, 3].map((side) => {
    const game = new Game(side, 2, 1n);
    for (let turn = 0; !game.isOver; turn++) game.play([3, 2, 1, 0][turn % 4] ?? 0);
    return [
      `afterstate:v1:game:${side}x2`,
      JSON.stringify({ version: 1, game: game.toText(), previous: null }),
    ];
  });
  await page.evaluate((records) => void Object.assign(localStorage, records), Object.fromEntries(over));
  /** @type {number[]} */
  const scores = [];
  for (const side of [2, 3]) {
    await openDialog(page, 'size');
    await page.selectOption('#size label:has-text("Rows") select', String(side));
    await page.selectOption('#size label:has-text("Columns") select', '2');
    await page.click('text=Continue saved game');
    assert.equal((await tiles(page)).length, side * 2);
    scores.push(await score(page));
    assert.equal(
      await page.textContent('#message-detail'),
      `${Number(scores.at(-1)).toLocaleString('en')} points.`,
    );
  }
  assert.notEqual(scores[0], scores[1]);
});
