// What the page says of people: grades by a fixed judge, and the curve of a player with such moves; and that
// it is silent without the judge.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Game, Network, Solver, initSync } from '../../target/packages/pkg/afterstate.js';
import { assertClean } from './axe.js';
import { PATIENCE, listen, openDialog, playOut, sitDown, untilOpen, withoutPeople } from './table.js';

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

test('at most half the moves of a masher are good, his curve falls, and the review says the same', async (t) => {
  const { page } = await sitDown(t, { path: '?seed=3', network: 'lite' });
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
  await assertClean(page, 'the story with the curve of a player');
  await openDialog(page, 'replay');
  await page.waitForFunction(
    (text) => document.querySelector('.review-summary')?.textContent?.includes(text),
    `${share}% were good`,
    { timeout: PATIENCE },
  );
  // Each mistake has a reason, or how the AI would have gone on.
  for (const mistake of await page.locator('.review-worst button').all()) {
    await mistake.click();
    await page.waitForFunction(
      () => /was better \(−[\d.]+%\)\. \S/.test(document.querySelector('.review-here')?.textContent ?? ''),
      undefined,
      { timeout: PATIENCE },
    );
  }
});

/** A game of the AI from the middle of a game, as a link. @param {number} moves */
async function gameOfAi(moves) {
  const read = (/** @type {string} */ path) => readFile(new URL(`../../${path}`, import.meta.url));
  initSync({ module: await read('target/packages/pkg/afterstate_bg.wasm') });
  const solver = Solver.withNetwork(Network.read(await read('models/lite.bin')), { tableBytes: 4 << 20 });
  const ranks = Uint8Array.of(9, 8, 7, 3, 4, 5, 6, 2, 3, 1, 0, 0, 1, 0, 0, 0);
  const game = Game.fromPosition(ranks, 4, 4, 6000, 5n);
  for (let made = 0; made < moves; made++)
    game.play(solver.evaluate(game.ranks(), 4, 4, { nodes: 200_000 }).best ?? 0);
  const [, size, ...fields] = game.replay().split(';');
  return `#game=1&size=${size}&${fields.join('&')}`;
}

test('at least 95% of the AI’s own moves are good', async (t) => {
  const hash = await gameOfAi(40);
  const { page } = await sitDown(t, { network: 'lite' });
  await page.evaluate((link) => void (location.hash = link), hash);
  await untilOpen(page, 'replay');
  await page.click('#replay button:text-is("Review this game")');
  const words = await page.waitForFunction(
    () => {
      const text = document.querySelector('.review-summary')?.textContent ?? '';
      return /^Of the moves/.test(text) && text;
    },
    undefined,
    { timeout: LONG, polling: 200 },
  );
  const share = Number(GOOD.exec(String(await words.jsonValue()))?.[1]);
  assert.ok(share >= 95, `${share}%`);
});

test('without the judge the story counts mistakes, and praises nobody', async (t) => {
  const { page } = await sitDown(t, { path: '?seed=287', network: 'lite', before: withoutPeople });
  const asked = requestsOf(page);
  await playOut(page);
  await untilReviewed(page);
  const note = String(await page.textContent('#story > .small'));
  assert.match(note, /^Blunders: \d+\. Mistakes: \d+\. Inaccuracies: \d+\./);
  assert.doesNotMatch(note, /%/);
  assert.deepEqual(asked, []);
});

/** @param {Page} page @param {number} moves by the four keys in turn */
const mash = (page, moves) =>
  page.evaluate((count) => {
    const keys = ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'];
    for (let at = 0; at < count; at++) {
      const key = String(keys[at % 4]);
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }),
      );
    }
  }, moves);

test('the line below the board is empty at first, then tells a range of what the player makes, also after a reload', async (t) => {
  const { page } = await sitDown(t, { path: '?seed=7', network: 'lite' });
  const asked = requestsOf(page);
  await mash(page, 12);
  await page.waitForTimeout(1500);
  assert.equal(await page.textContent('#forecast'), '');
  assert.deepEqual(asked, [], 'nothing is loaded before the first word that needs it');
  await mash(page, 100);
  // Moves alone do not tell the level well.
  const line = /^Likely average from here: [\d,]+ to [\d,]+ points$/;
  const untilLine = () =>
    page.waitForFunction(
      (text) => new RegExp(text).test(document.getElementById('forecast')?.textContent ?? ''),
      line.source,
      { timeout: LONG, polling: 200 },
    );
  await untilLine();
  assert.match(
    String(await page.getAttribute('#forecast', 'title')),
    /your average would likely be in this range/,
  );
  const record = await page.evaluate(() => JSON.parse(localStorage['afterstate:v1:people']));
  assert.ok(record.games[0].moves.length >= 30);
  await page.reload();
  await untilLine();
});

test('with data saving, and on 5x5, there is no such line and nothing is loaded', async (t) => {
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
