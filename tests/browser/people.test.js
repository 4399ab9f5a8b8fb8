// What the page says of people: grades by a fixed judge, and the curve of a player with such moves; and that
// it is silent without the judge.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { assertClean } from './axe.js';
import { PATIENCE, openDialog, playOut, sitDown, withoutPeople } from './table.js';

/** @import { Page } from 'playwright-core' */

/** Whether the site has the judge. */
const { people } = JSON.parse(readFileSync(new URL('../../dist/models.json', import.meta.url), 'utf8'));
const skip = people === undefined && 'models/people.bin is missing';
/** How long reading the networks and reviewing a game may take on a busy machine, in milliseconds. */
const LONG = 180_000;

/** @param {Page} page */
const untilReviewed = (page) =>
  page.waitForFunction(() => document.querySelector('#story > .small')?.textContent !== '', undefined, {
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

test(
  'half the moves of a masher are good, his curve falls, and the review says the same',
  { skip },
  async (t) => {
    const { page } = await sitDown(t, { path: '?seed=3', network: 'lite' });
    await playOut(page);
    await untilReviewed(page);
    const share = Number(GOOD.exec(String(await page.textContent('#story')))?.[1]);
    assert.ok(share <= 55, `${share}%`);
    assert.match(
      String(await page.textContent('.story-curve figcaption')),
      /^Expected final score with moves like these: up to [\d.]+K?$/,
    );
    const line = await page.$eval('.story-curve polyline', (drawn) => drawn.getAttribute('points') ?? '');
    const heights = line.split(' ').map((point) => Number(point.split(',')[1]));
    assert.ok(Math.max(...heights.slice(-20)) > Math.min(...heights) + 10, line);
    await assertClean(page, 'the story with the curve of a player');
    await openDialog(page, 'replay');
    await page.waitForFunction(
      (text) => document.querySelector('.review-summary')?.textContent?.includes(text),
      `${share}% were good`,
      { timeout: PATIENCE },
    );
  },
);

test('without the judge the story says what the AI knows', async (t) => {
  const { page } = await sitDown(t, { path: '?seed=3', network: 'lite', before: withoutPeople });
  const asked = requestsOf(page);
  await playOut(page);
  await untilReviewed(page);
  assert.match(String(await page.textContent('#story')), /\d+% of the moves were best or almost best\./);
  assert.deepEqual(asked, []);
});
