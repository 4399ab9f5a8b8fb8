// The languages on the smallest phone: no label is cut off, nothing is wider than the page, and the board
// stays as it is.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../../www/shared/text.js';
import { testInAll, tried } from '../all.js';
import { visit } from './harness.js';
import {
  PATIENCE,
  cells,
  closeNotice,
  emulateMotion,
  isRightToLeft,
  openDialog,
  openMenu,
  sitDown,
  untilLinkOpened,
  untilOpen,
} from './table.js';

/** @import { Page } from 'playwright-core' */

/**
 * The page is ready and in this language, which a slow machine has a moment after the board.
 * @param {Page} page @param {string} language
 */
const untilIn = (page, language) =>
  page.waitForSelector(`html[data-page="ready"][lang="${language}"]`, { timeout: PATIENCE });

const PHONE = { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true };

/**
 * The visible controls and titles whose words do not fit, and what is wider than the page.
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
const cutOff = (page) =>
  page.evaluate((width) => {
    const shown = (/** @type {Element} */ element) =>
      element.checkVisibility() && element.getBoundingClientRect().width > 2;
    const controls = [
      ...document.querySelectorAll(
        'button, h1, h2, legend, .menu a, .score, dt, label, summary, select, #how',
      ),
    ].filter(shown);
    // A select that ends in an ellipsis can be read in its list.
    const inList = (/** @type {Element} */ element) =>
      element.tagName === 'SELECT' && getComputedStyle(element).textOverflow === 'ellipsis';
    const tight = controls.filter(
      (element) =>
        element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0 && !inList(element),
    );
    const wide = controls.filter(
      (element) =>
        element.getBoundingClientRect().right > width + 1 || element.getBoundingClientRect().left < -1,
    );
    const page = document.documentElement.scrollWidth > width ? ['the page scrolls sideways'] : [];
    return [
      ...page,
      ...[...tight, ...wide].map(
        (element) => `${element.tagName} “${(element.textContent ?? '').trim().slice(0, 40)}”`,
      ),
    ];
    // Not `innerWidth`, which grows on a phone with what is too wide.
  }, PHONE.viewport.width);

/** By how much the state of the coach is wider than its button of the menu (px). @param {Page} page */
const coachOver = (page) =>
  page.$eval('#menu [aria-pressed]', (button) => {
    const words = document.createRange();
    words.selectNode(/** @type {Node} */ (button.lastChild));
    const [name, box] = [words.getBoundingClientRect(), button.getBoundingClientRect()];
    const { columnGap, direction, paddingInlineEnd } = getComputedStyle(button);
    const toEnd = direction === 'rtl' ? name.left - box.left : box.right - name.right;
    const state = parseFloat(getComputedStyle(button, '::after').width);
    return box.height > 48 ? 0 : parseFloat(columnGap) + state + parseFloat(paddingInlineEnd) - toEnd;
  });

const DIALOGS = ['menu', 'settings', 'size', 'setup', 'history', 'replay'];

/**
 * The page on the smallest phone, with its panel and dialogs, the replay last.
 * @param {Page} page @param {string} language @param {string[]} dialogs
 */
async function assertFits(page, language, dialogs) {
  const { lang, dir, height } = await page.evaluate(() => {
    const { lang, dir, scrollHeight } = document.documentElement;
    return { lang, dir, height: scrollHeight };
  });
  const written = isRightToLeft(language) ? 'rtl' : 'ltr';
  assert.deepEqual([lang, dir], [language, language === 'en' ? '' : written]);
  assert.ok(height <= 568, `everything is on one screen: ${height} px`);
  await page.click('#engine-toggle');
  assert.deepEqual(await cutOff(page), [], language);
  const places = await page.$$eval('.cell', (cells) =>
    cells.slice(0, 2).map((cell) => cell.getBoundingClientRect().x),
  );
  assert.ok(Number(places[0]) < Number(places[1]), 'the first cell is on the left');
  for (const dialog of dialogs) {
    await page.keyboard.press('Escape');
    await openMenu(page);
    if (dialog !== 'menu')
      await page.$eval(`#menu [data-dialog="${dialog}"]`, (button) =>
        /** @type {HTMLElement} */ (button).click(),
      );
    await untilOpen(page, dialog);
    assert.deepEqual(await cutOff(page), [], dialog);
    const { sideways, scrolls } = await page.$eval(
      `#${dialog}`,
      ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => ({
        sideways: scrollWidth > clientWidth,
        scrolls: scrollHeight > clientHeight,
      }),
    );
    assert.equal(sideways, false, dialog);
    if (dialog === 'menu') assert.equal(scrolls, false, 'the menu is on one screen');
    const writing = await page.$$eval(`#${dialog} textarea`, (all) =>
      all.map((text) => getComputedStyle(text).direction),
    );
    assert.ok(
      writing.every((direction) => direction === 'ltr'),
      'boards and games as text are the same in every language',
    );
    if (dialog === 'replay') {
      const tops = await page.$$eval('.replay-viewer .dialog-buttons > button', (all) =>
        all.map((button) => button.getBoundingClientRect().top),
      );
      assert.equal(new Set(tops).size, 1, 'the buttons of the replay are in one row');
      const [best, heads] = await page.evaluate(() => [
        document.querySelector('#best')?.previousElementSibling?.textContent,
        Array.from(document.querySelectorAll('.review-results th'), (head) => head.textContent),
      ]);
      assert.ok(heads?.length === 5 && !heads.includes(String(best)), 'the best move is not the best score');
    }
  }
  await page.click('.replay-left > button');
  await page.waitForSelector('.toast', { timeout: PATIENCE });
  assert.deepEqual(await cutOff(page), [], 'a notice with a button');
  await page.setViewportSize({ width: 390, height: 844 });
  await openMenu(page);
  const over = await coachOver(page);
  assert.ok(over < 1, `the state of the coach is ${over} px too wide`);
}

