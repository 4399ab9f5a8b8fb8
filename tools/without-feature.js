// Takes a feature out of the page, and proves that the rest does without it: `node tools/without-feature.js
// [NAME…]`, or every feature without a name. It needs what ./build.sh test builds: target/packages, the
// server, and Chromium.
//
// In a copy of www/ it deletes the folder of the feature, its line in features.js and the files beside the
// folders that belong to it, such as its page. Then the site is built and played: a move, a hint, every row
// of the menu, every link of every page, the end of a game. tests/browser/features.test.js runs it.

import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startBrowser, startSite } from '../tests/browser/site.js';
import { LINE, featuresIn } from './features.js';

/** @import { Browser, Page } from 'playwright-core' */

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const LIST = 'features.js';
const PATIENCE = 60_000;
const run = promisify(execFile);

/** @returns {Promise<string[]>} */
export async function featuresOfPage() {
  return featuresIn(await readFile(join(ROOT, 'www', LIST), 'utf8'));
}

/**
 * Deletes a feature in a copy of www/.
 * @param {string} www @param {string} name
 */
async function takeOut(www, name) {
  const list = join(www, LIST);
  const before = await readFile(list, 'utf8');
  const after = before.replace(LINE, (line, _, folder) => (folder === name ? '' : line));
  if (after === before) throw new Error(`${LIST} has no line for ${name}`);
  await writeFile(list, after);
  await rm(join(www, name), { recursive: true });
  for (const file of await readdir(www)) {
    if (!/\.(html|js)$/.test(file) || file === LIST) continue;
    const text = await readFile(join(www, file), 'utf8');
    // Its page, or a module that other sites load.
    if (text.includes(` src="${name}/`) || text.includes(`from './${name}/`)) await rm(join(www, file));
  }
}

/** @param {string} www @param {string} name @returns {Promise<string[]>} the files that name it */
async function filesNaming(www, name) {
  const files = (await readdir(www, { recursive: true })).filter((file) =>
    /\.(js|d\.ts|html|css)$/.test(file),
  );
  const texts = await Promise.all(files.map((file) => readFile(join(www, file), 'utf8')));
  const path = new RegExp(`['"(](\\.{0,2}/)?${name}/`);
  return files.filter((_, at) => path.test(texts[at] ?? ''));
}

/**
 * Builds the site without a feature, and lints the list.
 * @param {string} name
 * @returns {Promise<{ site: string, folder: string }>}
 */
async function buildWithout(name) {
  await mkdir(join(ROOT, 'target'), { recursive: true });
  const folder = await mkdtemp(join(ROOT, 'target', `without-${name}-`));
  const [www, site] = [join(folder, 'www'), join(folder, 'site')];
  await cp(join(ROOT, 'www'), www, { recursive: true });
  await takeOut(www, name);
  const naming = await filesNaming(www, name);
  if (naming.length > 0) throw new Error(`named by ${naming.join(', ')}`);
  // The networks are not needed: the built-in heuristic gives the hint.
  await mkdir(site);
  await writeFile(join(site, 'models.json'), '[]\n');
  const node = (/** @type {string[]} */ ...args) => run(process.execPath, args, { cwd: ROOT });
  await node('tools/site.js', www, 'target/packages', site);
  await cp(join(ROOT, 'crates/cli/src/serve/headers.txt'), join(site, '_headers'));
  await node('tools/precache.js', site);
  // The rules of imports follow the folders.
  for (const file of ['eslint.config.js', 'package.json']) await cp(join(ROOT, file), join(folder, file));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const eslint = join(ROOT, 'node_modules/eslint/bin/eslint.js');
  await run(process.execPath, [eslint, 'www/page', `www/${LIST}`], { cwd: folder });
  return { site, folder };
}

/**
 * Plays the built site.
 * @param {Browser} browser @param {string} url @param {string} name of the feature that is not there
 */
async function playWithout(browser, url, name) {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  context.setDefaultTimeout(PATIENCE);
  await context.addInitScript(() => {
    localStorage['afterstate:v1:network'] ??= 'built-in';
  });
  const page = await context.newPage();
  /** @type {string[]} */
  const complaints = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on(
    'response',
    (answer) => answer.status() >= 400 && complaints.push(`${answer.status()} ${answer.url()}`),
  );
  try {
    await open(page, url);
    await playAndAsk(page);
    const links = new Set(await linksOf(page));
    for (const link of await rowsOfMenu(page)) links.add(link);
    await endGame(page, url);
    await followLinks(links, url, name);
    if (complaints.length > 0) throw new Error(complaints.join('\n'));
  } finally {
    await context.close();
  }
}

