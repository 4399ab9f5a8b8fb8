// Coach, hint and review of the page agree, each asked in the order of play by an AI that knows nothing of
// the board. `./build.sh test --all` tries this; tests/js/agreement.test.js asks them about boards each time.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { testInAll } from '../all.js';
import { openDialog, sitDown, untilLinkOpened, untilPilotRests, withSettings } from './table.js';

/** @import { Page } from 'playwright-core' */
/** @import { TestContext } from 'node:test' */
/**
 * `grade`: Blunder, Mistake, Inaccuracy or fine; `best`: the better move, if it is not fine
 * @typedef {{ grade: string, best: string }} Said
 */

/** Each line begins with the ranks of a board as hexadecimal digits. */
const BOARDS = new URL('../data/imperfect-boards.txt', import.meta.url);
/** How long loading a network or a long search may take on a busy machine (ms). */
const LONG = 180_000;

/**
 * The clocks of the AI's worker stand, so that only positions end a search: on a slow machine its time would
 * end it early, and it could name another move.
 * @param {Page} page
 */
const withoutTime = (page) =>
  page.context().route(/\/engine-worker-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: `Date.now = performance.now = () => 0;\n${await response.text()}`,
    });
  });

/**
 * The page with a board, and an AI that knows nothing of it.
 * @param {TestContext} t @param {string} board @param {boolean} coach
 */
async function open(t, board, coach) {
  const { page } = await sitDown(t, {
    path: `?threads=1#board=4x4:${board}`,
    network: 'lite',
    before: async (page) => {
      await withSettings({ coach })(page);
      await withoutTime(page);
    },
  });
  await untilLinkOpened(page);
  return page;
}

/** The last possible move of Up, Right, Down and Left. @param {Page} page @returns {Promise<string>} */
async function play(page) {
  for (const direction of ['Left', 'Down', 'Right', 'Up']) {
    await page.keyboard.press(`Arrow${direction}`);
    if ((await page.getAttribute('html', 'data-moves')) === '1') return direction;
  }
  throw new Error('no move is possible');
}

/** Plays a move and reads what the coach says of it. @param {Page} page @returns {Promise<Said>} */
async function askCoach(page) {
  await page.waitForSelector('#coach-words[data-knows=points]', { state: 'attached', timeout: LONG });
  await play(page);
  await page.waitForSelector('#coach-words[data-grade]:not([data-grade=none])', {
    state: 'attached',
    timeout: LONG,
  });
  const words = String(await page.textContent('#coach-words'));
  const [grade = 'fine'] = /^(Blunder|Mistake|Inaccuracy)/.exec(words) ?? [];
  return { grade, best: grade === 'fine' ? '' : (/(\w+) was /.exec(words)?.[1] ?? words) };
}

/** Reviews the game of the same move. @param {Page} page @returns {Promise<Said>} */
async function askReview(page) {
  await play(page);
  await openDialog(page, 'replay');
  await page.click('#replay button:text-is("Review this game")');
  await page.locator('#replay button:text-is("Review again")').waitFor({ timeout: LONG });
  const [, , best = ''] = await page.$$eval('#replay tbody td', (all) =>
    all.map(({ textContent }) => textContent ?? ''),
  );
  const words = String(await page.textContent('#replay .review-summary'));
  const [criticism] = /(Blunder|Mistake|Inaccurac)(?=s: 1|ies: 1)/.exec(words) ?? [];
  return criticism ? { grade: criticism.replace(/c$/, 'cy'), best } : { grade: 'fine', best: '' };
}

/** Presses Hint. @param {Page} page @returns {Promise<string>} the best move */
async function askHint(page) {
  await page.click('#hint');
  await page.waitForSelector('#values .best', { timeout: LONG });
  await untilPilotRests(page);
  return String(await page.textContent('#values .best > span:not([class])'));
}

testInAll('coach, hint and review of a board, each asked for the first time, agree', async (t) => {
  const lines = (await readFile(BOARDS, 'utf8')).split('\n');
  const all = lines.flatMap((line) => /^([0-9a-f]{16}) /.exec(line)?.[1] ?? []);
  assert.equal(all.length, 20);
  /** @type {object[]} */
  const changed = [];
  for (const board of all.slice(0, 6)) {
    const pages = [await open(t, board, true), await open(t, board, false), await open(t, board, false)];
    const [first, second, third] = pages;
    assert.ok(first && second && third);
    const coach = await askCoach(first);
    const hint = await askHint(second);
    const review = await askReview(third);
    const seen = { board, coach, hint, review };
    t.diagnostic(JSON.stringify(seen));
    // The coach is quiet about inaccuracies.
    const told = review.grade === 'Inaccuracy' ? { grade: 'fine', best: '' } : review;
    // A hint looks longer than both, and can find a move that is better by less than they criticize.
    const hintDiffers = coach.grade !== 'fine' && hint !== coach.best;
    if (!isDeepStrictEqual(coach, told) || hintDiffers) changed.push(seen);
    for (const page of pages) await page.close();
  }
  assert.deepEqual(changed, []);
});
