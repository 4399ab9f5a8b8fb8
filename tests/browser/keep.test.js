// Saved games: reloads, storage that is damaged, blocked or full, and another tab with the same game.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testInAll, tried } from '../all.js';
import { visit } from './harness.js';
import { startBrowser, startSite } from './site.js';
import {
  PATIENCE,
  cells,
  numberOf,
  openDialog,
  openMenu,
  pressAll,
  score,
  shadesBelow,
  sitDown,
  tiles,
  untilBoard,
  untilSaved,
} from './table.js';

/** @import { Page } from 'playwright-core' */

/** Without motion, which takes more time of the machine than all else. */
const STILL = { reducedMotion: /** @type {const} */ ('reduce') };
const OFF = { path: '?engine=off', context: STILL };
const GAME = 'afterstate:v1:game:4x4';

/** @param {Page} page */
const playSome = (page) =>
  pressAll(page, ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowDown']);

// tests/js/storage.test.js tries many.
const DAMAGED = ['{', '{"version":1,"game":"afterstate 1 nonsense"}'];
for (const damaged of tried(DAMAGED.slice(1), DAMAGED)) {
  test(`game, undo, redo and best survive the end of the page, and Undo brings them back from the game of an address; a damaged record is set aside, one of a newer version stays, and this page's game is saved beside it: ${damaged}`, async (t) => {
    const { page } = await sitDown(t, {
      ...OFF,
      before: (page) =>
        page.addInitScript(
          ({ name, text }) => {
            if (localStorage.getItem('once')) return;
            localStorage.setItem('once', 'x');
            localStorage.setItem(name, text);
          },
          { name: GAME, text: damaged },
        ),
    });
    assert.match(String(await page.textContent('.toast')), /couldn’t be read/);
    assert.equal((await cells(page)).filter((tile) => tile > 0).length, 2);
    assert.equal(await page.evaluate((name) => localStorage.getItem(`${name}:damaged`), GAME), damaged);
    await playSome(page);
    await page.keyboard.press('Control+z');
    const board = await cells(page);
    await page.keyboard.press('Control+y');
    const later = await cells(page);
    const best = await score(page);
    // In one task, so that only the end of the page can save it.
    await Promise.all([
      page.waitForEvent('load'),
      page.evaluate(() => {
        const key = { key: 'z', code: 'KeyZ', ctrlKey: true, bubbles: true, cancelable: true };
        document.body.dispatchEvent(new KeyboardEvent('keydown', key));
        location.search = '?engine=off&seed=42';
      }),
    ]);
    await untilBoard(page);
    await page.click('#undo');
    assert.deepEqual(await tiles(page), board);
    assert.equal(numberOf(await page.textContent('#best')), best);
    await page.keyboard.press('Control+y');
    assert.deepEqual(await tiles(page), later);
    assert.equal(new URL(page.url()).search, '?engine=off', 'a reload goes on with this game');
    await untilSaved(page);
    await page.evaluate((name) => localStorage.removeItem(`${name}:damaged`), GAME);

    const newer = '{"version":9,"anything":"else"}';
    await page.addInitScript(({ name, text }) => localStorage.setItem(name, text), {
      name: GAME,
      text: newer,
    });
    await page.reload();
    await untilBoard(page);
    assert.match(String(await page.textContent('.toast')), /newer version .* reload/i);
    await playSome(page);
    const beside = await cells(page);
    await page.click('#new-game');
    await page.click('#undo');
    await page.reload();
    await untilBoard(page);
    assert.deepEqual(await cells(page), beside);
    const stored = await page.evaluate(() => ({ ...localStorage }));
    assert.equal(stored[GAME], newer);
    assert.match(stored[`${GAME}@1`], /^\{"version":1,/);
    assert.ok(!Object.keys(stored).some((name) => name.includes('damaged')));
  });
}

test('the game and the AI work in a sandboxed frame, where storage is blocked; choosing a language, which would lose the game, says so and loses nothing', async (t) => {
  const { page } = await visit(t, {
    isolated: false,
    path: 'version.txt',
    context: STILL,
    allow: [/Blocked autofocusing/],
    // Nothing tells the frame that the built-in heuristic is chosen; with data saving it loads no network.
    before: (page) =>
      page.addInitScript(() => {
        Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) });
      }),
  });
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.src = './';
    frame.id = 'boxed';
    frame.width = '400';
    frame.height = '700';
    document.body.prepend(frame);
  });
  const boxed = page.frameLocator('#boxed');
  await boxed.locator('html[data-page="ready"]').waitFor({ timeout: PATIENCE });
  await boxed.locator('#hint').click();
  await boxed.locator('#hint-arrow:not([hidden])').waitFor({ timeout: PATIENCE });
  const before = await boxed.locator('#cells').innerHTML();
  for (const key of ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'])
    await boxed.locator('#cells [tabindex="0"]').press(key);
  const played = await boxed.locator('#cells').innerHTML();
  assert.notEqual(played, before);
  await boxed.locator('#new-game').click();
  await boxed.locator('#undo').click();
  assert.equal(await boxed.locator('#undo').isDisabled(), false);
  await boxed.locator('#more').click();
  await boxed.locator('#menu [data-dialog=settings]').click();
  await boxed.getByLabel('Language').selectOption('de');
  await boxed.locator('#settings .dialog-status', { hasText: 'would lose your game' }).waitFor();
  assert.equal(await boxed.getByLabel('Language').inputValue(), 'auto');
  assert.equal(await boxed.locator('#cells').innerHTML(), played);
  assert.equal(await boxed.locator('html').getAttribute('lang'), 'en');
  await boxed.locator('#settings').press('Escape');
  // Browsers let no form there submit.
  await boxed.locator('#more').click();
  await boxed.locator('#menu button', { hasText: 'Board size' }).click();
  await boxed.locator('#size button', { hasText: '3 × 3' }).click();
  await boxed.locator('#size button', { hasText: 'New game' }).click();
  await boxed.locator('#cells [role=gridcell]').nth(9).waitFor({ state: 'detached' });
  assert.equal(await boxed.locator('#cells [role=gridcell]').count(), 9);
});

