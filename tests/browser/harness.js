// The base of the page's tests: the real server, a real Chromium, and a collection of all errors of a page.
//
// A test calls `const { page } = await visit(t, { ... })`. When the test ends, the page is closed, and the
// test fails if the page had an error: console.error, an uncaught error, or a failed request. The site in
// dist/ and the server must be built before; `./build.sh test` does that.

import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { after } from 'node:test';
import { startBrowser, startSite } from './site.js';

/** @import { Browser, BrowserContextOptions, Page } from 'playwright-core' */
/** @import { TestContext } from 'node:test' */
/** @import { Site } from './site.js' */

const { AFTERSTATE_SCREENSHOTS: SCREENSHOTS } = process.env;
/** How many times slower the scripts of pages run, to find tests that pass on a fast machine alone. */
export const SLOWER = Number(process.env.AFTERSTATE_SLOWER ?? 1);
/**
 * How long a test may use its page (ms), because `page.evaluate` waits without a limit. The longest test
 * takes 45 s beside two busy loops; with --all, 100 s.
 */
const LONGEST_MS = 600_000 * SLOWER;

// At most two browsers and two sites for all tests of a file, started at their first use.
/** @type {Map<boolean, Promise<Browser>>} */
const browsers = new Map();
/** @type {Map<boolean, Promise<Site>>} */
const sites = new Map();

after(async () => {
  for (const browser of browsers.values()) await (await browser).close();
  for (const site of sites.values()) await (await site).stop();
});

/**
 * @typedef {object} Visit
 * @property {Page} page
 * @property {string[]} complaints the errors of the page so far; a test that provokes errors removes them or
 *   lists them in `allow`
 * @property {string} url the address of the site
 */

/**
 * Opens the page in a fresh browser profile (no storage, no cache) and collects its errors until the test
 * ends. Cleanup runs in the order of registration, so a test must start its own server after this call;
 * otherwise the page would lose it.
 * @param {TestContext} t
 * @param {object} [options]
 * @param {boolean} [options.whole] whether it must be the browser that people have, and not its shell
 * @param {boolean} [options.isolated] whether the site sends the isolation headers (default yes)
 * @param {string | null} [options.path] relative to the site; null: the test opens a page itself
 * @param {string | null} [options.network] the chosen network; null chooses nothing, so that the page's rule
 *   applies. By default the built-in heuristic, because reading a network takes long on a busy machine
 * @param {RegExp[]} [options.allow] errors that this test expects
 * @param {(page: Page) => Promise<unknown>} [options.before] runs before the page loads: init scripts, routes
 * @param {number} [options.longest] how long the test may use the page (ms)
 * @param {BrowserContextOptions} [options.context] viewport, hasTouch, reducedMotion, ...
 * @returns {Promise<Visit>}
 */
export async function visit(
  t,
  {
    whole = false,
    isolated = true,
    path = '',
    network = 'built-in',
    allow = [],
    before,
    longest = LONGEST_MS,
    context: contextOptions,
  } = {},
) {
  const browser = browsers.get(whole) ?? startBrowser({ shell: !whole });
  browsers.set(whole, browser);
  const site = sites.get(isolated) ?? startSite({ isolated });
  sites.set(isolated, site);
  const { url } = await site;
  // A service worker would bypass the routes of a test, so only the tests of the service worker allow one.
  const context = await (await browser).newContext({ serviceWorkers: 'block', ...contextOptions });
  const page = await context.newPage();
  const complaints = watch(page);
  askLessOften(page);
  if (SLOWER > 1)
    await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const limit = setTimeout(() => {
    complaints.push(`the test used its page for ${longest / 60_000} minutes`);
    void context.close();
  }, longest);
  t.after(async () => {
    clearTimeout(limit);
    // A route that still answers a request would fail when the page is closed.
    if (!page.isClosed())
      for (const routed of [page, context]) await routed.unrouteAll({ behavior: 'ignoreErrors' });
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
  if (path !== null) await page.goto(url + path);
  return { page, complaints, url };
}

/** How often a page is asked what a test waits for (ms). */
const ASK_EVERY_MS = 50;

/**
 * Playwright asks a page in each of its frames, which it then draws only for that: a twentieth of a core.
 * @param {Page} page
 */
function askLessOften(page) {
  const wait = page.waitForFunction.bind(page);
  /** @param {any} ask @param {unknown} argument @param {object} [options] */
  page.waitForFunction = (ask, argument, options) =>
    wait(ask, argument, { polling: ASK_EVERY_MS, ...options });
}

/**
 * Collects the errors of a page and its workers.
 * @param {Page} page
 * @returns {string[]} grows as it happens
 */
function watch(page) {
  /** @type {string[]} */
  const complaints = [];
  let closing = false;
  page.on('close', () => (closing = true));
  page.on('console', (message) => {
    if (message.type() === 'error')
      complaints.push(`console.error: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.stack ?? error}`));
  page.on('crash', () => complaints.push('the page crashed'));
  page.on('requestfailed', (request) => {
    // Navigation aborts pending requests.
    const cut = request.failure()?.errorText === 'net::ERR_ABORTED';
    if (!closing && !cut) complaints.push(`failed: ${request.url()} (${request.failure()?.errorText})`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`status ${response.status()}: ${response.url()}`);
  });
  return complaints;
}

/**
 * Saves a screenshot for inspection, if AFTERSTATE_SCREENSHOTS names a folder for them.
 * @param {Page} page
 * @param {string} name of the file, without its extension
 */
export async function screenshot(page, name) {
  if (SCREENSHOTS === undefined) return;
  await mkdir(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: `${SCREENSHOTS}/${name}.png` });
}
