// The languages on the smallest phone: no label is cut off, nothing is wider than the page, and the board stays as it is.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../../www/text/text.js';
import { visit } from './harness.js';
import { PATIENCE } from './table.js';

/** @import { Page } from 'playwright-core' */

const PHONE = { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true };

/** The visible controls and titles whose words do not fit, and what is wider than the page. @param {Page} page @returns {Promise<string[]>} */
const cutOff = (page) => page.evaluate(() => {
  const shown = (/** @type {Element} */ element) => element.checkVisibility() && element.getBoundingClientRect().width > 2;
  const controls = [...document.querySelectorAll('button, h1, h2, legend, .menu a, .score, dt, label, summary, select')].filter(shown);
  const tight = controls.filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0);
  const wide = controls.filter((element) => element.getBoundingClientRect().right > innerWidth + 1 || element.getBoundingClientRect().left < -1);
  const page = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : [];
  return [...page, ...[...tight, ...wide].map((element) => `${element.tagName} “${(element.textContent ?? '').trim().slice(0, 40)}”`)];
});

for (const language of LANGUAGES) {
  test(`${language} at 320 px: no label is cut off, on the page, in the menu and in the settings`, async (t) => {
    const { page } = await visit(t, { context: { ...PHONE, locale: language } });
    await page.waitForSelector('html[data-page="ready"]', { timeout: PATIENCE });
    const { lang, dir, height } = await page.evaluate(() => {
      const { lang, dir, scrollHeight } = document.documentElement;
      return { lang, dir, height: scrollHeight };
    });
    assert.deepEqual([lang, dir], [language, language === 'ar' ? 'rtl' : language === 'en' ? '' : 'ltr']);
    assert.ok(height <= 568, `everything is on one screen: ${height} px`);
    assert.deepEqual(await cutOff(page), []);
    const places = await page.$$eval('.cell', (cells) => cells.slice(0, 2).map((cell) => cell.getBoundingClientRect().x));
    assert.ok(Number(places[0]) < Number(places[1]), 'the first cell is on the left');
    for (const dialog of ['menu', 'settings']) {
      if (dialog === 'menu') await page.click('#more');
      else await page.click('[data-dialog="settings"]');
      await page.waitForSelector(`#${dialog}[open]`, { timeout: PATIENCE });
      assert.deepEqual(await cutOff(page), [], dialog);
    }
  });
}

test('the language is changed in the settings, and the game goes on', async (t) => {
  // On some boards neither of the two moves is possible.
  const { page } = await visit(t, { path: '?seed=5', context: { locale: 'en-GB' } });
  await page.waitForSelector('html[data-page="ready"]', { timeout: PATIENCE });
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowUp');
  await page.click('#more');
  await page.click('[data-dialog="settings"]');
  await Promise.all([page.waitForSelector('html[lang="de"][data-page="ready"]', { timeout: PATIENCE }), page.selectOption('#settings select', 'de')]);
  assert.equal(await page.textContent('#hint'), 'Tipp');
  assert.equal(await page.getAttribute('#undo', 'aria-label'), 'Zurück');
  assert.equal(await page.isDisabled('#undo'), false, 'the moves are still there');
});
