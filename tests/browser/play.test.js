// Playing: keys, buttons, undo and redo, new games, winning and losing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tried } from '../all.js';
import {
  cells,
  openDialog,
  pressAll,
  resize,
  score,
  sitDown,
  sitDownAt,
  tiles,
  untilBoard,
  untilLinkOpened,
  withSettings,
} from './table.js';

/** @import { Page } from 'playwright-core' */

const OFF = { path: '?engine=off' };
/** Without motion, which takes more time of the machine than all else. */
const STILL = { reducedMotion: /** @type {const} */ ('reduce') };
/** Ranks; 2048 is 11. */
const ABOUT_TO_WIN = [10, 10, 0, 0, 1, 2, 3, 4, 4, 3, 2, 1, 0, 0, 0, 0];
const DEAD = [1, 2, 1, 2, 2, 1, 2, 1, 1, 2, 1, 2, 2, 1, 2, 1];
/** 8 + 8 in the last row; whatever spawns in the freed cell, below a 32 and beside the 16, nothing moves. */
const ABOUT_TO_END = [...DEAD.slice(0, 11), 5, 2, 1, 3, 3];

/** Begins a game from a position in the page that is there. @param {Page} page @param {number[]} ranks */
async function deal(page, ranks) {
  await page.evaluate(
    (digits) => {
      document.getElementById('new-game')?.click(); // a game with moves would ask before it is replaced
      location.hash = `#board=4x4:${digits}&score=0`;
    },
    ranks.map((rank) => rank.toString(36)).join(''),
  );
  await untilLinkOpened(page);
}

/**
 * The boards after each of these keys.
 * @param {Page} page @param {{ key: string, ctrlKey?: boolean, shiftKey?: boolean }[]} keys
 */
const boardsAfter = (page, keys) =>
  page.evaluate(
    (keys) =>
      keys.map((one) => {
        const code = one.key.length === 1 ? `Key${one.key.toUpperCase()}` : one.key;
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', { ...one, code, bubbles: true, cancelable: true }),
        );
        return Array.from(
          document.querySelectorAll('#cells [role=gridcell]'),
          (cell) => Number.parseInt(cell.getAttribute('aria-label') ?? '', 10) || 0,
        );
      }),
    keys,
  );

test('the first board has two tiles; Space does not scroll the page; keys with modifiers are not moves; Shift with an arrow key moves between cells, Tab leaves the board; while the code of a dialog loads, keys are moves; below an open one they are not', async (t) => {
  const { page } = await sitDown(t, { ...OFF, context: { ...STILL, viewport: { width: 700, height: 600 } } });
  const board = await cells(page);
  assert.equal(board.filter((tile) => tile !== 0).length, 2);
  assert.deepEqual(await tiles(page), board);

  for (const key of [' ', 'Shift+ ']) {
    await page.locator('#cells [role=gridcell]').first().focus();
    await page.evaluate(() => scrollTo(0, 60));
    await page.keyboard.press(key);
    await page.keyboard.press('ArrowDown');
    // Scrolling would begin with the next frame.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 200))),
    );
    assert.equal(await page.evaluate(() => scrollY), 60);
  }

  // These may scroll it, and the browser takes some frames for that.
  const now = await cells(page);
  for (const key of ['Shift+ArrowUp', 'Alt+ArrowDown', 'Control+a', 'Shift+ArrowLeft'])
    await page.keyboard.press(key);
  assert.deepEqual(await cells(page), now);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await page.focus('#cells [tabindex="0"]');
  assert.match(String(await focused()), /row 1 column 1$/);
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  assert.match(String(await focused()), /row 2 column 2$/);
  await page.keyboard.press('Tab');
  assert.doesNotMatch(String(await focused()), /row/);

  /** @type {() => void} */
  let go = () => {};
  const held = new Promise((resolve) => {
    go = () => resolve(undefined);
  });
  await page.route(/page-part-/, async (route) => {
    await held;
    await route.continue();
  });
  await page.click('#more');
  const moves = () => page.getAttribute('html', 'data-moves');
  for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
  const made = await moves();
  assert.ok(Number(made) > 0, `${made} moves`);
  go();
  await page.waitForSelector('#menu[open]');
  for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
  assert.equal(await moves(), made);
});

