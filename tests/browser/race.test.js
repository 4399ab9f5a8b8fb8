// Races: to their end on phone and desktop with the same tiles on both boards, again from the move where they
// parted, from a shared link, after a reload and a crash, in two windows, and without long tasks.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testInAll, tried } from '../all.js';
import { assertClean } from './axe.js';
import { screenshot, visit } from './harness.js';
import {
  PATIENCE,
  killWorker,
  openDialog,
  pressAll,
  roomBelow,
  score,
  taskTimes,
  untilBoard,
  withShortLooks,
} from './table.js';

/** @import { Page } from 'playwright-core' */

/** With these tiles the game is short, and its turning point soon found. */
const SHORT = 287;
const KEYS = ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp'];

/**
 * @param {Page} page
 * @param {string} lane its selector
 * @returns {Promise<string[]>} the labels of the cells
 */
const cellsOf = (page, lane) =>
  page.$$eval(`${lane} [role="gridcell"]`, (cells) =>
    cells.map((cell) => cell.getAttribute('aria-label') ?? ''),
  );
const phase = (/** @type {Page} */ page) => page.evaluate(() => document.documentElement.dataset.race);

/** Plays without thought until the race is over. @param {Page} page */
async function playOut(page) {
  await page.evaluate(async (keys) => {
    for (let at = 0; document.documentElement.dataset.race === 'running'; at++) {
      if (at >= 1000) throw new Error('the race does not end');
      for (const key of keys)
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }),
        );
      await new Promise((resolve) => {
        setTimeout(resolve, 0);
      });
    }
  }, KEYS);
  await page.waitForSelector('html[data-race="over"]', { timeout: PATIENCE });
}

