// The end of a game on the page: the board stays in sight, and the story tells how the game went.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Game, initSync } from '../../target/packages/pkg-game/afterstate.js';
import { LANGUAGES } from '../../www/shared/text.js';
import { ALL, testInAll, tried } from '../all.js';
import { assertClean } from './axe.js';
import {
  PATIENCE,
  isRightToLeft,
  playOut,
  roomBelow,
  sitDown,
  tiles,
  withSettings,
  withShortLooks,
  withoutPeople,
} from './table.js';

/** @import { TestContext } from 'node:test' */
/** @import { Page } from 'playwright-core' */

initSync({
  module: await readFile(new URL('../../target/packages/pkg-game/afterstate_bg.wasm', import.meta.url)),
});

/**
 * Waits until the review has ended, because it can find other moments until then.
 * @param {Page} page
 * @param {number} count
 */
const untilMoments = (page, count) =>
  page.waitForFunction(
    (expected) =>
      document.querySelector('.story-waiting')?.hasAttribute('hidden') &&
      document.querySelectorAll('.story-moments li').length === expected,
    count,
    { timeout: 6 * PATIENCE },
  );
/** Counts how often the moments change, in the page's `data-tellings`. @param {Page} page */
const countTellings = (page) =>
  page.evaluate(() => {
    const { dataset } = document.documentElement;
    const isMoments = (/** @type {Node} */ node) => node instanceof Element && node.matches('.story-moments');
    new MutationObserver((changes) => {
      if (changes.some(({ target }) => isMoments(target)))
        dataset.tellings = String(Number(dataset.tellings ?? 0) + 1);
    }).observe(document.body, { subtree: true, childList: true });
  });
/** Without motion, which takes more time of the machine than all else. */
const STILL = { reducedMotion: /** @type {const} */ ('reduce') };
/** @param {Page} page */
const moves = (page) => page.evaluate(() => Number(document.documentElement.dataset.moves));

/** Sizes of the page, and whether it is touched. @type {[number, number, boolean][]} */
const SIZES = [
  [320, 568, true],
  [390, 844, true],
  [1280, 900, false],
];

for (const [width, height, touch] of tried(SIZES.slice(0, 1), SIZES))
  test(`${width} x ${height}: without the judge of people the end of a game hides no tile, tells three moments to retry, counts mistakes and praises nobody`, async (t) => {
    /** @type {string[]} */
    const judge = [];
    const { page } = await sitDown(t, {
      path: '?seed=1515', // a short game
      network: 'lite',
      before: async (opened) => {
        opened.on('request', (request) => request.url().includes('/people-') && judge.push(request.url()));
        await withoutPeople(opened);
        await withShortLooks(opened);
      },
      context: { viewport: { width, height }, hasTouch: touch, reducedMotion: 'reduce' },
    });
    await countTellings(page);
    await playOut(page);
    const [message, board] = await Promise.all(
      ['#message', '#board'].map((part) => page.locator(part).boundingBox()),
    );
    assert.ok(message && board && message.y >= board.y + board.height, JSON.stringify({ message, board }));
    await untilMoments(page, 3);
    assert.equal(
      await page.evaluate(() => document.documentElement.dataset.tellings),
      '1',
      'no moment comes and goes',
    );
    assert.match(String(await page.textContent('.story-tile')), /^You made \d+$/);
    for (const moment of await page.locator('.story-moments li').all()) {
      assert.match(String(await moment.textContent()), /^Move \d+ cost \d+% of the remaining points\./);
      // The board before the move, with an arrow for each of the two moves.
      const before = moment.locator('figure').first();
      assert.match(String(await before.textContent()), /You: \w+ Better: \w+$/);
      assert.equal(await before.locator('.hint-arrow:visible').count(), 2);
      assert.equal(await before.locator('[aria-label^="You"]').count(), 0, 'not read a second time');
    }
    const note = String(await page.textContent('#story > .small'));
    assert.match(note, /^Blunders: \d+\. Mistakes: \d+\. Inaccuracies: \d+\./);
    assert.doesNotMatch(note, /%/);
    assert.deepEqual(judge, []);
    assert.equal(await page.textContent('.story-curve figcaption'), 'Score by move');
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.ok((await roomBelow(page, '#story')) >= 10);
    if (ALL) await assertClean(page, 'the end of a game'); // people.test.js has a story with more
    const at = /Move (\d+)/.exec(String(await page.textContent('.story-moments li')))?.[1];
    await page.click('.story-moments button:text-is("Play from here") >> nth=0');
    assert.equal(await moves(page), Number(at) - 1);
    assert.ok(await page.locator('#story').isHidden());
  });

