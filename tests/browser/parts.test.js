// Lazy parts of the page with a failing network: a failed module is tried again under another address,
// because browsers remember failures, and a reload is offered only if that fails too.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { PATIENCE, openDialog, openMenu, sitDown, withSettings, withShortLooks } from './table.js';

/** @import { Page, Route } from 'playwright-core' */

const ASSETS = new URL('../../dist/assets/', import.meta.url);
/** Without motion, which takes more time of the machine than all else. */
const STILL = { reducedMotion: /** @type {const} */ ('reduce') };
/** A text in each part, because the site is bundled and parts are found by their text. */
const MENU = 'menu-groups';
const AI = 'The AI is turned off';
const COACH = 'dataset.knows';
const SIZE = 'played {size} yet';
const ALLOW = [/page-part-/, /Failed to load/, /Failed to fetch/];

/**
 * Lets requests for a part fail. @param {Page} page @param {string} text that is in it @param {(route: Route)
 * => boolean} fails
 */
async function cut(page, text, fails) {
  const state = { away: true, failed: 0 };
  for (const name of await readdir(ASSETS)) {
    if (!/^page-part-.*\.js$/.test(name)) continue;
    if (!(await readFile(new URL(name, ASSETS), 'utf8')).includes(text)) continue;
    await page.route(`**/assets/${name}*`, (route) => {
      if (!state.away || !fails(route)) return route.fallback();
      state.failed += 1;
      return route.abort();
    });
  }
  return state;
}
/** @param {Route} route */
const isImport = (route) => route.request().resourceType() === 'script';

test('a module that fails is requested under another address, without a notice; if that fails too, another try is offered, and then a reload', async (t) => {
  /** @type {{ failed: number } | undefined} */
  let menu;
  const { page } = await sitDown(t, {
    path: '?engine=off',
    context: STILL,
    allow: ALLOW,
    before: async (opened) => {
      menu = await cut(opened, MENU, (route) => isImport(route) && !route.request().url().includes('again'));
    },
  });
  await openMenu(page);
  assert.equal(menu?.failed, 1);
  assert.equal(await page.locator('.toast').count(), 0);

  const size = await cut(page, SIZE, () => true);
  await page.click('#menu [data-dialog=size]');
  const notice = page.locator('.toast', { hasText: 'Couldn’t open this' });
  await notice.getByText('Try again').click();
  await notice.getByText('Reload').waitFor();
  size.away = false;
  await openDialog(page, 'size');
});

test('an AI that failed to load is loaded when its button is pressed', async (t) => {
  /** @type {{ away: boolean } | undefined} */
  let state;
  const { page } = await sitDown(t, {
    path: '?threads=1',
    context: STILL,
    allow: ALLOW,
    before: async (opened) => {
      state = await cut(opened, AI, () => true);
    },
  });
  await page.locator('.toast', { hasText: 'The AI couldn’t be loaded' }).waitFor();
  await page.keyboard.press('ArrowLeft');
  assert.ok(state);
  state.away = false;
  await page.click('#hint');
  await page.waitForSelector('#hint-arrow:not([hidden])', { timeout: PATIENCE });
});

test('a coach that failed to load is not loaded again with every evaluation, and is there once after another try', async (t) => {
  /** @type {{ away: boolean, failed: number } | undefined} */
  let state;
  const { page } = await sitDown(t, {
    path: '?threads=1&tier=single',
    context: STILL,
    allow: ALLOW,
    before: async (opened) => {
      await withSettings({ coach: true })(opened);
      await withShortLooks(opened);
      state = await cut(opened, COACH, () => true);
    },
  });
  const notice = page.locator('.toast', { hasText: 'The coach couldn’t be loaded' });
  await notice.waitFor();
  await notice.hover(); // below the pointer it stays
  assert.ok(state);
  const { failed } = state;
  for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowDown']) {
    await page.keyboard.press(key);
    await page.waitForTimeout(200);
  }
  assert.deepEqual([state.failed, await notice.count()], [failed, 1]);
  state.away = false;
  await notice.getByText('Try again').click();
  await page.waitForSelector('#coach-words[data-knows]', { state: 'attached' });
  const coach = page.locator('#menu button', { hasText: 'Coach' });
  await openMenu(page);
  for (const pressed of ['false', 'true']) {
    await coach.click();
    await page.locator(`#menu button[aria-pressed="${pressed}"]`, { hasText: 'Coach' }).waitFor();
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowLeft');
  await page.waitForSelector('#coach-words[data-grade]', { state: 'attached' });
});
