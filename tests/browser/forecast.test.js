// The line below the board tells what is expected by itself, moves nothing when it comes, and can be switched
// off; and no state of the AI's panel moves anything.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { outlookInWords } from '../../www/ai/search-words.js';
import { ownInWords } from '../../www/forecast/view.js';
import { LANGUAGES, t as translated, useCatalog } from '../../www/shared/text.js';
import {
  PATIENCE,
  isRightToLeft,
  openDialog,
  resize,
  sitDownAt,
  untilLinkOpened,
  untilPilotRests,
  withShortLooks,
  withoutPeople,
} from './table.js';

/** @import { Page } from 'playwright-core' */

/** Without motion, which takes more time of the machine than all else. */
const STILL = { reducedMotion: /** @type {const} */ ('reduce') };
const BOARD = [0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 10, 9, 8, 7];
/** How long loading and reading a network may take on a busy machine, in milliseconds. */
const LONG = 180_000;

/** Where these parts are. @param {Page} page @param {string} selector */
const places = (page, selector) =>
  page.$$eval(selector, (all) =>
    all.map((part) => {
      const { top, left, height } = part.getBoundingClientRect();
      return [part.id, top, left, height].join();
    }),
  );

/** @param {Page} page */
const untilForecast = (page) =>
  page.waitForFunction(
    () =>
      /^AI’s chances: \d+% for \d+, \d+% for \d+$/.test(
        document.getElementById('forecast')?.textContent ?? '',
      ),
    undefined,
    { timeout: LONG, polling: 100 },
  );

test('the AI’s panel shows no dashes; without the judge the chances come without being asked for; after its first words the panel has a place for everything; the chances go on a board that is nearly lost, and can be switched off', async (t) => {
  const { page } = await sitDownAt(t, BOARD, {
    network: 'lite',
    path: '?threads=1',
    score: 9000,
    before: async (opened) => {
      await withoutPeople(opened);
      await withShortLooks(opened);
    },
    context: { ...STILL, viewport: { width: 1280, height: 900 } },
  });
  const parts =
    '#step, #speed, #values, #values-unit, #engine-ahead, #engine-line, #networks, #network-line, .footer';
  const rest = '#board, #forecast, .moves, .footer';
  const around = await places(page, rest);
  for (const part of ['#values', '#values-unit', '#engine-ahead', '#engine-line', '#step', '#speed'])
    assert.equal(await page.isVisible(part), false, part);
  const panel = await places(page, '#engine');
  await page.waitForFunction(() => document.querySelector('#engine-line')?.textContent === 'Ready.');
  assert.deepEqual(await places(page, '#engine'), panel, 'it stays as it was when the AI is ready');
  await untilForecast(page);
  assert.deepEqual(await places(page, rest), around, 'the chances move nothing');
  assert.equal(await page.isHidden('#hint-arrow'), true, 'the move is not given away');
  assert.match(String(await page.textContent('#engine-summary')), /^Press Hint/);

  await page.click('#hint:not([disabled])');
  await page.waitForSelector('#hint-arrow:not([hidden])', { timeout: LONG });
  await page.waitForSelector('#engine-ahead li');
  assert.ok(await page.isVisible('#step'));
  const before = await places(page, parts);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  assert.deepEqual(await places(page, parts), before, 'after a move');
  await page.click('#autoplay');
  await page.waitForFunction(() => Number(document.documentElement.dataset.moves) > 2, undefined, {
    timeout: LONG,
  });
  assert.deepEqual(await places(page, parts), before, 'during autoplay');
  assert.deepEqual(await places(page, rest), around, 'and the board never moved');
  await page.click('#autoplay');
  await untilPilotRests(page);

  // A board that is nearly lost has values alone.
  await page.evaluate(() => {
    document.getElementById('new-game')?.click(); // a game with moves would ask before it is replaced
    location.hash = '#board=4x4:13213942283a1322&score=9000';
  });
  await untilLinkOpened(page);
  await page.click('#hint:not([disabled])');
  await page.waitForSelector('#hint-arrow:not([hidden])', { timeout: LONG });
  assert.match(String(await page.textContent('#values')), /best.*−\d+%/s);
  assert.equal(await page.textContent('#forecast'), '');

  await openDialog(page, 'settings');
  await page.uncheck('[name=forecast]');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#forecast').evaluate((line) => line.getBoundingClientRect().height), 0);
});

test('on a phone Step and the speed are there during autoplay, and nothing else moves; the line has its place where there is no forecast, and room for the longest in every language', async (t) => {
  const { page } = await sitDownAt(t, BOARD, {
    path: '?threads=1',
    context: { ...STILL, viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true },
  });
  for (const [width = 0, height = 0] of [
    [320, 568],
    [390, 844],
  ]) {
    await resize(page, width, height);
    const parts = '#board, .moves, #engine, #engine-toggle';
    const before = await places(page, parts);
    await page.tap('#autoplay:not([disabled])');
    await page.waitForSelector('html[data-pilot="autoplay"]');
    for (const selector of ['#step', '#speed']) {
      const box = await page.locator(selector).boundingBox();
      assert.ok(box && box.y + box.height <= height, `${selector}: ${JSON.stringify(box)}`);
    }
    assert.deepEqual(await places(page, parts), before);
    const moves = Number(await page.getAttribute('html', 'data-moves'));
    const isFirst = width === 320;
    await page.tap(isFirst ? '#step' : '#autoplay'); // a step takes half a second
    await untilPilotRests(page);
    if (isFirst) assert.ok(Number(await page.getAttribute('html', 'data-moves')) > moves);
    assert.equal(await page.isVisible('#step'), false);
  }

  // The built-in heuristic has no forecast.
  await page.tap('#hint:not([disabled])');
  await page.waitForSelector('#hint-arrow:not([hidden])', { timeout: PATIENCE });
  assert.equal(await page.textContent('#forecast'), '');
  for (const [width = 0, height = 0] of [
    [1280, 720],
    [320, 568],
  ]) {
    await resize(page, width, height);
    const line = await page.locator('#forecast').boundingBox();
    assert.ok(Number(line?.height) >= 20, `the place of the line at ${width} px: ${line?.height}`);
  }
  const tiles = [
    { rank: 14, chance: 0.98 },
    { rank: 15, chance: 0.9 },
  ];
  for (const code of LANGUAGES) {
    const file = new URL(`../../www/shared/text/${code}.json`, import.meta.url);
    useCatalog(code, code === 'en' ? {} : JSON.parse(await readFile(file, 'utf8')));
    const chances = outlookInWords({ tiles, points: 0 });
    const ofAi = translated('AI’s chances: {chances}', { chances });
    const tile = { rank: 13, chance: 0.73 };
    const own = ownInWords({ kind: 'known', points: 112_345, tile });
    const range = ownInWords({ kind: 'range', low: 41_234, high: 112_345 });
    await page.evaluate(
      ([lang = '', dir = '']) => Object.assign(document.documentElement, { lang, dir }),
      [code, isRightToLeft(code) ? 'rtl' : 'ltr'],
    );
    for (const words of [ofAi, own, range]) {
      const [inner, outer] = await page.$eval(
        '#forecast',
        (line, text) => {
          line.textContent = text;
          return [line.scrollWidth, line.clientWidth];
        },
        words,
      );
      assert.ok(Number(inner) <= Number(outer), `${code}: ${words} takes ${inner} of ${outer} px`);
    }
  }
  useCatalog('en', {});
});
