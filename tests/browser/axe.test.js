// axe-core finds no violation of WCAG 2.2 A and AA or its best practices on the page, in every dialog and in
// the embedded game, in every theme. See also the tests of the other pages.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { THEME_NAMES } from '../../www/shared/themes.js';
import { testInAll, tried } from '../all.js';
import { COLOR_RULES, assertClean } from './axe.js';
import { visit } from './harness.js';
import { PATIENCE, openDialog, openMenu, sitDownAt, untilBoard, withSettings } from './table.js';

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

/** @param {Page} page @param {[string, 'light' | 'dark']} theme */
async function showIn(page, [theme, colorScheme]) {
  await page.emulateMedia({ colorScheme });
  await page.evaluate((chosen) => void (document.documentElement.dataset.theme = chosen), theme);
}

/**
 * The page, the menu and every dialog, in several themes: every rule in the first, and in the others those
 * that depend on the theme.
 * @param {Page} page @param {[string, 'light' | 'dark'][]} themes
 */
async function assertAllClean(page, [first, ...others]) {
  if (first) await showIn(page, first);
  await assertClean(page, `the page, ${first}`);
  await openMenu(page);
  await assertClean(page, `the menu, ${first}`);
  await page.keyboard.press('Escape');
  for (const dialog of DIALOGS) {
    await openDialog(page, dialog);
    await assertClean(page, `the dialog ${dialog}, ${first}`);
    await page.keyboard.press('Escape');
  }
  // The colors of all at once, below each other.
  await page.evaluate(() => {
    for (const dialog of document.querySelectorAll('dialog')) {
      dialog.open = true;
      dialog.style.position = 'static';
    }
  });
  for (const theme of others) {
    await showIn(page, theme);
    await assertClean(page, `the page, its menu and every dialog, ${theme}`, { rules: COLOR_RULES });
  }
}

test('the page, its menu and every dialog, in every theme', async (t) => {
  const { page } = await sitDownAt(t, GAME, {
    path: '?engine=off',
    score: 31_416,
    context: { reducedMotion: 'reduce' },
    before: withSettings({ count: true }),
  });
  await assertAllClean(page, tried(THEMES.slice(0, 2), THEMES));
});

// The game is full until this move, which ends it: the tile that appears differs from those beside it.
const LAST_MOVE = '0 2 4 8 / 32 64 128 256 / 512 1024 2048 4096 / 8192 16384 32768 65536';

for (const theme of tried(THEME_NAMES.slice(0, 1), [...THEME_NAMES]))
  test(`the frame, ${theme}, with a game and with its end`, async (t) => {
    const { page } = await visit(t, {
      path: `embed.html?theme=${theme}&controls=score+new+undo+hint+autoplay+arrows&position=${encodeURIComponent(LAST_MOVE)}`,
      context: { viewport: { width: 420, height: 640 }, reducedMotion: 'reduce' },
    });
    await untilBoard(page);
    await assertClean(page, 'playing');
    await page.focus('#cells');
    await page.keyboard.press('ArrowLeft');
    await page.waitForSelector('#message:not([hidden])', { timeout: PATIENCE });
    await assertClean(page, 'over');
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
