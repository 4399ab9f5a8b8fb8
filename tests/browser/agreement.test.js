// Hint, coach and review agree: on boards of imperfect games they show the same best move and the same loss.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { tried } from '../all.js';
import { cells, openDialog, sitDown, untilLinkOpened, untilPilotRests, withoutPeople } from './table.js';

/** @import { Page } from 'playwright-core' */
/** @typedef {{ best: string, loss: number }} Shown `loss`: in percent, of the move that is played */

/** Each line begins with the ranks of a board as hexadecimal digits. */
const BOARDS = new URL('../data/imperfect-boards.txt', import.meta.url);
/** How long loading a network or a long search may take on a busy machine (ms). */
const LONG = 180_000;
/**
 * How many boards may have another best move: a longer search may change it where two moves are nearly equal.
 */
const MOST_CHANGED = 1;
/** How far the losses may differ, in percentage points. */
const MOST_APART = 1;

/** A loss as it is shown: −3.2% or 3.2%. @param {string} text */
const lossIn = (text) => Number(/([\d.]+)%/.exec(text)?.[1]);

/**
 * Presses Hint.
 * @param {Page} page
 * @returns {Promise<Shown & { played: string }>} with the next best move, which is played then
 */
async function askHint(page) {
  await page.click('#hint');
  await page.waitForSelector('#values .best', { timeout: LONG });
  await untilPilotRests(page);
  const rows = await page.$$eval('#values li:not(.impossible)', (all) =>
    all.map((row) => ({
      name: row.querySelector('span')?.textContent ?? '',
      number: row.querySelector('.value-number')?.textContent ?? '',
      isBest: row.className === 'best',
    })),
  );
  const best = rows.find(({ isBest }) => isBest);
  const others = rows.filter(({ isBest }) => !isBest).sort((a, b) => lossOf(a.number) - lossOf(b.number));
  const next = others[0];
  assert.ok(best && next, 'the hint compares two moves');
  return { best: best.name, played: next.name, loss: lossOf(next.number) };
}
/** @param {string} words of a row */
const lossOf = (words) => (['best', 'just as good'].includes(words) ? 0 : lossIn(words));

/**
 * Plays a move and reads what the coach says about it.
 * @param {Page} page
 * @param {string} direction
 * @returns {Promise<Shown>} `best` is empty if the coach calls it the best move
 */
async function askCoach(page, direction) {
  await page.keyboard.press(`Arrow${direction}`);
  await page.waitForFunction(() => document.getElementById('coach-words')?.textContent !== '', undefined, {
    timeout: LONG,
  });
  const words = String(await page.textContent('#coach-words'));
  const [, loss = '0%', best = ''] =
    /^[A-Z][a-z]+(?: move)?(?: \((.+?)\))?\.(?: (\w+) was better\.)?/.exec(words) ?? [];
  return { best, loss: lossIn(loss) };
}

/** Reviews the game of one move. @param {Page} page @returns {Promise<Shown>} */
async function askReview(page) {
  await openDialog(page, 'replay');
  await page.click('#replay button:text-is("Review this game")');
  await page.locator('#replay button:text-is("Review again")').waitFor({ timeout: LONG });
  const [, , best = '', loss = ''] = await page.$$eval('#replay tbody td', (all) =>
    all.map(({ textContent }) => textContent ?? ''),
  );
  await page.keyboard.press('Escape');
  return { best, loss: lossIn(loss) };
}

test('hint, coach and review show the same best move and loss on boards of imperfect games', async (t) => {
  const lines = (await readFile(BOARDS, 'utf8')).split('\n');
  const all = lines.flatMap((line) => /^([0-9a-f]{16}) /.exec(line)?.[1] ?? []);
  assert.equal(all.length, 20);
  const boards = tried(all.slice(0, 5), all);
  /** @type {object[]} */
  const changed = [];
  /** @type {object[]} */
  const apart = [];
  for (const board of boards) {
    // The AI's own losses: without the judge of people's moves.
    const { page } = await sitDown(t, {
      path: `?threads=1#board=4x4:${board}`,
      network: 'lite',
      before: async (page) => {
        await withoutPeople(page);
        await page.addInitScript(() => {
          localStorage.setItem('afterstate:v1:settings', JSON.stringify({ version: 1, coach: true }));
        });
      },
    });
    await untilLinkOpened(page);
    assert.deepEqual(
      await cells(page),
      Array.from(board, (digit) => (digit === '0' ? 0 : 2 ** parseInt(digit, 16))),
    );
    const hint = await askHint(page);
    const coach = await askCoach(page, hint.played);
    const review = await askReview(page);
    const seen = { board, hint, coach, review };
    t.diagnostic(JSON.stringify(seen));
    // A move that loses less than 0.1% is called the best move, too.
    const best = coach.best || (hint.loss <= 0.1 ? hint.best : hint.played);
    if (best !== hint.best || review.best !== hint.best) changed.push(seen);
    const losses = [hint.loss, coach.loss, review.loss];
    if (Math.max(...losses) - Math.min(...losses) > MOST_APART) apart.push(seen);
    await page.close();
  }
  assert.deepEqual(apart, []);
  assert.ok(changed.length <= MOST_CHANGED, JSON.stringify(changed, null, 1));
});
