// The page on phones, tablets and desktops: nothing is cut off, and no button is too small to touch.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testInAll, tried } from '../all.js';
import { startBrowser, startSite } from './site.js';
import {
  PATIENCE,
  closeNotice,
  openDialog,
  openMenu,
  resize,
  shadesBelow,
  sitDown,
  sitDownAt,
  untilBoard,
  untilLinkOpened,
  withSettings,
} from './table.js';

/** @import { Page } from 'playwright-core' */

const GAME = [0, 0, 1, 2, 1, 3, 5, 4, 2, 7, 8, 6, 12, 11, 10, 9];
/** Widths and heights, and how large the board is at least where there is room. */
const FEW_SIZES = [
  [320, 568],
  [768, 1024, 590],
  [1280, 800],
  [1280, 900, 550],
  [667, 375],
  [1920, 1080, 720],
];
const SIZES = tried(FEW_SIZES, [...FEW_SIZES, [360, 640]]);
/** @type {('light' | 'dark')[]} */
const SCHEMES = tried(['light'], ['light', 'dark']);

/** The cells that a tile covers, also where the two lie between different pixels. @param {Page} page */
const covered = (page) =>
  page.evaluate(() => {
    const tiles = Array.from(document.querySelectorAll('#tiles .tile:not([hidden]) .face'), (face) => {
      const { left, top, right, bottom } = face.getBoundingClientRect();
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(face);
      const rim =
        outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
      return { left: left - rim, top: top - rim, right: right + rim, bottom: bottom + rim };
    });
    return Array.from(document.querySelectorAll('#board .cell'), (cell) => {
      const box = cell.getBoundingClientRect();
      return tiles.some(
        ({ left, top, right, bottom }) =>
          left <= Math.round(box.left) &&
          top <= Math.round(box.top) &&
          right >= Math.round(box.right) &&
          bottom >= Math.round(box.bottom),
      );
    });
  });

test('at every size the board and the arrows are in sight, tiles cover their cells, and buttons are large enough', async (t) => {
  const { page } = await sitDownAt(t, GAME, {
    path: '?engine=off',
    score: 3_141_592,
    context: { reducedMotion: 'reduce' },
    before: withSettings({ arrows: 'on' }),
  });
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    for (const [width = 0, height = 0, side = 0] of SIZES) {
      await resize(page, width, height);
      const where = `${width} x ${height}, ${colorScheme}`;
      assert.ok(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        `${where}: no scrolling sideways`,
      );
      const board = await page.locator('#board').boundingBox();
      assert.ok(
        board && board.x >= 0 && board.x + board.width <= width && board.y + board.height <= height,
        `${where}: the whole board is in sight: ${JSON.stringify(board)}`,
      );
      assert.ok(board.width >= side, `${where}: the board is large, ${board.width} px`);
      const arrows = await page.locator('.arrows').boundingBox();
      assert.ok(
        arrows && arrows.y + arrows.height <= height,
        `${where}: so are the arrows: ${JSON.stringify(arrows)}`,
      );
      const small = await page.$$eval('button', (all) =>
        all
          .map((button) => ({
            name: button.textContent?.trim() || button.getAttribute('aria-label'),
            box: button.getBoundingClientRect(),
          }))
          .filter(({ box }) => box.width > 0 && (box.width < 44 || box.height < 44))
          .map(({ name }) => name),
      );
      assert.deepEqual(small, [], `${where}: buttons of 44 px`);
      assert.equal(
        (await covered(page)).filter(Boolean).length,
        GAME.filter(Boolean).length,
        `${where}: a tile covers its cell`,
      );
    }
  }

  // The visible part of a window of 1280 x 1024 at 400% (WCAG 1.4.10).
  await resize(page, 320, 256);
  assert.ok(
    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    'no scrolling sideways at 400%',
  );
  const hidden = await page.$$eval('button', (all) =>
    all
      .filter((button) => button.checkVisibility({ visibilityProperty: true }))
      .map((button) => {
        button.scrollIntoView({ block: 'nearest' });
        const { left, right, top, bottom } = button.getBoundingClientRect();
        return { name: button.textContent, left, right, top, bottom };
      })
      .filter(({ left, right, top, bottom }) => left < 0 || right > 320 || top < 0 || bottom > 256),
  );
  assert.deepEqual(hidden, [], 'every button can be scrolled into sight');
});