test('on the smallest phone: a catalog that comes late does not delay the first board, and translates it when it comes; in each language no label is cut off, on the page and in the dialogs; the language is changed in the settings, and the game goes on', async (t) => {
  /** @type {() => void} */
  let come = () => {};
  const late = new Promise((resolve) => {
    come = () => resolve(null);
  });
  const { page } = await sitDown(t, {
    path: '?seed=3',
    context: { ...PHONE, locale: 'ar', reducedMotion: 'reduce' },
    before: (page) =>
      page.route(/\/ar[^/]*\.json$|text-ar/, async (route) => {
        await late;
        await route.continue();
      }),
  });
  assert.equal(await page.textContent('#new-game'), 'New game');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  come();
  await untilIn(page, 'ar');
  await page.locator('#new-game', { hasText: 'لعبة جديدة' }).waitFor({ timeout: PATIENCE });
  await assertFits(page, 'ar', tried(['menu', 'replay'], DIALOGS));

  await page.keyboard.press('Escape');
  await emulateMotion(page, 'no-preference');
  for (let round = 0; round < 3; round++)
    for (const key of ['ArrowLeft', 'ArrowDown']) await page.keyboard.press(key);
  assert.match(String(await page.textContent('.score-gain')), /^\u200e\+\d+$/, 'the sign is on the left');
  await emulateMotion(page, 'reduce');

  for (const language of tried(
    ['de'],
    LANGUAGES.filter((code) => code !== 'ar'),
  )) {
    await page.setViewportSize(PHONE.viewport);
    const before = await cells(page);
    await page.keyboard.press('Escape');
    await openDialog(page, 'settings');
    await Promise.all([untilIn(page, language), page.selectOption('#settings select', language)]);
    assert.deepEqual(await cells(page), before, 'the board is still there');
    assert.equal(await page.isDisabled('#undo'), false, 'and so are the moves');
    if (language === 'de') {
      assert.equal(await page.textContent('#hint'), 'Tipp');
      assert.equal(await page.getAttribute('#undo', 'aria-label'), 'Rückgängig');
    }
    await assertFits(page, language, DIALOGS);
  }
});

test('with letters of twice the size, no button of the game, no rival of a race and nothing about the AI is cut off on a phone', async (t) => {
  const { page, url } = await visit(t, {
    path: '?engine=off',
    context: { viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' },
  });
  for (const [path, parts] of [
    ['?engine=off', '.actions button'],
    ['race.html', '.rival-card'],
    ['about.html', '.live-buttons button, .search dd, .outlook, .about-end'],
  ]) {
    if (page.url() !== url + path) await page.goto(url + path);
    await page.waitForSelector('html[data-page="ready"]', { timeout: PATIENCE });
    const cut = await page.evaluate((selector) => {
      document.documentElement.style.fontSize = '200%';
      return Array.from(document.querySelectorAll(String(selector)))
        .filter(
          (one) =>
            one.getBoundingClientRect().left < 0 ||
            one.getBoundingClientRect().right > innerWidth ||
            one.scrollWidth > one.clientWidth + 1,
        )
        .map(({ textContent }) => textContent);
    }, parts);
    assert.deepEqual(cut, [], path);
  }
});

for (const language of tried(['de'], [...LANGUAGES])) {
  test(`${language} at 320 px: the result of the daily board has space beside its buttons`, async (t) => {
    const { page } = await visit(t, {
      path: '?daily',
      context: { ...PHONE, locale: language, reducedMotion: 'reduce' },
      before: async (page) => {
        await page.clock.setFixedTime(new Date('2026-11-25T12:00:00Z'));
        await page.addInitScript(() => {
          for (const rival of ['beginner', 'thinker']) {
            const game = { day: '2026-11-25', network: 'built-in', score: 356_480, rank: 14, moves: 13_403 };
            localStorage[`afterstate:v1:daily-ai:${rival}`] = JSON.stringify({ version: 1, ...game });
          }
          // Where data is saved, no network is downloaded for the third.
          Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
        });
      },
    });
    await untilIn(page, language);
    await page.click('.intro button');
    await untilOpen(page, 'daily');
    await page.click('#daily .dialog-buttons button');
    await page.locator('#daily .daily-share').waitFor({ timeout: PATIENCE });
    await page.waitForFunction(() => document.querySelectorAll('#daily tbody tr').length === 3);
    assert.deepEqual(await cutOff(page), [], 'the dialog');
    const { table, text } = await page.evaluate(() => {
      const right = (/** @type {string} */ part) =>
        document.querySelector(part)?.getBoundingClientRect().right;
      return { table: right('.daily-race'), text: right('.daily-share') };
    });
    assert.ok(Number(table) <= Number(text), `the table ends at ${table} px, the text at ${text} px`);
    await page.keyboard.press('Escape');
    assert.deepEqual(await cutOff(page), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), 'one screen');
    const lines = await page.$eval(
      '.intro .daily-words',
      (words) => words.getBoundingClientRect().height / 16,
    );
    assert.ok(lines < 3, `the points are in ${lines} lines`);
  });
}

