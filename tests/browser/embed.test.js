// The embedded game on other sites: as an element, as a plain frame, several at once, sandboxed, and with
// invalid messages.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { post, startBlog } from './blog.js';
import { testInAll, tried } from '../all.js';
import { screenshot, visit } from './harness.js';
import { PATIENCE } from './table.js';
import { rest } from './until.js';

/** @import { Frame, Page } from 'playwright-core' */
/** @import { TestContext } from 'node:test' */

/** Without motion, which takes more time of the machine than all else. */
const STILL = { reducedMotion: /** @type {const} */ ('reduce') };
/** The blog has no icon, and Chromium warns about a permission that it does not support. */
const ALLOW = [/favicon/];

/**
 * Opens a blog post with the result of `content` for the game's URL.
 * @param {TestContext} t @param {(site: string) => string} content
 * @param {{ isolated?: boolean, headers?: Record<string, string>, allow?: RegExp[], context?: object,
 *   head?: (site: string) => string, other?: (site: string) => string }} [options] `other`: of another post
 */
async function readPost(
  t,
  content,
  { isolated = true, headers = {}, allow = [], context, head, other = () => '' } = {},
) {
  const visited = await visit(t, {
    isolated,
    path: null,
    allow: [...ALLOW, ...allow],
    context,
  });
  const { page, url } = visited;
  page.setDefaultTimeout(PATIENCE);
  await page.addInitScript(() => {
    /** @type {{ name: string, detail: any, id: string }[]} */
    const seen = [];
    for (const name of ['ready', 'move', 'score', 'win', 'over', 'mode', 'refused', 'error']) {
      // In the capture phase, because they do not bubble.
      addEventListener(
        name,
        (event) => {
          if (event instanceof CustomEvent)
            seen.push({ name, detail: event.detail, id: /** @type {Element} */ (event.target).id });
        },
        true,
      );
      addEventListener(name, (event) => {
        if (event instanceof CustomEvent) throw new Error(`${name} bubbles`);
      });
    }
    Object.assign(globalThis, { seen });
  });
  /** @type {string[]} what the console got */
  const logged = [];
  page.on('console', (message) => logged.push(message.text()));
  /** @type {string[]} what was asked for, also by workers */
  const asked = [];
  page.context().on('request', (request) => asked.push(request.url()));
  const posts = { '/': post(content(url), head?.(url)), '/other': post(other(url)) };
  const blog = await startBlog(t, posts, headers);
  await page.goto(blog);
  return { ...visited, blog, logged, asked };
}

/** @param {string} site @param {string} attributes */
const element = (site, attributes) =>
  `<script type="module" src="${site}embed.js"></script><play-2048 id="game" ${attributes}></play-2048>`;

// Playwright's script for selectors takes a tenth of the time of a frame, so what need not be found or
// clicked is asked without it.

/** What the document of a frame says of itself. @param {Frame} frame @param {string} name */
const saysOf = (frame, name) => frame.evaluate((name) => document.documentElement.dataset[name], name);
/** @param {Frame} frame @param {string} id */
const wordsOf = (frame, id) => frame.evaluate((id) => document.getElementById(id)?.textContent, id);

/** @param {Frame} frame @param {string} name @param {string} value @param {number} [ms] */
async function untilSays(frame, name, value, ms = PATIENCE) {
  // While it loads another document it cannot answer.
  const now = () => saysOf(frame, name).catch(() => '');
  for (const end = Date.now() + ms; (await now()) !== value; await frame.waitForTimeout(50))
    assert.ok(Date.now() < end, `not within ${ms} ms: ${name} is ${value}`);
}

/**
 * The frame of the game, once its board is drawn.
 * @param {Page} page
 * @param {RegExp} [address]
 * @returns {Promise<Frame>}
 */
async function gameFrame(page, address = /embed\.html/) {
  for (;;) {
    const frame = page.frames().find((one) => one !== page.mainFrame() && address.test(one.url()));
    if (frame) {
      await untilSays(frame, 'page', 'ready');
      return frame;
    }
    await page.waitForTimeout(50);
  }
}

/**
 * The events of this name, once there are so many.
 * @param {Page} page @param {string} name @param {number} [count]
 */
async function untilSeen(page, name, count = 1) {
  for (const end = Date.now() + PATIENCE; ; await page.waitForTimeout(50)) {
    const found = await page.evaluate(
      (wanted) =>
        /** @type {any} */ (globalThis).seen.filter((/** @type {any} */ event) => event.name === wanted),
      name,
    );
    if (found.length >= count) return found;
    assert.ok(Date.now() < end, `${found.length} events ${name}, not ${count}`);
  }
}