/** The board is covered: another tab has its game. @param {Page} page */
const untilElsewhere = (page) =>
  page.locator('#elsewhere', { hasText: 'This game is open in another tab' }).waitFor({ timeout: PATIENCE });

/**
 * Another tab is closed, and the page has its game again as that one has left it.
 * @param {Page} page
 * @param {Page} other
 */
async function hasItBack(page, other) {
  const left = await cells(other);
  await other.close();
  await page.waitForSelector('#elsewhere', { state: 'hidden', timeout: PATIENCE });
  assert.deepEqual(await tiles(page), left);
  assert.equal(await page.locator('.toast').count(), 0);
}

/** @param {Page} page */
async function playHere(page) {
  await page.click('#elsewhere button:text-is("Play here")');
  await page.waitForSelector('#elsewhere', { state: 'hidden', timeout: PATIENCE });
}

test('a game is played in one tab; another one shows it, takes it over, which stops its autoplay, and gives it back; a page that went away and comes back has it as it is then; records that another page of the origin deletes are saved again at once, on the page and in a frame', async (t) => {
  const { page, url } = await sitDown(t, {
    context: STILL,
    before: (page) =>
      page.addInitScript(() => {
        localStorage['afterstate:v1:best'] ??=
          '{"version":1,"scores":{"4x4":0,"3x5":900},"aided":{"2x4":70},"ai":{}}';
        Object.assign(globalThis, { deletions: 0 });
        addEventListener('storage', ({ newValue }) => {
          if (newValue === null) /** @type {any} */ (globalThis).deletions++;
        });
      }),
  });
  await playSome(page);
  await untilSaved(page);
  const other = await page.context().newPage();
  await other.goto(`${url}embed.html?engine=off&remember=post`);
  const framed = 'afterstate:v1:embed:post:game:4x4';
  const untilFramed = () =>
    other.waitForFunction((name) => localStorage[name] !== undefined, framed, { timeout: PATIENCE });
  await untilFramed();
  const records = () =>
    page.evaluate((name) => [localStorage[name], localStorage['afterstate:v1:best']], GAME);
  const deletions = () => page.evaluate(() => /** @type {any} */ (globalThis).deletions);
  const saved = await records();
  for (const remove of [`removeItem("${GAME}")`, 'removeItem("afterstate:v1:best")', 'clear()']) {
    const known = await deletions();
    await other.evaluate(`localStorage.${remove}`);
    await page.waitForFunction((least) => /** @type {any} */ (globalThis).deletions > least, known);
    assert.deepEqual(await records(), saved, remove);
  }
  assert.equal(await other.evaluate((name) => localStorage[name], framed), undefined, 'its own deletion');
  await page.evaluate(() => localStorage.clear());
  await untilFramed();
  await playSome(page);
  await untilSaved(page);

  await other.goto(`${url}?engine=off`);
  await untilBoard(other);
  await untilElsewhere(other);
  const shades = await shadesBelow(other, '#elsewhere h2');
  assert.ok(shades.length > 0 && Math.max(...shades) <= 2, `no tiles below the words: ${shades}`);
  assert.deepEqual(await tiles(other), await cells(page));
  const before = await cells(other);
  await playSome(other);
  for (const control of ['#new-game', '#undo', '#hint', '#autoplay'])
    assert.equal(await other.isDisabled(control), true, control);
  assert.deepEqual(await cells(other), before, 'nothing is played there');

  const playing = Number(await page.getAttribute('html', 'data-moves'));
  await page.click('#autoplay');
  await page.waitForFunction((moves) => Number(document.documentElement.dataset.moves) > moves + 2, playing, {
    timeout: PATIENCE,
  });
  await playHere(other);
  await page.waitForSelector('html[data-pilot="off"]', { timeout: PATIENCE });
  await untilElsewhere(page);
  const left = await page.getAttribute('html', 'data-moves');
  await other.waitForSelector(`html[data-moves="${left}"]`, { timeout: PATIENCE });
  assert.deepEqual(await tiles(other), await cells(page), 'what the AI played is not lost');
  await playSome(other);
  const moves = Number(await other.getAttribute('html', 'data-moves'));
  await untilSaved(page, moves);
  // Neither what is pressed there nor its end nor a late move of its AI overwrites the game of the other.
  await pressAll(page, ['ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowDown']);
  await page.evaluate(() => {
    dispatchEvent(new Event('pagehide'));
  });
  await page.waitForTimeout(2500); // longer than the delay before a move of the AI is saved
  await untilSaved(other, moves);
  await playHere(page);
  assert.deepEqual(await tiles(page), await cells(other));
  await untilElsewhere(other);
  await playSome(page);
  await untilSaved(page);
  // A page that goes into the back-forward cache gives its game away without a word, and has it as it is
  // then when it comes back and the other tab is closed.
  const turn = (/** @type {'pagehide' | 'pageshow'} */ event) =>
    page.evaluate((type) => void dispatchEvent(new PageTransitionEvent(type, { persisted: true })), event);
  const last = await cells(page);
  await turn('pagehide');
  await other.waitForSelector('#elsewhere', { state: 'hidden', timeout: PATIENCE });
  assert.deepEqual(await tiles(other), last);
  await playSome(other);
  await untilSaved(other);
  await turn('pageshow');
  await untilElsewhere(page);
  await hasItBack(page, other);
});

