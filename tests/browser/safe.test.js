// The pages cannot be made to run or load foreign content, or to treat text as HTML. The tests use a plain
// host, so that only the policy in the pages themselves applies.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from './harness.js';
import { PATIENCE, untilBoard } from './table.js';

const PAGES = ['?engine=off', 'about.html', 'embed.html?engine=off', 'embed-builder.html'];
/** The browser logs every violation. */
const VIOLATIONS = [
  /Content Security Policy/,
  /violates the following/,
  /Trusted/,
  /ERR_BLOCKED_BY_CSP/,
  /\(csp\)$/,
];

for (const path of PAGES) {
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

const HOSTILE = [
  '?rows=99&cols=-1&seed=-5&threads=1e9&tier=<b>&engine=maybe',
  `?rows=${'4'.repeat(2000)}`,
  '?seed=%00&cols=%F0%9F%98%80',
  '#game=1&size=4x4&seed=1&moves=99999:AAAA',
  '#game=1&size=8x8&seed=18446744073709551616&moves=1:A',
  '#board=4x4:zzzzzzzzzzzzzzzz&score=1',
  '#game=<img src=x onerror=alert(1)>&board="',
  `#board=${'x'.repeat(100_000)}`,
];

for (const address of HOSTILE) {
  test(`an invalid link is refused with a message, and a game is shown: ${address.slice(0, 60)}`, async (t) => {
    const { page } = await visit(t, { path: 'about.html', allow: [/status 414/, /414/] });
    await page.goto(
      new URL(
        `./${address.length > 2000 && address.startsWith('?') ? address.slice(0, 1900) : address}`,
        page.url(),
      ).href,
    );
    await untilBoard(page);
    assert.equal(await page.$$eval('#cells [role=gridcell]', (all) => all.length), 16);
    await page.locator('.toast').first().waitFor({ timeout: PATIENCE });
    assert.equal(await page.evaluate(() => document.querySelector('.toast img, .toast b')), null);
  });
}

test('the rules answer any text with a game or a message, and keep working', async (t) => {
  const { page } = await visit(t, { path: 'about.html' });
  const outcome = await page.evaluate(async () => {
    const { default: initialize, Game } = await import(new URL('pkg/afterstate.js', location.href).href);
    await initialize();
    let state = 7;
    const below = (/** @type {number} */ most) => {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return (state >>> 0) % most;
    };
    const game = new Game(4, 4, 42n);
    while (game.moves < 200 && !game.isOver) game.play(game.possible().indexOf(true));
    const texts = [
      game.toText(),
      Game.fromPosition(Uint8Array.of(1, 2, 3, 4, ...new Array(12).fill(0)), 4, 4, 7, 1n).toText(),
    ];
    const pieces = [
      '',
      ';',
      '=',
      ':',
      '\u0000',
      '\ud800',
      '9'.repeat(40),
      '-1',
      'A'.repeat(300),
      'moves=',
      'size=8x8',
      'seed=',
      'é',
      '%',
    ];
    let games = 0;
    let refused = 0;
    for (let round = 0; round < 3000; round++) {
      let text = texts[below(texts.length)] ?? '';
      for (let times = below(4) + 1; times > 0; times--) {
        const at = below(text.length + 1);
        text = text.slice(0, at) + pieces[below(pieces.length)] + text.slice(at + below(5));
      }
      try {
        const read = Game.fromText(text);
        if (Game.fromText(read.toText()).toText() !== read.toText())
          return `${text}: reads differently the second time`;
        read.free();
        games++;
      } catch (error) {
        if (!(error instanceof Error) || error instanceof WebAssembly.RuntimeError || error.message === '')
          return `${text}: ${error}`;
        refused++;
      }
    }
    return { games: games > 0, refused: refused > 1000 };
  });
  assert.deepEqual(outcome, { games: true, refused: true });
});
