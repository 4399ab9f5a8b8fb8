// What every test of the page stands on: the real server, a real Chromium, and a watch over everything that may go
// wrong in a page.
//
// A test file says `const { page } = await visit(t, { ... })`. When the test ends, the page is closed, and the test
// fails if the page has complained: console.error, an uncaught error, a request that failed.
// The site in dist/ and the server must have been built: `./build.sh test` sees to it.

import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startBrowser, startSite } from './site.js';

/** @import { Browser, BrowserContextOptions, Page } from 'playwright-core' */
/** @import { TestContext } from 'node:test' */
/** @import { Site } from './site.js' */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SCREENSHOTS = process.env.AFTERSTATE_SCREENSHOTS ?? `${ROOT}target/screenshots`;

// One browser and at most two sites for all the tests of a file, started when first asked for.
/** @type {Promise<Browser> | undefined} */
let browser;
/** @type {Map<boolean, Promise<Site>>} */
const sites = new Map();

after(async () => {
  await (await browser)?.close();
  for (const site of sites.values()) await (await site).stop();
});

/**
 * @typedef {object} Visit
 * @property {Page} page
 * @property {string[]} complaints what the page has complained about until now; a test that provokes some takes them
 *   out again, or names them in `allow`
 * @property {string} url the address of the site
 */

/**
 * Opens the page in a browser profile of its own (no storage, no cache), watched until the test ends. What a test begins first
 * ends first: a server of its own is to be started after this, or the page sees it go.
 * @param {TestContext} t
 * @param {object} [options]
 * @param {boolean} [options.isolated] whether the site sends the isolation headers; yes if left out
 * @param {string} [options.path] relative to the site
 * @param {string | null} [options.network] what is chosen of the networks at first; null chooses nothing, so that the
 *   page's own rule holds. The built-in engine if left out: reading a network takes a busy machine long
 * @param {RegExp[]} [options.allow] complaints that this test expects
 * @param {(page: Page) => Promise<unknown>} [options.before] runs before the page loads: init scripts, routes
 * @param {BrowserContextOptions} [options.context] viewport, hasTouch, reducedMotion, ...
 * @returns {Promise<Visit>}
 */
export async function visit(t, { isolated = true, path = '', network = 'built-in', allow = [], before, context: contextOptions } = {}) {
  browser ??= startBrowser();
  const site = sites.get(isolated) ?? startSite({ isolated });
  sites.set(isolated, site);
  const { url } = await site;
  // A service worker would answer in place of what a test puts there: only the tests of it allow one.
  const context = await (await browser).newContext({ serviceWorkers: 'block', ...contextOptions });
  const page = await context.newPage();
  const complaints = watch(page);
  t.after(async () => {
    await context.close();
    const unexpected = complaints.filter((complaint) => !allow.some((pattern) => pattern.test(complaint)));
    assert.deepEqual(unexpected, [], 'the page complained');
  });
  if (network !== null) {
    await page.addInitScript((choice) => {
      try {
        localStorage['afterstate:v1:network'] ??= choice;
      } catch {
        // A frame without storage.
      }
    }, network);
  }
  await before?.(page);
  await page.goto(url + path);
  return { page, complaints, url };
}

/**
 * Collects everything that a page and its workers complain about.
 * @param {Page} page
 * @returns {string[]} grows as it happens
 */
export function watch(page) {
  /** @type {string[]} */
  const complaints = [];
  let closing = false;
  page.on('close', () => (closing = true));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console.error: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.stack ?? error}`));
  page.on('crash', () => complaints.push('the page crashed'));
  page.on('requestfailed', (request) => {
    // Going away cuts off what was still being fetched.
    const cut = request.failure()?.errorText === 'net::ERR_ABORTED';
    if (!closing && !cut) complaints.push(`failed: ${request.url()} (${request.failure()?.errorText})`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`status ${response.status()}: ${response.url()}`);
  });
  return complaints;
}

/**
 * Saves a picture of what the page shows, to be looked at.
 * @param {Page} page
 * @param {string} name of the file, without its ending
 * @returns {Promise<string>} its path
 */
export async function screenshot(page, name) {
  await mkdir(SCREENSHOTS, { recursive: true });
  const path = `${SCREENSHOTS}/${name}.png`;
  await page.screenshot({ path });
  return path;
}
