// The service worker: the page and its engine offline, new versions that wait for the player, and shared
// memory on a host that sends no isolation headers.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { access, readFile, readdir } from 'node:fs/promises';
import { extname } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { testInAll, tried } from '../all.js';
import { visit } from './harness.js';
import {
  PATIENCE,
  cells,
  killWorker,
  openDialog,
  openMenu,
  tiles,
  untilBoard,
  untilTrue,
  withSettings,
} from './table.js';
import { alterFile, makeVersion, removeVersion, startStaleHost } from './versions.js';

/** @import { Page } from 'playwright-core' */

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));

/**
 * What the host has sent besides the service worker, a newer one of which the browser looks for at any time.
 * @param {{ sent: { path: string }[] }} host
 */
const pagesSent = ({ sent }) => sent.map(({ path }) => path).filter((path) => path !== '/sw.js');
const ALLOWED = {
  context: {
    serviceWorkers: /** @type {const} */ ('allow'),
    // Motion takes more time of the machine than all else.
    reducedMotion: /** @type {const} */ ('reduce'),
  },
};
/** Offline, the browser logs an error for each file that is not cached. */
const AWAY = [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /version\.txt/];

/** @param {Page} page */
const untilKept = (page) => page.waitForSelector('html[data-offline="kept"]', { timeout: PATIENCE });

/** @param {Page} page @returns {Promise<string[]>} the cached paths */
const kept = (page) =>
  page.evaluate(async () => {
    const cache = await caches.open(`afterstate-site ${location.origin}/`);
    return (await cache.keys()).map(({ url }) => new URL(url).pathname.slice(1));
  });

/**
 * Waits until all files of the package with threads are cached, which come after all others.
 * @param {Page} page
 */
async function untilParallelKept(page) {
  const files = await readdir(`${DIST}/assets`, { recursive: true });
  const parallel = files.filter((path) => path.startsWith('pkg-parallel-') && extname(path) !== '');
  await untilTrue(
    page,
    async (count) => {
      const cache = await caches.open(`afterstate-site ${location.origin}/`);
      return (await cache.keys()).filter(({ url }) => url.includes('/pkg-parallel-')).length === count;
    },
    parallel.length,
  );
}

/** @param {Page} page */
async function playSome(page) {
  for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
}

/** The browser would install the page as an app. @param {Page} page */
async function assertInstallable(page) {
  const browser = await page.context().newCDPSession(page);
  const { url, errors, data } = await browser.send('Page.getAppManifest');
  assert.match(url, /manifest\.webmanifest$/);
  assert.deepEqual(errors, []);
  const { icons } = JSON.parse(String(data));
  for (const { src, sizes } of icons)
    assert.equal((await page.request.get(new URL(src, url).href)).status(), 200, `${src}, ${sizes}`);
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  // The browser treats the temporary profile of a test as private.
  assert.deepEqual(
    installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'),
    [],
  );
}

/** @type {Record<string, Promise<string>>} */
const versions = {};
after(async () => {
  for (const folder of await Promise.all(Object.values(versions))) await removeVersion(folder);
});

/**
 * The site of a version, whose workers and page understand each other only if both are of it. A is the site
 * as it was built.
 * @param {string} name
 * @returns {Promise<string>} its folder
 */
async function version(name) {
  if (name === 'A') return DIST;
  versions[name] ??= makeVersion([
    ['<title>', `<title>${name}: `],
    ['"afterstate-request"', `"afterstate-request-${name}"`],
  ]);
  return versions[name];
}
/** @param {Page} page @param {string} name */
async function untilVersion(page, name) {
  await page.waitForFunction((name) => (/^([BC]): /.exec(document.title)?.[1] ?? 'A') === name, name, {
    timeout: PATIENCE,
  });
  await untilBoard(page);
  await page.click('#hint');
  await page.waitForSelector('#hint-arrow:not([hidden])', { timeout: PATIENCE });
}
/** @param {Page} page */
const lookForUpdate = (page) =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });

/** Accepts an update on the page, once it has been found. @param {Page} page */
async function acceptUpdate(page) {
  const reloaded = page.waitForEvent('load');
  await page.click('.toast button:text-is("Update")', { timeout: PATIENCE });
  await reloaded;
}

