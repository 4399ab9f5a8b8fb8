// The page in every theme at three widths, against pictures that are kept in pictures/.
//
// What is compared is layout and colour: words and digits are transparent, since every machine draws them with the fonts
// that it has (their contrast is axe.test.js's matter, that nothing is cut off looks.test.js's), and a picture is taken at a
// quarter of the size, each of its points the mean of sixteen of the screen's. A few points beside the board may
// differ: a button is as wide as its words. Where a change is meant, AFTERSTATE_PICTURES=write puts new pictures in their place, to be looked
// at in the diff; what a failed comparison saw is left in target/screenshots/.

import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sitDownAt } from './table.js';

/** @import { Page } from 'playwright-core' */

const PICTURES = fileURLToPath(new URL('./pictures/', import.meta.url));
const SEEN = fileURLToPath(new URL('../../target/screenshots/', import.meta.url));
/** Every tile from 2 to 131072 but two. */
const BOARD = [17, 16, 15, 14, 10, 11, 12, 13, 9, 8, 7, 6, 0, 3, 4, 5];
const SIZES = [[320, 568], [768, 1024], [1280, 800]];
const THEMES = /** @type {const} */ ([
  ['system', 'light'], ['system', 'dark'], ['classic', 'light'], ['dark', 'dark'], ['contrast', 'dark'],
  ['colour-blind', 'light'], ['colour-blind', 'dark'],
]);
/** No words, and none above the board that take one line or two, as a font has it: all below would move. */
const STILL = `
  *, ::before, ::after { color: transparent !important; caret-color: transparent !important; text-decoration-color: transparent !important; }
  .intro > div { width: 0; white-space: nowrap; }
`;
/** How much smaller a picture is than the screen. */
const SHRINK = 4;
/** Points of a picture that differ in a channel by more than this, of 255, are told apart. */
const SAME = 12;
/** The share of points that may be: 0.2 to 1.1 % are with other fonts. On the board, which no font changes, a tile has 5 %. */
const MOST = { page: 0.02, board: 0.01 };

/**
 * Shrinks what the page shows and compares it with a picture, where there is one.
 * @param {Page} page @param {string | null} kept a PNG in base64
 * @returns {Promise<{ picture: string, page: number, board: number }>} the new picture, and the shares of points that
 *   differ in all of it and on the board
 */
async function compare(page, kept) {
  const shown = (await page.screenshot({ animations: 'disabled' })).toString('base64');
  return page.evaluate(async ({ shown, kept, shrink, same }) => {
    /** @param {string} base64 @param {number} by */
    const draw = async (base64, by) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const [width, height] = [Math.floor(image.width / by), Math.floor(image.height / by)];
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: image.width, height: image.height });
      const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { willReadFrequently: true }));
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, width * by, height * by);
      const small = new ImageData(width, height);
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          for (let channel = 0; channel < 4; channel++) {
            let sum = 0;
            for (let dy = 0; dy < by; dy++) for (let dx = 0; dx < by; dx++) sum += Number(data[((y * by + dy) * width * by + x * by + dx) * 4 + channel]);
            small.data[(y * width + x) * 4 + channel] = Math.round(sum / (by * by));
          }
        }
      }
      Object.assign(canvas, { width, height });
      context.putImageData(small, 0, 0);
      return { small, picture: canvas.toDataURL('image/png').replace(/^.*,/, '') };
    };
    const { small, picture } = await draw(shown, shrink);
    if (!kept) return { picture, page: 1, board: 1 };
    const other = (await draw(kept, 1)).small;
    if (other.width !== small.width || other.height !== small.height) return { picture, page: 1, board: 1 };
    const frame = /** @type {HTMLElement} */ (document.getElementById('board')).getBoundingClientRect();
    const [all, board] = [{ points: 0, different: 0 }, { points: 0, different: 0 }];
    for (let point = 0; point < small.data.length / 4; point++) {
      const [x, y] = [(point % small.width) * shrink, Math.floor(point / small.width) * shrink];
      const places = x >= frame.left && x < frame.right && y >= frame.top && y < frame.bottom ? [all, board] : [all];
      const differs = [0, 1, 2].some((channel) => Math.abs(Number(small.data[point * 4 + channel]) - Number(other.data[point * 4 + channel])) > same);
      for (const place of places) {
        place.points++;
        if (differs) place.different++;
      }
    }
    return { picture, page: all.different / all.points, board: board.different / board.points };
  }, { shown, kept, shrink: SHRINK, same: SAME });
}

for (const [theme, colorScheme] of THEMES) {
  for (const [width = 0, height = 0] of SIZES) {
    const name = `${theme}-${colorScheme}-${width}`;
    test(name, async (t) => {
      const { page } = await sitDownAt(t, BOARD, {
        path: '?engine=off', score: 31_416,
        // What is put into the page below is not of the page: its policy would refuse it.
        context: { viewport: { width, height }, colorScheme, reducedMotion: 'reduce', bypassCSP: true },
        before: (opened) => opened.addInitScript((chosen) => {
          localStorage.setItem('afterstate:v1:settings', JSON.stringify({ version: 1, theme: chosen }));
        }, theme),
      });
      await page.addStyleTag({ content: STILL });
      const path = `${PICTURES}${name}.png`;
      const kept = await readFile(path, 'base64').catch(() => null);
      const { picture, ...different } = await compare(page, kept);
      if (process.env.AFTERSTATE_PICTURES === 'write') {
        await mkdir(PICTURES, { recursive: true });
        return writeFile(path, picture, 'base64');
      }
      if (different.page <= MOST.page && different.board <= MOST.board) return;
      await mkdir(SEEN, { recursive: true });
      await writeFile(`${SEEN}${name}.png`, picture, 'base64');
      assert.fail(`${(different.page * 100).toFixed(1)} % of it and ${(different.board * 100).toFixed(1)} % of the board are not as in ${path}; what was seen is ${SEEN}${name}.png`);
    });
  }
}
