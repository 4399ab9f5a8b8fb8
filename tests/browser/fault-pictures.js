// Three faults as a player sees them, before, during and after, for docs/log/tests.md:
//
//   node tests/browser/fault-pictures.js
//
// writes docs/images/faults/. Build the site before.

import { mkdir, writeFile } from 'node:fs/promises';
import { startFaultHost } from './fault-host.js';
import {
  LONG,
  choose,
  engines,
  fillStorage,
  hint,
  move,
  observe,
  untilNetwork,
  untilSeen,
} from './fault-list.js';
import { startBrowser } from './site.js';
import { untilBoard } from './table.js';

/** @import { Page } from 'playwright-core' */

const FOLDER = new URL('../../docs/images/faults/', import.meta.url);
const QUALITY = 60;
const MAX_BYTES = 40_000;
/** Longer than any notice stays (ms). */
const NOTICES_GO_MS = 15_000;
/** Longer than a tile or an arrow moves (ms). */
const STILL_MS = 600;

await mkdir(FOLDER, { recursive: true });
const [host, browser] = [await startFaultHost(), await startBrowser()];
try {
  await inPictures('worker-dies', {
    before: hint,
    async during(page) {
      await engines(page)[0]
        ?.evaluate(() => {
          close();
        })
        .catch(() => {});
      await move(page);
      await page.click('#hint');
      await untilSeen(page, ['The AI crashed and restarted.']);
    },
    after: (page) => page.waitForSelector('#hint-arrow:not([hidden])', { timeout: LONG }),
  });
  await inPictures('network-breaks-off', {
    async before(page) {
      await hint(page);
      await page.click('#engine-toggle');
      host.failing.model = 'slow';
      await choose(page, 'lite');
      await untilSeen(page, ['Loading Lite: 0% of (…) MB']);
      await page.locator('#network-line').scrollIntoViewIfNeeded();
    },
    async during(page) {
      await page.selectOption('#networks', 'built-in');
      host.failing.model = 'cut';
      await choose(page, 'lite');
      await untilSeen(page, ['Lite couldn’t be loaded: (…)']);
    },
    async after(page) {
      host.failing.model = '';
      await page.selectOption('#networks', 'built-in');
      await choose(page, 'lite');
      await untilNetwork(page, 'lite');
    },
  });
  await inPictures('storage-full', {
    before: move,
    async during(page) {
      await fillStorage(page);
      await move(page);
      await untilSeen(page, ['This game can’t be saved(…)']);
    },
    async after(page) {
      await move(page);
      await hint(page);
    },
  });
} finally {
  await browser.close();
  await host.stop();
}

/**
 * @param {string} name
 * @param {Record<'before' | 'during' | 'after', (page: Page) => Promise<unknown>>} acts
 */
async function inPictures(name, acts) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(LONG);
  await page.clock.install();
  await observe(page);
  await page.addInitScript(() => {
    localStorage['afterstate:v1:network'] = 'built-in';
  });
  await page.goto(`${host.url}?tier=single&seed=5`);
  await untilBoard(page);
  for (let moves = 0; moves < 12; moves++) await move(page);
  const session = await context.newCDPSession(page);
  for (const [when, act] of Object.entries(acts)) {
    await act(page);
    if (when !== 'during') await page.clock.fastForward(NOTICES_GO_MS);
    await page.waitForTimeout(STILL_MS);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
    const picture = Buffer.from(data, 'base64');
    if (picture.length > MAX_BYTES) throw new Error(`${name}-${when} has ${picture.length} bytes`);
    await writeFile(new URL(`${name}-${when}.webp`, FOLDER), picture);
  }
  await context.close();
}
