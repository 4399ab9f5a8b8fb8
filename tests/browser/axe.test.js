// axe-core finds no violation of WCAG 2.2 A and AA or its best practices on the page and in every dialog, in
// every theme.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testInAll, tried } from '../all.js';
import { assertClean } from './axe.js';
import { openDialog, openMenu, sitDownAt } from './table.js';

const GAME = [0, 0, 1, 2, 1, 3, 5, 4, 2, 7, 8, 6, 12, 11, 10, 9];
const DIALOGS = ['size', 'setup', 'replay', 'settings', 'puzzles'];
/** @type {[string, 'light' | 'dark'][]} */
const THEMES = [
  ['system', 'light'],
  ['system', 'dark'],
  ['classic', 'dark'],
  ['dark', 'light'],
  ['contrast', 'light'],
  ['color-blind', 'light'],
  ['color-blind', 'dark'],
];

/** @import { Page } from 'playwright-core' */

/** @type {('light' | 'dark')[]} */
const SCHEMES = ['light', 'dark'];
/** The rules that depend on the theme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

const SETTINGS = 'afterstate:v1:settings';

/** The page, the menu and every dialog. @param {Page} page @param {string[]} [rules] */
async function assertAllClean(page, rules) {
  await assertClean(page, 'the page', { rules });
  await openMenu(page);
  await assertClean(page, 'the menu', { rules });
  await page.keyboard.press('Escape');
  for (const dialog of DIALOGS) {
    await openDialog(page, dialog);
    await assertClean(page, `the dialog ${dialog}`, { rules });
    await page.keyboard.press('Escape');
  }
}

for (const [index, [theme, colorScheme]] of tried(THEMES.slice(0, 2), THEMES).entries()) {
  test(`${theme}, ${colorScheme}`, async (t) => {
    const { page } = await sitDownAt(t, GAME, {
      path: '?engine=off',
      score: 31_416,
      context: { colorScheme, reducedMotion: 'reduce' },
      before: (page) =>
        page.addInitScript(({ name, settings }) => localStorage.setItem(name, settings), {
          name: SETTINGS,
          settings: JSON.stringify({ version: 1, theme, count: true }),
        }),
    });
    await assertAllClean(page, index === 0 ? undefined : COLOR_RULES);
  });
}

test('the page "How it works"', async (t) => {
  const { page } = await sitDownAt(t, GAME, { path: '?engine=off' });
  await page.goto(new URL('about.html', page.url()).href);
  await assertClean(page, 'about.html');
});

for (const colorScheme of SCHEMES) {
  testInAll(`all text has 7:1 where the system asks for more contrast, ${colorScheme}`, async (t) => {
    const { page } = await sitDownAt(t, GAME.with(0, 1), {
      path: '?engine=off',
      score: 31_416,
      context: { colorScheme, contrast: 'more', reducedMotion: 'reduce' },
    });
    await assertClean(page, 'the page', { rules: ['color-contrast-enhanced'] });
    for (const name of DIALOGS) {
      await openDialog(page, name);
      await assertClean(page, name, { within: `#${name}`, rules: ['color-contrast-enhanced'] });
      await page.keyboard.press('Escape');
    }
    // A browser prints a board without backgrounds unless it is told that they matter.
    const printed = await page.$eval('#tiles .tile', (tile) => getComputedStyle(tile).printColorAdjust);
    assert.equal(printed, 'exact');
  });
}
