// The AI on the page, in each tier: hints, steps, autoplay without stalls, and workers that die.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL, testInAll } from '../all.js';
import {
  PATIENCE,
  cells,
  closeNotice,
  killWorker,
  score,
  setSpeed,
  sitDown,
  sitDownAt,
  taskTimes,
  tiles,
  untilPilotRests,
} from './table.js';

/** @import { Page } from 'playwright-core' */
/** @import { TestContext } from 'node:test' */

/** The fastest speed, and one that leaves time between two moves. */
const FASTEST = 10;
const SLOW = 3;
/** How many moves are watched for tasks that are too long. */
const WATCHED = ALL ? 200 : 60;

/** @param {Page} page @param {string} tier */
async function untilEngine(page, tier) {
  await page.waitForSelector(`html[data-engine="${tier}"]`, { timeout: PATIENCE });
}

/** @param {Page} page @param {number} moves */
async function untilMoves(page, moves) {
  await page.waitForFunction((least) => Number(document.documentElement.dataset.moves) >= least, moves, {
    timeout: 120_000,
    polling: 100,
  });
}

/** @param {Page} page */
const movesOf = async (page) => Number(await page.getAttribute('html', 'data-moves'));

/** Without motion, which takes more time of the machine than all else. @param {Page} page */
const still = (page) => page.emulateMedia({ reducedMotion: 'reduce' });

/** A hint shows the best move and moves nothing. @param {Page} page @param {RegExp} line */
async function assertHint(page, line) {
  const before = await cells(page);
  await page.click('#hint');
  await page.waitForSelector('#hint-arrow:not([hidden])');
  await untilPilotRests(page);
  assert.deepEqual(await cells(page), before);
  assert.match(String(await page.textContent('#engine-line')), line);
  const values = await page.$$eval('#values .value-number', (all) => all.map((value) => value.textContent));
  assert.equal(values.length, 4);
  assert.ok(
    values.every((value) => /^(not possible)?$/.test(String(value))),
    String(values),
  );
  assert.equal(await page.locator('#values .best').count(), 1);
}

/** A step makes the move of the hint. @param {Page} page */
async function assertStep(page) {
  const before = await cells(page);
  await page.click('#step');
  await page.waitForFunction(() => document.documentElement.dataset.moves === '1');
  assert.equal(await page.isHidden('#hint-arrow'), true);
  await untilPilotRests(page);
  assert.notDeepEqual(await tiles(page), before);
}

/** Autoplay at full speed never stalls the page. @param {TestContext} t @param {Page} page */
async function assertNeverStalls(t, page) {
  await setSpeed(page, FASTEST);
  const times = await taskTimes(page, async () => {
    await page.click('#autoplay');
    await untilMoves(page, WATCHED);
    await page.click('#autoplay');
  });
  await untilPilotRests(page);
  // 50 ms is the threshold of the Long Tasks API, and about where people notice a delay.
  assert.deepEqual(
    times.filter((ms) => ms > 50),
    [],
  );
  t.diagnostic(`${times.length} tasks, the longest ${times[0]?.toFixed(1)} ms`);
  assert.ok((await score(page)) > WATCHED);
  assert.deepEqual(await tiles(page), await cells(page));
}

test('shared memory: a hint shows the best move and moves nothing; a move of the player stops autoplay, and no later answer is played; undo, redo and a new game during autoplay; a reload during it keeps the game', async (t) => {
  const { page } = await sitDown(t, { path: '?threads=2' });
  await untilEngine(page, 'shared 2');
  await assertHint(page, /\d-ply · [\d,]+ positions · .* · 2 threads$/);
  // On a busy machine each of two threads waits for the other, so that its moves take four times as long.
  if (ALL) {
    await assertStep(page);
    await assertNeverStalls(t, page);
  }
  await still(page);

  await setSpeed(page, SLOW);
  await page.click('#autoplay');
  await untilMoves(page, (await movesOf(page)) + 1);
  // Repeats until a key makes a move; each key stops autoplay.
  for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
  await untilPilotRests(page);
  const board = await cells(page);
  // The engine answers in turn: an answer to autoplay would come before the hint.
  await page.click('#hint');
  await page.waitForSelector('#hint-arrow:not([hidden])', { timeout: PATIENCE });
  assert.deepEqual(await cells(page), board);

  await setSpeed(page, FASTEST);
  await page.click('#autoplay');
  await untilMoves(page, (await movesOf(page)) + 3);
  await page.keyboard.press('Control+z');
  await untilPilotRests(page);
  const moves = await movesOf(page);
  assert.equal(await page.isDisabled('#redo'), false);
  await page.keyboard.press('Control+y');
  assert.equal(await movesOf(page), moves + 1);
  await page.click('#autoplay');
  await untilMoves(page, moves + 4);
  await page.click('#new-game');
  await untilPilotRests(page);
  await page.click('#hint');
  await page.waitForSelector('#hint-arrow:not([hidden])', { timeout: PATIENCE });
  assert.equal(await page.getAttribute('html', 'data-moves'), '0', 'no answer to autoplay was played');
  assert.equal(await score(page), 0);

  await page.click('#autoplay');
  await untilMoves(page, 4);
  await page.reload();
  await page.waitForSelector('html[data-page="ready"]');
  assert.ok((await movesOf(page)) >= 4, 'a reload keeps the game');
});

