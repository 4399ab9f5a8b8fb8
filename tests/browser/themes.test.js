// Compares the page in every theme at three widths with the pictures in pictures/.
//
// The comparison covers layout and color. Text is transparent, because fonts differ between machines; digits
// are compared as text. Pictures are reduced to a quarter of their width and height: each point is the mean
// of sixteen pixels. Every cell, button and score box has a limit of its own, because a change of a small
// part is a small share of the whole page.
//
// For an intended change, AFTERSTATE_PICTURES=write replaces the pictures; then check them in the diff. A
// failed comparison leaves its picture in target/screenshots/.

import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ALL } from '../all.js';
import { resize, sitDownAt, tiles } from './table.js';

/** @import { Page } from 'playwright-core' */
/** @import { TestContext } from 'node:test' */

const PICTURES = fileURLToPath(new URL('./pictures/', import.meta.url));
const SEEN = fileURLToPath(new URL('../../target/screenshots/', import.meta.url));
/** Every tile from 2 to 131072 except two. */
const BOARD = [17, 16, 15, 14, 10, 11, 12, 13, 9, 8, 7, 6, 0, 3, 4, 5];
const SIZES = [
  [320, 568],
  [768, 1024],
  [1280, 800],
];
const THEMES = /** @type {const} */ ([
  ['system', 'light'],
  ['system', 'dark'],
  ['classic', 'light'],
  ['dark', 'dark'],
  ['contrast', 'dark'],
  ['color-blind', 'light'],
  ['color-blind', 'dark'],
]);
/** Hides the text, and removes lines above the board that wrap differently with other fonts. */
const STILL = `
  *, ::before, ::after { color: transparent !important; caret-color: transparent !important; text-decoration-color: transparent !important; }
  .intro > div { width: 0; white-space: nowrap; }
  /* The width of a button depends on the font otherwise. */
  button:not(.round), .score { inline-size: 80px !important; white-space: nowrap; overflow: hidden; }
  /* Buttons of this width would not fit beside each other at 320 px. */
  .actions { flex-wrap: nowrap; max-width: none; }
`;
/** The scale of the pictures. */
const SHRINK = 4;
/** Points differ if a channel differs by more than this, of 255. */
const SAME = 12;
/**
 * The share of a part's points that may differ. On the machine that made the pictures none does.
 *
 * AFTERSTATE_BREAK breaks the page, to see that the limits are low enough. A missing tile changes 99% of its
 * cell (2.4% of the page at 320 px, 1.2% at 1280). If New game moves down by 8 px, 27% of its area changes at
 * 320 px and 33% at 1280 (0.7% and 0.2% of the page). A wrong digit fails as text.
 */
const MOST = { page: 0.02, cell: 0.05, box: 0.1 };
/** The selector of each kind of part. */
const PARTS = { cell: '#cells [role=gridcell]', box: 'button, .score, #speed' };

/**
 * Takes a reduced screenshot and compares it with a picture, if there is one.
 * @param {Page} page @param {string | null} kept a PNG in base64
 * @returns {Promise<{ picture: string, page: number, cell: number, box: number }>} the new picture, and the
 *   shares of points that differ in all of it, in the worst cell, and in the worst button or score box
 */
