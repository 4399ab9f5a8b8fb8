// The daily board: one counted try without undo and AI, its result to share, and the link that lets anybody
// check it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tried } from '../all.js';
import { assertClean } from './axe.js';
import { screenshot } from './harness.js';
import {
  PATIENCE,
  cells,
  listen,
  numberOf,
  openDialog,
  openMenu,
  playOut,
  sitDown,
  untilBoard,
  untilOpen,
  withSettings,
} from './table.js';

/** @import { Page } from 'playwright-core' */

/**
 * A day whose board can be moved to the left and then down, which is impossible on one day in twelve.
 * @param {Page} page
 */
const onThatDay = (page) => page.clock.setFixedTime(new Date('2026-11-25T12:00:00Z'));
/**
 * The rivals have finished their games of that day before: it takes a minute on a busy machine.
 * @param {Page} page
 */
async function rivalsHavePlayed(page) {
  await page.evaluate(async () => {
    const { models } = await (await fetch('models.json')).json();
    const lite = models
      .find((/** @type {any} */ { id }) => id === 'lite')
      .file.split('/')
      .at(-1);
    for (const [rival, network, score, rank, moves] of [
      ['beginner', 'built-in', 5200, 9, 430],
      ['thinker', 'built-in', 60_812, 12, 2710],
      ['lite', lite, 356_480, 14, 13_403],
    ]) {
      const game = { version: 1, day: '2026-11-25', network, score, rank, moves };
      localStorage.setItem(`afterstate:v1:daily-ai:${rival}`, JSON.stringify(game));
    }
  });
}

const PHONE = { viewport: { width: 390, height: 844 }, reducedMotion: /** @type {const} */ ('reduce') };

test('a day has one counted try, without undo and AI; its result is shared, checked by a link, and survives a reload', async (t) => {
  const { page, url } = await sitDown(t, {
    path: '?threads=2',
    before: onThatDay,
    context: { ...PHONE, permissions: ['clipboard-read', 'clipboard-write'] },
  });
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  const other = await cells(page);
  await rivalsHavePlayed(page);
  await page.click('#ways a:text-is("Daily board")');
  await page.locator('text=Daily board: one try').waitFor();
  await untilBoard(page);
  const start = await cells(page);
  await page.waitForSelector('html[data-pilot="off"]', { timeout: PATIENCE });
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  for (const id of ['undo', 'redo', 'hint', 'autoplay'])
    assert.equal(await page.isVisible(`#${id}`), false, `${id} cannot be used, so it is not there`);
  await page.keyboard.press('Control+Z');
  assert.notDeepEqual(await cells(page), start, 'no undo');
  const lines = () =>
    page.$$eval('#engine-summary, #engine-line', (all) => all.map(({ textContent }) => textContent));
  assert.deepEqual(await lines(), Array(2).fill('No AI in the daily game'));
  assert.equal(await page.isVisible('#engine'), false, 'no choice of a network for a game without an AI');
  await screenshot(page, 'daily-390');
  await assertClean(page, 'the daily board');

  // Nothing else replaces the game of the try.
  const now = await cells(page);
  await openDialog(page, 'size');
  await page.click('#size button:text-is("New game")');
  await page.locator('.toast', { hasText: 'Finish your daily game first' }).waitFor();
  assert.deepEqual(await cells(page), now);
  await page.reload();
  await untilBoard(page);
  assert.deepEqual(await cells(page), now, 'the try goes on after a reload');

  const heard = await listen(page);
  await playOut(page);
  await page.locator('text=/Daily board: [\\d,]+ points/').waitFor();
  // The result shows itself.
  await untilOpen(page, 'daily');
  await page.waitForFunction(() => /Game over/.test(document.getElementById('announcer')?.textContent ?? ''));
  const points = String(await page.textContent('#score'));
  assert.deepEqual(
    (await heard()).filter((words) => words.includes(points)),
    [`Game over, score ${points}`],
    'the score is said once',
  );
  await page.locator('#daily tr', { hasText: 'Lite356,4801638413,403' }).waitFor();
  assert.equal(await page.locator('#daily tbody tr').count(), 4);
  assert.match(String(await page.textContent('#daily tbody tr:first-child')), /^Lite/);
  assert.match(String(await page.textContent('#daily')), /Streak: 1 day/);
  await assertClean(page, 'the result of the daily board');
  await screenshot(page, 'daily-result-390');
  await page.click('#daily button:text-is("Copy")');
  await page.locator('#daily .dialog-status', { hasText: 'Copied.' }).waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  const score = numberOf(/^([\d,]+) points, \d+ tile, [\d,]+ moves$/m.exec(text)?.[1]);
  assert.match(text, /^Rivals: Beginner 5,200, Thinker 60,812, Lite 356,480$/m);
  assert.equal(score, numberOf(await page.textContent('#score')), text);
  assert.match(text, /\n(\p{Extended_Pictographic}{4}\n){4}/u);
  const link = text.slice(text.indexOf('http'));
  assert.ok(link.startsWith(url), link);

  // The try stands, also after a reload, and New game leaves it.
  await page.keyboard.press('Escape');
  const end = await cells(page);
  assert.equal(await page.isVisible('#undo'), false);
  await page.keyboard.press('Control+Z');
  assert.deepEqual(await cells(page), end, 'no undo');
  await page.reload();
  await untilBoard(page);
  assert.deepEqual(await cells(page), end);
  await page.click('#message-again');
  await page.waitForURL((address) => address.search === '');
  await untilBoard(page);
  assert.deepEqual(await cells(page), other, 'the other game is where it was');

  // Somebody opens the link on the same day: today's board, without the moves of the other player.
  await page.goto('about:blank');
  await page.goto(link);
  await untilOpen(page, 'challenge');
  assert.match(String(await page.textContent('#challenge')), new RegExp(score.toLocaleString('en')));
  assert.match(String(await page.textContent('#challenge')), /This is today’s board/);
  await page.keyboard.press('Escape');
  assert.deepEqual(await cells(page), other);
});

