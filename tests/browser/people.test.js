// What the page says of people: grades by a fixed judge, and the curve of a player with such moves.
// tests/js/agreement.test.js has games of the AI, story.test.js a site without the judge.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testInAll } from '../all.js';
import { assertClean } from './axe.js';
import { PATIENCE, listen, openDialog, playOut, pressAll, sitDown, withShortLooks } from './table.js';

/** @import { Page } from 'playwright-core' */

/** How long reading the networks and reviewing a game may take on a busy machine, in milliseconds. */
const LONG = 180_000;

/** @param {Page} page */
const untilReviewed = (page) =>
  page.waitForFunction(() => Boolean(document.querySelector('#story > .small')?.textContent), undefined, {
    timeout: LONG,
    polling: 200,
  });
/** The requests for the file of the judge. @param {Page} page */
function requestsOf(page) {
  /** @type {string[]} */
  const urls = [];
  page.on('request', (request) => {
    if (request.url().includes('/people-')) urls.push(request.url());
  });
  return urls;
}
const GOOD = /Of the moves where it mattered, (\d+)% were good\./;

const KEYS = ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'];
/** @param {Page} page @param {number} moves by the four keys in turn */
const mash = (page, moves) =>
  pressAll(
    page,
    Array.from({ length: moves }, (_, at) => String(KEYS[at % KEYS.length])),
  );

test('a masher: the line below the board tells what he makes once it knows him, few of his moves are good, and his curve falls', async (t) => {
  const { page } = await sitDown(t, {
    path: '?seed=7',
    network: 'lite',
    before: withShortLooks,
    context: { reducedMotion: 'reduce' },
  });
  const asked = requestsOf(page);
  await mash(page, 12);
  await page.waitForTimeout(1500);
  assert.equal(await page.textContent('#forecast'), '');
  assert.deepEqual(asked, [], 'nothing is loaded before the first word that needs it');
  await mash(page, 60);
  // Moves alone do not tell the level well.
  await page.waitForFunction(
    (text) => new RegExp(text).test(document.getElementById('forecast')?.textContent ?? ''),
    /^Likely average from here: [\d,]+ to [\d,]+ points$/.source,
    { timeout: LONG, polling: 200 },
  );
  assert.match(
    String(await page.getAttribute('#forecast', 'title')),
    /your average would likely be in this range/,
  );
  const record = await page.evaluate(() => JSON.parse(localStorage['afterstate:v1:people']));
  assert.ok(record.games[0].moves.length >= 30);

  const heard = await listen(page);
  await playOut(page);
  await untilReviewed(page);
  assert.equal((await heard()).filter((words) => GOOD.test(words)).length, 1, 'screen readers say it once');
  const share = Number(GOOD.exec(String(await page.textContent('#story')))?.[1]);
  assert.ok(share <= 50, `${share}%`);
  assert.match(
    String(await page.textContent('.story-curve figcaption')),
    /^Expected final score with moves like these$/,
  );
  // The curve fills its frame, whose scale says where it begins.
  const scale = await page.$$eval('.story-curve .chart-level', (all) => all.map((one) => one.textContent));
  assert.match(scale.join(), /^[\d,.]+K?,[\d,.]+K?$/);
  const line = await page.$eval('.story-curve polyline', (drawn) => drawn.getAttribute('points') ?? '');
  const heights = line.split(' ').map((point) => Number(point.split(',')[1]));
  assert.ok(Math.max(...heights.slice(-20)) > Math.min(...heights) + 10, line);
  assert.ok(Math.max(...heights) - Math.min(...heights) > 80, `half of its 160: ${line}`);
  await assertClean(page, 'the story with the curve of a player', { within: '#story' });
  await openDialog(page, 'replay');
  await page.waitForFunction(
    (text) => document.querySelector('.review-summary')?.textContent?.includes(text),
    `${share}% were good`,
    { timeout: PATIENCE },
  );
  // Each mistake has a reason, or how the AI would have gone on.
  const words = await page.$$eval('.review-worst button', async (buttons) => {
    const here = () => document.querySelector('.review-here')?.textContent ?? '';
    const words = [];
    for (const button of /** @type {HTMLElement[]} */ (buttons)) {
      const before = here();
      button.click();
      const isTold = () => here() !== before && /was better\s\(−[\d.]+%\)\. \S/.test(here());
      for (let looks = 0; looks < 1000 && !isTold(); looks++)
        await new Promise((resolve) => setTimeout(resolve, 30));
      words.push(here());
    }
    return words;
  });
  assert.ok(words.length > 0);
  for (const text of words) assert.match(text, /was better\s\(−[\d.]+%\)\. \S/);
});

testInAll('with data saving, and on 5x5, there is no such line and nothing is loaded', async (t) => {
  for (const path of ['?seed=7', '?seed=7&rows=5&cols=5']) {
    const { page } = await sitDown(t, {
      path,
      network: null,
      before: (opened) =>
        opened.addInitScript(() => {
          if (!location.search.includes('rows'))
            Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
        }),
    });
    const asked = requestsOf(page);
    await mash(page, 100);
    await page.waitForTimeout(3000);
    assert.doesNotMatch(String(await page.textContent('#forecast')), /Like this/);
    assert.deepEqual(asked, [], path);
  }
});