/** @param {Frame} frame */
const cells = (frame) =>
  frame.evaluate(() =>
    [...document.querySelectorAll('#cells [role=gridcell]')].map(
      (cell) => Number.parseInt(cell.getAttribute('aria-label') ?? '', 10) || 0,
    ),
  );

/** @param {Page} page @param {string} [id] of the element */
const hintOf = (page, id = 'game') =>
  page.evaluate((id) => /** @type {any} */ (document.getElementById(id)).hint(), id);

test('the element plays on a blog of another site: position, moves, score, hint, autoplay, new game', async (t) => {
  const { page, asked } = await readPost(t, (site) =>
    element(site, 'position="2 2 4 8 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0" threads="2" speed="10"'),
  );
  const frame = await gameFrame(page);
  await untilSeen(page, 'ready');
  assert.deepEqual(await cells(frame), [2, 2, 4, 8, ...new Array(12).fill(0)]);
  const read = await page.evaluate(() => {
    const game = /** @type {any} */ (document.getElementById('game'));
    return { ranks: game.ranks, score: game.score, status: game.status };
  });
  assert.deepEqual(read, { ranks: [1, 1, 2, 3, ...new Array(12).fill(0)], score: 0, status: 'playing' });

  await page.evaluate(() => /** @type {any} */ (document.getElementById('game')).move(3));
  const [moved] = await untilSeen(page, 'move');
  assert.equal(moved.detail.direction, 3);
  assert.equal(moved.detail.by, 'person');
  assert.deepEqual(moved.detail.ranks.slice(0, 3), [2, 2, 3]);
  assert.equal((await untilSeen(page, 'score')).at(-1).detail.score, 4);

  await page.waitForTimeout(2500); // later than the page of the game itself starts its AI
  assert.deepEqual(
    asked.filter((url) => /-worker-|pkg-parallel/.test(url)),
    [],
    'no engine is loaded before its first use',
  );
  assert.equal(page.workers().length, 0);
  const hint = await hintOf(page);
  assert.ok(
    [0, 1, 2, 3].includes(hint.best) && hint.values.length === 4 && hint.ply > 0,
    JSON.stringify(hint),
  );
  assert.ok(
    asked.some((url) => /-worker-/.test(url)),
    'requests of the engine are seen',
  );
  assert.deepEqual(
    asked.filter((url) => url.includes('models')),
    [],
    'no network is loaded that the blog has not chosen',
  );
  assert.equal(await frame.isHidden('#hint-arrow'), false);
  const room = await frame.$eval('#hint-arrow', (arrow) => {
    const { direction } = arrow.dataset;
    const svg = /** @type {Element} */ (arrow.querySelector('svg'));
    const sides = ['0', '1', '2', '3'].map((pointed) => {
      arrow.dataset.direction = pointed;
      const { left, right } = svg.getBoundingClientRect();
      return Math.round(Math.min(left, innerWidth - right));
    });
    arrow.dataset.direction = direction;
    return sides;
  });
  assert.ok(Math.min(...room) >= 0, `the frame cuts no arrow off: ${room}`);
  // Chromium isolates a frame by its own Document-Isolation-Policy, independent of the host page.
  assert.equal(await saysOf(frame, 'engine'), 'shared 2');

  await page.evaluate(() => /** @type {any} */ (document.getElementById('game')).start());
  await untilSeen(page, 'move', 4);
  await page.evaluate(() => /** @type {any} */ (document.getElementById('game')).stop());
  await untilSays(frame, 'pilot', 'off');
  const moves = await page.evaluate(() => /** @type {any} */ (document.getElementById('game')).moves);
  assert.ok(moves >= 4);
  await page.evaluate(() => /** @type {any} */ (document.getElementById('game')).newGame(7));
  await page.waitForFunction(() => /** @type {any} */ (document.getElementById('game')).moves === 0);
  assert.equal((await cells(frame)).filter((tile) => tile > 0).length, 2);
  assert.equal(
    await page.evaluate(() =>
      /** @type {any} */ (globalThis).seen.some((/** @type {any} */ event) => event.name === 'refused'),
    ),
    false,
  );
});