/** The size of the picture that was shared, and the color of its corner. @param {Page} page */
const pictureOf = (page) =>
  page.evaluate(async () => {
    const bitmap = await createImageBitmap(/** @type {any} */ (window).files[0]);
    const paint = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    paint?.drawImage(bitmap, 0, 0);
    const corner = Array.from(paint?.getImageData(2, 2, 1, 1).data.slice(0, 3) ?? []);
    return { size: [bitmap.width, bitmap.height], corner };
  });

/** A finished game with a 512. */
function playedOut() {
  const game = new Game(4, 4, 28n);
  while (!game.isOver) game.play([2, 3, 1, 0].find((way) => game.possible()[way]) ?? 0);
  return game;
}

/** A short game that makes a 128, a 256 and a 512. */
function madeThree() {
  const game = Game.fromPosition(
    Uint8Array.from([6, 6, 6, 6, 6, 6, 6, 6, 1, 2, 1, 2, 3, 1, 3, 1]),
    4,
    4,
    2000,
    276n,
  );
  for (const way of [3, 3, 0]) game.play(way);
  while (!game.isOver) game.play([2, 3, 1, 0].find((way) => game.possible()[way]) ?? 0);
  return game;
}

/**
 * The page with a game in which the AI moved; `ai`: it made all moves.
 * @param {TestContext} t @param {Game} game @param {{ ai?: boolean }} [more]
 */
async function openAided(t, game, more = {}) {
  const saved = { version: 1, game: game.toText(), previous: null, spentMs: 1, aided: true, ...more };
  const { page } = await sitDown(t, {
    network: 'lite',
    context: STILL,
    before: async (opened) => {
      await withShortLooks(opened);
      await opened.addInitScript((text) => {
        localStorage['afterstate:v1:game:4x4'] ??= text;
        /** What moved within the story without being asked. @type {string[]} */
        const shifted = [];
        new PerformanceObserver((list) => {
          const moved = /** @type {any[]} */ (list.getEntries()).flatMap(({ sources }) => sources);
          for (const { node } of moved)
            if (node?.parentElement?.closest('#story')) shifted.push(node.className || node.textContent);
        }).observe({ type: 'layout-shift', buffered: true });
        Object.assign(window, { shifted });
      }, JSON.stringify(saved));
    },
  });
  return page;
}

test('a game that the AI played is told by its largest tiles, which do not move when its curve comes, and can be played on from each', async (t) => {
  const game = madeThree();
  const page = await openAided(t, game, { ai: true });
  await untilMoments(page, 3);
  assert.equal(await page.textContent('.story-tile'), `The AI made ${2 ** game.maxRank}`);
  assert.match(String(await page.textContent('.story-facts')), /^[\d,]+ moves$/);
  const last = page.locator('.story-moments li').last();
  assert.match(String(await last.textContent()), /^Move \d+: the first \d+\./);
  await page
    .locator('.story-curve figcaption', { hasText: 'Expected final score by move' })
    .waitFor({ timeout: 6 * PATIENCE });
  assert.ok(await page.isHidden('#story progress'));
  assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).shifted), [], 'nothing in it moves');
  assert.equal(await page.$eval('.story .chart-here', (line) => getComputedStyle(line).visibility), 'hidden');
  await last.locator('button').click();
  assert.equal(Math.max(...(await tiles(page))), 2 ** game.maxRank);
});

testInAll('the moments of a game with help do not say that the player made the move', async (t) => {
  const page = await openAided(t, playedOut());
  const figure = page.locator('.story-moments figure').first();
  await figure.waitFor({ timeout: 6 * PATIENCE });
  assert.match(String(await figure.textContent()), /Played: \w+ Better: \w+$/);
});