test('a try that was begun before midnight can be finished after it, or given up for the new board', async (t) => {
  const { page } = await sitDown(t, {
    path: '?daily&engine=off',
    before: (page) => page.clock.setFixedTime(new Date('2026-11-25T23:58:00Z')),
  });
  for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowLeft', 'ArrowDown']) await page.keyboard.press(key);
  const board = await cells(page);
  await page.clock.setFixedTime(new Date('2026-11-26T00:01:00Z'));
  await page.reload();
  await untilBoard(page);
  assert.deepEqual(await cells(page), board);
  await page.locator('text=Daily board of 2026-11-25: one try').waitFor();
  const rules = page.locator('.daily-rules', { hasText: 'November 25, 2026. Everyone gets the same tiles.' });
  await rules.waitFor();
  assert.ok(await page.isDisabled('#undo'));

  // It ends under its day, and the next reload has the new board.
  const score = await endTry(page);
  await page.locator(`text=Daily board of 2026-11-25: ${score} points`).waitFor();
  // The result is shown before it is stored.
  await page.waitForFunction(() => localStorage.getItem('afterstate:v1:daily:try') === null);
  await page.reload();
  await untilBoard(page);
  await page.locator('text=Daily board: one try').waitFor();

  // A try of which the player wants no more.
  for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
  const second = await cells(page);
  await page.clock.setFixedTime(new Date('2026-11-27T00:01:00Z'));
  await page.reload();
  await untilBoard(page);
  assert.deepEqual(await cells(page), second);
  await page.locator('.toast', { hasText: 'A new daily board is ready.' }).waitFor();
  await page.click('.toast button:text-is("New game")');
  await page.locator('text=Daily board: one try').waitFor();
  await untilBoard(page);
  assert.equal(await page.getAttribute('html', 'data-moves'), '0');
});

test('a try can be ended early', async (t) => {
  const { page } = await sitDown(t, {
    path: '?daily&engine=off',
    before: onThatDay,
    context: { viewport: { width: 320, height: 568 } },
  });
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  await screenshot(page, 'daily-320');
  await page.click('.intro button:text-is("Finish")');
  await untilOpen(page, 'daily');
  await page.click('#daily button:has-text("Finish my daily game")');
  await page.locator('#daily th', { hasText: 'Score' }).waitFor();
  await screenshot(page, 'daily-result-320');
  await page.keyboard.press('Escape');
  await page.click('#undo');
  assert.equal(await page.getAttribute('html', 'data-moves'), '1');
});