/** Phones, the smallest and one on its side among them, and what they show without scrolling. */
const PHONES = tried(
  [
    [320, 568],
    [390, 844],
    [667, 375],
  ],
  [
    [320, 568],
    [360, 640],
    [390, 844],
    [844, 390],
    [667, 375],
  ],
);
const TABLETS = [
  [768, 1000],
  [600, 900],
];
const AT_ONCE = [
  'h1',
  '#score',
  '#best',
  '#new-game',
  '#board',
  '#undo',
  '#hint',
  '#autoplay',
  '#more',
  '#engine-summary',
];

/** Which of these parts are not in sight as a whole. @param {Page} page @param {string[]} parts */
const outOfSight = (page, parts) =>
  page.evaluate(
    (selectors) =>
      selectors.filter((selector) => {
        const part = document.querySelector(selector);
        const { left = -1, right = 0, top = 0, bottom = 0 } = part?.getBoundingClientRect() ?? {};
        return (
          !part?.checkVisibility({ visibilityProperty: true }) ||
          left < 0 ||
          top < 0 ||
          right > innerWidth ||
          bottom > innerHeight
        );
      }),
    parts,
  );

test('a phone shows the whole game without scrolling, a tablet the first line of the AI, and arrows only where they are wanted; the buttons of the replay are in sight, in one row below the board with its words', async (t) => {
  const { page } = await sitDownAt(t, GAME, {
    path: '?engine=off',
    score: 3_141_592,
    context: {
      viewport: { width: 320, height: 568 },
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
    },
  });
  const doesNotScroll = () => page.evaluate(() => document.documentElement.scrollHeight <= innerHeight);
  for (const [width = 0, height = 0] of PHONES) {
    await resize(page, width, height);
    const where = `${width} x ${height}`;
    for (const arrows of ['off', 'on']) {
      await page.evaluate((chosen) => void (document.documentElement.dataset.arrows = chosen), arrows);
      assert.ok(await doesNotScroll(), `${where}: nothing to scroll`);
      assert.deepEqual(
        await outOfSight(page, [...AT_ONCE, ...(arrows === 'on' ? ['.arrows'] : [])]),
        [],
        `${where}: what is out of sight`,
      );
      assert.equal(await page.isVisible('.arrows'), arrows === 'on', where);
      assert.equal(await page.isVisible('#values'), false, where);
    }
    // As after the first hint, for which there is no AI here.
    await page.evaluate(() => document.getElementById('engine')?.setAttribute('data-known', ''));
    await page.click('#engine-toggle');
    assert.equal(await page.getAttribute('#engine-toggle', 'aria-expanded'), 'true');
    await page.locator('#values').scrollIntoViewIfNeeded();
    const values = await page.locator('#values').boundingBox();
    assert.ok(
      values && values.y + values.height <= height + 1,
      `${where}: the four values are in sight: ${JSON.stringify(values)}`,
    );
    assert.ok(await doesNotScroll(), `${where}: the panel scrolls, not the page`);
    await page.click('#engine-toggle');
    await page.evaluate(() => {
      document.getElementById('engine')?.removeAttribute('data-known');
      document.documentElement.dataset.arrows = 'off';
    });
  }
  for (const [width = 0, height = 0] of TABLETS) {
    await resize(page, width, height);
    const where = `${width} x ${height}`;
    assert.deepEqual(await outOfSight(page, ['.engine-head']), [], `${where}: the first line of the AI`);
  }

  await page.setViewportSize({ width: 390, height: 844 });
  await openDialog(page, 'replay');
  for (const [width, height] of /** @type {const} */ ([
    [390, 844],
    [844, 390],
    [640, 360],
    [568, 320],
  ])) {
    await page.setViewportSize({ width, height });
    const buttons = await page.$$eval('.replay-viewer .dialog-buttons > button', (all) =>
      all.map((button) => {
        const box = button.getBoundingClientRect();
        const picture = button.firstElementChild?.getBoundingClientRect();
        const end = /** @type {Element} */ (button.closest('dialog')).getBoundingClientRect().bottom;
        const off = picture ? picture.left - box.left - (box.right - picture.right) : null;
        return { below: box.bottom - end, off, top: box.top };
      }),
    );
    assert.equal(new Set(buttons.map(({ top }) => top)).size, 1, `${width} x ${height}: one row`);
    const [board, words] = [
      await page.locator('#replay .board').boundingBox(),
      await page.locator('#replay .replay-words').boundingBox(),
    ];
    assert.ok(board && words && words.y >= board.y + board.height, JSON.stringify({ board, words }));
    const pictured = buttons.filter(({ off }) => off !== null);
    assert.equal(pictured.length, 3, 'back, play and forward; the ends are below More');
    assert.equal(buttons.length, 4, 'and Share, in words');
    for (const { below, off } of buttons)
      assert.ok(
        below <= 0 && Math.abs(off ?? 0) < 1,
        `${width} x ${height}: ${below} px below, ${off} px aside`,
      );
  }
});

