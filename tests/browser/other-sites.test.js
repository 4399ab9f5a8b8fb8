// What other sites use: the code of the embed builder, whose preview equals the game that it makes, and the
// example of docs/use/api.md, unchanged except for the URL. What they cannot do: make the pages run or load
// foreign content, or treat text as HTML, which is tried on a plain host, so that only the policy in the
// pages themselves applies.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { testInAll, tried } from '../all.js';
import { assertClean } from './axe.js';
import { post, startBlog } from './blog.js';
import { screenshot, visit } from './harness.js';
import { PATIENCE, closeNotice, resize, untilBoard } from './table.js';

/** @import { Frame, Page } from 'playwright-core' */

/** @type {('light' | 'dark')[]} */
const SCHEMES = ['light', 'dark'];

/**
 * Waits for the game of a frame, without Playwright's script for selectors, which takes a tenth of its time.
 * @param {Frame} frame
 */
async function untilReady(frame) {
  const isReady = () =>
    frame
      .evaluate(() => document.documentElement.dataset.page === 'ready')
      .catch((error) => {
        // While it loads its document it cannot answer.
        if (frame.isDetached()) throw error;
        return false;
      });
  for (const end = Date.now() + PATIENCE; !(await isReady()); await frame.waitForTimeout(50))
    assert.ok(Date.now() < end, `not ready: ${frame.url()}`);
}

/** @param {Page} page @param {(url: string) => boolean} [wanted] @returns {Promise<Frame>} */
async function frameOf(page, wanted = () => true) {
  for (;;) {
    const frame = page.frames().find((one) => one.url().includes('embed.html') && wanted(one.url()));
    if (frame) {
      try {
        await untilReady(frame);
        return frame;
      } catch (error) {
        if (!frame.isDetached()) throw error;
      }
    }
    await page.waitForTimeout(50);
  }
}

/** Waits for lines in the code, which it returns. @param {Page} page @param {RegExp} wanted */
async function untilCode(page, wanted) {
  await page.waitForFunction(
    (text) =>
      new RegExp(text).test(/** @type {HTMLTextAreaElement} */ (document.getElementById('snippet')).value),
    wanted.source,
  );
  return page.inputValue('#snippet');
}

