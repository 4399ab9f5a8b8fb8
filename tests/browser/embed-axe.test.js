// axe-core on the embedded game, in every theme and with a finished game, and on the embed builder.

import { test } from 'node:test';
import { THEME_NAMES } from '../../www/shared/themes.js';
import { tried } from '../all.js';
import { assertClean } from './axe.js';
import { visit } from './harness.js';
import { PATIENCE, untilBoard } from './table.js';

/** @import { Page } from 'playwright-core' */

const OVER = '2 4 8 16 / 32 64 128 256 / 512 1024 2048 4096 / 8192 16384 32768 65536';
/** @type {('light' | 'dark')[]} */
const SCHEMES = ['light', 'dark'];
const FULL = '0 0 2 4 / 2 8 32 16 / 4 128 256 64 / 4096 2048 1024 512';

for (const theme of tried(THEME_NAMES.slice(0, 1), [...THEME_NAMES]))
  test(`the frame, ${theme}, with a game and with its end`, async (t) => {
    for (const [state, position] of [
      ['playing', FULL],
      ['over', OVER],
    ]) {
      const path = `embed.html?theme=${theme}&controls=score+new+undo+hint+autoplay+arrows&position=${encodeURIComponent(position ?? '')}`;
      const { page } = await visit(t, {
        path,
        context: { viewport: { width: 420, height: 640 }, reducedMotion: 'reduce' },
      });
      await untilBoard(page);
      await assertClean(page, String(state));
    }
  });

/** Waits until the preview, a frame in a closed shadow root, shows its board. @param {Page} page */
async function untilPreview(page) {
  let preview;
  while (!(preview = page.frames().find((frame) => frame.url().includes('embed.html'))))
    await page.waitForTimeout(50);
  await preview.waitForSelector('html[data-page="ready"]', { timeout: PATIENCE });
}

for (const colorScheme of tried(SCHEMES.slice(0, 1), SCHEMES)) {
  test(`the embed builder, ${colorScheme}`, async (t) => {
    const { page } = await visit(t, {
      path: 'embed-builder.html',
      context: { colorScheme, reducedMotion: 'reduce' },
    });
    await untilBoard(page);
    await untilPreview(page);
    await page.fill('[name=position]', '3');
    await page.locator('#position-problem', { hasText: /./ }).waitFor();
    await assertClean(page, 'the page that makes the lines');
  });
}