/** @param {Page} page @param {string[]} parts that the notice must not cover */
async function leavesFree(page, parts) {
  const toast = page.locator('.toast');
  await toast.waitFor({ timeout: PATIENCE });
  const notice = await toast.boundingBox();
  for (const part of parts) {
    const box = await page.locator(part).boundingBox();
    assert.ok(notice && box, part);
    const apart =
      notice.y >= box.y + box.height ||
      notice.y + notice.height <= box.y ||
      notice.x >= box.x + box.width ||
      notice.x + notice.width <= box.x;
    assert.ok(apart, `${part}: ${JSON.stringify({ box, notice })}`);
  }
}

for (const language of tried(['de'], [...LANGUAGES])) {
  test(`${language}: neither the notice of a linked board at 320 px nor the long one of a full storage at 920 x 600 covers the board or its buttons; long words fit the rows of the values`, async (t) => {
    // Down is impossible: “nicht möglich”.
    const { page } = await visit(t, {
      path: '?threads=1#board=4x4:000000011223a987&score=9000',
      context: { ...PHONE, locale: language, reducedMotion: 'reduce' },
    });
    await untilIn(page, language);
    await leavesFree(page, ['.board', '.actions', '#new-game']);

    // The page takes the link off its URL once the board is shown; a hint from before would be for another
    // board.
    await untilLinkOpened(page);
    await closeNotice(page);
    await page.click('#hint');
    await page.waitForSelector('#hint-arrow:not([hidden])', { timeout: PATIENCE });
    await page.click('#engine-toggle');
    const { right, rows } = await page.$eval('.values', (element) => ({
      right: element.getBoundingClientRect().right,
      rows: [...element.children].flatMap((row) =>
        [...row.children].map((cell) => ({
          text: cell.textContent,
          height: cell.getBoundingClientRect().height,
          right: cell.getBoundingClientRect().right,
        })),
      ),
    }));
    assert.deepEqual(
      rows.filter((cell) => cell.height > 30 || cell.right > right + 1),
      [],
    );
    await page.click('#engine-toggle');

    await page.setViewportSize({ width: 920, height: 600 });
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await page.keyboard.press('ArrowUp');
    await leavesFree(page, ['.board', '.actions', '#new-game']);
  });
}

/** @type {(readonly [string, number, number])[]} */
const MORE_NOTICES = [
  ['de', 640, 360],
  ['de', 920, 600],
  ['en', 1280, 900],
  ['en', 1366, 625],
];

for (const [language, width, height] of MORE_NOTICES) {
  testInAll(
    `${language} at ${width} x ${height}: the notice of a linked board covers neither the board nor its buttons`,
    async (t) => {
      const phone = width < 900;
      const { page } = await visit(t, {
        path: '?engine=off#board=4x4:000000011223a987&score=9000',
        context: { ...(phone ? PHONE : {}), viewport: { width, height }, locale: language },
      });
      await untilIn(page, language);
      await leavesFree(page, ['.board', '.actions', '#new-game']);
    },
  );
}

for (const language of tried(['de'], [...LANGUAGES])) {
  test(`${language}: in a frame of 288 px, as on the smallest phone, no button is cut off and the bar above the board has one row`, async (t) => {
    const { page } = await visit(t, {
      path: 'embed.html?engine=off',
      context: { viewport: { width: 288, height: 430 }, locale: language },
    });
    await untilIn(page, language);
    for (const score of ['0', '123456', '12345678']) {
      await page.$$eval(
        '.score dd',
        (all, text) => {
          for (const one of all) one.textContent = text;
        },
        score,
      );
      assert.deepEqual(
        await page.$$eval('.embed-bar button, .embed-bar dt, .embed-bar dd', (all) =>
          all
            .filter(
              (one) =>
                one.scrollWidth > one.clientWidth ||
                one.scrollHeight > one.clientHeight ||
                one.getBoundingClientRect().right > innerWidth ||
                one.getBoundingClientRect().left < 0,
            )
            .map(({ textContent }) => textContent),
        ),
        [],
        score,
      );
      const bar = await page.locator('#top').boundingBox();
      assert.ok(bar && (bar.height <= 50 || score.length > 6), JSON.stringify(bar));
    }
  });
}
