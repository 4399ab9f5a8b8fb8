// The service worker: the page and its engine offline, new versions that wait for the player, and shared memory on a host
// that sends no isolation headers.

import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { visit } from './harness.js';
import { startSite } from './site.js';
import { PATIENCE, cells, sitDown, tiles, untilBoard } from './table.js';

/** @import { Page } from 'playwright-core' */

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const ALLOWED = { context: { serviceWorkers: /** @type {const} */ ('allow') } };
/** Offline, the browser logs an error for each file that is not cached. */
const AWAY = [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /version\.txt/];

/** @param {Page} page */
async function untilKept(page) {
  await page.waitForSelector('html[data-offline="kept"]', { timeout: PATIENCE });
  await page.evaluate(async () => { await navigator.serviceWorker.ready; });
}

/** @param {Page} page @returns {Promise<string[]>} the cached paths */
const kept = (page) => page.evaluate(async () => {
  const cache = await caches.open('afterstate-site');
  return (await cache.keys()).map(({ url }) => new URL(url).pathname.slice(1));
});

/** @param {Page} page */
async function playSome(page) {
  for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
}

test('after one visit the page, its game and its engine work offline', async (t) => {
  const { page } = await sitDown(t, { ...ALLOWED, path: '?threads=2', allow: AWAY });
  await untilKept(page);
  await page.waitForFunction(async () => (await (await caches.open('afterstate-site')).keys()).some(({ url }) => url.includes('pkg-parallel/afterstate_bg.wasm')), undefined, { timeout: PATIENCE });
  await playSome(page);
  const board = await cells(page);
  await page.context().setOffline(true);
  await page.reload();
  await untilBoard(page);
  assert.deepEqual(await tiles(page), board);
  await playSome(page);
  await page.click('#hint');
  await page.waitForSelector('#hint-arrow:not([hidden])');
  assert.equal(await page.getAttribute('html', 'data-engine'), 'shared 2');
  await page.click('#odds');
  await page.waitForSelector('.odds-list li', { timeout: 4 * PATIENCE });
  await page.goto(new URL('about.html', page.url()).href);
  assert.match(String(await page.textContent('h1')), /How it works/);
});

test('the browser would install it as an app', async (t) => {
  const { page } = await sitDown(t, ALLOWED);
  await untilKept(page);
  const browser = await page.context().newCDPSession(page);
  const { url, errors, data } = await browser.send('Page.getAppManifest');
  assert.match(url, /manifest\.webmanifest$/);
  assert.deepEqual(errors, []);
  const { icons } = JSON.parse(String(data));
  for (const { src, sizes } of icons) assert.equal((await page.request.get(new URL(src, url).href)).status(), 200, `${src}, ${sizes}`);
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  // The browser treats the temporary profile of a test as private.
  assert.deepEqual(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'), []);
});

test('a host without headers: several workers at the first visit, threads at the second, and no automatic reload', async (t) => {
  let loads = 0;
  const { page } = await sitDown(t, {
    ...ALLOWED, isolated: false, path: '?threads=2', allow: AWAY,
    before: async (opened) => opened.on('load', () => loads++),
  });
  await page.waitForSelector('html[data-engine="workers 2"]', { timeout: PATIENCE });
  await untilKept(page);
  assert.deepEqual((await kept(page)).filter((path) => path.startsWith('pkg-parallel')), [], 'what this browser cannot use is not kept');
  await page.waitForTimeout(1000);
  assert.equal(loads, 1);
  await page.reload();
  await page.waitForSelector('html[data-engine="shared 2"]', { timeout: PATIENCE });
  assert.equal(await page.evaluate(() => crossOriginIsolated), true);
  await page.click('#hint');
  await page.waitForSelector('#hint-arrow:not([hidden])');
  assert.equal(loads, 2);
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForSelector('html[data-engine="shared 2"]', { timeout: PATIENCE });
});

test('a new version waits until the player accepts it, and downloads only changed files', async (t) => {
  const { page } = await visit(t, { ...ALLOWED, path: 'about.html' });
  const folder = await mkdtemp(`${tmpdir()}/afterstate-`);
  t.after(() => rm(folder, { recursive: true }));
  await cp(DIST, folder, { recursive: true });
  const site = await startSite({ dir: folder });
  t.after(() => site.stop());
  await page.goto(`${site.url}?engine=off`);
  await untilBoard(page);
  await untilKept(page);
  const before = await kept(page);
  await playSome(page);
  const board = await cells(page);

  // The next version differs in the about page.
  const about = await readFile(`${folder}/about.html`, 'utf8');
  await writeFile(`${folder}/about.html`, about.replace('<h1>How it works</h1>', '<h1>How it works now</h1>'));
  const digest = await page.evaluate(async (text) => Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))), (byte) => byte.toString(16).padStart(2, '0')).join(''),
    await readFile(`${folder}/about.html`, 'utf8'));
  const list = await readFile(`${folder}/precache.js`, 'utf8');
  await writeFile(`${folder}/precache.js`, list.replace(/("about.html": ")\w+/, `$1${digest}`).replace(/("version": ")\w+/, '$1next'));

  /** @type {string[]} */
  const fetched = [];
  page.context().on('request', (request) => { if (request.serviceWorker()) fetched.push(new URL(request.url()).pathname); });
  await page.evaluate(async () => { await (await navigator.serviceWorker.getRegistration())?.update(); });
  const notice = page.locator('.toast', { hasText: 'A new version is ready' });
  await notice.waitFor({ timeout: PATIENCE });
  assert.deepEqual(await cells(page), board, 'nothing has happened to the page');
  assert.deepEqual(fetched.filter((path) => !/sw\.js|precache\.js/.test(path)), ['/about.html']);

  const reloaded = page.waitForEvent('load');
  await notice.locator('button', { hasText: 'Use it' }).click();
  await reloaded;
  await untilBoard(page);
  assert.deepEqual(await tiles(page), board, 'the game is kept over the change');
  await page.context().setOffline(true);
  await page.goto(`${site.url}about.html`);
  assert.match(String(await page.textContent('h1')), /How it works now/);
  await page.waitForFunction(async (count) => (await (await caches.open('afterstate-site')).keys()).length === count, before.length, { timeout: PATIENCE });
});

test('a file of another version is never cached, and other caches are not touched', async (t) => {
  const { page } = await visit(t, { ...ALLOWED, path: 'about.html', allow: [/another version/] });
  const folder = await mkdtemp(`${tmpdir()}/afterstate-`);
  t.after(() => rm(folder, { recursive: true }));
  await cp(DIST, folder, { recursive: true });
  await writeFile(`${folder}/about.html`, '<!doctype html><title>Altered</title>');
  const site = await startSite({ dir: folder });
  t.after(() => site.stop());
  await page.goto(`${site.url}?engine=off`);
  await page.evaluate(() => caches.open('afterstate-networks'));
  await untilBoard(page);
  await page.waitForSelector('html[data-offline]', { timeout: PATIENCE });
  await page.waitForTimeout(2000); // enough time to install a version
  const state = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return { active: Boolean(registration?.active), caches: await caches.keys() };
  });
  assert.equal(state.active, false, 'a version that is not whole is not installed');
  assert.ok(state.caches.includes('afterstate-networks'));
});