test('the points of a move are beside the score, not over it; two long scores fit beside the title in the narrowest windows; the arrow of a hint covers no digits and no chances', async (t) => {
  const { page } = await sitDownAt(t, [11, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], {
    path: '?engine=off',
    score: 99_995_903,
    context: { viewport: { width: 320, height: 568 } },
  });
  await page.keyboard.press('ArrowLeft');
  await page.locator('#score', { hasText: '99,999,999' }).waitFor();
  const [score, gain] = await page.$$eval('#score, .score-gain', (all) => all.map((one) => one.textContent));
  assert.deepEqual([score, gain], ['99,999,999', '+4,096']);
  const [digits, points] = [
    await page.evaluate(() => {
      const range = document.createRange();
      range.selectNodeContents(/** @type {Node} */ (document.getElementById('score')));
      return range.getBoundingClientRect().toJSON();
    }),
    await page.locator('.score-gain').boundingBox(),
  ];
  assert.ok(points && points.y + points.height <= digits.top + 2, JSON.stringify({ digits, points }));
  assert.equal(await page.textContent('#best'), '99,995,903');
  for (const width of [280, 320]) {
    await page.setViewportSize({ width, height: 568 });
    const [inner, outer] = await page.$eval('.heading', (part) => [part.scrollWidth, part.clientWidth]);
    assert.ok(Number(inner) <= Number(outer), `${inner} of ${outer} at ${width}`);
  }

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.keyboard.press('Control+z'); // a board does not replace a game that has begun
  await page.setViewportSize({ width: 390, height: 844 });
  for (const side of tried([4], [4, 5])) {
    const board = `${side}x${side}:${'e'.repeat(side * side - 1)}0`;
    await page.evaluate((hash) => void (location.hash = hash), `#board=${board}`);
    await page.waitForFunction(
      (tiles) => document.querySelectorAll('#tiles .tile:not([hidden])').length === tiles,
      side * side - 1,
    );
    const covered = await page.evaluate(() => {
      const arrow = /** @type {HTMLElement} */ (document.getElementById('hint-arrow'));
      arrow.hidden = false;
      return [0, 1, 2, 3].flatMap((direction) => {
        arrow.dataset.direction = String(direction);
        const box = /** @type {Element} */ (arrow.firstElementChild).getBoundingClientRect();
        return [...document.querySelectorAll('#tiles .tile:not([hidden]) .face')]
          .filter((face) => {
            const range = document.createRange();
            range.selectNodeContents(face);
            const digits = range.getBoundingClientRect();
            // The line of a text is higher than its digits, by a sixth on both sides.
            const air = digits.height / 6;
            return (
              box.left < digits.right &&
              box.right > digits.left &&
              box.top < digits.bottom - air &&
              box.bottom > digits.top + air
            );
          })
          .map((face) => `${direction}: ${face.textContent}`);
      });
    });
    assert.deepEqual(covered, [], `${side}x${side}`);
    const [end, below] = await page.evaluate(() => {
      const arrow = /** @type {HTMLElement} */ (document.getElementById('hint-arrow'));
      arrow.dataset.direction = '2';
      const boxOf = (/** @type {Element | null} */ element) => element?.getBoundingClientRect();
      return [
        boxOf(arrow.firstElementChild)?.bottom,
        boxOf(document.querySelector('.forecast:not([hidden])'))?.top,
      ];
    });
    assert.ok(end && below && end <= below + 1, JSON.stringify({ end, below }));
  }
});