/** A page that was suspended, such as a hidden tab, has missed what happened meanwhile. @param {Page} page */
const wake = (page) =>
  page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });

/** @param {Page} page */
async function endTry(page) {
  await page.click('.intro button:text-is("Finish")');
  await page.click('#daily button:has-text("Finish my daily game")');
  const words = await page.locator('#daily .daily-share').textContent();
  await page.keyboard.press('Escape');
  return Number(/(\d+) points/.exec(String(words))?.[1]);
}

test('the first result of a day stays, whatever other tabs play later', async (t) => {
  const { page, url } = await sitDown(t, { path: '?daily&engine=off', before: onThatDay });
  const others = [await page.context().newPage(), await page.context().newPage()];
  for (const other of others) {
    await onThatDay(other);
    await other.goto(`${url}?daily&engine=off`);
    await untilBoard(other);
  }
  const [second, third] = /** @type {[Page, Page]} */ (others);
  for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowDown'])
    await page.keyboard.press(key);
  const score = await endTry(page);
  const words = page.locator(`text=Daily board: ${score} points`);
  await words.waitFor();
  await playOut(page);
  await wake(second);
  await second.locator(`text=Daily board: ${score} points`).waitFor();
  await second.click('#elsewhere button');
  await second.waitForSelector('#elsewhere', { state: 'hidden' });
  assert.deepEqual(await cells(second), await cells(page), 'the free game');
  // A tab that did not notice it: its own result is shown until the first one is read.
  await endTry(third);
  await third.locator(`text=Daily board: ${score} points`).waitFor();
  await second.reload();
  await untilBoard(second);
  await second.locator(`text=Daily board: ${score} points`).waitFor();
});

test('after the try the coach is on again, if it is on in the settings', async (t) => {
  const { page } = await sitDown(t, {
    path: '?daily&threads=1',
    before: async (page) => {
      await onThatDay(page);
      await withSettings({ coach: true })(page);
    },
  });
  await page.waitForSelector('html[data-pilot="off"]', { timeout: PATIENCE });
  await page.keyboard.press('ArrowLeft');
  await endTry(page);
  await page.locator('#engine-summary', { hasText: 'The coach speaks when it matters.' }).waitFor();
});

test('a page that was left open over midnight offers the new board', async (t) => {
  const { page } = await sitDown(t, { path: '?daily&engine=off', before: onThatDay });
  const start = await cells(page);
  await wake(page);
  assert.equal(await page.locator('.toast').count(), 0);
  await page.clock.setFixedTime(new Date('2026-11-26T00:00:01Z'));
  await wake(page);
  await page.locator('.toast', { hasText: 'A new daily board is ready.' }).waitFor();
  const reloaded = page.waitForEvent('load');
  await page.click('.toast button:text-is("New game")');
  await reloaded;
  await untilBoard(page);
  assert.equal(await page.locator('.toast').count(), 0);
  assert.notDeepEqual(await cells(page), start);
});

test('the message of a win in the try offers only to keep going; after the try it has all its buttons', async (t) => {
  const { page } = await sitDown(t, { path: '?daily&engine=off', before: onThatDay });
  const name = 'afterstate:v1:daily:game:4x4';
  await page.waitForFunction((saved) => localStorage.getItem(saved) !== null, name);
  await page.evaluate(async (saved) => {
    const { default: initialize, Game } = await import(new URL('pkg-game/afterstate.js', location.href).href);
    await initialize();
    const game = Game.fromPosition(
      Uint8Array.from([10, 10, 9, ...Array(13).fill(0)]),
      4,
      4,
      0,
      20261125n,
    ).toText();
    localStorage.setItem(saved, JSON.stringify({ version: 1, game, previous: null }));
  }, name);
  await page.reload();
  await untilBoard(page);
  await page.keyboard.press('ArrowLeft');
  const buttons = () =>
    page.$$eval('#message button', (all) =>
      all.filter((one) => one.checkVisibility()).map(({ textContent }) => textContent),
    );
  await page.locator('#message', { hasText: 'You win!' }).waitFor();
  assert.deepEqual(await buttons(), ['Keep going']);
  await endTry(page);
  // The result is shown before it is stored, which ends the try.
  await page.locator('#message-undo').waitFor();
  assert.deepEqual(await buttons(), ['Keep going', 'Undo', 'New game', 'Share']);
  await page.click('#message-undo');
  assert.equal(await page.getAttribute('html', 'data-moves'), '0');
});