/** Left is the only move, and whatever tile is added, there is no other. */
const LAST_MOVE = '2 2 8 16 / 32 64 128 256 / 4 8 16 32 / 64 128 256 512';
/** No move is possible. */
const OVER = '2 4 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 4 2';
/** Left makes 2048. */
const BEFORE_WIN = '1024 1024 2 4 / 2 4 8 16 / 4 8 16 32 / 8 16 32 0';

test("on a blog with a strict policy, which only has to allow the game's site", async (t) => {
  const { page } = await readPost(
    t,
    (site) =>
      `<div>${element(site, 'autoplay label="A puzzle" position="0 0 0 2 / 0 0 0 2 / 0 0 0 4 / 0 0 0 8"')}</div>`,
    {
      context: { ...STILL, hasTouch: true },
      head: (site) =>
        `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${site}; frame-src ${site}; img-src data:; style-src 'unsafe-inline'; require-trusted-types-for 'script'">`,
    },
  );
  const frame = await gameFrame(page);
  await untilSeen(page, 'ready');
  const game = page.locator('#game');
  assert.equal(await game.evaluate((element) => /** @type {any} */ (element).status), 'playing');

  await t.test('with reduced motion autoplay does not start by itself', async () => {
    await page.evaluate(() => /** @type {any} */ (document.getElementById('game')).start());
    const [refused] = await untilSeen(page, 'refused');
    assert.deepEqual(
      [refused.detail.about, refused.detail.message.includes('prefers reduced motion')],
      ['start', true],
    );
    await page.waitForTimeout(500);
    assert.equal(await page.evaluate(() => /** @type {any} */ (document.getElementById('game')).moves), 0);
  });

  await t.test('a swipe on the board is a move, one beside it scrolls the blog', async () => {
    await page.setViewportSize({ width: 400, height: 700 });
    const board = await (await frame.$('#board'))?.boundingBox();
    assert.ok(board);
    const client = await page.context().newCDPSession(page);
    /** @param {number} x @param {number} y @param {number} dx @param {number} dy */
    const swipe = async (x, y, dx, dy) => {
      await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
      for (let part = 1; part <= 4; part++) {
        await client.send('Input.dispatchTouchEvent', {
          type: 'touchMove',
          touchPoints: [{ x: x + (dx * part) / 4, y: y + (dy * part) / 4 }],
        });
      }
      await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    await swipe(board.x + board.width - 40, board.y + board.height / 2, -120, 0);
    assert.equal((await untilSeen(page, 'move'))[0].detail.direction, 3);
    assert.equal(await page.evaluate(() => scrollY), 0);
    const after = await cells(frame);
    await swipe(200, board.y + board.height + 130, 0, -300);
    await page.waitForFunction(() => scrollY > 0);
    assert.deepEqual(await cells(frame), after);
    await page.evaluate(() => {
      scrollTo(0, 0);
      /** @type {any} */ (globalThis).seen.length = 0;
    });
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await t.test('the element fills the width of any container and keeps its margins', async () => {
    for (const [holder, margin, width] of /** @type {const} */ ([
      ['display: flex; justify-content: center', '', 400],
      ['display: flex; flex-direction: column; align-items: center', '', 400],
      ['display: grid; justify-items: center', '', 400],
      ['', '', 400],
      ['', '0 30px', 340],
      ['padding: 0 20px', '', 360],
    ])) {
      await game.evaluate((element, [holder, margin]) => {
        /** @type {HTMLElement} */ (element.parentElement).style.cssText =
          `width: 400px; box-sizing: border-box; ${holder}`;
        element.style.margin = margin;
      }, /** @type {const} */ ([holder, margin]));
      assert.equal((await game.boundingBox())?.width, width, `${holder}, margin ${margin}`);
    }
  });

  await t.test('without the focus, the arrow keys scroll the blog and move nothing', async () => {
    const before = await cells(frame);
    await page.mouse.click(5, 5);
    for (let times = 0; times < 4; times++) await page.keyboard.press('ArrowDown');
    await page.waitForFunction(() => scrollY > 0);
    assert.deepEqual(await cells(frame), before);
  });

  await t.test('a new game is told to screen readers', async () => {
    await frame.locator('#cells [role=gridcell]').first().focus();
    for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowRight']) await page.keyboard.press(key);
    await frame.click('#new-game');
    await frame.locator('#announcer', { hasText: 'New game.' }).waitFor({ state: 'attached' });
  });

  await t.test(
    'win and over are reported once each, by the move that leads there, and no link is shared: the address is not that of the page',
    async () => {
      const offered = () =>
        frame.$$eval('button, a', (all) =>
          all.flatMap((one) =>
            one.checkVisibility() ? [`${one.textContent} ${one.getAttribute('href') ?? ''}`] : [],
          ),
        );
      const seen = await offered();
      await game.evaluate((element, position) => {
        /** @type {any} */ (element).setPosition(position);
        /** @type {any} */ (element).move(3);
      }, BEFORE_WIN);
      assert.equal((await untilSeen(page, 'win')).length, 1);
      await frame.waitForSelector('#message:not([hidden])');
      seen.push(...(await offered()));
      assert.ok(
        seen.some((words) => words.startsWith('Keep going')),
        seen.join(),
      );
      assert.deepEqual(
        seen.filter((words) => /share|copy|link|#/i.test(words)),
        [],
      );
      await game.evaluate(
        (element, [over = '', lastMove = '']) => {
          const game = /** @type {any} */ (element);
          game.setPosition(over, 100);
          game.setPosition(lastMove, 200);
          game.move(3);
        },
        [OVER, LAST_MOVE],
      );
      const over = await untilSeen(page, 'over');
      assert.deepEqual(
        over.map((/** @type {any} */ event) => event.detail),
        [{ score: 204, moves: 1 }],
      );
      assert.equal((await untilSeen(page, 'win')).length, 1);
    },
  );

  await t.test('changed attributes take effect; invalid ones are reported', async () => {
    await game.evaluate((element) => element.setAttribute('position', '1200000000000000'));
    await page.waitForFunction(() => /** @type {any} */ (document.getElementById('game')).ranks?.[1] === 2);
    await game.evaluate((element) => {
      element.setAttribute('position', '3 5');
      element.setAttribute('theme', 'no such');
    });
    const refused = await untilSeen(page, 'refused', 2);
    assert.equal(refused[0].detail.about, 'position');
    assert.equal(
      refused[1].detail.message,
      'theme cannot be "no such"; it takes system, classic, dark, contrast or color-blind',
    );
    await game.evaluate((element) => /** @type {any} */ (element).move(7));
    const [, , called] = await untilSeen(page, 'refused', 3);
    assert.deepEqual(called.detail, {
      about: 'move',
      message: 'move takes a direction: Up 0, Right 1, Down 2 or Left 3',
    });
    await game.evaluate((element) => element.setAttribute('size', '3'));
    await page.waitForFunction(
      () => /** @type {any} */ (document.getElementById('game')).ranks?.length === 9,
    );
  });
});

test('plain frames with their headers, in a page without any header: shared 2; a host that connects while the AI plays is told so; invalid messages do no harm, and a second site cannot connect', async (t) => {
  const { page, url } = await readPost(t, (site) =>
    ['threads=2&autoplay=on', 'engine=off']
      .map(
        (options) =>
          `<iframe src="${site}embed.html?${options}" title="2048" width="400" height="560"></iframe>`,
      )
      .join(''),
  );
  const frame = await gameFrame(page, /autoplay/);
  await untilSays(frame, 'pilot', 'autoplay');
  const first = await page.evaluate(
    (target) =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => {
          if (data.type === 'mode') resolve(data.mode);
        };
        port1.postMessage({ type: 'state' });
        port1.postMessage({ type: 'stop' }); // followed after the port is connected
        /** @type {HTMLIFrameElement} */ (document.querySelector('iframe')).contentWindow?.postMessage(
          { app: 'afterstate-embed', version: 1, type: 'connect' },
          new URL(target).origin,
          [port2],
        );
      }),
    frame.url(),
  );
  assert.equal(first, 'autoplay');
  await untilSays(frame, 'pilot', 'off');
  await frame.click('#hint');
  await frame.waitForSelector('#hint-arrow:not([hidden])');
  assert.equal(await saysOf(frame, 'engine'), 'shared 2');

  const second = await gameFrame(page, /engine=off/);
  const before = await cells(second);
  const ANSWERS = 1 + 10 + 11;
  const answers = await page.evaluate(
    async ({ target, expected, patience }) => {
      const inner = /** @type {Window} */ (
        /** @type {HTMLIFrameElement} */ (document.querySelector('[src*="engine=off"]')).contentWindow
      );
      const deep = /** @type {any} */ ({});
      deep.self = deep;
      const rubbish = [
        null,
        0,
        '',
        'x'.repeat(100_000),
        [],
        {},
        deep,
        { app: 'afterstate-embed' },
        { app: 'afterstate-embed', version: 1, type: 'connect' },
        { type: 'position', ranks: '<img src=x onerror=alert(1)>' },
      ];
      for (const message of rubbish) inner.postMessage(message, target);
      const { port1, port2 } = new MessageChannel();
      /** @type {any[]} */
      const received = [];
      port1.onmessage = ({ data }) => received.push(data);
      inner.postMessage({ app: 'afterstate-embed', version: 1, type: 'connect' }, target, [port2]);
      const commands = [
        ...rubbish,
        { type: 'position', ranks: new Array(16).fill(64), rows: 4, cols: 4 },
        { type: 'position', ranks: [1], rows: 1, cols: 1 },
        { type: 'position', ranks: new Array(16).fill(50), rows: 4, cols: 4 },
        { type: 'position', ranks: new Array(16).fill(0), rows: 4, cols: 4 },
        { type: 'move', direction: 7 },
        { type: 'move', direction: '__proto__' },
        { type: 'new', seed: '9'.repeat(21) },
        { type: 'new', seed: '99999999999999999999' },
        { type: 'theme', theme: '"><script>' },
        { type: 'start' },
        { type: 'hint', id: -1 },
      ];
      for (const command of commands) port1.postMessage(command);
      const rest = (/** @type {number} */ ms) =>
        new Promise((resolve) => {
          setTimeout(resolve, ms);
        });
      for (const end = performance.now() + patience; received.length < expected && performance.now() < end;)
        await rest(50);
      await rest(500); // and no more come
      return received;
    },
    { target: url, expected: ANSWERS, patience: PATIENCE },
  );
  assert.equal(answers[0].type, 'state');
  assert.ok(
    answers.slice(1).every((answer) => answer.type === 'refused'),
    JSON.stringify(answers),
  );
  assert.equal(answers.length, ANSWERS);
  assert.deepEqual(await cells(second), before);
  assert.equal(await second.evaluate(() => document.querySelector('img, script:not([src])')), null);
});

testInAll('a plain frame without any header, in a page without any header: single 1', async (t) => {
  const { page } = await readPost(
    t,
    (site) => `<iframe src="${site}embed.html?threads=2" title="2048" width="400" height="560"></iframe>`,
    { isolated: false },
  );
  const frame = await gameFrame(page);
  await frame.click('#hint');
  await frame.waitForSelector('#hint-arrow:not([hidden])');
  assert.equal(await saysOf(frame, 'engine'), 'single 1');
});

test('several games on one page have their own boards, sizes and keys, also one in a part without an origin; in a sandbox the game and the AI work, nothing is saved, and a notice is shown', async (t) => {
  const { page, url } = await readPost(
    t,
    (site) => `<script type="module" src="${site}embed.js"></script>
    <play-2048 id="a" size="3x5" engine="off" style="width: 260px"></play-2048>
    <play-2048 id="b" size="5" engine="off" controls="none" style="width: 320px"></play-2048>
    <play-2048 id="c" engine="off" controls="score arrows"></play-2048>
    <play-2048 id="game" sandboxed threads="2"></play-2048>
    <iframe sandbox="allow-scripts" src="${site}embed.html?remember=x&rows=3&cols=3" title="2048" width="400" height="560"></iframe>`,
    { context: STILL },
  );
  const frames = [
    await gameFrame(page, /rows=3&cols=5/),
    await gameFrame(page, /rows=5/),
    await gameFrame(page, /controls=score/),
  ];
  const [a, b, c] = /** @type {[Frame, Frame, Frame]} */ (frames);
  assert.deepEqual(await Promise.all(frames.map(async (frame) => (await cells(frame)).length)), [15, 25, 16]);
  const before = await Promise.all(frames.map(cells));
  await a.locator('#cells [role=gridcell]').first().focus();
  for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
  assert.notDeepEqual(await cells(a), before[0]);
  assert.deepEqual(await Promise.all([b, c].map(cells)), before.slice(1), 'the others have not moved');
  assert.equal(await b.isHidden('#hint'), true);
  assert.equal(await c.locator('.embed-arrows').isVisible(), true);
  await screenshot(page, 'embed-several');
  for (const frame of frames) {
    const fits = await frame.evaluate(() => {
      const board = /** @type {HTMLElement} */ (document.getElementById('board')).getBoundingClientRect();
      const { scrollWidth, scrollHeight } = document.documentElement;
      return {
        inside: board.left >= 0 && board.top >= 0 && board.right <= innerWidth && board.bottom <= innerHeight,
        wide: board.width / innerWidth,
        scrolls: scrollWidth > innerWidth || scrollHeight > innerHeight,
      };
    });
    assert.ok(fits.inside && !fits.scrolls, JSON.stringify(fits));
    assert.ok(fits.wide > 0.9, `the board fills its container: ${fits.wide}`);
  }
  const remembered = await gameFrame(page, /remember/);
  assert.match(String(await wordsOf(remembered, 'engine-line')), /will not be saved/);
  const sandboxed = await gameFrame(page, /threads/);
  const started = await cells(sandboxed);
  await page.evaluate(async () => {
    const game = /** @type {any} */ (document.getElementById('game'));
    await game.ready;
    for (const direction of [0, 1, 2, 3]) game.move(direction);
  });
  await page.waitForFunction(() => /** @type {any} */ (document.getElementById('game')).moves > 0);
  assert.notDeepEqual(await cells(sandboxed), started);
  const hint = await hintOf(page);
  assert.ok([0, 1, 2, 3].includes(hint.best) && hint.ply > 0, JSON.stringify(hint));
  // The threads of a pool start from a script's address, which is impossible in a document without an origin.
  assert.equal(await saysOf(sandboxed, 'engine'), 'single 1');
  await remembered.click('#hint');
  await remembered.waitForSelector('#hint-arrow:not([hidden])');

  await page.evaluate(
    (content) => {
      const sandbox = document.createElement('iframe');
      sandbox.sandbox.add('allow-scripts');
      sandbox.title = 'a sandbox';
      sandbox.height = '700';
      sandbox.srcdoc = content;
      document.body.prepend(sandbox);
      scrollTo(0, 0); // a game out of sight would not load
    },
    element(url, 'engine="off" position="2 2 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0"'),
  );
  await gameFrame(page, /position=/);
  const sandbox = page.frames().find((frame) => frame.url() === 'about:srcdoc');
  const ranks = await sandbox?.evaluate(async () => {
    const game = /** @type {any} */ (document.getElementById('game'));
    await customElements.whenDefined('play-2048');
    await game.ready;
    return [origin, ...game.ranks.slice(0, 3)];
  });
  assert.deepEqual(ranks, ['null', 1, 1, 0]);
});

/** Hides the tab or shows it again. @param {Frame} frame @param {'hidden' | 'visible'} state */
const turn = (frame, state) =>
  frame.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { value: now, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

/**
 * A strategy plays this game automatically, and is asked for hints.
 * @param {Page} page
 */
async function assertStrategyPlays(page) {
  const outcome = await page.evaluate(() => {
    const game = /** @type {any} */ (document.getElementById('game'));
    const hint = game.hint().then(
      () => 'answered',
      (/** @type {Error} */ error) => error.message,
    );
    game.start();
    return Promise.race([
      hint,
      new Promise((resolve) => {
        game.addEventListener('over', () => resolve('still pending'));
      }),
    ]);
  });
  assert.equal(outcome, 'the board has changed', 'a hint that the host waits for when autoplay starts');
  const moves = await untilSeen(page, 'move', 3);
  assert.ok(moves.every((/** @type {any} */ move) => move.detail.by === 'engine'));
  await page.evaluate(() => /** @type {any} */ (document.getElementById('game')).stop());
  assert.ok([0, 1, 2, 3].includes((await hintOf(page)).best));
  assert.ok(
    page.workers().every((worker) => worker.url().includes('/players-worker-')),
    'and no engine is started',
  );
  assert.equal(
    await page.evaluate(() =>
      /** @type {any} */ (globalThis).seen.some((/** @type {any} */ event) => event.name === 'refused'),
    ),
    false,
  );
}

// In the gate 3x3 is tried with autoplay below.
for (const size of ['2x3', '9x9']) {
  testInAll(`on ${size}, which the engine does not play, a strategy plays automatically`, async (t) => {
    const { page } = await readPost(t, (site) => element(site, `size="${size}" speed="9"`));
    await gameFrame(page);
    await untilSeen(page, 'ready');
    await assertStrategyPlays(page);
  });
}

test('in an isolated page unknown names are reported with the known ones, and the default AI plays; a network that the blog chooses is loaded at the first use of the AI', async (t) => {
  const { page, asked, logged } = await readPost(
    t,
    (site) =>
      `${element(site, `size="nine" strategy="greedy" network="huge" theme="red" threads="2" position="${LAST_MOVE}"`)}
      <play-2048 id="lite" threads="1" network="lite" position="${LAST_MOVE}"></play-2048>`,
    {
      headers: {
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Embedder-Policy': 'require-corp',
      },
    },
  );
  const frame = await gameFrame(page, /strategy/);
  assert.match(
    String(await wordsOf(frame, 'engine-line')),
    /^theme cannot be "red"; it takes system, classic, dark, contrast or color-blind\. strategy is no option/,
  );
  const hint = await hintOf(page);
  assert.ok(hint.ply > 0, 'the engine has answered');
  assert.equal(await saysOf(frame, 'engine'), 'shared 2');
  const refused = await untilSeen(page, 'refused', 4);
  assert.deepEqual(refused.map((/** @type {any} */ event) => event.detail.about).sort(), [
    'network',
    'size',
    'strategy',
    'theme',
  ]);
  const messageOf = (/** @type {string} */ name) =>
    refused.find((/** @type {any} */ event) => event.detail.about === name).detail.message;
  assert.equal(messageOf('network'), 'network cannot be "huge"; it takes built-in, automatic, lite or full');
  assert.equal(
    messageOf('strategy'),
    'strategy is no option of the game: the players of the papers are in the Lab (lab.html)',
  );
  for (const { detail } of refused)
    assert.ok(
      logged.some((text) => text.includes(detail.message)),
      detail.message,
    );

  const other = await gameFrame(page, /network=lite/);
  await page.waitForTimeout(1500);
  assert.deepEqual(
    asked.filter((url) => url.includes('/models/')),
    [],
  );
  await other.evaluate(() => {
    const line = /** @type {HTMLElement} */ (document.getElementById('engine-line'));
    /** @type {string[]} */
    const said = [];
    new MutationObserver(() => said.push(line.textContent)).observe(line, { childList: true });
    Object.assign(globalThis, { said });
  });
  await hintOf(page, 'lite');
  await untilSays(other, 'network', 'lite', 6 * PATIENCE);
  assert.equal(await wordsOf(other, 'engine-progress'), '');
  /** @type {string[]} */
  const said = await other.evaluate(() => /** @type {any} */ (globalThis).said);
  assert.ok(
    said.includes('Loading Lite…') &&
      said.includes('Using the Lite network.') &&
      !said.some((words) => /MB|Unpacking/.test(words)),
    `read out: ${said.join(' | ')}`,
  );
  assert.ok([0, 1, 2, 3].includes((await hintOf(page, 'lite')).best));
});

/**
 * Waits until the browser reports, to observers like the frame's own, that the board has left the screen.
 * @param {Frame} frame
 */
const untilOutOfSight = (frame) =>
  frame.evaluate(
    () =>
      new Promise((resolve) => {
        const observer = new IntersectionObserver((entries) => {
          if (entries.at(-1)?.isIntersecting !== false) return;
          observer.disconnect();
          resolve(undefined);
        });
        observer.observe(/** @type {Element} */ (document.getElementById('board')));
      }),
  );

test('on 3x3, which the engine does not play, a strategy plays automatically, and autoplay runs only while it is visible', async (t) => {
  const { page } = await readPost(t, (site) => element(site, 'autoplay size="3x3"'));
  const frame = await gameFrame(page);
  await untilSeen(page, 'move', 3);
  await page.evaluate(() => scrollTo(0, 2500));
  await untilSays(frame, 'pilot', 'off');
  await page.evaluate(() => scrollTo(0, 0));
  await untilSays(frame, 'pilot', 'autoplay');
  // After a stop out of sight it does not restart by itself; after a start out of sight it waits.
  /** @param {string} what */
  const command = (what) =>
    page.evaluate((method) => /** @type {any} */ (document.getElementById('game'))[method](), what);
  await page.evaluate(() => scrollTo(0, 2500));
  await untilSays(frame, 'pilot', 'off');
  await command('stop');
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForTimeout(500);
  assert.equal(await saysOf(frame, 'pilot'), 'off');
  await page.evaluate(() => scrollTo(0, 2500));
  await untilOutOfSight(frame);
  await command('start');
  await page.waitForTimeout(500);
  assert.equal(await saysOf(frame, 'pilot'), 'off');
  await page.evaluate(() => scrollTo(0, 0));
  await untilSays(frame, 'pilot', 'autoplay');
  // A hidden tab counts as out of sight.
  await turn(frame, 'hidden');
  await untilSays(frame, 'pilot', 'off');
  await turn(frame, 'visible');
  await untilSays(frame, 'pilot', 'autoplay');
  await command('stop');
  await untilSays(frame, 'pilot', 'off');
  await assertStrategyPlays(page);
});

/** Positions before the last move of a game, by the status that it leads to and its event. */
const ENDED = [
  { id: 'over', event: 'over', position: LAST_MOVE },
  { id: 'won', event: 'win', position: BEFORE_WIN },
];

test('remembered games go on: one that cannot be saved says so; what has ended is not reported again; the seed is that of the first game; another tab plays on', async (t) => {
  const ended = tried(ENDED.slice(0, 1), ENDED);
  const { page, blog } = await readPost(
    t,
    (site) =>
      element(site, 'engine="off" remember="post" seed="42"') +
      ended
        .map(
          ({ id, position }) =>
            `<play-2048 id="${id}" engine="off" remember="${id}" position="${position}"></play-2048>`,
        )
        .join(''),
    { context: STILL, other: (site) => element(site, 'engine="off" remember="post"') },
  );
  const post = () => gameFrame(page, /remember=post/);
  let frame = await post();
  await untilSeen(page, 'ready', 1 + ended.length);
  const notice = frame.locator('#engine-line', { hasText: 'this game will not be saved' });
  const newGame = () => page.evaluate(() => /** @type {any} */ (document.getElementById('game')).newGame());
  await frame.evaluate(() => {
    Object.assign(globalThis, { setItem: Storage.prototype.setItem });
    Storage.prototype.setItem = () => {
      throw new Error('full');
    };
  });
  await newGame();
  await notice.waitFor();
  await frame.evaluate(() => {
    Storage.prototype.setItem = /** @type {any} */ (globalThis).setItem;
  });
  await newGame();
  await notice.waitFor({ state: 'detached' });

  await page.evaluate(() => {
    for (const direction of [0, 1, 2, 3])
      /** @type {any} */ (document.getElementById('game')).move(direction);
  });
  // Each is made or refused.
  await page.waitForFunction(
    () =>
      /** @type {any} */ (globalThis).seen.filter((/** @type {any} */ { name }) =>
        ['move', 'refused'].includes(name),
      ).length === 4,
  );
  for (const { id, event } of ended) {
    await page.evaluate((id) => /** @type {any} */ (document.getElementById(id)).move(3), id);
    assert.deepEqual(
      (await untilSeen(page, event)).map((/** @type {any} */ seen) => seen.id),
      [id],
    );
  }
  await turn(frame, 'hidden'); // saves the game
  const board = await cells(frame);
  await page.reload();
  await untilSeen(page, 'ready', 1 + ended.length);
  await untilSeen(page, 'score', 1 + ended.length);
  frame = await post();
  assert.deepEqual(await cells(frame), board);
  const found = await page.evaluate(
    (all) =>
      all.map((wanted) => ({
        id: wanted,
        status: /** @type {any} */ (document.getElementById(wanted)).status,
        events: /** @type {any} */ (globalThis).seen
          .filter((/** @type {any} */ { id }) => id === wanted)
          .map((/** @type {any} */ { name }) => name),
      })),
    ended.map(({ id }) => id),
  );
  assert.deepEqual(
    found,
    ended.map(({ id }) => ({ id, status: id, events: ['ready', 'score'] })),
  );

  await turn(frame, 'hidden');
  const other = await page.context().newPage();
  await other.goto(`${blog}other`);
  const game = await gameFrame(other);
  await other.waitForFunction(
    () => /** @type {any} */ (document.getElementById('game')).ranks?.length === 16,
  );
  await game.locator('#elsewhere button').click();
  await game.locator('#cells [role=gridcell]').first().focus();
  const best = await frame.textContent('#best');
  while ((await game.textContent('#best')) === best)
    for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp']) await other.keyboard.press(key);
  await turn(game, 'hidden');
  await turn(frame, 'visible');
  await frame.locator('#elsewhere button').click();
  const shown = (/** @type {Frame} */ of) =>
    Promise.all([cells(of), saysOf(of, 'moves'), of.textContent('#best')]);
  // The numbers are written a few frames later.
  for (
    const end = Date.now() + PATIENCE;
    Date.now() < end && !isDeepStrictEqual(await shown(frame), await shown(game));
  )
    await rest();
  assert.deepEqual(await shown(frame), await shown(game));
  const moves = await saysOf(game, 'moves');
  await page.waitForFunction(
    (wanted) => String(/** @type {any} */ (document.getElementById('game')).moves) === wanted,
    moves,
  );
});