test('reduced motion: nothing is animated; with it in the settings, the message at the end does not fade in', async (t) => {
  // Left fills the board, and ends the game.
  const { page } = await sitDownAt(t, [5, 5, 1, 3, 7, 6, 4, 5, 6, 7, 3, 6, 7, 6, 4, 5], {
    path: '?engine=off',
    context: { reducedMotion: 'reduce' },
  });
  const running = await page.evaluate(() => {
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'ArrowLeft', code: 'ArrowLeft', bubbles: true, cancelable: true }),
    );
    return document.getAnimations().length;
  });
  assert.equal(running, 0);
  await page.waitForSelector('#message:not([hidden])');
  const animation = () =>
    page.locator('#message').evaluate((message) => getComputedStyle(message).animationName);
  assert.equal(await animation(), 'none');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  assert.equal(await animation(), 'fade-in');
  await openDialog(page, 'settings');
  await page.check('[name=motion]');
  assert.equal(await animation(), 'none');
});

/** Games whose next move ends them, and the move. */
const LOW = { name: '2x9', path: '#board=2x9:343434343565656560&score=123456', key: 'ArrowRight' };
const NARROW = { name: '9x2', path: '#board=9x2:344334433443344370&score=123456', key: 'ArrowRight' };
const USUAL = { name: '4x4', path: '#board=4x4:3434565634345650&score=123456', key: 'ArrowRight' };
const WON = { name: '4x4, won', path: '#board=4x4:aa00000000000000', key: 'ArrowLeft' };
/** @param {number} rows @param {number} cols */
const inFrame = (rows, cols) => ({
  name: `${rows}x${cols} in a frame`,
  path: `embed.html?engine=off&rows=${rows}&cols=${cols}&position=${Array.from({ length: rows }, (_, row) => Array.from({ length: cols }, (_, col) => 2 << ((row + col) % 2)).join('+')).join('/')}`,
});
/**
 * Width, height, the game, and whether the AI is open.
 * @type {[number, number, { name: string, path: string, key?: string }, string?][]}
 */
const ENDS = [
  [320, 568, WON, 'open'],
  [320, 568, LOW],
  [844, 390, NARROW],
  [1280, 900, WON],
  [288, 270, inFrame(2, 9)],
];
/** @type {typeof ENDS} */
const MORE_ENDS = [
  [320, 568, USUAL],
  [360, 640, LOW],
  [568, 320, LOW],
  [320, 568, NARROW],
  [920, 600, NARROW],
  [320, 568, WON],
  [288, 400, inFrame(9, 2)],
  [288, 305, inFrame(2, 4)],
  [288, 430, inFrame(4, 4)],
];