// Where the page is kept in fact; above it is only told so.
testInAll('a page from the back-forward cache has its game again, as another tab has left it', async (t) => {
  const [browser, site] = await Promise.all([startBrowser({ backForwardCache: true }), startSite()]);
  t.after(() => Promise.all([browser.close(), site.stop()]));
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await page.goto(`${site.url}?engine=off`);
  await untilBoard(page);
  await playSome(page);
  await page.evaluate(() => addEventListener('pageshow', (event) => (document.title = `${event.persisted}`)));
  await page.goto(`${site.url}version.txt`);
  const other = await page.context().newPage();
  await other.goto(`${site.url}?engine=off`);
  await untilBoard(other);
  await playSome(other);
  await untilSaved(other);
  await page.goBack({ waitUntil: 'commit' });
  await page.waitForFunction(() => document.title === 'true', undefined, { timeout: PATIENCE });
  await untilElsewhere(page);
  await hasItBack(page, other);
});

test('games, settings and the history that were saved to a file can be loaded again, and the load undone', async (t) => {
  const { page } = await sitDown(t, OFF);
  await playSome(page);
  const board = await cells(page);
  await openDialog(page, 'history');
  await page.fill('#history input', 'my game');
  await page.click('#history button:text-is("Save the current game")');
  await page.locator('#history li', { hasText: 'my game' }).waitFor();
  await page.keyboard.press('Escape');
  await openDialog(page, 'settings');
  await page.check('[value=dark]');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.click('#settings >> text=Save to a file'),
  ]);
  assert.match(download.suggestedFilename(), /^2048-\d{4}-\d\d-\d\d\.json$/);
  const file = await download.path();
  await page.check('[value=classic]');
  await page.setInputFiles('#settings input[type=file]', {
    name: 'x.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"app":"another"}'),
  });
  await page.locator('#settings .dialog-status', { hasText: 'This isn’t a backup from this page' }).waitFor();
  await page.keyboard.press('Escape');
  await openDialog(page, 'history');
  await page.click('#history button:text-is("Delete")');
  await page.locator('#history', { hasText: 'No games yet.' }).waitFor();
  await page.keyboard.press('Escape');
  await page.click('#new-game');
  await playSome(page);
  const other = await cells(page);
  const notice = page.locator('.toast', { hasText: 'were loaded' });
  const load = async () => {
    await openDialog(page, 'settings');
    await page.setInputFiles('#settings input[type=file]', file);
    await notice.waitFor();
  };
  await load();
  assert.deepEqual(await tiles(page), board);
  assert.equal(await page.getAttribute('html', 'data-theme'), 'dark');
  await notice.getByText('Undo').click();
  assert.deepEqual(await tiles(page), other);
  assert.equal(await page.getAttribute('html', 'data-theme'), 'classic');
  await openDialog(page, 'history');
  await page.locator('#history .history-results > *').first().waitFor();
  assert.equal(await page.locator('#history li', { hasText: 'my game' }).count(), 0);
  await page.keyboard.press('Escape');
  await load();
  await page.keyboard.press('Escape');
  await openDialog(page, 'history');
  await page.locator('#history li', { hasText: 'my game' }).waitFor();
});