test('undo and redo reach the first and the last board, by key and by button; a new game can be undone; no key is lost, however fast they arrive; arrows, WASD, hjkl and the arrows on the page slide the tiles, and the visible board equals that for screen readers; letters can be switched off', async (t) => {
  const { page } = await sitDown(t, {
    path: '?engine=off&seed=5',
    before: withSettings({ arrows: 'on' }),
    context: STILL,
  });
  const boards = [await cells(page)];
  const first = Array.from({ length: 5 }, () => ['ArrowLeft', 'ArrowDown', 'ArrowRight']).flat();
  for (const board of await boardsAfter(
    page,
    first.map((key) => ({ key })),
  ))
    if (String(board) !== String(boards.at(-1))) boards.push(board);
  await page.keyboard.press('Control+z');
  assert.deepEqual(await cells(page), boards.at(-2));
  const undone = boards.slice(0, -2).reverse();
  const undo = { key: 'z', ctrlKey: true };
  assert.deepEqual(
    await boardsAfter(
      page,
      undone.map(() => undo),
    ),
    undone,
  );
  assert.equal(await page.isDisabled('#undo'), true);
  await page.keyboard.press('Control+y');
  await page.keyboard.press('Control+Shift+Z');
  assert.deepEqual(await cells(page), boards[2]);
  const redone = boards.slice(3);
  const redo = { key: 'y', ctrlKey: true };
  const shifted = { key: 'Z', ctrlKey: true, shiftKey: true };
  assert.deepEqual(
    await boardsAfter(
      page,
      redone.map((_, index) => (index % 2 ? shifted : redo)),
    ),
    redone,
  );
  assert.equal(await page.isDisabled('#redo'), true);
  await page.click('#undo');
  assert.deepEqual(await cells(page), boards.at(-2));
  await page.click('#redo');
  const old = boards.at(-1);
  assert.deepEqual(await tiles(page), old);

  // A new game is undone from the notice, and with Undo.
  await page.click('#new-game');
  assert.equal(await score(page), 0);
  await page.click('.toast button:has-text("Undo")');
  assert.deepEqual(await cells(page), old);
  await page.locator('#announcer', { hasText: /^Undone, score \d+/ }).waitFor({ state: 'attached' });
  await page.click('#new-game');
  await page.click('#undo');
  assert.deepEqual(await tiles(page), old);

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  // All keys in one task, without an animation frame in between.
  const more = Array.from({ length: 120 }, (_, index) =>
    String(['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowDown'][index % 4]),
  );
  await pressAll(page, more);
  const { expected, isOver } = await page.evaluate(
    async (pressed) => {
      const { default: initialize, Game } = await import(
        new URL('pkg-game/afterstate.js', location.href).href
      );
      await initialize();
      const game = new Game(4, 4, 5n);
      for (const key of pressed)
        if (game.status === 'playing')
          game.play(['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'].indexOf(key));
      return { expected: { ranks: [...game.ranks()], score: game.score }, isOver: game.isOver };
    },
    [...first, ...more],
  );
  assert.deepEqual(
    await tiles(page),
    expected.ranks.map((rank) => (rank === 0 ? 0 : 2 ** rank)),
  );
  assert.equal(await score(page), expected.score);
  assert.equal(isOver, false, 'the last key was a move, too');

  await page.click('#new-game');
  for (const keys of [
    ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'],
    ['w', 'd', 's', 'a'],
    ['k', 'l', 'j', 'h'],
  ]) {
    const before = await cells(page);
    for (const key of keys) await page.keyboard.press(key);
    const after = await cells(page);
    assert.notDeepEqual(after, before);
    assert.deepEqual(await tiles(page), after);
  }
  const before = await cells(page);
  for (const name of ['Up', 'Right', 'Down', 'Left']) await page.click(`.arrows [aria-label="${name}"]`);
  assert.notDeepEqual(await cells(page), before);

  await page.emulateMedia(STILL);
  await openDialog(page, 'settings');
  await page.uncheck('[name=letters]');
  await page.keyboard.press('Escape');
  await page.reload();
  await untilBoard(page);
  const kept = await cells(page);
  for (const key of 'wasdhjkl') await page.keyboard.press(key);
  assert.deepEqual(await cells(page), kept);
  for (const key of ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft']) await page.keyboard.press(key);
  assert.notDeepEqual(await cells(page), kept, 'arrows stay');
});

test('a move merges once, counts, and is announced; one that is not possible is, each time; the focus of a button that is disabled goes to the board; a win and the end of the game are shown; the largest tiles are not cut off; without the AI, its lines never ask the player to press Hint', async (t) => {
  const { page } = await sitDownAt(t, ABOUT_TO_WIN, {
    ...OFF,
    context: { ...STILL, viewport: { width: 1280, height: 900 } },
  });
  await page.keyboard.press('ArrowDown');
  for (const id of ['undo', 'redo']) {
    await page.focus(`#${id}`);
    await page.keyboard.press('Enter');
    await page.waitForFunction((name) => document.querySelector(`#${name}:disabled`), id);
    await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'gridcell');
  }
  assert.equal(await page.isDisabled('#redo'), true);
  await page.click('#undo');

  // A win is shown, and the game can be continued.
  await page.keyboard.press('ArrowLeft');
  await page.waitForSelector('#message:not([hidden])');
  assert.equal(await page.textContent('#message-title'), 'You win!');
  const won = await cells(page);
  await page.keyboard.press('ArrowDown');
  assert.deepEqual(await cells(page), won, 'the game waits for an answer');
  await page.click('#message-go-on');
  assert.equal(await page.isHidden('#message'), true);
  await page.keyboard.press('ArrowDown');
  assert.notDeepEqual(await cells(page), won);
  // A full board that has just made 2048 is a win, too: 1024 + 1024 in the last row; the freed cell is filled
  // by the spawn, and then nothing moves.
  await deal(page, [1, 2, 1, 2, 2, 1, 2, 1, 1, 2, 1, 3, 4, 5, 10, 10]);
  await page.keyboard.press('ArrowLeft');
  await page.waitForSelector('#message:not([hidden])');
  assert.equal(await page.textContent('#message-title'), 'You win!');

  await deal(page, [1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  await page.keyboard.press('ArrowLeft');
  assert.deepEqual((await cells(page)).slice(0, 2), [4, 4]);
  assert.equal(await score(page), 8);
  await page.waitForFunction(() =>
    /^merged 4 and 4, score 8, new [24] in row \d column \d$/.test(
      document.getElementById('announcer')?.textContent ?? '',
    ),
  );

  // A move that is not possible is announced, each time.
  await deal(page, [1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  const announcer = page.locator('#announcer');
  const before = await cells(page);
  for (let press = 0; press < 2; press++) {
    await page.keyboard.press('ArrowLeft');
    await announcer.filter({ hasText: 'not possible' }).waitFor({ state: 'attached' });
    await announcer.evaluate((region) => (region.textContent = ''));
  }
  assert.deepEqual(await cells(page), before);

  // Boards that are drawn without animation look the same and reuse their elements.
  for (let round = 0; round < 5; round++) {
    for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
    assert.deepEqual(await tiles(page), await cells(page));
  }
  assert.ok((await page.locator('#tiles .tile').count()) <= 16);

  await deal(page, [17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 0]);
  assert.deepEqual((await tiles(page)).slice(0, 2), [131072, 65536]);
  const tooWide = await page.$$eval('.tile:not([hidden]) .face', (faces) =>
    faces
      .filter((face) => {
        const digits = document.createRange();
        digits.selectNodeContents(face);
        return digits.getBoundingClientRect().width > face.getBoundingClientRect().width * 0.94;
      })
      .map((face) => face.textContent),
  );
  assert.deepEqual(tooWide, []);

  // The end of the game is shown, with undo and try again, in one line and as high on desktops and phones.
  await deal(page, ABOUT_TO_END);
  await page.keyboard.press('ArrowLeft');
  await page.waitForSelector('#message:not([hidden])');
  assert.equal(await page.textContent('#message-title'), 'Game over!');
  for (const [width = 0, height = 0] of [
    [1280, 900],
    [390, 844],
  ]) {
    await resize(page, width, height);
    const [more, undo, again] = await Promise.all(
      ['#more', '#message-undo', '#message-again'].map((button) => page.locator(button).boundingBox()),
    );
    assert.deepEqual([undo?.y, undo?.height], [more?.y, more?.height], `${width}`);
    assert.deepEqual([again?.y, again?.height], [more?.y, more?.height], `${width}`);
    assert.ok(again && more && again.x + again.width + 6 <= more.x, 'Menu is the last');
  }
  await page.click('#message-undo');
  assert.equal(await page.isHidden('#message'), true);
  await page.keyboard.press('Control+y');
  await page.waitForSelector('#message:not([hidden])');
  await page.click('#message-again');
  assert.equal(await page.isHidden('#message'), true);
  assert.equal(await score(page), 0);

  const lines = await page.$$eval('#engine-summary, #engine-line', (all) =>
    all.map(({ textContent }) => textContent),
  );
  assert.deepEqual(lines, Array(2).fill('The AI is turned off (engine=off in the address).'));
  assert.equal(await page.isVisible('#networks'), false, 'no choice of a network without an AI');
});

test('phones: when the game is over, a late press of a button hits no other', async (t) => {
  const { page } = await sitDownAt(t, ABOUT_TO_END, {
    ...OFF,
    context: { ...STILL, viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true },
  });
  const boxes = () =>
    page.$$eval('.actions button, .message button, #new-game', (buttons) =>
      buttons
        .filter((button) => button.checkVisibility({ visibilityProperty: true }))
        .map((button) => {
          const { left, right, top, bottom } = button.getBoundingClientRect();
          return { id: button.id, left, right, top, bottom };
        }),
    );
  for (const [width, height] of /** @type {const} */ ([
    [320, 568],
    [390, 664],
    [390, 844],
  ])) {
    await resize(page, width, height);
    const before = await boxes();
    assert.deepEqual(before.map(({ id }) => id).sort(), ['autoplay', 'hint', 'more', 'new-game', 'undo']);
    await page.keyboard.press('ArrowLeft');
    await page.waitForSelector('#message:not([hidden])');
    const after = await boxes();
    assert.deepEqual(after.map(({ id }) => id).sort(), ['message-again', 'message-undo', 'more']);
    for (const now of after)
      for (const was of before)
        assert.ok(
          now.top >= was.bottom || now.bottom <= was.top || now.left >= was.right || now.right <= was.left,
          `${width} x ${height}: ${now.id} is where ${was.id} was`,
        );
    const end = await page.locator('#message').boundingBox();
    assert.ok(end && end.y + end.height <= height, `${width} x ${height}: the message is in sight`);
    await page.keyboard.press('Control+z');
    await page.waitForSelector('#message', { state: 'hidden' });
  }
});

// tests/js/typed.test.js has the digits of other scripts, storage.test.js what is said of the rest of a link.
test('boards of other sizes and shapes, also in the digits of other scripts; what can’t be read of a link is said', async (t) => {
  const { page, url } = await sitDown(t, {
    path: '?rows=5&cols=77&seed=x&tier=zz&threads=0&engine=maybe',
    context: STILL,
  });
  await page
    .locator('.toast', {
      hasText:
        'Boards have 2 to 9 rows and columns. This one is 5 × 4. ' +
        'The tiles of this link couldn’t be read. This game has others. ' +
        'The AI settings in this link couldn’t be read. The AI runs as usual.',
    })
    .waitFor();
  for (const [rows, cols] of tried(
    [['٢', '８']],
    [
      [2, 2],
      [3, 5],
      [8, 8],
      ['٢', '８'],
    ],
  )) {
    await page.goto(`${url}?rows=${rows}&cols=${cols}&seed=12,345&engine=off.`);
    await untilBoard(page);
    for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
    const size = Number(String(rows).replace('٢', '2')) * Number(String(cols).replace('８', '8'));
    assert.equal((await tiles(page)).length, size, `${rows} x ${cols}`);
    assert.equal(await page.locator('.toast').count(), 0);
    assert.ok(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      `${rows} x ${cols}`,
    );
  }
});