for (const [language, ends] of /** @type {[string, typeof ENDS][]} */ (
  tried(
    [['de', ENDS]],
    [
      ['de', [...ENDS, ...MORE_ENDS]],
      ['es', ENDS],
      ['ar', ENDS],
    ],
  )
))
  test(`${language}: the message at the end of a game fits and leaves the other buttons free, at every size and in a frame`, async (t) => {
    const { page, url } = await sitDown(t, {
      path: '?engine=off',
      context: { locale: language, reducedMotion: 'reduce', hasTouch: true, isMobile: true },
    });
    for (const [width, height, { name, path, key }, panel] of ends) {
      const where = `${name} at ${width} x ${height}`;
      await page.setViewportSize({ width, height });
      if (key) {
        if (page.url().includes('embed.html')) {
          await page.goto(`${url}?engine=off`);
          await untilBoard(page);
        }
        // A board does not replace a game that has begun.
        if ((await page.getAttribute('html', 'data-moves')) !== '0') await page.keyboard.press('Control+z');
        await page.evaluate((hash) => void (location.hash = hash), path);
        await untilLinkOpened(page);
        await page.waitForSelector('#message', { state: 'hidden' });
      } else {
        await page.goto(url + path);
        await untilBoard(page);
      }
      if (panel) {
        await closeNotice(page);
        await page.click('#engine-toggle');
      }
      if (key) await page.keyboard.press(key);
      await page.waitForSelector('#message:not([hidden])');
      const found = await page.evaluate((screen) => {
        const message = /** @type {HTMLElement} */ (document.getElementById('message'));
        const box = message.getBoundingClientRect();
        const shown = (/** @type {string} */ selector) =>
          [...document.querySelectorAll(selector)].filter(
            (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('.sr-only'),
          );
        const parts = shown('#message :is(h2, p, button)');
        const others = shown('button, a, select, .score, h1, .intro p').filter(
          (one) => !message.contains(one),
        );
        /** @param {DOMRect} a @param {DOMRect} b */
        const meet = (a, b) =>
          a.left < b.right - 0.5 &&
          b.left < a.right - 0.5 &&
          a.top < b.bottom - 0.5 &&
          b.top < a.bottom - 0.5;
        return [message, ...parts].flatMap((part) => {
          const at = part.getBoundingClientRect();
          // Below the board the message lets through what is pressed beside its words and buttons.
          const through = part === message && getComputedStyle(message).pointerEvents === 'none';
          const covers = (through ? [] : others)
            .filter((one) => meet(at, one.getBoundingClientRect()))
            .map((one) => `covers ${one.id || one.tagName}`);
          const inside =
            at.left >= box.left - 1 &&
            at.right <= box.right + 1 &&
            at.top >= box.top - 1 &&
            at.bottom <= box.bottom + 1;
          const inSight = at.left >= -1 && at.right <= screen + 1;
          const whole =
            part.scrollWidth <= part.clientWidth + 1 && part.scrollHeight <= part.clientHeight + 2;
          const touchable = part.tagName !== 'BUTTON' || (at.width >= 43.9 && at.height >= 43.9);
          const faults = [
            ...covers,
            ...(inside ? [] : ['outside of the message']),
            ...(inSight ? [] : ['out of sight']),
            ...(whole ? [] : ['cut off']),
            ...(touchable ? [] : ['too small']),
          ];
          return faults.map((fault) => `${part.id}: ${fault}`);
        });
      }, width);
      assert.deepEqual(found, [], where);
      const shades = await shadesBelow(page, '#message :is(h2, p)');
      assert.ok(
        shades.length > 0 && Math.max(...shades) <= 2,
        `${where}: no tiles below the words: ${shades}`,
      );
      if (panel) await page.click('#engine-toggle');
      if (key) continue;
      await resize(page, 390, 844);
      const edges = await page.evaluate(() =>
        ['top', 'board', 'bottom'].map((id) => document.getElementById(id)?.getBoundingClientRect().toJSON()),
      );
      const [top, board, bottom] = edges;
      const gaps = [board.top - top.bottom, bottom.top - board.bottom];
      assert.ok(Math.max(...gaps) < 24, `on a tall phone the bars of a frame are beside its board: ${gaps}`);
    }
  });

test('a notice waits while a dialog is open; on a small phone the newest covers no button, and the one before comes back after it', async (t) => {
  const { page } = await sitDownAt(t, GAME, {
    path: '?engine=off',
    context: { viewport: { width: 320, height: 568 }, reducedMotion: 'reduce' },
  });
  // The clock stands, because on a slow machine a notice could end before it is looked at.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.press('ArrowUp');
  await page.click('#new-game');
  const older = page.locator('.toast', { hasText: 'New game.' });
  await older.waitFor();

  /** @type {[string, [number, number][]][]} */
  const dialogs = [
    [
      'replay',
      [
        [320, 568],
        [1280, 700],
      ],
    ],
    ['history', [[390, 844]]],
    ['size', [[568, 320]]],
  ];
  for (const [name, sizes] of tried(dialogs.slice(0, 1), dialogs)) {
    const [[width, height] = [320, 568]] = sizes;
    await page.setViewportSize({ width, height });
    await openDialog(page, name);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      const covered = await page.$$eval(`#${name} button:not(.toast *)`, (all) =>
        all.filter((button) => {
          const { x, y, width, height } = button.getBoundingClientRect();
          return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('.toast');
        }),
      );
      assert.equal(covered.length, 0, `${name} at ${width} x ${height}`);
    }
    await page.clock.runFor(12_000);
    await page.keyboard.press('Escape');
    await older.waitFor();
  }

  await page.setViewportSize({ width: 320, height: 568 });
  await page.evaluate(() => {
    location.hash = '#board=4x4:zz';
  });
  const newer = page.locator('.toast', { hasText: 'incomplete or damaged' });
  await newer.waitFor();
  await older.waitFor({ state: 'hidden' });
  const [notice, buttons] = [await newer.boundingBox(), await page.locator('.actions').boundingBox()];
  assert.ok(notice && buttons && notice.y >= buttons.y + buttons.height, JSON.stringify({ notice, buttons }));
  await page.clock.runFor(5000);
  assert.ok(await newer.isVisible());
  await newer.locator('button').click();
  await page.mouse.move(0, 0);
  await page.clock.runFor(9000);
  assert.ok(await older.isVisible(), 'its time begins again');
  await older.getByRole('button', { name: 'Undo' }).click();
  await older.waitFor({ state: 'detached' });
  assert.equal(await page.getAttribute('html', 'data-moves'), '1');

  await page.click('#new-game');
  await older.waitFor();
  await page.mouse.move(0, 0);
  await page.clock.runFor(11_000);
  await older.waitFor({ state: 'detached' });
});