/** @type {[string, { viewport: { width: number, height: number }, hasTouch?: boolean }][]} */
const SIZES = [
  ['390', { viewport: { width: 390, height: 844 }, hasTouch: true }],
  ['1280', { viewport: { width: 1280, height: 900 } }],
];
for (const [name, context] of tried(SIZES.slice(0, 1), SIZES)) {
  test(`a race at ${name} px: the same tiles, a rival that follows, a result with the move where they parted; shared, it opens as a challenge against the same rival, and a reload goes on with it; a damaged link is a race`, async (t) => {
    const { page, url } = await visit(t, {
      path: `race.html?seed=${SHORT}`,
      before: withShortLooks,
      context: { ...context, reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] },
    });
    await page.waitForSelector('html[data-page="ready"]', { timeout: PATIENCE });
    await assertClean(page, 'the choice of a rival');
    // Each card shows the tile of its sentence, and nothing else has to be scrolled to.
    for (const card of await page.locator('.rival-card').all()) {
      assert.equal(await card.locator('.rival-tile').isVisible(), true);
      const tile = /\d+/.exec(String(await card.locator('.rival-about').textContent()))?.[0];
      assert.equal(await card.locator('.rival-tile').textContent(), tile);
    }
    const start = await page.locator('#start').boundingBox();
    assert.ok(start && start.y + start.height <= context.viewport.height, 'Start is in sight');
    await screenshot(page, `race-choice-${name}`);
    await page.click('#start');
    await page.waitForSelector('html[data-race="running"]', { timeout: PATIENCE });
    const first = await cellsOf(page, '#cells');
    assert.deepEqual(await cellsOf(page, '.lane.rival'), first, 'the same tiles');
    assert.match(
      await page.locator('#play').ariaSnapshot(),
      /text: Score\s+- strong: "0"[^]*text: Score\s+- strong: "0"/,
    );
    await pressAll(page, KEYS);
    await page.waitForFunction(() => document.querySelector('.rival .tile') !== null);
    await screenshot(page, `race-${name}`);
    assert.ok(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      'no sideways scroll',
    );
    await playOut(page);
    assert.match(
      await page.innerText('#outcome'),
      /stuck after \d+ moves\. You scored [\d,]+ points, Beginner scored [\d,]+\./,
    );
    await page.locator('#outcome', { hasText: /Turning point, move [\d,]+|level to the end/ }).waitFor({
      timeout: 6 * PATIENCE,
    });
    await page.locator('#announcer', { hasText: /Turning point, move [\d,]+|level to the end/ }).waitFor();
    assert.ok((await roomBelow(page, '#outcome')) >= 10);
    assert.equal(await page.isVisible('#message'), false, 'only one thing says how the game ended');
    const strong = await page.$$eval('#outcome .strong', (all) => all.map(({ textContent }) => textContent));
    const won = (await page.innerText('#outcome h2')) === 'You win!';
    assert.deepEqual(strong, [won ? 'New race' : 'Same tiles again']);
    // What there is to do is apart, and the boards of the turning point are within their panel.
    const outside = await page.$eval('#outcome', (outcome) => {
      const within = outcome.getBoundingClientRect();
      const boxes = [...outcome.querySelectorAll('button, .board')].map((one) => one.getBoundingClientRect());
      const buttons = [...outcome.querySelectorAll('.dialog-buttons > button')].map((one) =>
        one.getBoundingClientRect(),
      );
      const touch = buttons.some((one, at) => {
        const next = buttons[at + 1];
        return next && next.y === one.y && next.width > 0 && next.left - one.right < 4;
      });
      return touch || boxes.some(({ left, right }) => left < within.left - 1 || right > within.right + 1);
    });
    assert.equal(outside, false, 'apart, and within the panel');
    for (const name of ['Same tiles again', 'New race', 'Share'])
      assert.ok(
        await page.$eval(
          `#outcome button:text-is("${name}")`,
          (button, height) => button.getBoundingClientRect().bottom <= height,
          context.viewport.height,
        ),
        `${name} is in sight`,
      );
    await assertClean(page, 'the result of a race');
    await screenshot(page, `race-result-${name}`);
    await page.click('#outcome button:text-is("Share")');
    const notice = page.locator('.toast', { hasText: 'Copied.' });
    await notice.waitFor();
    const [share, copied] = await Promise.all(
      [page.locator('#outcome button:text-is("Share")'), notice].map((part) => part.boundingBox()),
    );
    assert.ok(
      share && copied && (copied.y + copied.height <= share.y || share.y + share.height <= copied.y),
      `the notice lies beside the button: ${JSON.stringify({ share, copied })}`,
    );
    const shared = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(
      shared,
      /I scored [\d,]+ points against Beginner on the same tiles\. Can you beat that\? http\S+#game=1&\S+&rival=beginner$/,
    );

    const points = await score(page);
    if (/Turning point/.test(await page.innerText('#outcome'))) {
      await page.click('#outcome button:text-is("Play from here")');
      await page.waitForSelector('html[data-race="running"]', { timeout: PATIENCE });
      assert.deepEqual(await cellsOf(page, '.lane.rival'), await cellsOf(page, '#cells'));
    }

    const link = shared.slice(shared.indexOf('http'));
    const [, seed, code] = /seed=(\d+)&moves=(.*)&rival/.exec(link) ?? [];
    const moves = /^\d+/.exec(code ?? '')?.[0];
    const older = `${url}race.html?rival=beginner&seed=${seed}&score=${points}&moves=${moves}#${code?.replaceAll('&', ';')}`;
    // tests/js/race.test.js reads older links.
    for (const opened of tried([link], [older, link])) {
      // As in another browser, which has no race.
      await page.goto(`${url}version.txt`);
      await page.evaluate(() => localStorage.clear());
      await page.goto(opened);
      await page
        .locator('#challenge', { hasText: /[\d,]+ points \(\d+ tile\), in a race with the AI “Beginner”/ })
        .waitFor();
      await screenshot(page, 'race-shared');
      await page.click('#challenge button:text-is("Play now")');
      await page.waitForSelector('html[data-race="running"]');
      assert.deepEqual(await cellsOf(page, '#cells'), first);
      assert.match(await page.innerText('#rival'), /To beat: [\d,]+ points/);
      assert.match(await page.innerText('#rival'), /Same score\. Whoever lasts longer wins\./);
    }
    await play(page, 2);
    const board = await cellsOf(page, '#cells');
    await page.reload();
    await begin(page, '#resume');
    assert.deepEqual(await cellsOf(page, '#cells'), board, 'it offers to go on, not the invitation again');

    await page.goto('about:blank');
    await page.goto(`${url}race.html?rival=x&pace=y&seed=-1&score=z#7:%00`);
    await page.waitForSelector(
      '.toast:has-text("The tiles of this link couldn’t be read. This game has others.")',
    );
    await page.waitForSelector('html[data-race="choosing"]');
  });
}

/** With data saving on no network judges a race, which takes seconds. @param {Page} page */
const savingData = (page) =>
  page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) });
  });

/** Opens the page of races and starts one. @param {Page} page @param {string} [button] */
async function begin(page, button = '#start') {
  page.setDefaultTimeout(PATIENCE);
  await untilBoard(page);
  await page.click(button);
  await page.waitForSelector('html[data-race="running"]');
}
/**
 * Waits until both have made as many moves, this many at least, and both boards show them.
 * @param {Page} page
 * @param {number} moves
 */
