// Setting boards; replaying, sharing, opening and reviewing games.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL, tried } from '../all.js';
import {
  PATIENCE,
  cells,
  openDialog,
  openMenu,
  pressAll,
  resize,
  score,
  sitDown,
  sitDownAt,
  tiles,
  untilLinkOpened,
  untilOpen,
  withShortLooks,
} from './table.js';

/** @import { Page } from 'playwright-core' */

/** Without motion, which takes more time of the machine than all else. */
const STILL = { reducedMotion: /** @type {const} */ ('reduce') };
const OFF = { path: '?engine=off', context: STILL };
const BOARD = [1, 1, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
const MOVES = [
  'ArrowLeft',
  'ArrowDown',
  'ArrowRight',
  'ArrowDown',
  'ArrowLeft',
  'ArrowUp',
  'ArrowLeft',
  'ArrowDown',
];
/** Replaces `navigator.clipboard`, because the test machine has no clipboard. */
const CLIPBOARD = /** @param {Page} page */ (page) =>
  page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (/** @type {string} */ text) => Object.assign(globalThis, { copied: text }) },
    });
  });
/** @param {Page} page @returns {Promise<string>} */
const copied = (page) => page.evaluate(() => /** @type {any} */ (globalThis).copied);

/** @param {Page} page */
const status = (page) => page.textContent('dialog[open] .dialog-status');

/** Sizes of the page for its dialogs. @type {[number, number][]} */
const SIZES = [
  [320, 640],
  [768, 1024],
];

