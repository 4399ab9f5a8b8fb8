// The page about the AI: the live board, what it shows, and who decides when it moves.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../../www/shared/text.js';
import { ALL, tried } from '../all.js';
import { COLOR_RULES, assertClean } from './axe.js';
import { visit } from './harness.js';
import { PATIENCE, resize } from './table.js';

/** @import { Page } from 'playwright-core' */

/** Positions that the AI searches, one look after the other, in www/about/live.js: as the site has it. */
const LOOKS = '[1e3,1e4,1e5,1e6]';
const SHORT_LOOKS = '[1e3,2e3,5e3,1e4]';

/** The AI of the page looks only briefly at each board. @param {Page} page */
const withShortLooks = (page) =>
  page.route('**/about-main-*.js', async (route) => {
    const response = await route.fetch();
    const script = await response.text();
    assert.ok(script.includes(LOOKS), 'the page has other looks');
    await route.fulfill({ response, body: script.replace(LOOKS, SHORT_LOOKS) });
  });

/** Opens the page again for a player of whom this is known. @param {Page} page @param {object} player */
async function openFor(page, player) {
  await page.evaluate((known) => void Object.assign(sessionStorage, known), player);
  await page.reload();
  await page.waitForSelector('html[data-page="ready"]');
}

const tiles = (/** @type {Page} */ page) =>
  page.$$eval('.cell', (cells) => cells.map((cell) => cell.getAttribute('aria-label')).join());

/** Waits until a move changes the board. @param {Page} page @param {string} before */
const untilMoved = (page, before) =>
  page.waitForFunction((was) => {
    const cells = [...document.querySelectorAll('.cell')].map((cell) => cell.getAttribute('aria-label'));
    return cells.join() !== was;
  }, before);

test('where data is saved, and for a player who wants no network, the network is not downloaded before a press; if it cannot be downloaded, that is told, and Play tries again; otherwise the board plays by itself, with the losses, the depth, the chances and the speed of the search; from phones to desktops everything is on one screen, and axe finds nothing in light and dark; with reduced motion it waits for a press, and then moves once', async (t) => {
  /** @type {string[]} */
  const asked = [];
  let broken = true;
  const { page } = await visit(t, {
    path: 'about.html',
    context: { viewport: { width: 390, height: 844 } },
    allow: [/models/],
    before: async (page) => {
      page.on('request', (request) => asked.push(request.url()));
      await withShortLooks(page);
      await page.route(/models(-[0-9a-f]+)?\.json$/, (route) => (broken ? route.abort() : route.continue()));
      await page.addInitScript(() => {
        const { network, saveData, language } = sessionStorage;
        if (network === 'any') delete localStorage['afterstate:v1:network'];
        if (language) localStorage['afterstate:v1:settings'] = JSON.stringify({ version: 1, language });
        Object.defineProperty(navigator, 'connection', { value: { saveData: saveData === 'on' } });
      });
    },
  });
  page.setDefaultTimeout(PATIENCE);
  await page.waitForSelector('html[data-page="ready"]');
  const assertWaits = async (/** @type {string} */ why) => {
    assert.equal(await page.textContent('#play'), 'Play', why);
    assert.equal(await page.isVisible('.live-promise'), true, 'it says what will be here');
    assert.equal(await page.isVisible('#depth'), false, 'and shows no dashes');
    assert.deepEqual(
      asked.filter((url) => /\.bin$|models[^/]*\.json$/.test(url)),
      [],
      why,
    );
  };
  await assertWaits('for a player who wants no network');
  await openFor(page, { network: 'any', saveData: 'on' });
  await assertWaits('where data is saved');
  await page.click('#play');
  await page.locator('#live-status', { hasText: 'The AI could not be loaded' }).waitFor();
  const again = page.waitForRequest(/models[^/]*\.json$/);
  broken = false;
  await page.click('#play');
  await again;

  await openFor(page, { saveData: 'off' });
  await page.waitForSelector('.live-move.best');
  assert.equal(await page.isVisible('.live-promise'), false);
  assert.equal(await page.isVisible('#depth'), true);
  const before = await tiles(page);
  await page.waitForFunction((count) => Number(document.getElementById('depth')?.textContent) > count, 2);
  assert.match((await page.textContent('.live-move.best')) ?? '', /^(Up|Right|Down|Left)best$/);
  assert.match((await page.textContent('#positions')) ?? '', /^[\d,]+$/);
  assert.match((await page.textContent('#final')) ?? '', /^\d{2,3}(\.\d)?K$/);
  assert.match((await page.textContent('#outlook tbody')) ?? '', /\d+>?\d+%/);
  await untilMoved(page, before);
  await page.click('#play');
  await page.waitForSelector('html[data-live="paused"]');
  assert.equal(await page.textContent('#play'), 'Play');

  for (const [width = 0, height = 0] of [
    [390, 844],
    [1280, 900],
    [1920, 1080],
  ]) {
    await resize(page, width, height);
    const { scrollHeight, scrollWidth } = await page.evaluate(() => {
      const { scrollHeight, scrollWidth } = document.documentElement;
      return { scrollHeight, scrollWidth };
    });
    assert.ok(scrollHeight <= height && scrollWidth <= width, `${scrollWidth}x${scrollHeight}`);
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      if (!ALL && (width === 1920 || (width === 390) !== (colorScheme === 'dark'))) continue;
      await page.emulateMedia({ colorScheme });
      await assertClean(
        page,
        `about, ${width} px, ${colorScheme}`,
        colorScheme === 'light' ? {} : { rules: COLOR_RULES },
      );
    }
  }
  await resize(page, 320, 568);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  const box = await page.locator('#step').boundingBox();
  assert.ok(box && box.y + box.height <= 568, 'the board with its buttons is on the first screen');

  await resize(page, 390, 844);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  for (const language of tried(['de'], [...LANGUAGES])) {
    await openFor(page, { language });
    await page.waitForSelector('.live-move.best');
    assert.equal(await page.getAttribute('html', 'data-live'), 'paused');
    const before = await tiles(page);
    await page.click('#step');
    await untilMoved(page, before);
    assert.equal(await page.getAttribute('html', 'data-live'), 'paused');

    await page.waitForSelector('.live-move.best');
    const cut = await page.$$eval('.live-move', (moves) => {
      const word = String(document.querySelector('.live-move.best > :last-child')?.textContent);
      for (const move of moves) {
        move.classList.add('best');
        move.replaceChildren(word);
      }
      return moves
        .map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
        .filter((over) => over > 0);
    });
    assert.deepEqual(cut, [], `on a phone the words beside the board are whole: ${language}`);
  }
});