/** Its databases never answer. @param {Page} page */
const silent = (page) =>
  page.addInitScript(() => {
    IDBFactory.prototype.open = () => /** @type {any} */ (new EventTarget());
  });
/** @param {Page} page */
const untilWaiting = (page) =>
  page.getByText('Waiting for this browser’s storage…').waitFor({ timeout: PATIENCE });

test('full storage is survived, and said until there is room; where the browser’s storage never answers the history says so after a second', async (t) => {
  const { page } = await sitDown(t, {
    ...OFF,
    allow: [/./],
    before: async (page) => {
      await silent(page);
      await page.addInitScript(() => {
        const { setItem } = Storage.prototype;
        let isFull = true;
        Storage.prototype.setItem = function (name, value) {
          if (isFull) throw new DOMException('full', 'QuotaExceededError');
          setItem.call(this, name, value);
        };
        addEventListener('room', () => (isFull = false));
      });
    },
  });
  await openMenu(page);
  await page.click('#menu [data-dialog=history]');
  await untilWaiting(page);
  assert.equal(await page.textContent('#history .history-results'), '', 'not that there are no games');
  await page.keyboard.press('Escape');

  const notice = page.locator('.toast', { hasText: 'storage is full or blocked' });
  await notice.waitFor();
  await page.clock.install();
  await playSome(page);
  await page.clock.runFor(60_000);
  assert.equal(await notice.isVisible(), true);
  assert.deepEqual(await tiles(page), await cells(page));
  await page.evaluate(() => void dispatchEvent(new Event('room')));
  await playSome(page);
  await page.clock.runFor(1000);
  await notice.waitFor({ state: 'detached' });
});

testInAll('where the browser’s storage never answers the daily board says so after a second', async (t) => {
  const { page } = await visit(t, { path: '?daily', context: STILL, allow: [/./], before: silent });
  await untilWaiting(page);
});
