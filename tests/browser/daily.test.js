// The daily board: one counted try without undo and AI, its result to share, and the link that lets anybody
// check it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
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
  pressAll,
  rivalsHavePlayed,
  score,
  sitDown,
  sitDownAt,
  untilBoard,
  untilOpen,
} from './table.js';

/** @import { Page } from 'playwright-core' */

/**
 * A day whose board can be moved to the left and then down, which is impossible on one day in twelve.
 * @param {Page} page
 */
const onThatDay = (page) => page.clock.setFixedTime(new Date('2026-11-25T12:00:00Z'));

/** The game beside the daily board. */
const OTHER = [1, 1, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

const PHONE = { viewport: { width: 390, height: 844 }, reducedMotion: /** @type {const} */ ('reduce') };

test('a day has one counted try, without undo and AI; its result is shared, checked by a link, and survives a reload; until the rivals have finished their games, the text to share has no scores of them, and the focus and a selection stay where they are when a rival is done', async (t) => {
  /** @type {() => void} */
  let fail = () => {};
  const failing = new Promise((resolve) => {
    fail = () => resolve(undefined);
  });
  let asked = 0;
  const { page, url } = await sitDownAt(t, OTHER, {
    path: '?daily',
    allow: [/models\/lite/, /Failed to load resource/],
    context: { ...PHONE, permissions: ['clipboard-read', 'clipboard-write'] },
    before: async (opened) => {
      await onThatDay(opened);
      await opened.route('**/models/lite*', async (route) => {
        asked++;
        await failing;
        await route.abort();
      });
      // All rivals but the last have finished, because they play one after the other.
      await opened.addInitScript(() => {
        for (const rival of ['beginner', 'thinker']) {
          const game = { day: '2026-11-25', network: 'built-in', score: 5200, rank: 9, moves: 430 };
          localStorage[`afterstate:v1:daily-ai:${rival}`] ??= JSON.stringify({ version: 1, ...game });
        }
      });
    },
  });
  const others = OTHER.map((rank) => (rank ? 2 ** rank : 0));
  await page.locator('text=Daily board: one try').waitFor();
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
  await page.keyboard.press('Escape');
  assert.deepEqual(await cells(page), now);

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
  const share = page.locator('#daily .daily-share');
  assert.match(String(await share.textContent()), /\d moves?$/m);
  assert.doesNotMatch(String(await share.textContent()), /Rivals/);
  await page.focus('#daily button:text-is("Copy")');
  await page.evaluate(() =>
    getSelection()?.selectAllChildren(/** @type {Element} */ (document.querySelector('.daily-share'))),
  );
  const selected = () => page.evaluate(() => String(getSelection()));
  const before = await selected();
  assert.match(before, /points/);
  await page.locator('#daily td', { hasText: 'playing…' }).waitFor();
  for (const until = Date.now() + PATIENCE; asked === 0;) {
    assert.ok(Date.now() < until, 'the network is not loaded');
    await page.waitForTimeout(100);
  }
  fail();
  await page.locator('#daily td', { hasText: '–' }).waitFor();
  assert.equal(await focused(page), 'Copy');
  assert.equal(await selected(), before);
  assert.doesNotMatch(String(await share.textContent()), /Rivals/);

  // The try stands, also after a reload, and now all rivals have played.
  await page.keyboard.press('Escape');
  const end = await cells(page);
  await rivalsHavePlayed(page, '2026-11-25');
  await page.reload();
  await untilBoard(page);
  assert.deepEqual(await cells(page), end);
  await page.locator(`text=Daily board: ${points} points`).waitFor();
  await page.click('.intro button:text-is("Result")');
  await untilOpen(page, 'daily');
  await page.locator('#daily tr', { hasText: 'Lite356,4801638413,403' }).waitFor();
  assert.equal(await page.locator('#daily tbody tr').count(), 4);
  assert.match(String(await page.textContent('#daily tbody tr:first-child')), /^Lite/);
  assert.match(String(await page.textContent('#daily')), /Streak: 1 day/);
  await assertClean(page, 'the result of the daily board');
  await screenshot(page, 'daily-result-390');
  await page.click('#daily button:text-is("Copy")');
  await page.locator('#daily .dialog-status', { hasText: 'Copied.' }).waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  const made = numberOf(/^([\d,]+) points, \d+ tile, [\d,]+ moves$/m.exec(text)?.[1]);
  assert.match(text, /^Rivals: Beginner 5,200, Thinker 60,812, Lite 356,480$/m);
  assert.equal(made, numberOf(await page.textContent('#score')), text);
  assert.match(text, /\n(\p{Extended_Pictographic}{4}\n){4}/u);
  const link = text.slice(text.indexOf('http'));
  assert.ok(link.startsWith(url), link);

  // There is no undo, and New game leaves it.
  await page.keyboard.press('Escape');
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.click('.story-share');
  await page.locator('.toast', { hasText: 'Copied.' }).waitFor();
  assert.equal(
    await page.evaluate(() => navigator.clipboard.readText()),
    text,
    'the story shares the result',
  );
  assert.equal(await page.isVisible('#undo'), false);
  await page.keyboard.press('Control+Z');
  assert.deepEqual(await cells(page), end, 'no undo');
  await page.click('#message-again');
  await page.waitForURL((address) => address.search === '');
  await untilBoard(page);
  assert.deepEqual(await cells(page), others, 'the other game is where it was');
  assert.equal(await page.getAttribute('#ways a:text-is("Daily board")', 'href'), '?daily');

  // Somebody opens the link on the same day: today's board, without the moves of the other player.
  await page.evaluate((hash) => void (location.hash = hash), new URL(link).hash);
  await untilOpen(page, 'challenge');
  assert.match(String(await page.textContent('#challenge')), new RegExp(made.toLocaleString('en')));
  assert.match(String(await page.textContent('#challenge')), /This is today’s board/);
  await page.keyboard.press('Escape');
  assert.deepEqual(await cells(page), others);
});

/** A page that was suspended, such as a hidden tab, has missed what happened meanwhile. @param {Page} page */
const wake = (page) =>
  page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });

