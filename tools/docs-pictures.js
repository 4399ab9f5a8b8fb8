// Takes the pictures of the documentation: `node tools/docs-pictures.js [NAME...]`, after `./build.sh build`.
//
// They are committed as docs/images/NAME.png; take them again when the pages look different.

import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { startBrowser, startSite } from '../tests/browser/site.js';

/** @import { Page } from 'playwright-core' */

const FOLDER = fileURLToPath(new URL('../docs/images/', import.meta.url));
/** The time limit of each step (ms); networks take long on a busy machine. */
const PATIENCE = 240_000;
const KEYS = ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'];

/** @param {Page} page @param {number} moves how many keys to press */
async function play(page, moves) {
  for (let index = 0; index < moves; index++) await page.keyboard.press(KEYS[index % KEYS.length] ?? '');
}

/**
 * Leads to each picture; `shown` is the height that it has of the window.
 * @type {Record<string, { width: number, height: number, shown?: number, path: string, lead: (page: Page)
 *   => Promise<unknown> }>}
 */
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

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PICTURES);
const [browser, site] = await Promise.all([startBrowser(), startSite()]);
for (const name of names) {
  const picture = PICTURES[name];
  if (!picture) throw new Error(`unknown: ${name}. Known are: ${Object.keys(PICTURES)}`);
  const context = await browser.newContext({
    baseURL: site.url,
    locale: 'en',
    viewport: { width: picture.width, height: picture.height },
    serviceWorkers: 'block',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  await page.addInitScript(() => {
    localStorage['afterstate:v1:network'] ??= 'lite';
  });
  await page.goto(picture.path);
  await picture.lead(page);
  await page.locator('.toast').waitFor({ state: 'hidden' });
  await page.screenshot({
    path: `${FOLDER}${name}.png`,
    clip: { x: 0, y: 0, width: picture.width, height: picture.shown ?? picture.height },
  });
  await context.close();
}
await browser.close();
await site.stop();