test(`one worker: a hint shows the best move and moves nothing; a step makes it; ${WATCHED} moves of autoplay at full speed never stall the page; a worker that crashes is replaced, and a notice appears; one that falls silent is too, and autoplay continues`, async (t) => {
  const { page } = await sitDown(t, { path: '?threads=2', isolated: false, allow: [/killed/] });
  await untilEngine(page, 'single 1');
  await assertHint(page, /\d-ply · .* · 1 worker$/);
  await assertStep(page);
  await assertNeverStalls(t, page);
  await still(page);

  await page.workers()[0]?.evaluate(() => {
    setTimeout(() => {
      throw new Error('killed');
    }, 0);
  });
  const notice = page.locator('.toast', { hasText: 'The AI crashed and restarted.' });
  await notice.waitFor({ timeout: PATIENCE });
  await page.click('#hint');
  await page.waitForSelector('#hint-arrow:not([hidden])');
  await untilPilotRests(page);
  await closeNotice(page);

  await setSpeed(page, FASTEST);
  await page.click('#autoplay');
  await untilMoves(page, (await movesOf(page)) + 3);
  await killWorker(page.workers()[0]);
  await notice.waitFor({ timeout: PATIENCE });
  await untilMoves(page, (await movesOf(page)) + 4);
  await page.click('#autoplay');
});

// tests/js/pilot.test.js has both this and the end of a game.
testInAll('autoplay continues past 2048', async (t) => {
  const { page } = await sitDownAt(t, [10, 10, 5, 3, 1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0], {
    path: '?threads=2',
  });
  await setSpeed(page, FASTEST);
  await page.click('#autoplay');
  await page.waitForSelector('#cells [aria-label^="2048,"]', { state: 'attached', timeout: PATIENCE });
  await untilMoves(page, Number(await page.getAttribute('html', 'data-moves')) + 3);
  assert.equal(await page.isHidden('#message'), true);
  await page.click('#autoplay');
  await untilPilotRests(page);
});

test('a hint gives its reason and the moves that it expects; its line and its arrow change together, also when the answer is there at once', async (t) => {
  const { page } = await sitDownAt(t, [1, 1, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], {
    path: '?tier=single',
    context: { reducedMotion: 'reduce' },
  });
  const before = await cells(page);
  await page.click('#hint');
  await page.waitForSelector('#hint-arrow:not([hidden])');
  // The built-in heuristic cannot tell what the other moves cost.
  assert.match(String(await page.textContent('#engine-summary')), /^(Left|Right|Up|Down) is best\.$/);
  assert.ok((await page.locator('#engine-ahead li').count()) > 1, 'the line goes on');
  assert.deepEqual(await cells(page), before, 'no move is made');
  await untilPilotRests(page);
  // The board is known now, so that this hint is answered sooner than a line of autoplay would change.
  const seen = await page.evaluate(async () => {
    const [arrow, line] = ['hint-arrow', 'engine-summary'].map((id) => document.getElementById(id));
    const key = (/** @type {string} */ code) =>
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: code, code, bubbles: true, cancelable: true }),
      );
    key('ArrowLeft');
    key('ArrowRight');
    document.getElementById('undo')?.click();
    document.getElementById('undo')?.click();
    const before = String(line?.textContent);
    document.getElementById('hint')?.click();
    while (arrow?.hasAttribute('hidden') || arrow?.hidden)
      await new Promise((resolve) => setTimeout(resolve));
    return { before, after: String(line?.textContent) };
  });
  assert.doesNotMatch(seen.before, / is best\./);
  assert.match(seen.after, / is best\./);
});

/**
 * The AI couldn’t be loaded: it says so, the game continues, and the next request tries again.
 * @param {Page} page @param {() => void} mend
 */
async function assertTriesAgain(page, mend) {
  await page.click('#hint');
  await page
    .locator('#engine-summary', { hasText: 'couldn’t be loaded. Check your connection' })
    .waitFor({ timeout: PATIENCE });
  const before = await cells(page);
  for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
  assert.notDeepEqual(await cells(page), before);
  mend();
  await page.click('#hint');
  await page.waitForSelector('#hint-arrow:not([hidden])');
}

test('without any worker the AI says that it couldn’t be loaded, the game continues, and the next request tries again; without the package with threads the next tier is used, also offline; navigating back to the page restores the game and the AI', async (t) => {
  let isBroken = true;
  const { page, url } = await sitDown(t, {
    path: '?threads=2',
    context: { reducedMotion: 'reduce' },
    allow: [/pkg-parallel/, /engine-worker-.*\.js/],
    before: async (page) => {
      await page.context().route('**/pkg-parallel-*/**', (route) => route.fulfill({ status: 404, body: '' }));
      await page
        .context()
        .route(/engine-worker-.*\.js/, (route) =>
          isBroken ? route.fulfill({ status: 404, body: '' }) : route.continue(),
        );
    },
  });
  await assertTriesAgain(page, () => (isBroken = false));
  await untilEngine(page, 'single 1');
  await page.context().setOffline(true);
  for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
  const board = await cells(page);
  await page.click('#hint');
  await page.waitForSelector('#hint-arrow:not([hidden])');
  await page.context().setOffline(false);

  await page.goto(`${url}version.txt`);
  await page.goBack();
  await page.waitForSelector('html[data-page="ready"]');
  assert.deepEqual(await tiles(page), board);
  await page.click('#hint');
  await page.waitForSelector('#hint-arrow:not([hidden])');
});

testInAll('without any package it says and does the same', async (t) => {
  const blocked = /pkg-(parallel-)?[0-9a-f]{16}\/afterstate_bg\.wasm/;
  let isBroken = true;
  const { page } = await sitDown(t, {
    allow: [blocked],
    before: (page) =>
      page
        .context()
        .route(blocked, (route) => (isBroken ? route.fulfill({ status: 404, body: '' }) : route.continue())),
  });
  await assertTriesAgain(page, () => (isBroken = false));
});
