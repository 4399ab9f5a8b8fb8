// The pages cannot be made to run or load foreign content, or to treat text as HTML. The tests use a plain
// host, so that only the policy in the pages themselves applies.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tried } from '../all.js';
import { visit } from './harness.js';
import { PATIENCE, closeNotice, untilBoard } from './table.js';

const PAGES = ['?engine=off', 'about.html', 'embed.html?engine=off', 'embed-builder.html'];
/** The browser logs every violation. */
const VIOLATIONS = [
  /Content Security Policy/,
  /violates the following/,
  /Trusted/,
  /ERR_BLOCKED_BY_CSP/,
  /\(csp\)$/,
];

for (const path of tried(PAGES.slice(0, 1), PAGES)) {
  test(`${path}: scripts, styles, requests and HTML from elsewhere are refused`, async (t) => {
    const { page } = await visit(t, { isolated: false, path, allow: VIOLATIONS });
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
  });
}

/** See also tests/js/choice.test.js, texts.test.js and frame-link.test.js, which try many. */
const HOSTILE = [
  '?rows=99&cols=-1&seed=-5&threads=1e9&tier=<b>&engine=maybe',
  '#game=<img src=x onerror=alert(1)>&board="',
  `#board=${'x'.repeat(100_000)}`,
];

test('an invalid link is refused with a message, and a game is shown', async (t) => {
  const { page } = await visit(t, { path: 'robots.txt' });
  for (const address of HOSTILE) {
    // Those with # are followed on the page that is there.
    await page.goto(new URL(address, new URL('./', page.url())).href);
    await untilBoard(page);
    const link = address.slice(0, 60);
    assert.equal(await page.$$eval('#cells [role=gridcell]', (all) => all.length), 16, link);
    await page.locator('.toast').waitFor({ timeout: PATIENCE });
    assert.equal(await page.evaluate(() => document.querySelector('.toast img, .toast b')), null, link);
    await closeNotice(page);
  }
});