test('a board is copied as digits, text and link; a position of any size can be pasted; what is invalid is reported, and neither played nor copied; no dialog scrolls sideways or has a control that is too small; the link opens the board in another browser; and one is set by pointer and by keyboard, and played', async (t) => {
  const { page, url } = await sitDownAt(t, BOARD, { ...OFF, score: 64, before: CLIPBOARD });
  await openDialog(page, 'setup');
  await page.click('text=Copy as digits');
  assert.equal(await copied(page), '1122000000000000');
  await page.click('text=Copy link');
  const link = await copied(page);
  assert.equal(link, `${url}#board=4x4:1122000000000000&score=64`);
  for (const [text, words] of /** @type {const} */ ([
    ['2 4 / 8', /same number of tiles/],
    ['<img src=x onerror=alert(1)>', /neither a board nor a game/],
    ['2 3 4 5', /is not a tile/],
    ['. . / . .', /empty/],
    ['', /Enter a position/],
  ])) {
    await page.fill('#setup textarea', text);
    assert.match(String(await status(page)), words);
    assert.equal(await page.getAttribute('.editor-cell >> nth=2', 'aria-label'), '4, row 1 column 3');
  }

  // A text that cannot be read is not the board before it.
  await page.fill('#setup textarea', '2,048 4 / 2 2');
  for (const button of ['Play from here', 'Copy text', 'Copy as digits', 'Copy link']) {
    await page.click(`#setup button:text-is("${button}")`);
    assert.match(String(await status(page)), /“048” is not a tile/, button);
  }
  assert.equal(await page.inputValue('#setup textarea'), '2,048 4 / 2 2');
  await page.click('#setup button:text-is("Clear board")');
  assert.equal(await status(page), '', 'the text is another one now');

  await page.fill('#setup textarea', '1212212112122121');
  await page.click('text=Play from here');
  assert.match(String(await status(page)), /No moves are possible/);

  await page.fill('#setup textarea', `${`${'2 '.repeat(9)}/ `.repeat(8)}${'2 '.repeat(8)}.`);
  assert.equal(await page.locator('.editor-cell').count(), 81);
  for (const width of tried([320, 560], [320, 520, 560, 1280])) {
    await page.setViewportSize({ width, height: 800 });
    const [inner, outer] = await page.$eval('#setup', (dialog) => [dialog.scrollWidth, dialog.clientWidth]);
    assert.ok(Number(inner) <= Number(outer), `${inner} of ${outer} at ${width}`);
    const cell = await page.locator('.editor-cell').first().boundingBox();
    assert.ok(Number(cell?.width) >= 24, `${cell?.width} at ${width}`);
  }

  await page.fill('#setup textarea', '2 . 8 / 4 4 2199023255552');
  assert.match(String(await status(page)), /largest is 1099511627776/);
  await page.fill('#setup textarea', '2 . 8 / 4 4 128');
  assert.equal(await page.locator('.editor-cell').count(), 6);
  assert.equal(await status(page), '');
  await page.click('text=Play from here');
  assert.deepEqual(await tiles(page), [2, 0, 8, 4, 4, 128]);

  await openDialog(page, 'setup');
  await page.fill('#setup textarea', '001213542786cbah');
  await page.click('text=Play from here');
  for (const [width, height] of tried(SIZES.slice(0, 1), SIZES)) {
    await resize(page, width, height);
    for (const dialog of ['size', 'setup', 'replay', 'settings']) {
      await openDialog(page, dialog);
      const { over, small } = await page.evaluate(() => {
        const open = /** @type {HTMLElement} */ (document.querySelector('dialog[open]'));
        const small = [...open.querySelectorAll('button, select, label.option, textarea, input[type=file]')]
          .map((control) => ({ name: control.textContent, box: control.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0 && (box.width < 44 || box.height < 44));
        return { over: open.scrollWidth - open.clientWidth, small: small.map(({ name }) => name) };
      });
      assert.ok(over <= 0, `${dialog} scrolls sideways by ${over} at ${width} px`);
      assert.deepEqual(small, [], `${dialog}: controls of 44 px at ${width} px`);
      await page.keyboard.press('Escape');
    }
  }
  await resize(page, 1280, 720);

  // As in another browser, which has no game.
  await page.goto(`${url}version.txt`);
  await page.evaluate(() => localStorage.clear());
  await page.goto(link.replace('#', '?engine=off#'));
  await untilLinkOpened(page); // a reload shows the game as it goes on
  assert.deepEqual((await tiles(page)).slice(0, 4), [2, 2, 4, 4]);
  assert.equal(await score(page), 64);
  await page.click('.toast button:has-text("Undo")');
  assert.equal(await score(page), 0);
  await pressAll(page, MOVES);
  const own = await cells(page);

  await openDialog(page, 'setup');
  await page.click('#setup button:text-is("Clear board")');
  await page.click('#setup label:has([value="17"])');
  await page.click('.editor-cell >> nth=0');
  await page.press('.editor-cell >> nth=0', 'ArrowRight');
  for (const key of ['+', '+', '-', 'ArrowDown', 'Enter', 'ArrowLeft', 'Enter', 'Delete', '+'])
    await page.keyboard.press(key);
  await page.fill('#setup label:has-text("Score so far") input', '1000');
  assert.equal(
    await page.inputValue('#setup textarea'),
    '131072      2      .      .\n     2 131072      .      .\n     .      .      .      .\n     .      .      .      .',
  );
  await page.click('text=Play from here');
  assert.deepEqual((await tiles(page)).slice(0, 6), [131072, 2, 0, 0, 2, 131072]);
  assert.equal(await score(page), 1000);
  await page.keyboard.press('ArrowDown');
  await page.click('#undo');
  await page.click('#undo');
  assert.deepEqual(await cells(page), own, 'the game before comes back');
});

test('a shared game opens in another browser, from its link and from its text; a game is stepped, scrubbed, played back, and continued from any board; a screen reader hears the board that a button shows, and not each board of a playback', async (t) => {
  const { page, url } = await sitDown(t, { path: '?engine=off&seed=5', context: STILL, before: CLIPBOARD });
  /** @type {number[][]} */
  const boards = [await cells(page)];
  for (const key of MOVES) {
    await pressAll(page, [key]);
    const board = await cells(page);
    if (String(board) !== String(boards.at(-1))) boards.push(board);
  }
  const end = boards.at(-1);
  await openDialog(page, 'replay');
  await page.click('#replay summary:text-is("More")');
  /** @param {string} form */
  const shared = async (form) => {
    await page.getByLabel('Share as').selectOption(form);
    await page.click('#replay .fields button:text-is("Share")');
    await page.locator('#replay .dialog-status', { hasText: 'Copied.' }).waitFor();
    return copied(page);
  };
  const text = await shared('text');
  const link = await shared('game');
  assert.match(await shared('board'), /#board=4x4:\w{16}&score=\d+$/);
  assert.equal(await page.isVisible('#replay button:text-is("Save as file")'), false, 'a link is no file');
  const { page: other } = await sitDown(t, {
    path: link.slice(url.length).replace('#', '?engine=off#'),
    context: STILL,
  });
  await untilOpen(other, 'challenge');
  await other.click('#challenge button:text-is("Watch the replay")');
  await untilOpen(other, 'replay');
  await other.waitForFunction(() => {
    const slider = document.querySelector('#replay input[type=range]');
    return slider instanceof HTMLInputElement && Number(slider.value) > 0;
  });
  const own = await cells(other);
  await other.click('#replay summary:text-is("More")');
  await other.click('#replay button[aria-label="Last"]');
  await other.click('text=Play from here');
  assert.deepEqual(await tiles(other), end);
  await other.click('.toast button:has-text("Undo")');
  assert.deepEqual(await tiles(other), own);
  await openDialog(other, 'setup');
  await other.fill('#setup textarea', 'https://evil.example/#game=1&size=4x4&seed=<script>');
  await other.locator('#setup .dialog-status', { hasText: 'incomplete or damaged' }).waitFor();
  await other.fill('#setup textarea', `${text}U`);
  await other.click('#setup button:text-is("Open")');
  await other.locator('#setup .dialog-status.wrong').waitFor();
  await other.fill('#setup textarea', text);
  await other.click('#setup button:text-is("Open")');
  await other.locator('#replay .dialog-status', { hasText: 'Play it back' }).waitFor();
  assert.equal(await other.textContent('#replay h2'), 'A shared game');
  await other.keyboard.press('Escape');
  await openDialog(other, 'replay');
  assert.equal(await other.textContent('#replay h2'), 'Replay and review');
  await other.close();

  await page.keyboard.press('Escape');
  const shown = () =>
    page.$$eval('#replay [role=gridcell]', (all) =>
      all.map((cell) => Number.parseInt(cell.getAttribute('aria-label') ?? '', 10) || 0),
    );
  const last = boards.length - 1;
  await openDialog(page, 'replay');
  assert.deepEqual(await shown(), boards[last]);
  const said = page.locator('.replay-viewer [role=status]');
  const words = page.locator('.replay-words');
  assert.equal(await said.textContent(), '', 'it was opened');
  await page.click('#replay button[aria-label="Previous"]');
  assert.deepEqual(await shown(), boards[last - 1]);
  assert.match(String(await said.textContent()), /^Move \d+ of \d+: \w+, score \d+$/);
  assert.equal(await said.textContent(), await words.textContent());
  await page.click('#replay button[aria-label="First"]');
  assert.match(String(await said.textContent()), /^Start of the game/);
  // At the usual speed a busy machine may see none of the moves before the end.
  await page.getByLabel('Moves per second').selectOption('1');
  await page.click('#replay button[aria-label="Play"]');
  await words.filter({ hasText: /^Move [2-6] / }).waitFor();
  assert.match(String(await said.textContent()), /^Start of the game/);
  await page.click('#replay button[aria-label="Pause"]');
  assert.equal(await said.textContent(), await words.textContent());
  await page.focus('#replay input[type=range]');
  await page.keyboard.press('Home');
  assert.doesNotMatch(String(await said.textContent()), /^Start/, 'the slider has its own words');
  await page.click('#replay button[aria-label="Next"]');
  assert.deepEqual(await shown(), boards[1]);
  await page.focus('#replay input[type=range]');
  await page.keyboard.press('ArrowRight');
  assert.deepEqual(await shown(), boards[2]);
  assert.match(
    String(await page.textContent('.replay-words')),
    /^Move 2 of \d+: (Up|Right|Down|Left), score [\d,]+$/,
  );
  await page.getByLabel('Moves per second').selectOption('50');
  await page.click('#replay button[aria-label="Play"]');
  await page.waitForFunction(
    (end) =>
      /** @type {HTMLInputElement} */ (document.querySelector('#replay input[type=range]')).value === end,
    String(last),
    { timeout: PATIENCE },
  );
  await page.locator('#replay input[type=range]').fill('3');
  await page.click('text=Play from here');
  assert.deepEqual(await tiles(page), boards[3]);
  await page.click('#undo');
  assert.deepEqual(await cells(page), boards[2], 'its moves are there to be undone');
  await page.click('#redo');
  await page.click('.toast button:has-text("Undo")');
  assert.deepEqual(await tiles(page), boards[last]);
  await openDialog(page, 'replay');
  await page.locator('#replay input[type=range]').fill('3');
  await page.click('button:text-is("Play from here with the coach")');
  assert.deepEqual(await tiles(page), boards[3]);
  assert.equal(await page.isDisabled('#undo'), false, 'the game it is from can be brought back');
  assert.equal(
    await page.evaluate(() => JSON.parse(localStorage.getItem('afterstate:v1:settings') ?? '').coach),
    true,
  );
});

test('if the code for links cannot be loaded, the link stays in the URL, and a reload opens it', async (t) => {
  let away = true;
  const { page } = await sitDown(t, {
    path: '?engine=off#board=4x4:1122000000000000&score=64',
    context: STILL,
    allow: [/part-/, /Failed to load/],
    // The site is bundled, so the part with the dialogs is found by its text.
    before: (page) =>
      page.route('**/page-part-*.js', async (route) => {
        const response = await route.fetch();
        if (away && (await response.text()).includes('No moves are possible on this board'))
          await route.abort();
        else await route.fulfill({ response });
      }),
  });
  await page.locator('.toast', { hasText: 'couldn’t be loaded' }).waitFor();
  assert.equal(new URL(page.url()).hash, '#board=4x4:1122000000000000&score=64');
  away = false;
  await page.reload();
  await page.locator('.toast', { hasText: 'New game from the shared board' }).waitFor();
  assert.deepEqual((await tiles(page)).slice(0, 4), [2, 2, 4, 4]);
  assert.equal(new URL(page.url()).hash, '');
});

test('an invalid link changes nothing and is reported, when the page opens and later; so is at each try a game that is too long for a replay, and only one dialog stays', async (t) => {
  // tests/js/share.test.js tries many.
  const [first = '', ...later] = [
    '#game=1&size=4x4&seed=1&moves=3:zz',
    '#board=4x4:0000000000000000',
    '#game=1&size=4x4&seed=1&moves=3:A&now=1111111111111111',
  ];
  const { page } = await sitDown(t, { path: `?engine=off&seed=1${first}`, context: STILL });
  const reported = async (/** @type {string} */ hash) => {
    await page.locator('.toast').waitFor();
    assert.equal((await cells(page)).filter((tile) => tile > 0).length, 2, hash);
    assert.equal(await page.locator('dialog[open]').count(), 0, hash);
    await page.click('.toast button[aria-label="Close"]');
    await page.locator('.toast').waitFor({ state: 'detached' });
  };
  await reported(first);
  for (const hash of later) {
    await page.evaluate((link) => void (location.hash = link), hash);
    await reported(hash);
  }

  // A game that is too long for a replay.
  await page.evaluate(async () => {
    // The page's own copy, whose name has a hash.
    const own = /** @type {HTMLLinkElement} */ (
      document.querySelector('link[rel=modulepreload][href*="pkg-game"]')
    );
    const { Game } = await import(own.href);
    Object.defineProperty(Game.prototype, 'moves', { get: () => 250_000 });
  });
  for (let round = 0; round < 2; round++) {
    await openMenu(page);
    await page.click('#menu [data-dialog=replay]');
    await page
      .locator('.toast', {
        hasText: 'This game has 250000 moves; only games of up to 200000 can be replayed.',
      })
      .waitFor();
    await page.click('.toast button[aria-label="Close"]');
  }
  assert.equal(await page.locator('#replay').count(), 1);
});

const NEXT = ALL ? '; an unfinished review does not delay that of the next game' : '';
test(`the AI reviews a game by its network: the losses and the biggest mistakes${NEXT}`, async (t) => {
  // Up moves the 16384 out of its corner and loses a third of the game.
  const { page } = await sitDownAt(t, [0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 4, 14, 13, 12, 11], {
    path: '?tier=single',
    before: withShortLooks,
    context: { ...STILL, viewport: { width: 1280, height: 900 } },
  });
  await page.keyboard.press('ArrowUp');
  await pressAll(page, MOVES);
  await page.selectOption('#networks', 'lite');
  await openDialog(page, 'replay');
  const top = async (/** @type {string} */ part) =>
    (await page.locator(`#replay ${part}`).boundingBox())?.y ?? Number.NaN;
  assert.ok((await top('button:text-is("Review this game")')) < (await top('.review-summary')));
  await page.click('text=Review this game');
  await page.locator('#replay button', { hasText: 'Review again' }).waitFor({ timeout: 6 * PATIENCE });
  assert.ok(
    (await top('button:text-is("Review again")')) > (await top('.review-results')),
    'below its results',
  );
  assert.match(
    String(await page.textContent('.review-summary')),
    /^Good where it mattered: \d+ of \d+\. Blunders: \d+\. Mistakes: \d+\. Inaccuracies: \d+\.$/,
  );
  assert.equal(
    await page.textContent('#replay [aria-label="Review"] [role=status]'),
    await page.textContent('.review-summary'),
    'a screen reader reads it once it is complete',
  );
  const worst = page.locator('.review-worst button').first();
  const [, move, played, better] =
    /^Move (\d+): (\w+), not (\w+)\s\(−[\d.]+%\)$/.exec(String(await worst.textContent())) ?? [];
  await worst.click();
  assert.equal(await page.inputValue('#replay input[type=range]'), String(Number(move) - 1));
  const [, before] =
    /^Before move (\d+) of \d+, /.exec(String(await page.textContent('.replay-words'))) ?? [];
  assert.equal(before, move, 'the list and the board number a move alike');
  assert.match(
    String(await page.textContent('.review-here')),
    new RegExp(`You played ${played}\\. ${better} was better\\s\\(−`),
  );
  assert.equal(await page.isVisible('#replay .hint-arrow'), true);
  await page.click('#replay summary');
  assert.ok((await page.locator('#replay tbody tr').count()) > 5);
  await page.click('#replay .chart', { position: { x: 30, y: 60 } });
  assert.ok(Number(await page.inputValue('#replay input[type=range]')) < 5);
  await page.keyboard.press('Escape');
  await openDialog(page, 'replay');
  const summary = String(await page.textContent('.review-summary'));
  assert.match(summary, /^Good where it mattered/, 'it is still there');
  await page.locator('.review-worst button').first().click();
  assert.equal(await page.isVisible('#replay .hint-arrow'), true);
  await page.keyboard.press('Escape');
  await pressAll(page, MOVES.slice(0, 3));
  await openDialog(page, 'replay');
  await page.locator('#replay button', { hasText: 'Review this game' }).waitFor();

  // This review is left at once. tests/js/viewer.test.js asks that it ends.
  if (!ALL) return;
  const other = await page.evaluate(async () => {
    const { default: initialize, Game } = await import(new URL('pkg-game/afterstate.js', location.href).href);
    await initialize();
    const game = new Game(4, 4, 9n);
    for (const direction of [3, 2, 1, 2, 3, 2]) game.play(direction);
    return game.toText();
  });
  await page.click('text=Review this game');
  await page.keyboard.press('Escape');
  await openDialog(page, 'setup');
  await page.fill('#setup textarea', other);
  await page.click('#setup button:text-is("Open")');
  await page.locator('#replay .dialog-status', { hasText: 'Play it back' }).waitFor();
  await page.click('text=Review this game');
  await page.locator('#replay button', { hasText: 'Review again' }).waitFor({ timeout: 6 * PATIENCE });
});