test('a host without headers: one thread until an update, two after it, and no automatic reload; it downloads only changed files; then the page, its game and its engine work offline', async (t) => {
  let loads = 0;
  const { page } = await visit(t, {
    ...ALLOWED,
    path: null,
    allow: AWAY,
    before: async (opened) => opened.on('load', () => loads++),
  });
  page.setDefaultTimeout(PATIENCE);
  const host = await startStaleHost(t, { stale: /^$/, isolated: false });
  host.folder = DIST;
  await page.goto(`${host.url}?threads=2`);
  await page.waitForSelector('html[data-engine="single 1"]');
  await untilKept(page);
  const before = await kept(page);
  assert.deepEqual(
    before.filter((path) => path.includes('pkg-parallel')),
    [],
    'what this browser cannot use is not kept',
  );
  await assertInstallable(page);
  await playSome(page);
  const board = await cells(page);
  await page.waitForTimeout(1000);
  assert.equal(loads, 1);

  host.altered = await alterFile(DIST, 'about.html', 'How it works</h1>', 'How it works now</h1>');
  host.sent.length = 0;
  await lookForUpdate(page);
  const notice = page.locator('.toast', { hasText: 'A new version is ready' });
  await notice.waitFor();
  assert.deepEqual(await cells(page), board, 'nothing has happened to the page');
  assert.deepEqual(pagesSent(host), ['/about.html']);
  await acceptUpdate(page);
  await page.waitForSelector('html[data-engine="shared 2"]');
  assert.equal(await page.evaluate(() => crossOriginIsolated), true);
  assert.deepEqual(await tiles(page), board, 'the game is kept over the change');
  await untilKept(page);
  await untilParallelKept(page);
  const now = (await kept(page)).filter((path) => !path.includes('pkg-parallel'));
  assert.deepEqual(now.sort(), before.sort(), 'nothing of the version before is left');
  assert.equal(loads, 2);

  await page.context().setOffline(true);
  await page.reload();
  await untilBoard(page);
  assert.deepEqual(await tiles(page), board);
  await playSome(page);
  await page.click('#hint');
  await page.waitForSelector('#hint-arrow:not([hidden])');
  assert.equal(await page.getAttribute('html', 'data-engine'), 'shared 2');
  await openDialog(page, 'puzzles');
  await page.locator('.puzzle-words', { hasText: /^Find/ }).waitFor();
  // Other sizes are played by a worker of their own.
  await page.goto(`${host.url}?rows=3&cols=3`);
  await untilBoard(page);
  await page.click('#hint');
  await page.waitForSelector('#hint-arrow:not([hidden])');
  await page.goto(`${host.url}about.html`);
  assert.match(String(await page.textContent('h1')), /How it works now/);
  // A part that was never opened.
  await page.goto(`${host.url}lab.html`);
  await page.locator('.toast', { hasText: 'needs the internet the first time' }).waitFor();
  await untilBoard(page);
});