test('until the rivals have finished their games, the text to share has no scores of them', async (t) => {
  /** @type {string[]} */
  const loaded = [];
  const { page } = await sitDown(t, {
    path: '?daily',
    before: async (page) => {
      page.on('request', (request) => loaded.push(request.url()));
      await onThatDay(page);
      // All rivals but the last have finished, because they play one after the other.
      await page.addInitScript(() => {
        for (const rival of ['beginner', 'thinker']) {
          const game = { day: '2026-11-25', network: 'built-in', score: 5200, rank: 9, moves: 430 };
          localStorage[`afterstate:v1:daily-ai:${rival}`] = JSON.stringify({ version: 1, ...game });
        }
      });
    },
  });
  await page.keyboard.press('ArrowLeft');
  await page.click('.intro button:text-is("Finish")');
  await page.click('#daily button:has-text("Finish my daily game")');
  await page.locator('#daily .daily-share', { hasText: 'points' }).waitFor();
  assert.match(String(await page.textContent('#daily .daily-share')), /\d moves?$/m);
  assert.doesNotMatch(String(await page.textContent('#daily .daily-share')), /Rivals/);
  await page.locator('#daily td', { hasText: 'playing…' }).first().waitFor();
  for (const until = Date.now() + PATIENCE; !loaded.some((url) => url.includes('/models/lite-'));) {
    assert.ok(Date.now() < until, 'the network is not loaded');
    await page.waitForTimeout(100);
  }
});

test('the focus and a selection in the result stay where they are when a rival is done', async (t) => {
  /** @type {() => void} */
  let fail = () => {};
  const failing = new Promise((resolve) => {
    fail = () => resolve(undefined);
  });
  const { page } = await sitDown(t, {
    path: '?daily',
    allow: [/models\/lite/, /Failed to load resource/],
    before: async (opened) => {
      await onThatDay(opened);
      await opened.route('**/models/lite*', async (route) => {
        await failing;
        await route.abort();
      });
      await opened.addInitScript(() => {
        for (const rival of ['beginner', 'thinker']) {
          const game = { day: '2026-11-25', network: 'built-in', score: 5200, rank: 9, moves: 430 };
          localStorage[`afterstate:v1:daily-ai:${rival}`] = JSON.stringify({ version: 1, ...game });
        }
      });
    },
  });
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await page.keyboard.press('ArrowLeft');
  await page.click('.intro button:text-is("Finish")');
  await page.focus('#daily button:has-text("Finish my daily game")');
  await page.keyboard.press('Enter');
  await page.locator('#daily .daily-share', { hasText: 'points' }).waitFor();
  await page.waitForFunction(() => localStorage.getItem('afterstate:v1:daily:try') === null);
  assert.equal(await focused(), 'Share', 'the button that ended the try is gone');
  await page.focus('#daily button:text-is("Copy")');
  await page.evaluate(() =>
    getSelection()?.selectAllChildren(/** @type {Element} */ (document.querySelector('.daily-share'))),
  );
  const selected = () => page.evaluate(() => String(getSelection()));
  const before = await selected();
  assert.match(before, /points/);
  await page.locator('#daily td', { hasText: 'playing…' }).waitFor();
  fail();
  await page.locator('#daily td', { hasText: '–' }).waitFor();
  assert.equal(await focused(), 'Copy');
  assert.equal(await selected(), before);
});

test('the daily link works with the full stop, the bracket and the trackers that others add', async (t) => {
  for (const end of tried(['.&fbclid=x'], ['.', ')', '&utm_source=chat', '.&fbclid=x'])) {
    const { page } = await sitDown(t, { path: `?engine=off&daily${end}`, before: onThatDay });
    await untilBoard(page);
    await openMenu(page);
    await page.locator('#menu').getByText('Leave the daily board').waitFor();
  }
});