async function compare(page, kept) {
  const shown = (await page.screenshot({ animations: 'disabled' })).toString('base64');
  return page.evaluate(
    async ({ shown, kept, shrink, same, parts }) => {
      /** @param {string} base64 @param {number} by */
      const draw = async (base64, by) => {
        const image = new Image();
        image.src = `data:image/png;base64,${base64}`;
        await image.decode();
        const [width, height] = [Math.floor(image.width / by), Math.floor(image.height / by)];
        const canvas = document.createElement('canvas');
        Object.assign(canvas, { width: image.width, height: image.height });
        const context = /** @type {CanvasRenderingContext2D} */ (
          canvas.getContext('2d', { willReadFrequently: true })
        );
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, width * by, height * by);
        const small = new ImageData(width, height);
        for (let y = 0; y < height; y++) {
          for (let x = 0; x < width; x++) {
            for (let channel = 0; channel < 4; channel++) {
              let sum = 0;
              for (let dy = 0; dy < by; dy++)
                for (let dx = 0; dx < by; dx++)
                  sum += Number(data[((y * by + dy) * width * by + x * by + dx) * 4 + channel]);
              small.data[(y * width + x) * 4 + channel] = Math.round(sum / (by * by));
            }
          }
        }
        Object.assign(canvas, { width, height });
        context.putImageData(small, 0, 0);
        return { small, picture: canvas.toDataURL('image/png').replace(/^.*,/, '') };
      };
      const { small, picture } = await draw(shown, shrink);
      const unlike = { picture, page: 1, cell: 1, box: 1 };
      if (!kept) return unlike;
      const other = (await draw(kept, 1)).small;
      if (other.width !== small.width || other.height !== small.height) return unlike;
      /** @param {number} x @param {number} y in points */
      const differs = (x, y) =>
        [0, 1, 2].some((channel) => {
          const at = (y * small.width + x) * 4 + channel;
          return Math.abs(Number(small.data[at]) - Number(other.data[at])) > same;
        });
      /**
       * @param {{ left: number, top: number, right: number, bottom: number }} box in pixels
       * @returns {number}
       */
      const share = ({ left, top, right, bottom }) => {
        const [x0, x1] = [
          Math.max(0, Math.floor(left / shrink)),
          Math.min(small.width, Math.ceil(right / shrink)),
        ];
        const [y0, y1] = [
          Math.max(0, Math.floor(top / shrink)),
          Math.min(small.height, Math.ceil(bottom / shrink)),
        ];
        let different = 0;
        for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) different += Number(differs(x, y));
        return different / Math.max(1, (x1 - x0) * (y1 - y0));
      };
      /** @param {string} selector @returns {number} the largest share of the parts in the picture */
      const worst = (selector) =>
        Math.max(
          ...[...document.querySelectorAll(selector)]
            .map((part) => part.getBoundingClientRect())
            .filter((box) => box.width > 0 && box.bottom <= innerHeight)
            .map(share),
        );
      return {
        picture,
        page: share({ left: 0, top: 0, right: innerWidth, bottom: innerHeight }),
        cell: worst(parts.cell),
        box: worst(parts.box),
      };
    },
    { shown, kept, shrink: SHRINK, same: SAME, parts: PARTS },
  );
}

const percent = (/** @type {number} */ share) => `${(share * 100).toFixed(1)}%`;

/**
 * Breaks the page as AFTERSTATE_BREAK asks (digit, tile or button), to test the comparison.
 * @param {Page} page
 */
const breakIt = (page) =>
  page.evaluate((how) => {
    const part = (/** @type {string} */ selector) =>
      /** @type {HTMLElement} */ (document.querySelector(selector));
    if (how === 'digit') part('#tiles .tile .face').textContent = '3';
    if (how === 'tile') part('#tiles .tile:nth-child(5) .face').style.opacity = '0';
    if (how === 'button') part('#new-game').style.translate = '0 8px';
  }, process.env.AFTERSTATE_BREAK ?? '');

/** The contrast of the digits of every tile, by rank. @param {Page} page */
const contrasts = (page) =>
  page.evaluate(() => {
    const face = document.createElement('span');
    face.className = 'face';
    document.body.append(face);
    /** @param {string} color */
    const luminance = (color) => {
      const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? [])
        .map((channel) => Number(channel) / 255)
        .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const found = [...Array(17).keys(), 'more'].map((index) => {
      const rank = typeof index === 'number' ? index + 1 : index;
      face.dataset.rank = String(rank);
      const { color, backgroundColor } = getComputedStyle(face);
      const [dark = 0, light = 0] = [color, backgroundColor].map(luminance).sort((a, b) => a - b);
      return { rank, tile: backgroundColor, contrast: (light + 0.05) / (dark + 0.05) };
    });
    face.remove();
    return found;
  });

