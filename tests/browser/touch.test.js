// Touch: swipes on the board and below it make moves and never scroll the page; swipes elsewhere scroll.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cells, closeNotice, resize, sitDown, untilOpen } from './table.js';

/** @import { Page } from 'playwright-core' */

const PHONE = {
  viewport: { width: 360, height: 640 },
  hasTouch: true,
  isMobile: true,
  // Motion takes more time of the machine than all else.
  reducedMotion: /** @type {const} */ ('reduce'),
};
/** A single 2 in the second row and column: every swipe moves it. */
const ONE_TILE = '4x4:0000010000000000';

/**
 * Moves fingers between points with real input events, so that the browser decides about scrolling.
 * @param {Page} page @param {[number, number][]} starts one per finger @param {[number, number]} by @param
 *   {number} [steps]
 */
async function drag(page, starts, by, steps = 3) {
  const touch = await fingers(page);
  /** @param {number} share */
  const points = (share) => starts.map(([x, y], id) => ({ x: x + by[0] * share, y: y + by[1] * share, id }));
  await touch('touchStart', points(0));
  for (let step = 1; step <= steps; step++) await touch('touchMove', points(step / steps));
  await touch('touchEnd', []);
}

/** @type {WeakMap<Page, Promise<import('playwright-core').CDPSession>>} */
const sessions = new WeakMap();

/**
 * Sends events of fingers to a page.
 * @param {Page} page
 */
async function fingers(page) {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  const opened = await session;
  return (
    /** @type {'touchStart' | 'touchMove' | 'touchEnd'} */ type,
    /** @type {{ x: number, y: number, id: number }[]} */ touchPoints,
  ) => opened.send('Input.dispatchTouchEvent', { type, touchPoints });
}

/** @param {Page} page @param {string} selector @returns {Promise<[number, number]>} */
async function middle(page, selector) {
  const box = await page.locator(selector).boundingBox();
  assert.ok(box);
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Takes all moves back, so that the next swipe begins on the same board. @param {Page} page */
const undoAll = (page) =>
  page.evaluate(() => {
    while (document.documentElement.dataset.moves !== '0')
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'z', code: 'KeyZ', ctrlKey: true, bubbles: true }),
      );
  });

/** The tile in a cell. @param {Page} page @param {number} cell */
const tileIn = async (page, cell) => (await cells(page))[cell] ?? 0;

/**
 * Where a swipe may begin on a phone, besides the board: the title, the goal, beside the buttons, the AI's
 * line, below it.
 */
const ELSEWHERE = ['h1', '#goal', '.actions', '#engine-summary', 'page'];
/** Phones, tablets, and a laptop with a touch screen. */
const SIZES = [
  [360, 640],
  [844, 390],
  [820, 1180],
  [1366, 1024],
];
/**
 * Whether the page may be pulled down to load it again, at each size.
 * @param {Page} page @param {string} expected
 */
async function assertPull(page, expected) {
  for (const [width = 0, height = 0] of SIZES) {
    await page.setViewportSize({ width, height });
    const found = await page.evaluate(() => getComputedStyle(document.body).overscrollBehaviorY);
    assert.equal(found, expected, `${page.url()} ${width} x ${height}`);
  }
}

