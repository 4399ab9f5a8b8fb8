// Takes the pictures of the page for its web manifest and for links to it: node tools/screenshots.js, after
// `./build.sh build`.
//
// They are committed, because installing or linking a page shows them; take them again when it looks
// different.

import { fileURLToPath } from 'node:url';
import { startBrowser, startSite } from '../tests/browser/site.js';

const FOLDER = fileURLToPath(new URL('../www/pictures/', import.meta.url));
/** A board of some 400 moves, whose best move is easy to see. */
const BOARD = '#board=4x4:9654732121100000&score=8000';
const VIEWPORTS = [
  { name: 'wide', viewport: { width: 1280, height: 840 }, deviceScaleFactor: 1 },
  {
    name: 'narrow',
    viewport: { width: 390, height: 700 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  },
];

const [browser, site] = await Promise.all([startBrowser(), startSite({ isolated: true })]);
for (const { name, ...context } of VIEWPORTS) {
  const page = await (
    await browser.newContext({
      ...context,
      serviceWorkers: 'block',
      colorScheme: 'light',
      reducedMotion: 'reduce',
    })
  ).newPage();
  await page.goto(`${site.url}${BOARD}`);
  // The first hint loads the network, and the second one uses it.
  await page.click('#hint');
  await page.locator('body', { hasText: 'Using the Lite network' }).waitFor({ timeout: 60_000 });
  await page.click('#hint');
  await page.waitForSelector('#hint-arrow:not([hidden])', { timeout: 60_000 });
  await page.locator('.toast').waitFor({ state: 'hidden', timeout: 60_000 });
  await page.screenshot({ path: `${FOLDER}screenshot-${name}.jpg`, type: 'jpeg', quality: 80 });
}

/** The pictures of links: words beside a part of a page. */
const SHARED = [
  {
    name: 'share',
    path: '#board=4x4:13230452068a13b7&score=30000',
    part: '.board-frame',
    width: 520,
    title: '2048',
    words: 'with an AI that thinks in your browser. Race it, be coached, watch one learn.',
  },
  {
    name: 'share-lab',
    path: 'lab.html#play=random&play=greedy&play=cook-sum&games=30',
    part: '.charts',
    width: 660,
    title: '2048 Lab',
    words: 'Players of four papers play the same games in your browser.',
  },
];

/** @param {typeof SHARED[number]} shared */
async function takeShared({ name, path, part, width, title, words }) {
  const context = await browser.newContext({
    viewport: { width: 1200, height: 900 },
    serviceWorkers: 'block',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(`${site.url}${path}`);
  if (name === 'share-lab') {
    await page.waitForSelector('html[data-lab="ready"]');
    await page.click('#run');
    await page.waitForSelector('html[data-results="whole"]', { timeout: 240_000 });
  } else await page.waitForSelector('html[data-page="ready"]');
  await page.locator('.toast').waitFor({ state: 'hidden', timeout: 60_000 });
  const picture = (await page.locator(part).first().screenshot()).toString('base64');
  const sheet = await context.newPage();
  await sheet.setViewportSize({ width: 1200, height: 630 });
  await sheet.setContent(`<style>
    body { display: flex; align-items: center; justify-content: space-between; gap: 40px; height: 630px; margin: 0;
      padding: 0 60px; box-sizing: border-box; background: #faf8ef; color: #575047; font: 40px/1.35 Arial, sans-serif }
    h1 { margin: 0; font-size: 84px; line-height: 1.2; white-space: nowrap } p { margin: 0 } img { width: ${width}px }
    </style><div><h1>${title}</h1><p>${words}</p></div><img src="data:image/png;base64,${picture}">`);
  await sheet.screenshot({ path: `${FOLDER}${name}.jpg`, type: 'jpeg', quality: 85 });
  await context.close();
}
for (const shared of SHARED) await takeShared(shared);
await browser.close();
await site.stop();