/**
 * A line of text on a picture: where it starts, and its width.
 * @typedef {{ text: string, x: number, width: number }} Line
 */

/** The background of each theme. @type {['light' | 'dark', number[]][]} */
const GROUNDS = [
  ['dark', [31, 28, 24]],
  ['light', [250, 248, 239]],
];

test('a game is shared as it was when Share was pressed, also if New game is pressed before its picture is made, which has the colors of the theme; its words stay on it, also without spaces between them or from right to left', async (t) => {
  const game = playedOut();
  const saved = { version: 1, game: game.toText(), previous: null, spentMs: 1, aided: true };
  /** @type {(typeof LANGUAGES)[number][]} */
  const few = ['ja', 'ar'];
  const languages = tried(few, [...LANGUAGES]);
  const { page } = await sitDown(t, {
    path: '?engine=off',
    context: { ...STILL, colorScheme: 'dark' },
    before: async (opened) => {
      await withSettings({ language: languages[0] })(opened);
      await opened.addInitScript((text) => {
        localStorage['afterstate:v1:game:4x4'] = text;
        const proto = CanvasRenderingContext2D.prototype;
        const { fillText } = proto;
        /** @type {Line[]} */
        const lines = [];
        proto.fillText = function (words, x, y, ...most) {
          // The digits of the tiles are centered.
          if (this.textAlign !== 'center')
            lines.push({ text: words, x, width: this.measureText(words).width });
          fillText.call(this, words, x, y, ...most);
        };
        const { toBlob } = HTMLCanvasElement.prototype;
        HTMLCanvasElement.prototype.toBlob = function (done, type) {
          toBlob.call(this, (blob) => Object.assign(window, { finish: () => done(blob) }), type);
        };
        Object.assign(navigator, { canShare: () => true });
        navigator.share = async ({ url, files } = {}) => void Object.assign(window, { url, files, lines });
      }, JSON.stringify(saved));
    },
  });
  for (const [at, locale] of languages.entries()) {
    const [colorScheme, corner] = /** @type {(typeof GROUNDS)[number]} */ (GROUNDS[at % GROUNDS.length]);
    if (at > 0) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(
        (language) => (localStorage['afterstate:v1:settings'] = JSON.stringify({ version: 1, language })),
        locale,
      );
      await page.reload();
    }
    await page.waitForSelector(`html[data-page="ready"][lang="${locale}"]`, { timeout: PATIENCE });
    await page.click('#story .story-share');
    await page.waitForFunction(() => 'finish' in window);
    await page.click('#message-again');
    await page.waitForSelector('html[data-moves="0"]');
    await page.evaluate(() => /** @type {any} */ (window).finish());
    const shared = await page.waitForFunction(() => /** @type {any} */ (window).url, undefined, {
      timeout: PATIENCE,
    });
    assert.ok(String(await shared.jsonValue()).includes(`moves=${game.moves}:`));
    assert.deepEqual(await pictureOf(page), { size: [1200, 630], corner }, `${locale}: ${colorScheme}`);
    /** @type {Line[]} */
    const lines = await page.evaluate(() => /** @type {any} */ (window).lines);
    assert.ok(lines.length > 3, `${locale}: the sentence has several lines`);
    const catalog = new URL(`../../www/shared/text/${locale}.json`, import.meta.url);
    const dare = 'Same tiles. Beat it.';
    const asked = locale === 'en' ? dare : JSON.parse(await readFile(catalog, 'utf8'))[dare];
    assert.ok(
      lines.some(({ text }) => text !== '' && asked.startsWith(text)),
      `${locale}: what it asks for begins a line: ${lines.map(({ text }) => text).join(' / ')}`,
    );
    for (const { text, x, width } of lines) {
      const [left, right] = isRightToLeft(locale) ? [x - width, x] : [x, x + width];
      assert.ok(left >= 640 && right <= 1145, `${locale}: “${text}” from ${left} to ${right}`);
    }
  }
});