// What a swipe of a length and direction means: tests/js/input.test.js.
test('the focus has a ring only while the keyboard is used; a swipe on the board, and on a phone also beside it, slides the tiles and not the page; no swipe loads it again', async (t) => {
  const { page, url } = await sitDown(t, { path: `?engine=off#board=${ONE_TILE}&score=64`, context: PHONE });
  const ring = () =>
    page.evaluate(() => {
      const { activeElement } = document;
      return activeElement && getComputedStyle(activeElement).outlineStyle;
    });
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'gridcell');
  assert.equal(await ring(), 'none', 'the board of a link has the focus');
  await page.tap('#more');
  await untilOpen(page, 'menu');
  assert.equal(await ring(), 'none', 'in a dialog');
  await page.tap('#menu button:has-text("Close")');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'more');
  assert.equal(await ring(), 'none', 'after it');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await ring(), 'none', 'a move');
  await page.keyboard.press('Shift+Tab');
  assert.equal(await ring(), 'solid');
  await page.keyboard.press('ArrowRight');
  assert.equal(await ring(), 'solid', 'it stays during moves');
  await closeNotice(page);
  await undoAll(page);

  for (const [name, by, cell] of /** @type {[string, [number, number], number][]} */ ([
    ['up', [0, -60], 1],
    ['right', [60, 0], 7],
    ['down', [0, 60], 13],
    ['left', [-60, 0], 4],
  ])) {
    await drag(page, [await middle(page, '#board')], by);
    assert.equal(await page.getAttribute('html', 'data-moves'), '1', name);
    // The new tile is elsewhere, because this cell has the old one.
    assert.equal(await tileIn(page, cell), 2, name);
    assert.equal(await page.evaluate(() => scrollY), 0, name);
    await undoAll(page);
  }

  const before = await cells(page);
  const [x, y] = await middle(page, '#board');
  await drag(page, [[x, y]], [0, 0]);
  assert.deepEqual(await cells(page), before, 'a tap is no move');
  await drag(page, [[x, y]], [12, 9]);
  assert.deepEqual(await cells(page), before, 'a tremble is no move');
  await drag(
    page,
    [
      [x - 40, y],
      [x + 40, y],
    ],
    [0, 80],
  );
  assert.deepEqual(await cells(page), before, 'two fingers make no move');

  for (const by of /** @type {[number, number][]} */ ([
    [60, 0],
    [0, 60],
    [-60, 0],
    [0, -60],
  ]))
    await drag(page, [[x, y]], by, 2);
  const board = await cells(page);
  assert.ok((board[0] ?? 0) > 0, `quick swipes are all played: ${board}`);
  assert.equal(await page.isDisabled('#undo'), false);
  await undoAll(page);

  // Two thumbs in turn, each still down when the other begins, lose no move.
  const touch = await fingers(page);
  const [one, other] = [
    { x: x - 60, y, id: 0 },
    { x: x + 60, y, id: 1 },
  ];
  await touch('touchStart', [one]);
  await touch('touchMove', [{ ...one, y: y - 60 }]);
  await touch('touchStart', [{ ...one, y: y - 60 }, other]);
  await touch('touchMove', [
    { ...one, y: y - 60 },
    { ...other, x: x + 120 },
  ]);
  await touch('touchEnd', []);
  assert.ok(((await cells(page))[3] ?? 0) > 0, `up and right: ${await cells(page)}`);
  await undoAll(page);

  for (const [width = 0, height = 0] of SIZES.slice(0, 2)) {
    await resize(page, width, height);
    for (const where of ELSEWHERE) {
      const [left, top] = where === 'page' ? [width - 4, height - 4] : await middle(page, where);
      await drag(page, [[left, top]], [-70, 2]);
      assert.equal(await tileIn(page, 4), 2, `${where} at ${width} x ${height}: ${await cells(page)}`);
      await drag(page, [[left, top]], [2, -70]);
      assert.equal(await page.evaluate(() => scrollY), 0, `${where} at ${width} x ${height}`);
      await undoAll(page);
    }
  }

  // On a tablet a swipe on the text scrolls, and one below the board does not.
  await resize(page, 768, 1000);
  const moves = await page.locator('.moves').boundingBox();
  assert.ok(moves);
  await drag(page, [[moves.x + 20, moves.y + 6]], [70, -2]);
  assert.equal(await page.evaluate(() => scrollY), 0, 'below the board of a tablet');
  const played = await cells(page);
  assert.ok((played[7] ?? 0) > 0, String(played));
  const text = await page.locator('#engine-summary').boundingBox();
  assert.ok(text);
  await drag(page, [[text.x + 60, text.y + 10]], [0, -300], 12);
  await page.waitForFunction(() => scrollY > 50);
  assert.deepEqual(await cells(page), played);

  await assertPull(page, 'none');
  // The style alone decides.
  await page.route('**/*.js', (route) => route.fulfill({ body: '', contentType: 'text/javascript' }));
  for (const path of ['lab.html', 'embed-builder.html']) {
    await page.goto(url + path);
    await assertPull(page, 'none');
  }
  // A frame leaves the swipe to its page.
  await page.goto(`${url}embed.html?engine=off`);
  await assertPull(page, 'auto');
});
