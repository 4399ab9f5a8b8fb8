// The line below the board tells what is expected by itself, moves nothing when it comes, and can be switched
// off; and no state of the AI's panel moves anything.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { outlookInWords } from '../../www/ai/search-words.js';
import { ownInWords } from '../../www/forecast/view.js';
import { LANGUAGES, t as translated, useCatalog } from '../../www/shared/text.js';
import {
  closeNotice,
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
/** A board that is nearly lost. */
const LOST = [1, 3, 2, 1, 3, 9, 4, 2, 2, 8, 3, 10, 1, 3, 2, 2];
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

/** The longest lines that there are. @param {string} code of a language */
async function longestLines(code) {
  const file = new URL(`../../www/shared/text/${code}.json`, import.meta.url);
  useCatalog(code, code === 'en' ? {} : JSON.parse(await readFile(file, 'utf8')));
  const tiles = [
    { rank: 14, chance: 0.98 },
    { rank: 15, chance: 0.9 },
  ];
  const tile = { rank: 13, chance: 0.73 };
  return [
    translated('AI’s chances: {chances}', { chances: outlookInWords({ tiles, points: 0 }) }),
    ownInWords({ kind: 'known', points: 112_345, tile }),
    ownInWords({ kind: 'range', low: 41_234, high: 112_345 }),
  ];
}

/** Opens a board by its link, in the place of the game. @param {Page} page @param {number[]} ranks */
async function openBoard(page, ranks) {
  await page.evaluate(
    (hash) => {
      document.getElementById('new-game')?.click(); // a game with moves would ask before it is replaced
      location.hash = hash;
    },
    `#board=4x4:${ranks.map((rank) => rank.toString(16)).join('')}&score=9000`,
  );
  await untilLinkOpened(page);
  await closeNotice(page);
}

test('the AI’s panel shows no dashes; without the judge the chances come without being asked for; after its first words the panel has a place for everything; on a phone Step and the speed are there during autoplay, and nothing else moves; the chances go on a board that is nearly lost, and can be switched off; their line has its place where there is no forecast, and room for the longest in every language', async (t) => {
  const { page } = await sitDownAt(t, BOARD, {
    network: 'lite',
    path: '?threads=1',
    score: 9000,
    before: async (opened) => {
      await withoutPeople(opened);
      await withShortLooks(opened);
    },
    context: { ...STILL, viewport: { width: 1280, height: 900 }, hasTouch: true },
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
  assert.match(String(await page.textContent('#engine-summary')), /Hint shows the AI’s move/);

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
  await openBoard(page, LOST);
  await page.click('#hint:not([disabled])');
  await page.waitForSelector('#hint-arrow:not([hidden])', { timeout: LONG });
  assert.match(String(await page.textContent('#values')), /best.*−\d+%/s);
  assert.equal(await page.textContent('#forecast'), '');

  // On a phone the line stays where there is no forecast: the built-in heuristic has none.
  await page.selectOption('#networks', 'built-in');
  await openBoard(page, BOARD);
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

  await page.tap('#hint:not([disabled])');
  await page.waitForSelector('#hint-arrow:not([hidden])');
  assert.equal(await page.textContent('#forecast'), '');
  for (const [width = 0, height = 0] of [
    [1280, 720],
    [320, 568],
  ]) {
    await resize(page, width, height);
    const line = await page.locator('#forecast').boundingBox();
    assert.ok(Number(line?.height) >= 20, `the place of the line at ${width} px: ${line?.height}`);
  }
  /** @type {[string, 'rtl' | 'ltr', string[]][]} */
  const lines = [];
  for (const code of LANGUAGES)
    lines.push([code, isRightToLeft(code) ? 'rtl' : 'ltr', await longestLines(code)]);
  useCatalog('en', {});
  const cut = await page.$eval(
    '#forecast',
    (line, lines) =>
      lines.flatMap(([lang, dir, all]) => {
        Object.assign(document.documentElement, { lang, dir });
        return all.flatMap((words) => {
          line.textContent = words;
          const { scrollWidth, clientWidth } = line;
          return scrollWidth > clientWidth
            ? [`${lang}: ${words} takes ${scrollWidth} of ${clientWidth} px`]
            : [];
        });
      }),
    lines,
  );
  assert.deepEqual(cut, []);

  await openDialog(page, 'settings');
  await page.uncheck('[name=forecast]');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#forecast').evaluate((line) => line.getBoundingClientRect().height), 0);
});
