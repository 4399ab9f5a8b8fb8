// The puzzles: solved and failed, by key, swipe and arrow; the record over a reload; by link, and from one's
// own mistakes.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { ranking, readPuzzle } from '../../www/puzzles/puzzles.js';
import { assertClean } from './axe.js';
import { screenshot } from './harness.js';
import {
  PATIENCE,
  loadGame,
  openDialog,
  resize,
  sitDown,
  untilBoard,
  withSettings,
  withShortLooks,
} from './table.js';

/** @import { Page } from 'playwright-core' */
/** @import { Puzzle } from '../../www/puzzles/puzzles.js' */

/** @type {Puzzle[]} */
const PUZZLES = JSON.parse(
  await readFile(new URL('../../www/puzzles/puzzles.json', import.meta.url), 'utf8'),
).map(readPuzzle);
/** How long reading a network and a long look may take on a busy machine, in milliseconds. */
const LONG = 180_000;
const KEYS = ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'];
/** Without motion, which takes more time of the machine than all else. */
const TOUCH = { hasTouch: true, reducedMotion: /** @type {const} */ ('reduce') };

/** @param {Page} page */
const words = (page) => page.textContent('.puzzle-words');
/** @param {Page} page @param {RegExp} expected @param {number} [timeout] */
const untilWords = (page, expected, timeout = PATIENCE) =>
  page.waitForFunction(
    ([source = '']) => new RegExp(source).test(document.querySelector('.puzzle-words')?.textContent ?? ''),
    [expected.source],
    { timeout },
  );
/** The tiles of the puzzle, as screen readers hear them. @param {Page} page */
const boardOf = (page) =>
  page.$$eval('.puzzle-board [role=gridcell]', (all) =>
    all.map((cell) => Math.log2(Number.parseInt(cell.getAttribute('aria-label') ?? '', 10) || 1)),
  );
/** The puzzle that is shown. @param {Page} page */
async function puzzleOn(page) {
  const ranks = (await boardOf(page)).join();
  const puzzle = PUZZLES.find((other) => other.ranks.join() === ranks);
  assert.ok(puzzle, `the board ${ranks} is a puzzle`);
  return puzzle;
}
/** @param {Puzzle} puzzle */
const bestOf = ({ losses }) => ranking(losses)[0]?.direction ?? 0;
/** @param {Puzzle} puzzle */
const worstOf = ({ losses }) => ranking(losses).at(-1)?.direction ?? 0;
/** @param {Page} page */
const streak = (page) => page.textContent('.puzzle-streak');

/** @param {Page} page */
async function openPuzzles(page) {
  await openDialog(page, 'puzzles');
  await untilWords(page, /^Find/);
}

test('a puzzle is solved with a key and failed with an arrow, and the record survives a reload; on a phone a swipe over the board answers, and everything is in reach; on its side the board, the answer and what comes next are in sight', async (t) => {
  const { page } = await sitDown(t, {
    path: '?engine=off',
    before: withSettings({ arrows: 'on' }),
    context: TOUCH,
  });
  await openPuzzles(page);
  const first = await puzzleOn(page);
  await assertClean(page, 'a puzzle');
  await page.keyboard.press(String(KEYS[bestOf(first)]));
  assert.match(
    String(await words(page)),
    /^Correct! The next best move, \w+, costs \d+% of the remaining points\.$/,
  );
  assert.equal(await streak(page), 'Streak: 1 (best: 1)');
  assert.equal(await page.getAttribute('html', 'data-input'), 'pointer', 'no ring around what has the focus');
  assert.match(String(await page.textContent('#puzzles option:checked')), /^Easy: 1 of \d+$/);
  await assertClean(page, 'a solved puzzle', { within: '#puzzles' });
  // Next has the focus, so the keyboard alone is enough.
  await page.keyboard.press('Enter');
  await untilWords(page, /^Find/);
  const second = await puzzleOn(page);
  assert.notEqual(second.key, first.key);
  await page.click(`#puzzles .arrows [data-direction="${worstOf(second)}"]`);
  assert.match(String(await words(page)), /^\w+ costs \d+% of the remaining points\. \w.+\.$/);
  assert.equal(await streak(page), 'Streak: 0 (best: 1)');
  assert.equal(await page.locator('.puzzle-why figure').count(), 2);
  assert.equal(await page.getAttribute('.puzzle .hint-arrow', 'data-direction'), String(bestOf(second)));
  await assertClean(page, 'a failed puzzle', { within: '#puzzles' });
  await page.reload();
  await untilBoard(page);
  await openPuzzles(page);
  assert.equal(await streak(page), 'Streak: 0 (best: 1)');
  assert.equal((await puzzleOn(page)).key, second.key, 'the solved puzzle does not come again');
  await page.keyboard.press(String(KEYS[bestOf(second)]));
  assert.equal(await streak(page), 'Streak: 1 (best: 1)');
  await page.selectOption('#puzzles select', 'hard');
  await untilWords(page, /^Find/);
  const hard = await puzzleOn(page);
  assert.equal(hard.level, 'hard');

  await resize(page, 390, 844);
  await swipe(page, bestOf(hard));
  assert.match(String(await words(page)), /^Correct!/);
  for (const [width = 0, height = 0] of [
    [320, 568],
    [844, 390],
    [390, 844],
  ]) {
    await page.setViewportSize({ width, height });
    await screenshot(page, `puzzle-${width}`);
    const { inner, outer } = await page.$eval('#puzzles', ({ scrollWidth, clientWidth }) => ({
      inner: scrollWidth,
      outer: clientWidth,
    }));
    assert.ok(inner <= outer, `${inner} of ${outer} at ${width}`);
  }
  await page.click('#puzzles button:text-is("Next puzzle")');
  await untilWords(page, /^Find/);
  await resize(page, 844, 390);
  await page.keyboard.press(String(KEYS[worstOf(await puzzleOn(page))]));
  await untilWords(page, /costs/);
  for (const part of ['.puzzle-words', '.puzzle-board', '#puzzles button:text-is("Next puzzle")']) {
    const shown = await page.locator(part).boundingBox();
    assert.ok(shown && shown.y >= 0 && shown.y + shown.height <= 390, `${part}: ${JSON.stringify(shown)}`);
  }
});