async function untilBothMoved(page, moves) {
  await page.bringToFront(); // a window behind another draws nothing
  await page.waitForFunction((least) => {
    const saved = JSON.parse(localStorage['afterstate:v1:race'] ?? '{}');
    const [mine, its] = [saved.mine, saved.its].map((text) => Number(/moves=(\d+)/.exec(text)?.[1]));
    return Number(mine) >= least && mine === its;
  }, moves);
  await untilDrawn(page);
}
/** @param {Page} page */
const untilDrawn = (page) =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))),
  );
/** Makes some moves. @param {Page} page @param {number} rounds */
const play = (page, rounds) => pressAll(page, Array(rounds).fill(KEYS).flat());
/** How the race is stored. @param {Page} page */
const stored = (page) => page.evaluate(() => JSON.parse(localStorage['afterstate:v1:race'] ?? 'null'));

/**
 * The page finds a stored race against Beginner.
 * @param {Page} page
 * @param {Record<string, string | number>} race
 */
const storeRace = (page, race) =>
  page.addInitScript(
    (text) => {
      localStorage['afterstate:v1:race'] ??= text;
    },
    JSON.stringify({ version: 1, rival: 'beginner', pace: 'turn', leftMs: 120_000, ...race }),
  );

test('with data saving on: the tiles of a challenge for every try, the focus, both boards in sight, the result and the history', async (t) => {
  const { page, url } = await visit(t, {
    path: `race.html?rival=beginner&pace=turn&seed=${SHORT}&score=4&moves=3`,
    network: null,
    context: { reducedMotion: 'reduce' },
    before: savingData,
  });
  page.setDefaultTimeout(PATIENCE);
  /** @type {string[]} */
  const loaded = [];
  page.context().on('request', (request) => {
    if (/models\/.*bin/.test(request.url())) loaded.push(request.url());
  });
  const press = async (/** @type {string} */ button) => {
    await page.focus(button);
    await page.keyboard.press('Enter');
  };
  const focused = (/** @type {string} */ selector) =>
    page.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector);

  await untilBoard(page);
  await press('#start');
  await page.waitForSelector('html[data-race="running"]');
  await focused('#cells *');
  const first = await cellsOf(page, '#cells');
  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  for (const [width, height] of /** @type {const} */ ([
    [320, 568],
    [390, 844],
    [844, 390],
    [932, 430],
    [1280, 720],
    [1920, 1080],
  ])) {
    await page.setViewportSize({ width, height });
    const boxes = await page.$$eval('.lanes .board', (boards) =>
      boards.map((board) => board.getBoundingClientRect().toJSON()),
    );
    assert.equal(boxes.length, 2);
    for (const { top, left, bottom, right } of boxes)
      assert.ok(
        top >= 0 && left >= 0 && bottom <= height && right <= width,
        `both boards are in sight at ${width} x ${height}: ${JSON.stringify(boxes)}`,
      );
  }
  await page.setViewportSize(size);

  await press('#leave button');
  await page.waitForSelector('html[data-race="choosing"]');
  await focused('#start');
  await page.locator('.race-dare', { hasText: 'Beat 4 points.' }).waitFor();
  await begin(page);
  assert.deepEqual(await cellsOf(page, '#cells'), first, 'the same tiles');

  // It can be left and goes on.
  await play(page, 3);
  await untilBothMoved(page, 3);
  const [mine, its] = [await cellsOf(page, '#cells'), await cellsOf(page, '.lane.rival')];
  await page.click('#leave button');
  await page
    .locator('.race-unfinished', { hasText: /against Beginner is not over\. You have [\d,]+ points/ })
    .waitFor();
  await begin(page, '#resume');
  assert.deepEqual([await cellsOf(page, '#cells'), await cellsOf(page, '.lane.rival')], [mine, its]);

  await playOut(page);
  assert.equal(await stored(page), null);
  const result = await page.innerText('#outcome');
  assert.match(result, /Challenge beaten: 4 points\./);
  await page.locator('#outcome', { hasText: 'Data saving is on, so no network is loaded' }).waitFor();
  await page
    .locator('#announcer', {
      hasText: /You scored [\d,]+ points.*Data saving is on, so no network is loaded/,
    })
    .waitFor();
  await page.click('#outcome button:text-is("Same tiles again")');
  await page.waitForSelector('html[data-race="running"]');
  assert.deepEqual(await cellsOf(page, '#cells'), first, 'the same tiles after the result');
  await playOut(page);
  await press('#outcome button:text-is("New race")');
  await page.waitForSelector('html[data-race="choosing"]');
  await focused('#start');
  assert.deepEqual(loaded, [], 'no network is loaded to judge a race');

  const score = /You scored ([\d,]+) points/.exec(result)?.[1];
  await page.goto(`${url}?engine=off`);
  await untilBoard(page);
  await openDialog(page, 'history');
  await page
    .locator('#history li', { hasText: `Race against Beginner\u00A0· ${score} points` })
    .first()
    .waitFor();
});

