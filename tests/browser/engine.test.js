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

/** Without motion, which takes more time of the machine than all else. */
const STILL = { reducedMotion: /** @type {const} */ ('reduce') };

/**
 * A hint shows the best move with its reason and what follows, and moves nothing.
 * @param {Page} page @param {RegExp} line
 */
async function assertHint(page, line) {
  const before = await cells(page);
  await page.click('#hint');
  await page.waitForSelector('#hint-arrow:not([hidden])');
  await untilPilotRests(page);
  assert.deepEqual(await cells(page), before);
  assert.match(String(await page.textContent('#engine-line')), line);
  // The built-in heuristic cannot tell what the other moves cost.
  assert.match(String(await page.textContent('#engine-summary')), /^(Left|Right|Up|Down) is best\.$/);
  assert.ok((await page.locator('#engine-ahead li').count()) > 1, 'the line goes on');
  const values = await page.$$eval('#values .value-number', (all) => all.map((value) => value.textContent));
  assert.equal(values.length, 4);
  assert.ok(
    values.every((value) => /^(not possible)?$/.test(String(value))),
    String(values),
  );
  assert.equal(await page.locator('#values .best').count(), 1);
}

/**
 * The line of a hint and its arrow change together, also when the answer is there at once. The page has a
 * hint for its first board.
 * @param {Page} page
 */
async function assertChangeTogether(page) {
  // The board is known, so that this hint is answered sooner than a line of autoplay would change.
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
  await untilPilotRests(page);
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

test('shared memory: a hint shows the best move and moves nothing; a move of the player stops autoplay, and no later answer is played; undo, redo and a new game during autoplay; navigating away during it and back restores the game and the AI', async (t) => {
  const { page, url } = await sitDown(t, { path: '?threads=2', context: ALL ? {} : STILL });
  await untilEngine(page, 'shared 2');
  await assertHint(page, /\d-ply · [\d,]+ positions · .* · 2 threads$/);
  // On a busy machine each of two threads waits for the other, so that its moves take four times as long.
  if (ALL) {
    await assertStep(page);
    await assertNeverStalls(t, page);
    await page.emulateMedia(STILL);
  }

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
  await page.goto(`${url}version.txt`);
  await page.goBack();
  await page.waitForSelector('html[data-page="ready"]');
  assert.ok((await movesOf(page)) >= 4, 'the game is kept');
  await page.click('#hint');
  await page.waitForSelector('#hint-arrow:not([hidden])');
});

test(`one worker: a hint shows the best move and moves nothing, with its reason and the moves that it expects; its line and its arrow change together, also when the answer is there at once; keys in the slider are not moves; ${WATCHED} moves of autoplay at full speed never stall the page; a worker that crashes is replaced, a notice appears, and autoplay continues`, async (t) => {
  const { page } = await sitDown(t, { path: '?threads=2', isolated: false, allow: [/killed/] });
  await untilEngine(page, 'single 1');
  await assertHint(page, /\d-ply · .* · 1 worker$/);
  const board = await cells(page);
  await page.focus('#speed');
  for (const key of ['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
  assert.deepEqual(await cells(page), board);
  await assertChangeTogether(page);
  if (ALL) await assertStep(page); // tests/js/pilot.test.js has what a step does
  await assertNeverStalls(t, page);
  await page.emulateMedia(STILL);

  await page.click('#autoplay');
  await untilMoves(page, (await movesOf(page)) + 3);
  await page.workers()[0]?.evaluate(() => {
    setTimeout(() => {
      throw new Error('killed');
    }, 0);
  });
  const notice = page.locator('.toast', { hasText: 'The AI crashed and restarted.' });
  await notice.waitFor({ timeout: PATIENCE });
  await untilMoves(page, (await movesOf(page)) + 4);
  // faults.test.js has a hint that waits for such a worker.
  if (ALL) {
    await closeNotice(page);
    await killWorker(page.workers()[0]);
    await notice.waitFor({ timeout: PATIENCE });
    await untilMoves(page, (await movesOf(page)) + 4);
  }
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

test('without any worker the AI says that it couldn’t be loaded, the game continues, and the next request tries again; without the package with threads the next tier is used, also offline', async (t) => {
  let isBroken = true;
  const { page } = await sitDown(t, {
    path: '?threads=2',
    context: STILL,
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