/** @param {Page} page */
const focused = (page) => page.evaluate(() => document.activeElement?.textContent);

/** Ends the try before its game is over; gives its score. @param {Page} page */
async function endTry(page) {
  await page.click('.intro button:text-is("Finish")');
  await page.focus('#daily button:has-text("Finish my daily game")');
  await page.keyboard.press('Enter');
  // The result is shown before it is stored.
  await page.waitForFunction(() => localStorage.getItem('afterstate:v1:daily:try') === null);
  assert.equal(await focused(page), 'Share', 'the button that ended the try is gone');
  const words = await page.locator('#daily .daily-share').textContent();
  await page.keyboard.press('Escape');
  return Number(/(\d+) points/.exec(String(words))?.[1]);
}

/** Begins a try; which of these keys moves anything is another every day. @param {Page} page */
async function beginTry(page) {
  await pressAll(page, ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp']);
  assert.notEqual(await page.getAttribute('html', 'data-moves'), '0', 'the try has begun');
}

test('the page over four days: a try can be ended early; the first result of a day stays, whatever is played later, also in another tab; left open over midnight the page offers the new board; a try that was begun before can be finished after it, or given up for the new board; the message of a win in a try offers only to keep going', async (t) => {
  // By a link to which others have added a full stop and a tracker.
  const { page, url } = await sitDown(t, {
    path: '?engine=off&daily.&fbclid=x',
    before: onThatDay,
    context: { reducedMotion: 'reduce', viewport: { width: 320, height: 568 } },
  });
  await openMenu(page);
  await page.locator('#menu').getByText('Leave the daily board').waitFor();
  await page.keyboard.press('Escape');
  await wake(page);
  assert.equal(await page.locator('.toast').count(), 0, 'no offer on the same day');
  const other = await page.context().newPage();
  await onThatDay(other);
  await other.goto(`${url}?daily&engine=off`);
  await untilBoard(other);
  await pressAll(page, ['ArrowLeft', 'ArrowDown', 'ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowDown']);
  await screenshot(page, 'daily-320');
  const moves = Number(await page.getAttribute('html', 'data-moves'));
  const points = await endTry(page);
  const words = page.locator(`text=Daily board: ${points} points`);
  await words.waitFor();
  await screenshot(page, 'daily-result-320');
  await page.click('#undo');
  assert.equal(
    await page.getAttribute('html', 'data-moves'),
    String(moves - 1),
    'after the try there is Undo',
  );
  await pressAll(page, ['ArrowUp', 'ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowUp']);
  assert.notEqual(await score(page), points, 'the free game has other points');
  await page.waitForFunction(
    (saved) => localStorage.getItem(saved)?.includes(`;moves=${document.documentElement.dataset.moves}:`),
    'afterstate:v1:daily:game:4x4',
  );
  await wake(other);
  await other.locator(`text=Daily board: ${points} points`).waitFor();
  await other.click('#elsewhere button');
  await other.waitForSelector('#elsewhere', { state: 'hidden' });
  assert.deepEqual(await cells(other), await cells(page), 'the free game');
  await other.close();
  await page.waitForSelector('#elsewhere', { state: 'hidden' });

  await page.setViewportSize({ width: 1280, height: 720 });
  const start = await cells(page);
  await page.clock.setFixedTime(new Date('2026-11-26T00:00:01Z'));
  await wake(page);
  await page.locator('.toast', { hasText: 'A new daily board is ready.' }).waitFor();
  const reloaded = page.waitForEvent('load');
  await page.click('.toast button:text-is("New game")');
  await reloaded;
  await untilBoard(page);
  assert.equal(await page.locator('.toast').count(), 0, 'no offer once it is there');
  assert.notDeepEqual(await cells(page), start, 'the new board');

  await beginTry(page);
  const board = await cells(page);
  await page.clock.setFixedTime(new Date('2026-11-27T00:01:00Z'));
  await page.reload();
  await untilBoard(page);
  assert.deepEqual(await cells(page), board, 'the try goes on after midnight');
  await page.locator('text=Daily board of Nov 26, 2026: one try').waitFor();
  const rules = page.locator('.daily-rules', { hasText: 'November 26, 2026. Everyone gets the same tiles.' });
  await rules.waitFor();
  assert.ok(await page.isDisabled('#undo'));

  // It ends under its day, and the next reload has the new board.
  const later = await endTry(page);
  await page.locator(`text=Daily board of Nov 26, 2026: ${later} points`).waitFor();
  await page.reload();
  await untilBoard(page);
  await page.locator('text=Daily board: one try').waitFor();

  // A try of which the player wants no more.
  await beginTry(page);
  const unwanted = await cells(page);
  await page.clock.setFixedTime(new Date('2026-11-28T00:01:00Z'));
  await page.reload();
  await untilBoard(page);
  assert.deepEqual(await cells(page), unwanted, 'the second try goes on after midnight');
  await page.locator('.toast', { hasText: 'A new daily board is ready.' }).waitFor();
  await page.click('.toast button:text-is("New game")');
  await page.locator('text=Daily board: one try').waitFor();
  await untilBoard(page);
  assert.equal(await page.getAttribute('html', 'data-moves'), '0', 'the second try is given up');

  // A try that wins.
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
      20261128n,
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
  assert.deepEqual(await buttons(), ['Keep going'], 'in the try');
  await endTry(page);
  // The result is shown before it is stored, which ends the try.
  await page.locator('#message-undo').waitFor();
  assert.deepEqual(await buttons(), ['Keep going', 'Undo', 'New game', 'Share'], 'after the try');
  await page.click('#message-undo');
  assert.equal(await page.getAttribute('html', 'data-moves'), '0', 'the move is undone');
});