/** Both boards are a move before 2048. */
const ALMOST = 'afterstate/1;4x4;seed=9;start=aa10000000000000;score=20000;moves=0:;now=aa10000000000000';
/** 2048 is told like any other merge. @param {Page} page */
async function makes2048(page) {
  await page.keyboard.press('ArrowLeft');
  await page.locator('#announcer', { hasText: 'merged 2048, score 22,048' }).waitFor();
  assert.equal(await phase(page), 'running');
}

testInAll('in 20 s of a race with 2048 no task is longer than 50 ms', async (t) => {
  const { page } = await visit(t, {
    path: 'race.html',
    before: (opened) => storeRace(opened, { mine: ALMOST, its: ALMOST }),
    context: { viewport: { width: 390, height: 844 } },
  });
  await begin(page, '#resume');
  const times = await taskTimes(page, async () => {
    await makes2048(page);
    for (const until = Date.now() + 20_000; Date.now() < until;) {
      await page.keyboard.press(String(KEYS[Math.floor(Math.random() * 4)]));
      await page.waitForTimeout(50);
      if ((await phase(page)) === 'over') return;
    }
  });
  t.diagnostic(`${times.length} tasks, the longest took ${times.slice(0, 3).map(Math.round).join(', ')} ms`);
  assert.ok(Number(times[0]) <= 50, `${times[0]} ms`);
});

test('2048 in a race is told like any other merge; while the rival loads, the focus is on the board; one that fails to load does not use up the tiles of a link, which are for one race; two windows race at the same time; each goes on after a reload, after the worker of its rival died, and where storage is full', async (t) => {
  /** @type {() => void} */
  let fail = () => {};
  const failing = new Promise((resolve) => {
    fail = () => resolve(undefined);
  });
  const { page, url } = await visit(t, {
    path: 'race.html?seed=7&rival=lite',
    allow: [/models\/lite/, /Failed to load resource/],
    before: async (opened) => {
      await storeRace(opened, { mine: ALMOST, its: ALMOST });
      await opened.route('**/models/lite*', async (route) => {
        await failing;
        await route.abort();
      });
    },
    context: { reducedMotion: 'reduce' },
  });
  page.setDefaultTimeout(PATIENCE);
  await begin(page, '#resume');
  await makes2048(page);
  await page.click('#leave button');

  await page.check('[value="lite"]');
  await page.focus('#start');
  await page.keyboard.press('Enter');
  await page.waitForSelector('html[data-race="preparing"]');
  assert.ok(await page.evaluate(() => document.activeElement?.matches('#cells *')));
  fail();
  await page.waitForSelector('html[data-race="failed"]');
  const promised = await cellsOf(page, '#cells');
  await page.click('#outcome button:text-is("New race")');
  await page.check('[value="beginner"]');
  await begin(page);
  assert.deepEqual(await cellsOf(page, '#cells'), promised);
  /** @type {string[]} */
  const next = [];
  for (let at = 0; at < 2; at++) {
    await page.click('#leave button');
    await begin(page);
    next.push(String(await cellsOf(page, '#cells')));
  }
  assert.notDeepEqual(next, Array(2).fill(String(promised)));

  const other = await page.context().newPage();
  await other.goto(`${url}race.html?seed=11`);
  await begin(other);
  await page.bringToFront();
  await play(page, 2);
  await untilBothMoved(page, 2);
  await other.bringToFront();
  await play(other, 3);
  await untilBothMoved(other, 3);
  const [mine, its] = [await cellsOf(page, '#cells'), await cellsOf(other, '#cells')];
  for (const [window, board] of /** @type {const} */ ([
    [page, mine],
    [other, its],
  ])) {
    await window.reload();
    await begin(window, '#resume');
    assert.deepEqual(await cellsOf(window, '#cells'), board);
  }

  await page.bringToFront();
  assert.equal(page.workers().length, 1);
  await killWorker(page.workers()[0]);
  const before = Number(/moves=(\d+)/.exec((await stored(page)).its)?.[1]);
  await play(page, 3);
  await untilBothMoved(page, before + 1);
  assert.equal(await phase(page), 'running');

  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await play(page, 1);
  await page.locator('.toast', { hasText: 'This game can’t be saved' }).waitFor();
  await play(page, 3);
  assert.equal(await page.locator('.toast').count(), 1, 'once');
});