test('nothing is cut off or too small, and axe finds nothing; the code for the chosen options makes that game on another site, as an element and as a frame', async (t) => {
  const { page } = await visit(t, {
    path: 'embed-builder.html',
    context: { permissions: ['clipboard-read', 'clipboard-write'], reducedMotion: 'reduce' },
    allow: [/favicon/],
  });
  page.setDefaultTimeout(PATIENCE);
  await frameOf(page);
  // Nothing is cut off or too small on a phone and on a desktop.
  for (const width of [320, 1280]) {
    await resize(page, width, 800);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} px`);
    const small = await page.$$eval('button, select, input[type=text], .option', (all) =>
      all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML),
    );
    assert.deepEqual(small, [], `${width} px`);
  }
  const speed = page.locator('[name=speed]');
  const usual = await speed.inputValue();
  const height = (await page.locator('fieldset:has([name=speed])').boundingBox())?.height;
  await speed.fill('10');
  assert.equal(await page.textContent('#speed-words'), 'as fast as possible');
  assert.equal(await speed.getAttribute('aria-valuetext'), 'as fast as possible');
  assert.equal((await page.locator('fieldset:has([name=speed])').boundingBox())?.height, height);
  await speed.fill(usual);

  // A network is chosen on 4x4, and other boards have none.
  await page.locator('[name=network] option[value=lite]').waitFor({ state: 'attached' });
  await page.selectOption('[name=network]', 'lite');
  await page.selectOption('[name=theme]', 'dark');
  await untilCode(page, /<play-2048 theme="dark" network="lite">/);
  await page.selectOption('[name=rows]', '3');
  await untilCode(page, /<play-2048 size="3x4" theme="dark">/);
  assert.equal(await page.isDisabled('[name=network]'), true);
  const preview = await frameOf(page, (url) => url.includes('rows=3'));
  await preview.click('#hint');
  await preview.waitForSelector('#hint-arrow:not([hidden])');

  await page.fill('[name=position]', '2 4 8 / 16');
  await page.locator('#position-problem', { hasText: /./ }).waitFor();
  for (const colorScheme of tried(SCHEMES.slice(0, 1), SCHEMES)) {
    await page.emulateMedia({ colorScheme });
    await assertClean(page, `the page that makes the lines, ${colorScheme}`);
  }
  // The game of the code is the preview's, and its position is remembered under a name of its own.
  await page.selectOption('[name=cols]', '3');
  await page.fill('[name=position]', '2 4 8 / 16 32 64 / 0 0 0');
  // At once: they move when the message about the position goes.
  await page.evaluate(() => {
    for (const name of ['keep', 'new', 'hint', 'autoplay'])
      /** @type {HTMLElement} */ (document.querySelector(`[name=${name}]`)).click();
  });
  /** @type {string[]} */
  const codes = [];
  for (const [kind, code] of /** @type {const} */ ([
    ['element', /<play-2048 /],
    ['frame', /<iframe /],
  ])) {
    await page.check(`[value=${kind}]`);
    await untilCode(page, code);
    await frameOf(page, (url) => url.includes('16+32'));
    assert.equal(await page.textContent('#position-problem'), '');
    await screenshot(page, `builder-${kind}`);
    await page.click('#copy');
    await page.locator('#copied', { hasText: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied, await page.inputValue('#snippet'));
    assert.match(copied, code);
    assert.match(copied, /remember="blog-\w+"|remember=blog-\w+/);
    codes.push(copied);
  }
  await page.goto(await startBlog(t, { '/': post(codes.join('')) }));
  const isGame = (/** @type {string} */ url) => url.includes('embed.html') && url.includes('rows=3');
  while (page.frames().filter((frame) => isGame(frame.url())).length < codes.length)
    await page.waitForTimeout(50);
  for (const frame of page.frames().filter((frame) => isGame(frame.url()))) {
    await untilReady(frame);
    const shown = await frame.evaluate(() => ({
      tiles: [...document.querySelectorAll('#cells [role=gridcell]')].map(
        (cell) => Number.parseInt(cell.getAttribute('aria-label') ?? '', 10) || 0,
      ),
      theme: document.documentElement.dataset.theme,
      buttons: ['new-game', 'hint', 'undo'].filter((id) => document.getElementById(id)?.checkVisibility()),
    }));
    assert.deepEqual(shown, {
      tiles: [2, 4, 8, 16, 32, 64, 0, 0, 0],
      theme: 'dark',
      buttons: ['undo'],
    });
  }
});

const DOCUMENT = new URL('../../docs/use/api.md', import.meta.url);

test('the example of the documentation runs', async (t) => {
  const [, example = ''] = /```js\n(.*?)```/s.exec(await readFile(DOCUMENT, 'utf8')) ?? [];
  const { page, url } = await visit(t, { path: null, allow: [/favicon/] });
  assert.match(example, /'https:\/\/example\.org\/2048\//);
  const script = example.replaceAll('https://example.org/2048/', url);
  await page.goto(await startBlog(t, { '/': post(`<script type="module">${script}</script>`) }));
  const result = await page.waitForFunction(() => /** @type {any} */ (globalThis).result, undefined, {
    timeout: PATIENCE,
  });
  const { moves, score, values, line, undone } = await result.jsonValue();
  assert.deepEqual([moves, undone, values.length], [20, 0, 4]);
  assert.ok(score > 0 && line.length > 0);
});

const PAGES = ['?engine=off', 'about.html', 'embed.html?engine=off', 'embed-builder.html'];
/** The browser logs every violation. */
const VIOLATIONS = [
  /Content Security Policy/,
  /violates the following/,
  /Trusted/,
  /ERR_BLOCKED_BY_CSP/,
  /\(csp\)$/,
];

/** Scripts, styles, requests and HTML from elsewhere are refused. @param {Page} page */
async function assertRefuses(page) {
  const done = await page.evaluate(async () => {
    const tried = (/** @type {() => unknown} */ act) => {
      try {
        act();
        return 'done';
      } catch (error) {
        return error instanceof Error ? error.name : String(error);
      }
    };
    const marks = /** @type {any} */ (globalThis);
    const script = document.createElement('script');
    tried(() => {
      script.text = 'globalThis.inlineRan = true';
    });
    tried(() => document.body.append(script));
    const style = document.createElement('style');
    style.textContent = 'body { outline: 7px solid red }';
    document.head.append(style);
    const image = new Image();
    const imageEnd = new Promise((resolve) => {
      image.onload = () => resolve('loaded');
      image.onerror = () => resolve('refused');
    });
    image.src = 'https://example.org/pixel.png';
    return {
      // Runs in a task of the page, because the policy does not apply to the test's evaluation.
      evaluated: await new Promise((resolve) => {
        // eslint-disable-next-line no-eval -- tests that it is refused
        setTimeout(() => resolve(tried(() => (0, eval)('1'))));
      }),
      html: tried(() => {
        document.body.innerHTML = '<img src=x onerror="globalThis.inlineRan = true">';
      }),
      worker: tried(() => new Worker('data:text/javascript,0')),
      policy: tried(() => /** @type {any} */ (globalThis).trustedTypes.createPolicy('mine', {})),
      inline: marks.inlineRan === true,
      styled: getComputedStyle(document.body).outlineWidth === '7px',
      request: await fetch('https://example.org/').then(
        () => 'sent',
        () => 'refused',
      ),
      image: await imageEnd,
    };
  });
  assert.deepEqual(done, {
    evaluated: 'EvalError',
    html: 'TypeError',
    worker: 'TypeError',
    policy: 'TypeError',
    inline: false,
    styled: false,
    request: 'refused',
    image: 'refused',
  });
}

for (const path of PAGES.slice(1)) {
  testInAll(`${path}: scripts, styles, requests and HTML from elsewhere are refused`, async (t) => {
    const { page } = await visit(t, { isolated: false, path, allow: VIOLATIONS });
    await assertRefuses(page);
  });
}

/** See also tests/js/choice.test.js, texts.test.js and frame-link.test.js, which try many. */
const HOSTILE = [
  '?rows=99&cols=-1&seed=-5&threads=1e9&tier=<b>&engine=maybe',
  '#game=<img src=x onerror=alert(1)>&board="',
  `#board=${'x'.repeat(100_000)}`,
];

test('an invalid link is refused with a message, and a game is shown; scripts, styles, requests and HTML from elsewhere are refused', async (t) => {
  const { page, url, complaints } = await visit(t, { isolated: false, path: null, allow: VIOLATIONS });
  for (const address of HOSTILE) {
    // Those with # are followed on the page that is there.
    await page.goto(url + address);
    await untilBoard(page);
    const link = address.slice(0, 60);
    assert.equal(await page.$$eval('#cells [role=gridcell]', (all) => all.length), 16, link);
    await page.locator('.toast').waitFor({ timeout: PATIENCE });
    assert.equal(await page.evaluate(() => document.querySelector('.toast img, .toast b')), null, link);
    await closeNotice(page);
  }
  assert.deepEqual(complaints, []);
  await assertRefuses(page);
});