testInAll(
  'B after A, C while B waits, and A again, behind a cache that never asks for a script again',
  async (t) => {
    const { page } = await visit(t, { ...ALLOWED, path: null, allow: AWAY });
    const folders = { A: await version('A'), B: await version('B'), C: await version('C') };
    const host = await startStaleHost(t, { stale: /^(?!\/sw\.js$).*\.(js|css|wasm|json)$/ });
    host.folder = folders.A;
    await page.goto(`${host.url}?threads=2`);
    await untilVersion(page, 'A');
    await untilKept(page);
    await page.reload(); // from now on through the service worker
    await untilVersion(page, 'A');
    await playSome(page);
    const board = await cells(page);
    /** @param {'A' | 'B' | 'C'} name */
    const offered = async (name) => {
      // The notice of a version that waits already looks the same, and the page looks for the next one by
      // itself, too.
      await page.evaluate(async () => {
        const waitedBefore = (await navigator.serviceWorker.getRegistration())?.waiting;
        Object.assign(globalThis, { waitedBefore });
      });
      host.folder = folders[name];
      await lookForUpdate(page);
      await untilTrue(
        page,
        async () => {
          const now = (await navigator.serviceWorker.getRegistration())?.waiting;
          return now?.state === 'installed' && now !== Reflect.get(globalThis, 'waitedBefore');
        },
        undefined,
      );
      await page
        .locator('.toast', { hasText: 'A new version is ready' })
        .getByLabel('Close')
        .click({ timeout: PATIENCE });
    };
    /** Without the notice the menu still has it. @param {string} name */
    const taken = async (name) => {
      const reloaded = page.waitForEvent('load');
      assert.match(String(await page.getAttribute('#more', 'aria-label')), /update available/);
      await openMenu(page);
      await page.click('#menu >> text="Update"');
      await reloaded;
      await untilVersion(page, name);
      assert.deepEqual(await cells(page), board, 'the game goes on');
      await openMenu(page);
      await page.waitForSelector('#menu >> text=Settings');
      assert.equal(await page.isVisible('#menu >> text="Update"'), false, 'until there is another');
      await page.keyboard.press('Escape');
    };
    await offered('B');
    await page.reload();
    await untilVersion(page, 'A'); // B waits
    await offered('C');
    await taken('C');
    await offered('A');
    await taken('A');
    await page.context().setOffline(true);
    await page.reload();
    await untilVersion(page, 'A');
  },
);

/** Plays until the coach finds what only the judge of people's moves can find. @param {Page} page */
async function untilJudged(page) {
  await page.waitForSelector('#coach-words[data-knows=points]', { state: 'attached', timeout: 4 * PATIENCE });
  for (let move = 0; move < 20; move++) {
    const moves = await page.getAttribute('html', 'data-moves');
    for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp']) {
      await page.keyboard.press(key);
      if ((await page.getAttribute('html', 'data-moves')) !== moves) break;
    }
    const grade = page.waitForFunction(
      () => {
        const { grade = 'none' } = document.getElementById('coach-words')?.dataset ?? {};
        return grade !== 'none' && grade;
      },
      undefined,
      { timeout: PATIENCE },
    );
    // Without the judge each move is good or bad, also where little depends on it.
    if ((await (await grade).jsonValue()) === 'even') return;
    await page.waitForTimeout(200);
  }
  assert.fail(`no move is the judge's: ${await page.textContent('#coach-words')}`);
}

test('a page of the version before keeps its parts and its AI while another tab has the new one, where the network and the judge of people’s moves are still there offline', async (t) => {
  const { page } = await visit(t, {
    ...ALLOWED,
    path: null,
    network: 'lite',
    allow: AWAY,
    before: withSettings({ coach: true }),
  });
  page.setDefaultTimeout(PATIENCE);
  const host = await startStaleHost(t, { stale: /^$/ });
  host.folder = DIST;
  await page.goto(`${host.url}?engine=off`);
  await untilKept(page);
  await untilParallelKept(page);
  await page.goto(`${host.url}?threads=2`); // through the service worker
  await page.waitForSelector('#coach-words[data-knows=points]', { state: 'attached', timeout: 4 * PATIENCE });
  await untilTrue(
    page,
    async () => (await (await caches.open('afterstate-people')).keys()).length > 0,
    undefined,
  );
  const other = await page.context().newPage();
  await other.goto(`${host.url}?engine=off`);
  await untilBoard(other);
  host.folder = await version('B');
  await lookForUpdate(other);
  await page.locator('.toast', { hasText: 'A new version is ready' }).waitFor();
  await acceptUpdate(other);
  await other.waitForFunction(() => document.title.startsWith('B: '));
  await page.locator('.toast', { hasText: 'Another tab is using a newer version' }).waitFor();
  assert.equal(await page.locator('.toast').count(), 1, 'one notice about the update');
  for (const worker of page.workers()) await killWorker(worker);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  await untilVersion(page, 'A');
  await openDialog(page, 'setup');

  await page.close();
  await other.context().setOffline(true);
  host.sent.length = 0;
  await other.goto(`${host.url}?threads=1`);
  await other.waitForFunction(() => document.title.startsWith('B: '));
  await untilBoard(other);
  await untilJudged(other);
  assert.deepEqual(pagesSent(host), []);
});

/** A link to a game of twelve moves. */
const SHARED = '#game=1&size=4x4&seed=5&moves=12:kTO5&now=2000300132001220';

