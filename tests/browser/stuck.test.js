// Pages that cannot start: opened from the disk, or with a script that is blocked. Each shows why, by a means
// that needs no module, and no other page shows it.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { after, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { tried } from '../all.js';
import { visit } from './harness.js';
import { startBrowser, startSite } from './site.js';

/** @import { Page } from 'playwright-core' */

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));
const NOTICE = '#stuck';
const ANYTHING = [/./];

/** Every page with modules, and the addresses of those that it names. */
const pages = await Promise.all(
  (await readdir(DIST))
    .filter((name) => name.endsWith('.html'))
    .map(async (name) => {
      const text = await readFile(DIST + name, 'utf8');
      const found = text.matchAll(/<(?:script type="module" src|link rel="modulepreload" href)="([^"]+)"/g);
      return { name, scripts: [...new Set(Array.from(found, ([, address = '']) => address))] };
    }),
).then((found) => found.filter(({ scripts }) => scripts.length > 0));

/** The time of the style sheet passes at once. @param {Page} page */
const passTime = (page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });

test('every page with modules is tried', () => {
  assert.deepEqual(pages.map(({ name }) => name).sort(), [
    'about.html',
    'embed-builder.html',
    'embed.html',
    'index.html',
    'lab.html',
    'learn.html',
    'race.html',
  ]);
});

/** All pages get their notice from the same script of the build; the frame has no plain script. */
const few = pages.filter(({ name }) => ['index.html', 'embed.html'].includes(name));

for (const { name, scripts } of tried(few, pages)) {
  test(`${name} shows why it does not start: from the disk, or with blocked scripts; one that starts shows nothing`, async (t) => {
    const { page, url, complaints } = await visit(t, { path: 'version.txt', allow: ANYTHING });
    const notice = page.locator(NOTICE);
    await page.goto(pathToFileURL(DIST + name).href);
    await passTime(page);
    assert.match((await notice.innerText()) ?? '', /as a file, it needs a web server/);
    assert.equal(await notice.isVisible(), true, 'from the disk');

    for (const blocked of [...tried(scripts.slice(0, 1), scripts), '*.js']) {
      await page.route(`**/${blocked}`, (route) => route.abort('blockedbyclient'));
      await page.goto(url + name);
      // At once, except on the page without a plain script.
      if (name !== 'embed.html' && blocked !== '*.js') await page.locator('[data-stuck]').waitFor();
      await passTime(page);
      assert.equal(await notice.isVisible(), true, blocked);
      await page.unrouteAll();
    }

    complaints.length = 0;
    await page.goto(`${url}${name}?engine=off`);
    await notice.waitFor({ state: 'detached' });
    assert.deepEqual(complaints, []);
  });

  test(`${name} without JavaScript asks to turn it on`, async (t) => {
    const { page } = await visit(t, {
      path: name,
      context: { javaScriptEnabled: false },
      allow: ANYTHING,
    });
    assert.equal(await page.locator('noscript').isVisible(), true);
    assert.equal(await page.locator(NOTICE).isVisible(), false);
  });
}

/** The pages that need WebAssembly themselves; the builder shows the frame. */
const own = tried(
  few.map(({ name }) => name),
  pages.map(({ name }) => name).filter((name) => name !== 'embed-builder.html'),
);

test('where WebAssembly is turned off the page says so, and what helps', async () => {
  const [browser, site] = await Promise.all([
    startBrowser({ shell: true, flags: ['--js-flags=--jitless'] }),
    startSite(),
  ]);
  after(async () => {
    await browser.close();
    await site.stop();
  });
  for (const name of own) {
    const page = await browser.newPage();
    await page.goto(site.url + name);
    const notice = page.locator(`[data-stuck] ${NOTICE}`);
    await notice.waitFor();
    assert.match(await notice.innerText(), /needs WebAssembly.* allow it for this page/, name);
    await page.close();
  }
});

test('a page whose rules cannot be loaded says so, and what helps', async (t) => {
  const { page, url } = await visit(t, { path: 'version.txt', allow: ANYTHING });
  for (const name of own) {
    if (name === 'learn.html') continue; // its worker loads them
    await page.unrouteAll();
    await page.route('**/*.wasm', (route) => route.abort('blockedbyclient'));
    await page.goto(url + name);
    const notice = page.locator(`[data-stuck] ${NOTICE}`);
    await notice.waitFor();
    assert.match(await notice.innerText(), /couldn’t be loaded.* reload the page/, name);
    const [title, below] = await Promise.all([
      page.locator('h1').first().boundingBox(),
      notice.boundingBox(),
    ]);
    if (title) assert.ok(below && below.y >= title.y + title.height, `${name}: it does not cover the title`);
    if (name !== 'index.html') continue;
    assert.deepEqual(
      await page.$$eval('button', (all) =>
        all.filter((one) => one.checkVisibility()).map((one) => one.textContent),
      ),
      ['Reload'],
      'nothing else can be pressed',
    );
    const [words, button] = await Promise.all(
      ['.message h2', '.message button'].map((part) => page.locator(part).boundingBox()),
    );
    assert.ok(words && button && words.y + words.height <= button.y, 'the button is below its words');
    await page.unrouteAll();
    await page.click('.message button:text-is("Reload")');
    await page.waitForSelector('html[data-page="ready"]');
  }
});

test('learning whose package cannot be loaded ends with the reason', async (t) => {
  const { page } = await visit(t, {
    path: 'learn.html',
    allow: ANYTHING,
    before: (page) => page.context().route('**/*.wasm', (route) => route.abort('blockedbyclient')),
  });
  await page.click('#start');
  await page.getByText('Learning stopped').first().waitFor();
  assert.doesNotMatch(await page.locator('main').innerText(), /Getting ready/);
});
