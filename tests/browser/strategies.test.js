// The strategies in the game's panel: choosing one, hints and autoplay, and boards that the engine does not play.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClean } from './axe.js';
import { screenshot } from './harness.js';
import { PATIENCE, cells, killWorker, setSpeed, sitDown, sitDownAt, untilPilotRests } from './table.js';

/** @import { Page } from 'playwright-core' */

/** The fastest speed. */
const FASTEST = 10;
/** Two 4s that merge to the left and to the right; Down is impossible. */
const GAME = [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 3, 2, 2, 0, 1];

/** @param {Page} page @param {string} id */
async function choose(page, id) {
  if ((await page.locator('#strategies[open]').count()) === 0) await page.click('#strategies > summary');
  await page.selectOption('#player-strategy', id, { timeout: PATIENCE });
}

test('without the AI, the menu of AIs gives the reason', async (t) => {
  const { page } = await sitDown(t, { path: '?engine=off' });
  await page.click('#strategies > summary');
  await page
    .locator('#strategy-place', { hasText: 'The AI is turned off (engine=off in the address).' })
    .waitFor();
});

test('a strategy gives a hint with its own values, its sentence and its source', async (t) => {
  const { page } = await sitDownAt(t, GAME, { path: '?threads=1', isolated: false });
  await choose(page, 'greedy');
  assert.match(
    String(await page.textContent('#player-sentence')),
    /^Makes the move that earns the most points at once\. .*Kumar 2018, section 6\.1\.3$/,
  );
  const before = await cells(page);
  await page.click('#hint');
  await page.waitForSelector('#hint-arrow:not([hidden])');
  await untilPilotRests(page);
  assert.deepEqual(await cells(page), before);
  assert.match(String(await page.textContent('#engine-line')), /^Greedy · .* ms$/);
  assert.equal(await page.textContent('#values-unit'), 'Greedy: points, higher is better');
  assert.equal(await page.textContent('#strategies > summary'), 'Greedy plays');
  const values = await page.$$eval('#values .value-number', (all) => all.map((value) => value.textContent));
  assert.deepEqual(values, ['0.000', '8.000', 'not possible', '8.000']);
  assert.equal(await page.textContent('#engine-why'), 'Left is best (8.000 points). Right is just as good.');
  await choose(page, 'random');
  await page.click('#hint');
  await page.locator('#engine-line', { hasText: /^Random · / }).waitFor();
  assert.deepEqual(
    await page.$$eval('#values .value-number', (all) => all.map((value) => value.textContent)),
    ['0.333', '0.333', 'not possible', '0.333'],
  );
  await choose(page, '');
  await page.click('#hint');
  await page.locator('#engine-line', { hasText: '-ply' }).waitFor();
  assert.equal(await page.textContent('#strategies > summary'), 'Choose another AI');
  assert.doesNotMatch(String(await page.textContent('#values-unit')), /Random|Greedy/);
});

for (const [id, words] of /** @type {const} */ ([
  ['random', 'probabilities'],
  ['greedy-for-empty', 'empty cells'],
  ['moskvil', 'heuristic units'],
])) {
  test(`${id} names the unit of its values: ${words}`, async (t) => {
    const { page } = await sitDownAt(t, GAME, { path: '?threads=1', isolated: false });
    await choose(page, id);
    assert.match(String(await page.textContent('#player-sentence')), new RegExp(`Values: ${words}\\.`));
    await page.click('#hint');
    await page.locator('#values-unit', { hasText: `: ${words}, higher is better` }).waitFor();
  });
}

test('a remembered strategy answers questions that are asked while it loads', async (t) => {
  const { page } = await sitDownAt(t, GAME, { path: '?threads=1', isolated: false });
  await choose(page, 'greedy');
  await page.route(/style-strategy-.*\.css/, async (route) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 1500);
    });
    await route.continue();
  });
  await page.reload();
  await page.click('#hint');
  await page.waitForSelector('#hint-arrow:not([hidden])', { timeout: PATIENCE });
  assert.match(String(await page.textContent('#engine-line')), /^Greedy · .* ms$/);
});

test('after a choice by pointer the arrow keys are moves; after a choice by keyboard they stay in the menu', async (t) => {
  const { page } = await sitDownAt(t, GAME, { path: '?threads=1', isolated: false });
  await choose(page, 'random');
  await page.focus('#player-strategy');
  await page.keyboard.press('g');
  await choose(page, 'random');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'player-strategy');
  await page.dispatchEvent('#player-strategy', 'pointerdown');
  await choose(page, 'greedy');
  const before = await cells(page);
  await page.keyboard.press('ArrowLeft');
  assert.notDeepEqual(await cells(page), before);
  assert.equal(await page.inputValue('#player-strategy'), 'greedy');
});

test('the strategy is remembered with its settings until the engine is chosen', async (t) => {
  const { page } = await sitDownAt(t, GAME, { path: '?threads=1', isolated: false });
  await choose(page, 'monte-carlo');
  await page.click('#strategies .strategy-settings summary');
  await page.fill('#player-playouts', '7');
  await page.locator('#player-playouts').blur();
  await page.reload();
  await page
    .locator('#strategies > summary', { hasText: 'Monte Carlo (n) plays' })
    .waitFor({ timeout: PATIENCE });
  await page.click('#hint');
  await page.locator('#engine-line', { hasText: /^Monte Carlo \(n\) · / }).waitFor({ timeout: PATIENCE });
  await page.click('#strategies > summary');
  assert.equal(await page.textContent('#strategies .strategy-settings summary'), 'Settings: playouts=7');
  await choose(page, '');
  await page.reload();
  await page.click('#hint');
  await page.locator('#engine-line', { hasText: '-ply' }).waitFor({ timeout: PATIENCE });
  assert.equal(await page.textContent('#strategies > summary'), 'Choose another AI');
});