/** @param {Page} page @param {string} address */
async function open(page, address) {
  await page.goto(address);
  await page.waitForSelector('html[data-page="ready"]');
}

/** A move is made, and a hint comes. @param {Page} page */
async function playAndAsk(page) {
  for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
  await page.waitForFunction(() => Number(document.documentElement.dataset.moves) > 0);
  await page.click('#hint');
  await page.waitForSelector('#hint-arrow:not([hidden])', { state: 'attached' });
}

/** @param {Page} page @returns {Promise<string[]>} absolute addresses */
const linksOf = (page) =>
  page.$$eval('a[href]', (links) => links.map((link) => /** @type {HTMLAnchorElement} */ (link).href));

/** Each row of the menu does something. @param {Page} page @returns {Promise<string[]>} its links */
async function rowsOfMenu(page) {
  await page.click('#more');
  await page.waitForSelector('#menu[open]');
  const links = await linksOf(page);
  const dialogs = await page.$$eval('#menu [data-dialog]', (rows) =>
    rows.map((row) => /** @type {HTMLElement} */ (row).dataset.dialog ?? ''),
  );
  await page.keyboard.press('Escape');
  for (const dialog of dialogs) {
    await page.click('#more');
    await page.click(`#menu [data-dialog=${dialog}]`);
    await page.waitForSelector(`#${dialog}[open]`);
    links.push(...(await linksOf(page)));
    await page.keyboard.press('Escape');
    await page.waitForSelector(`#${dialog}:not([open])`, { state: 'attached' });
  }
  return links;
}

/**
 * A game of a small board ends, and the history opens it, as far as the page has them.
 * @param {Page} page @param {string} url
 */
async function endGame(page, url) {
  await open(page, `${url}?rows=2&cols=2`);
  for (let turn = 0; await page.isHidden('#message'); turn++) {
    if (turn > 200) throw new Error('the game does not end');
    for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
  }
  await page.click('#more');
  await page.waitForSelector('#menu[open]');
  if (!(await page.isVisible('#menu [data-dialog=history]'))) return page.keyboard.press('Escape');
  await page.click('#menu [data-dialog=history]');
  await page.waitForSelector('.history-list li');
  const row = page.locator('.history-list button.row').first();
  if ((await row.count()) === 0) return page.keyboard.press('Escape');
  await row.click();
  await page.waitForSelector('#replay[open]');
}

/**
 * Every link leads to a page, and so does every link there.
 * @param {Set<string>} links of the game's page @param {string} url @param {string} name
 */
async function followLinks(links, url, name) {
  const todo = [...links];
  /** @type {Set<string>} */
  const seen = new Set();
  for (const link of todo) {
    const { origin, pathname, search } = new URL(link);
    const place = origin + pathname + search;
    if (origin !== new URL(url).origin || seen.has(place)) continue;
    seen.add(place);
    if (new URLSearchParams(search).has(name)) throw new Error(`a link to ${link}`);
    const answer = await fetch(place);
    if (!answer.ok) throw new Error(`${link} answers ${answer.status}`);
    for (const [, href = ''] of (await answer.text()).matchAll(/<a [^>]*href="([^"]+)"/g))
      todo.push(new URL(href, place).href);
  }
}

/**
 * @param {string} name of a feature
 * @param {Browser} browser
 * @returns {Promise<void>} rejects with what does not work without it
 */
export async function tryWithout(name, browser) {
  const { site, folder } = await buildWithout(name);
  try {
    const { url, stop } = await startSite({ dir: site });
    try {
      await playWithout(browser, url, name);
    } finally {
      await stop();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = process.argv.length > 2 ? process.argv.slice(2) : await featuresOfPage();
  const browser = await startBrowser();
  for (const name of names) {
    const outcome = await tryWithout(name, browser).then(
      () => 'the page does without it',
      // The tools print the whole tree of a module.
      (error) => `FAILED: ${error.message.split('\n', 8).join('\n')}`,
    );
    if (outcome.startsWith('FAILED')) process.exitCode = 1;
    console.log(`${name}: ${outcome}`);
  }
  await browser.close();
}
