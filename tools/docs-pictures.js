// Takes the pictures of the documentation: `node tools/docs-pictures.js [NAME...]`, after `./build.sh build`.
//
// They are committed as docs/images/NAME.png and autoplay.webp; take them again when the pages look
// different.

import { writeFile } from 'node:fs/promises';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { startBrowser, startSite } from '../tests/browser/site.js';
import { animation } from './animation.js';

/** @import { BrowserContext, Page } from 'playwright-core' */

const FOLDER = fileURLToPath(new URL('../docs/images/', import.meta.url));
/** The time limit of each step (ms); networks take long on a busy machine. */
const PATIENCE = 240_000;
const KEYS = ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'];

/** @param {Page} page @param {number} moves how many keys to press */
async function play(page, moves) {
  for (let index = 0; index < moves; index++) await page.keyboard.press(KEYS[index % KEYS.length] ?? '');
}

/**
 * How a picture is reached; `shown` is the height that it has of the window.
 * @typedef {object} Picture
 * @property {number} width
 * @property {number} height
 * @property {number} [shown]
 * @property {string} path
 * @property {(page: Page) => Promise<unknown>} lead
 */

/** @type {Record<string, Picture>} */
const PICTURES = {
  lab: {
    width: 1280,
    height: 720,
    path: 'lab.html#play=random&play=greedy&play=cook-sum&games=30',
    async lead(page) {
      await page.waitForSelector('html[data-lab="ready"]');
      await page.click('#run');
      await page.waitForSelector('html[data-results="whole"]');
      await page.locator('h2', { hasText: 'Results' }).evaluate((heading) => heading.scrollIntoView());
    },
  },
  embed: {
    width: 1000,
    height: 760,
    path: 'embed-builder.html',
    async lead(page) {
      await page.fill('[name=position]', '2 4 8 16 / 0 2 4 32 / 0 0 2 64 / 0 0 0 2');
      await page.keyboard.press('Tab');
      await page.waitForLoadState('networkidle');
    },
  },
  review: {
    width: 1100,
    height: 760,
    path: '?seed=5',
    async lead(page) {
      await page.waitForSelector('html[data-page="ready"]');
      await play(page, 90);
      await page.click('#more');
      await page.click('#menu [data-dialog=replay]');
      await page.click('[aria-label=Review] button');
      await page.locator('#replay button', { hasText: 'Review again' }).waitFor();
      await page.click('.review-worst button');
    },
  },
  race: {
    width: 1000,
    height: 640,
    shown: 445,
    path: 'race.html?seed=7',
    async lead(page) {
      await page.waitForSelector('html[data-page="ready"]');
      await page.check('input[value=lite]', { force: true });
      await page.click('#start');
      await page.waitForSelector('html[data-race="running"]');
      for (let index = 0; index < 60; index++) {
        await page.keyboard.press(KEYS[index % KEYS.length] ?? '');
        await page.waitForTimeout(50);
      }
      await page.waitForTimeout(3000);
    },
  },
};

/** Autoplay from some moves before its first 4096. */
const AUTOPLAY = {
  path: '#board=4x4:02350247058912ab&score=30000',
  width: 360,
  height: 500,
  frames: 48,
  durationMs: 180,
};

/** @param {BrowserContext} context */
async function takeAutoplay(context) {
  const { path, frames, durationMs, width, height } = AUTOPLAY;
  const page = await context.newPage();
  await page.goto(path);
  await page.waitForSelector('html[data-page="ready"]');
  await page.locator('.toast').waitFor({ state: 'hidden' });
  await page.click('#autoplay');
  await page.waitForFunction(() => Number(document.documentElement.dataset.moves) > 0);
  const pictures = [];
  for (let frame = 0; frame < frames; frame++) {
    pictures.push(await page.screenshot({ clip: { x: 0, y: 0, width, height } }));
    await page.waitForTimeout(durationMs);
  }
  const encoder = await context.newPage();
  await writeFile(
    `${FOLDER}autoplay.webp`,
    await animation(encoder, pictures, { width, height, durationMs }),
  );
}

const all = [...Object.keys(PICTURES), 'autoplay'];
/** @param {BrowserContext} context @param {string} name @param {Picture} picture */
async function take(context, name, { path, lead, width, height, shown = height }) {
  const page = await context.newPage();
  await page.goto(path);
  await lead(page);
  await page.locator('.toast').waitFor({ state: 'hidden' });
  await page.screenshot({ path: `${FOLDER}${name}.png`, clip: { x: 0, y: 0, width, height: shown } });
}

const names = process.argv.length > 2 ? process.argv.slice(2) : all;
const [browser, site] = await Promise.all([startBrowser(), startSite()]);
for (const name of names) {
  const picture = PICTURES[name] ?? AUTOPLAY;
  if (!all.includes(name)) throw new Error(`unknown: ${name}. Known are: ${all}`);
  const context = await browser.newContext({
    baseURL: site.url,
    locale: 'en',
    viewport: { width: picture.width, height: picture.height },
    hasTouch: name === 'autoplay',
    serviceWorkers: 'block',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(PATIENCE);
  await context.addInitScript(() => {
    if (location.protocol !== 'about:') localStorage['afterstate:v1:network'] ??= 'lite';
  });
  if ('lead' in picture) await take(context, name, picture);
  else await takeAutoplay(context);
  await context.close();
}
await browser.close();
await site.stop();