test('a remembered strategy that no longer exists is ignored', async (t) => {
  const { page } = await sitDownAt(t, GAME, { path: '?threads=1', isolated: false });
  await page.evaluate(() => {
    localStorage.setItem('afterstate:v1:strategy', '{"version":1,"strategy":"nobody:depth=3"}');
  });
  await page.reload();
  await page.click('#hint');
  await page.locator('#engine-line', { hasText: '-ply' }).waitFor({ timeout: PATIENCE });
});

test('on 2x3 the exact solution plays, and its values are the expected points', async (t) => {
  const { page } = await sitDown(t, { path: '?threads=1&rows=2&cols=3&seed=1', isolated: false });
  await choose(page, 'exact-score');
  await page.click('#hint');
  await page
    .locator('#engine-line', { hasText: /^Perfect play for score · / })
    .waitFor({ timeout: PATIENCE });
  assert.match(String(await page.textContent('#engine-why')), /is best \(4\d\d\.\d points\)/);
});

test('settings are a form, and the crate reports invalid values', async (t) => {
  const { page } = await sitDownAt(t, GAME, { path: '?threads=1', isolated: false });
  await choose(page, 'monte-carlo');
  await page.click('#strategies .strategy-settings summary');
  await page.fill('#player-playouts', '0');
  await page.locator('#player-playouts').blur();
  await page
    .locator('#strategies .problem', {
      hasText: 'monte-carlo: invalid playouts "0"; accepted: a whole number from 1 to 1000000.',
    })
    .waitFor();
  await page.fill('#player-playouts', '5');
  await page.locator('#player-playouts').blur();
  await page.waitForFunction(() => document.querySelector('#strategies .problem')?.textContent === '');
  assert.equal(await page.textContent('#strategies .strategy-settings summary'), 'Settings: playouts=5');
  await page.click('#hint');
  await page.locator('#engine-line', { hasText: 'Monte Carlo' }).waitFor();
});

test('on 3x5 the strategies that do not play it are disabled, and the others play', async (t) => {
  const { page } = await sitDown(t, { path: '?threads=1&rows=3&cols=5', isolated: false });
  await choose(page, 'always-up');
  assert.equal(await page.locator('#player-strategy option[value=frolov-1]').isDisabled(), true);
  assert.equal(await page.locator('#player-strategy option[value=greedy]').isDisabled(), false);
  await setSpeed(page, FASTEST);
  await page.click('#autoplay');
  await page.waitForFunction(() => Number(document.documentElement.dataset.moves) >= 30, undefined, {
    timeout: PATIENCE,
    polling: 50,
  });
  await untilPilotRests(page);
});

test('if its worker dies during autoplay, another continues', async (t) => {
  const { page } = await sitDown(t, { path: '?engine=on&threads=1', isolated: false });
  await choose(page, 'monte-carlo');
  await setSpeed(page, FASTEST);
  await page.click('#autoplay');
  await page.waitForFunction(() => Number(document.documentElement.dataset.moves) >= 10, undefined, {
    timeout: PATIENCE,
    polling: 50,
  });
  await killWorker(page.workers().find((other) => other.url().includes('/players-worker-')));
  await page.locator('.toast', { hasText: 'was restarted' }).waitFor({ timeout: PATIENCE });
  const moves = Number(await page.getAttribute('html', 'data-moves'));
  await page.waitForFunction((least) => Number(document.documentElement.dataset.moves) >= least, moves + 10, {
    timeout: PATIENCE,
    polling: 50,
  });
  await page.click('#autoplay');
  await untilPilotRests(page);
});

test('a move of the player interrupts a slow strategy, and its answer is not played', async (t) => {
  const { page } = await sitDownAt(t, GAME, { path: '?threads=1', isolated: false });
  await choose(page, 'monte-carlo');
  await page.click('#strategies .strategy-settings summary');
  await page.fill('#player-playouts', '1000000');
  await page.locator('#player-playouts').blur();
  await page.click('#step');
  await page.waitForTimeout(300);
  await page.locator('#cells [role=gridcell]').first().focus();
  await page.keyboard.press('ArrowRight');
  await untilPilotRests(page);
  const board = await cells(page);
  await choose(page, 'greedy');
  await page.click('#hint');
  await page.locator('#engine-line', { hasText: 'Greedy' }).waitFor({ timeout: PATIENCE });
  assert.deepEqual(await cells(page), board);
});

for (const [width, height] of /** @type {const} */ ([
  [320, 568],
  [1280, 800],
])) {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    test(`${width} px, ${colorScheme}: the open menu is not cut off, and axe finds nothing`, async (t) => {
      const { page } = await sitDownAt(t, GAME, {
        path: '?threads=1',
        isolated: false,
        context: { viewport: { width, height }, colorScheme, reducedMotion: 'reduce' },
      });
      if (width < 920) await page.click('#engine-toggle');
      await choose(page, 'moskvil');
      await page.click('#strategies .strategy-settings summary');
      assert.ok(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        'no scrolling sideways',
      );
      await assertClean(page, 'the open menu');
      await page.setViewportSize({
        width,
        height: await page.evaluate(() => document.documentElement.scrollHeight),
      });
      await screenshot(page, `strategies-${width}-${colorScheme}`);
    });
  }
}
