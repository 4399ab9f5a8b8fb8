// Pages that cannot start: opened from the disk, or with a script that is blocked. Each shows why, by a means
// that needs no module, and no other page shows it.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { after, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ALL, testInAll, tried } from '../all.js';
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
/** They need no WebAssembly themselves: the builder shows the frame, and learning has a worker. */
const OTHERS = ['embed-builder.html', 'learn.html'];
/** In an address: the page has no WebAssembly. */
const TURNED_OFF = 'engine=off&without-webassembly';

/**
 * The page says what is missing as soon as it finds out, below its title.
 * @param {Page} page @param {string} name @param {RegExp} words
 */
async function assertSays(page, name, words) {
  const notice = page.locator(`[data-stuck] ${NOTICE}`);
  await notice.waitFor();
  assert.match(await notice.innerText(), words, name);
  const [title, below] = await Promise.all([page.locator('h1').first().boundingBox(), notice.boundingBox()]);
  if (title) assert.ok(below && below.y >= title.y + title.height, `${name}: it does not cover the title`);
}

for (const { name, scripts } of tried(few, pages)) {
  test(`${name} shows why it does not start: from the disk, with blocked scripts, without WebAssembly, or without its rules; one that starts shows nothing`, async (t) => {
    // All but the frame have a script that says at once if another is blocked. What the frame shows without
    // any script, the others do too.
    const isTold = name !== 'embed.html';
    const blocks = tried(isTold ? scripts.slice(0, 1) : ['*.js'], [...scripts, '*.js']);
    const { page, url, complaints } = await visit(t, {
      path: `${name}?${TURNED_OFF}`,
      allow: ANYTHING,
      before: (page) =>
        page.addInitScript((search) => {
          if (location.search.endsWith(search)) Reflect.deleteProperty(globalThis, 'WebAssembly');
        }, TURNED_OFF),
    });
    const notice = page.locator(NOTICE);
    if (!OTHERS.includes(name)) await assertSays(page, name, /needs WebAssembly.* allow it for this page/);

    if (isTold || ALL) {
      await page.goto(pathToFileURL(DIST + name).href);
      await passTime(page);
      assert.match((await notice.innerText()) ?? '', /as a file, it needs a web server/);
      assert.equal(await notice.isVisible(), true, 'from the disk');
    }

    for (const blocked of blocks) {
      await page.route(`**/${blocked}`, (route) => route.abort('blockedbyclient'));
      await page.goto(url + name);
      if (isTold && blocked !== '*.js') await page.locator('[data-stuck]').waitFor();
      await passTime(page);
      assert.equal(await notice.isVisible(), true, blocked);
      await page.unrouteAll();
    }

    await page.route('**/*.wasm', (route) => route.abort('blockedbyclient'));
    await page.goto(`${url}${name}?engine=off`);
    if (!OTHERS.includes(name)) await assertSays(page, name, /couldn’t be loaded.* reload the page/);
    await page.unrouteAll();
    complaints.length = 0;
    if (name === 'index.html') {
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
      await page.click('.message button:text-is("Reload")');
      await page.waitForSelector('html[data-page="ready"]');
    } else {
      await page.reload();
    }
    await notice.waitFor({ state: 'detached' });
    assert.deepEqual(complaints, []);
  });
}

test('without JavaScript a page asks to turn it on', async (t) => {
  const { page, url } = await visit(t, {
    path: 'version.txt',
    context: { javaScriptEnabled: false },
    allow: ANYTHING,
  });
  for (const { name } of tried(few, pages)) {
    await page.goto(url + name);
    assert.equal(await page.locator('noscript').isVisible(), true, name);
    assert.equal(await page.locator(NOTICE).isVisible(), false, name);
  }
});

// The gate takes WebAssembly away from a page, which a worker still has.
testInAll('where WebAssembly is turned off every page says so, and what helps', async () => {
  const [browser, site] = await Promise.all([
    startBrowser({ shell: true, flags: ['--js-flags=--jitless'] }),
    startSite(),
  ]);
  after(async () => {
    await browser.close();
    await site.stop();
  });
  for (const { name } of pages) {
    if (name === 'embed-builder.html') continue; // it shows the frame
    const page = await browser.newPage();
    await page.goto(site.url + name);
    await assertSays(page, name, /needs WebAssembly.* allow it for this page/);
    await page.close();
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