// In the gate the Lab and learning are tried offline after one visit (lab.test.js).
testInAll('after an update the Lab, learning and a link to a game still work offline', async (t) => {
  const { page } = await visit(t, { ...ALLOWED, path: null, allow: AWAY });
  const host = await startStaleHost(t, { stale: /^$/ });
  host.folder = DIST;
  await page.goto(`${host.url}?engine=off`);
  await untilBoard(page);
  await untilKept(page);
  const useAll = async () => {
    await page.goto(`${host.url}lab.html`);
    await page.click('#run', { timeout: PATIENCE });
    await page.locator('#table td').first().waitFor({ timeout: PATIENCE });
    await page.goto(`${host.url}learn.html`);
    await page.click('#start', { timeout: PATIENCE });
    await page.waitForFunction(() => /Games played\s*[1-9]/.test(document.body.innerText), undefined, {
      timeout: PATIENCE,
    });
    await page.goto(`${host.url}?engine=off`);
    await untilBoard(page);
  };
  await useAll();
  host.folder = await version('B');
  await lookForUpdate(page);
  await acceptUpdate(page);
  await untilBoard(page);
  await untilKept(page);
  await page.context().setOffline(true);
  host.sent.length = 0;
  await useAll();
  await playSome(page);
  await page.evaluate((hash) => void (location.hash = hash), SHARED);
  await page.click('#challenge button:text-is("Watch the replay")', { timeout: PATIENCE });
  await page.waitForSelector('#replay[open]', { timeout: PATIENCE });
  assert.deepEqual(pagesSent(host), []);
});

/** @type {[string, RegExp | undefined][]} */
const CACHES = [
  ['every script', undefined],
  ['the workers alone', /worker.*\.js$/],
];
for (const [name, stale] of tried(CACHES.slice(1), CACHES)) {
  test(`without a service worker a page is of one version: a cache keeps ${name} of the version before`, async (t) => {
    const { page } = await visit(t, { path: null });
    const host = await startStaleHost(t, { stale });
    for (const step of tried(['A', 'B'], ['A', 'B', 'A'])) {
      const folder = await version(step);
      host.folder = folder;
      host.sent.length = 0;
      await page.goto(host.url);
      await untilVersion(page, step);
      for (const { path, content } of host.sent) {
        assert.ok(content?.equals(await readFile(folder + path)), `${path} is of version ${step}`);
      }
    }
  });
}

test('every file that a script of the site names is there', async () => {
  const scripts = (await readdir(`${DIST}/assets`)).filter((name) => name.endsWith('.js'));
  let count = 0;
  for (const script of scripts) {
    for (const [, name = ''] of (await readFile(`${DIST}/assets/${script}`, 'utf8')).matchAll(
      /["'](\.\.?\/[\w./-]+\.(?:js|css|wasm|json))["']/g,
    )) {
      count += 1;
      await access(`${DIST}/assets/${name}`);
    }
  }
  assert.ok(count > 50, `${count} names`);
});

test('every file that a page loads has a hash of its content in its name', async () => {
  const paths = (await readdir(DIST, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(DIST.length + 1));
  for (const path of paths.filter((name) => /^assets\/[^/]+\.(css|json)$/.test(name))) {
    const hash = createHash('sha256')
      .update(await readFile(`${DIST}/${path}`))
      .digest('hex');
    assert.ok(path.includes(hash.slice(0, 16)), path);
  }
  for (const path of paths.filter((name) => name.startsWith('assets/')))
    assert.match(path, /-[0-9a-f]{16}[./]/);
  // What is left is loaded by its name: by browsers and hosts, and by other people's pages.
  const plain = paths.filter(
    (name) => !/^(assets|models|icons|pictures|pkg|pkg-game|pkg-papers|pkg-parallel)\//.test(name),
  );
  assert.deepEqual(plain.filter((name) => !name.endsWith('.html')).sort(), [
    '_headers',
    'embed.js',
    'favicon.ico',
    'manifest.webmanifest',
    'models.json',
    'robots.txt',
    'sw.js',
    'vendor/signals-core.LICENSE',
    'version.txt',
  ]);
});