test('with forced colors and in high contrast everything has an edge, which does not move the tiles', async (t) => {
  const { page, url } = await sitDown(t, {
    path: '?engine=off#board=4x4:000000011223cb98&score=9000',
    context: { forcedColors: 'active', reducedMotion: 'reduce' },
  });
  await untilLinkOpened(page);
  /** @param {string} parts @returns {Promise<string[]>} those without an edge */
  const bare = (parts) =>
    page.$$eval(parts, (all) =>
      all
        .filter((part) => parseFloat(getComputedStyle(part).borderTopWidth) === 0)
        .map((part) => `${part.tagName}.${part.className} ${part.textContent}`),
    );
  /** Asks in both. @param {(name: string) => Promise<void>} ask */
  async function inBoth(ask) {
    for (const [name, forcedColors, theme] of /** @type {const} */ ([
      ['forced colors', 'active', 'system'],
      ['high contrast', 'none', 'contrast'],
    ])) {
      await page.emulateMedia({ forcedColors });
      await page.evaluate((chosen) => void (document.documentElement.dataset.theme = chosen), theme);
      await ask(name);
    }
  }

  await inBoth(async (name) => {
    const gaps = await page.evaluate(() => {
      const board = /** @type {Element} */ (document.querySelector('#board')).getBoundingClientRect();
      const cells = Array.from(document.querySelectorAll('#board .cell'), (cell) =>
        cell.getBoundingClientRect(),
      );
      return [
        Math.min(...cells.map(({ left }) => left)) - board.left,
        board.right - Math.max(...cells.map(({ right }) => right)),
      ];
    });
    const apart = Math.abs(Number(gaps[0]) - Number(gaps[1]));
    assert.ok(apart < 0.1, `${name}: left and right of the cells: ${gaps} px`);
    if (name !== 'forced colors') return;
    const [low, high] = await page.evaluate(() =>
      [11, 12].map((rank) => {
        const face = /** @type {Element} */ (document.querySelector(`#board .face[data-rank="${rank}"]`));
        const { backgroundColor, color } = getComputedStyle(face);
        return [backgroundColor, color];
      }),
    );
    assert.deepEqual(high, low?.reverse(), 'tiles above 2048 are inverted');
    const borders = await page.$$eval('#board .tile:not([hidden]) .face', (faces) =>
      faces.map((face) => getComputedStyle(face).borderTopStyle),
    );
    assert.deepEqual([...new Set(borders)], ['solid'], 'the border of tiles');
  });
  await openDialog(page, 'setup');
  await page.keyboard.press('Escape');
  await openMenu(page);
  await inBoth(async (name) => {
    assert.deepEqual(await bare('.story, .score, .engine, .dialog, .menu a, .menu button, .none'), [], name);
  });
  await page.goto(`${url}race.html`);
  await untilBoard(page);
  await inBoth(async (name) => {
    assert.deepEqual(await bare('.rival-card, .race-outcome, .race-unfinished'), [], name);
  });
});

testInAll(
  '320x568 in a browser with a least font size of 20: the digits of every tile stay inside it',
  async (t) => {
    const flags = ['--blink-settings=minimumFontSize=20'];
    const [browser, site] = await Promise.all([startBrowser({ shell: true, flags }), startSite()]);
    t.after(() => Promise.all([browser.close(), site.stop()]));
    const context = await browser.newContext({ viewport: { width: 320, height: 568 } });
    const page = await context.newPage();
    const board = 'efgh12345678abc0';
    for (const path of [
      `?engine=off#board=4x4:${board}&score=0`,
      `embed.html?engine=off&position=${board}`,
    ]) {
      await page.goto(site.url + path);
      await page.locator('.tile', { hasText: '131072' }).waitFor({ timeout: PATIENCE });
      const wide = await page.$$eval('.tile', (tiles) =>
        tiles.flatMap((tile) => {
          const range = document.createRange();
          range.selectNodeContents(/** @type {Element} */ (tile.firstElementChild));
          const [digits, box] = [range, tile].map((part) => part.getBoundingClientRect());
          return digits && box && digits.left >= box.left && digits.right <= box.right
            ? []
            : [`${tile.textContent}: ${digits?.width} of ${box?.width}`];
        }),
      );
      assert.deepEqual(wide, [], path);
    }
  },
);