/** Swipes over the board of the puzzle. @param {Page} page @param {number} direction */
const swipe = (page, direction) =>
  page.$eval(
    '.puzzle-board',
    (frame, direction) => {
      const { left, top, width, height } = frame.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const [right = 0, down = 0] =
        [
          [0, -80],
          [80, 0],
          [0, 80],
          [-80, 0],
        ][direction] ?? [];
      const send = (
        /** @type {string} */ type,
        /** @type {number} */ clientX,
        /** @type {number} */ clientY,
      ) =>
        frame.dispatchEvent(
          new PointerEvent(type, { pointerId: 7, pointerType: 'touch', clientX, clientY, bubbles: true }),
        );
      send('pointerdown', x, y);
      send('pointermove', x + right, y + down);
      send('pointerup', x + right, y + down);
    },
    direction,
  );

/** A game of 12 moves, and its boards before the fifth and the ninth. */
async function playedGame() {
  const Game = await loadGame();
  const game = new Game(4, 4, 5n);
  /** @type {number[][]} */
  const boards = [];
  while (game.moves < 12) {
    if (game.moves === 4 || game.moves === 8) boards.push([...game.ranks()]);
    [3, 2, 1, 0].find((direction) => game.play(direction));
  }
  return { text: game.toText(), boards };
}

test('a link opens its puzzle, and the dialog offers one; a board of no puzzle is judged by the AI, and so are the mistakes of reviewed games, which are puzzles, too', async (t) => {
  const shared = PUZZLES.at(-1);
  assert.ok(shared);
  const { page, url } = await sitDown(t, {
    path: `?threads=1#puzzle=${shared.key}`,
    network: 'lite',
    context: {
      ...TOUCH,
      viewport: { width: 390, height: 844 },
      permissions: ['clipboard-read', 'clipboard-write'],
    },
    before: withShortLooks,
  });
  await untilWords(page, /^Find/);
  assert.equal((await puzzleOn(page)).key, shared.key);
  assert.equal(new URL(page.url()).hash, '');
  await page.evaluate(() => Object.assign(navigator, { share: undefined }));
  await page.click('#puzzles button:text-is("Share")');
  await page.locator('#puzzles .dialog-status', { hasText: 'Copied.' }).waitFor();
  assert.equal(
    await page.evaluate(() => navigator.clipboard.readText()),
    `Can you find the best move? ${url}#puzzle=${shared.key}`,
  );
  await page.evaluate(() => {
    location.hash = '#puzzle=000000011223a987';
  });
  while ((await boardOf(page)).join('') !== '00000001122310987') await page.waitForTimeout(20);
  await page.keyboard.press('ArrowUp');
  // Back and forward, with the dialog still open.
  for (const turn of ['pagehide', 'pageshow'])
    await page.evaluate(
      (turn) => void dispatchEvent(new PageTransitionEvent(turn, { persisted: true })),
      turn,
    );
  await untilWords(
    page,
    /^Up costs \d+% of the remaining points\. Up moved the 1024 out of its corner\.$/,
    LONG,
  );

  await page.selectOption('#puzzles select', 'own');
  await untilWords(page, /^Review a game first; its mistakes appear here\.$/);
  for (const part of ['.puzzle-board', '#puzzles button:text-is("Next puzzle")'])
    assert.equal(await page.isVisible(part), false, `${part} without a puzzle`);
  await page.keyboard.press('Escape');
  const { text, boards } = await playedGame();
  await page.evaluate((text) => {
    const mistakes = [
      { at: 4, loss: 100 },
      { at: 8, loss: 900 },
    ];
    const numbers = { saved: 1, rows: 4, cols: 4, score: 50, rank: 4, moves: 12 };
    const game = { id: 'reviewed', ...numbers, aided: false, accuracy: 0.5, mistakes, text };
    localStorage.setItem('afterstate:v1:waiting:test', JSON.stringify({ version: 1, game }));
  }, text);
  await openDialog(page, 'history');
  await page.click('#history button:text-is("Practice your mistakes")');
  await untilWords(page, /^Find/);
  assert.equal(await page.textContent('#puzzles option:checked'), 'Your mistakes: 0 of 2');
  for (const board of [...boards].reverse()) {
    assert.deepEqual(await boardOf(page), board, 'the costliest first');
    for (const key of KEYS) await page.keyboard.press(key);
    await untilWords(page, /^(Correct!|\w+ costs \d+%)/, LONG);
    await page.click('#puzzles button:text-is("Next puzzle")');
    await untilWords(page, /^Find/);
  }
});
