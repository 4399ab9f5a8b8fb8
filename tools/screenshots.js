// Takes the pictures of the page for its web manifest: node tools/screenshots.js, after `./build.sh build`.
//
// They are committed, because installing a page shows them; take them again when the page looks different.

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
await browser.close();
await site.stop();