/** Shows the page in a theme. @param {Page} page @param {string} theme */
const showTheme = (page, theme) =>
  page.evaluate((chosen) => void (document.documentElement.dataset.theme = chosen), theme);

/** @param {Page} page */
async function assertContrasts(page) {
  for (const scheme of /** @type {const} */ (['light', 'dark'])) {
    for (const [contrast, most] of /** @type {const} */ ([
      ['more', 7],
      ['no-preference', 4.5],
    ])) {
      await page.emulateMedia({ colorScheme: scheme, contrast });
      for (const [theme] of THEMES.filter(([, colorScheme]) => colorScheme === scheme)) {
        await showTheme(page, theme);
        const least = theme === 'contrast' ? 7 : theme === 'color-blind' ? 4.5 : most;
        const found = await contrasts(page);
        assert.deepEqual(
          found.filter((tile) => tile.contrast < least),
          [],
          `${theme} ${scheme} ${contrast}`,
        );
        if (contrast === 'no-preference' && !['contrast', 'color-blind'].includes(theme))
          assert.deepEqual(
            found.slice(2, 6).map(({ tile }) => tile),
            ['rgb(242, 177, 121)', 'rgb(245, 149, 99)', 'rgb(246, 124, 95)', 'rgb(246, 94, 59)'],
            'the colors of the original from 8 to 64',
          );
      }
    }
  }
}

/**
 * Whether the page is compared with its picture: each size once, and the dark page and the theme with edges
 * at one size.
 * @param {number} width @param {(typeof THEMES)[number]} theme
 */
const isPictured = (width, [theme, colorScheme]) =>
  ALL ||
  (theme === 'system' && (colorScheme === 'light' || width === 320)) ||
  (theme === 'contrast' && width === 320);

test('in every theme the digits of every tile have a contrast of 4.5:1, and of 7:1 where more is asked; the page is as in its pictures', async (t) => {
  const { page } = await sitDownAt(t, BOARD, {
    path: '?engine=off',
    score: 31_416,
    // The page's policy would refuse the style that the test adds.
    context: { reducedMotion: 'reduce', bypassCSP: true },
  });
  await breakIt(page);
  // The digits are compared as text, before they become transparent.
  assert.deepEqual(
    await tiles(page),
    BOARD.map((rank) => (rank === 0 ? 0 : 2 ** rank)),
  );
  await assertContrasts(page);
  await page.addStyleTag({ content: STILL });
  for (const [width = 0, height = 0] of SIZES) {
    await resize(page, width, height);
    for (const [theme, colorScheme] of THEMES.filter((one) => isPictured(width, one))) {
      await showTheme(page, theme);
      await page.emulateMedia({ colorScheme });
      await assertPicture(t, page, `${theme}-${colorScheme}-${width}`);
    }
  }
});

/**
 * Compares the page with its picture, or writes it.
 * @param {TestContext} t @param {Page} page @param {string} name
 */
async function assertPicture(t, page, name) {
  const path = `${PICTURES}${name}.png`;
  const kept = await readFile(path, 'base64').catch(() => null);
  const { picture, ...different } = await compare(page, kept);
  if (process.env.AFTERSTATE_PICTURES === 'write') {
    await mkdir(PICTURES, { recursive: true });
    await writeFile(path, picture, 'base64');
    return;
  }
  const parts = `${percent(different.page)} of the page, ${percent(different.cell)} of a cell, ${percent(different.box)} of a button or box`;
  t.diagnostic(`${name}: ${parts}`);
  if (different.page <= MOST.page && different.cell <= MOST.cell && different.box <= MOST.box) return;
  await mkdir(SEEN, { recursive: true });
  await writeFile(`${SEEN}${name}.png`, picture, 'base64');
  assert.fail(`not as in ${path}: ${parts}; what was seen is ${SEEN}${name}.png`);
}
