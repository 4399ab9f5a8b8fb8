// What the page of November 2026 has stored opens in today's, and no sequence of use loses a game: an early
// board that is continued, deleting, loading a file, and browsers without IndexedDB.
// tests/js/session.test.js and tests/js/history.test.js try every other sequence.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { visit } from './harness.js';
import {
  PATIENCE,
  cells,
  loadGame,
  openDialog,
  score,
  sitDown,
  untilBoard,
  untilOpen,
  untilSaved,
} from './table.js';

/** @import { Page } from 'playwright-core' */

/** Without motion, which takes more time of the machine than all else. */
const STILL = { reducedMotion: /** @type {const} */ ('reduce') };
const OFF = { path: '?engine=off', context: STILL };
const DATE = new Date('2026-11-25T12:00:00Z');

/** Made by playing on the page of November 2026: its localStorage and its history. */
const STORED = JSON.parse(await readFile(new URL('../data/stored-page.json', import.meta.url), 'utf8'));
const DAY = new Date('2026-11-28T12:00:00Z');

/**
 * The games in the database, once there are this many.
 * @param {Page} page
 * @param {number} count
 * @returns {Promise<any[]>}
 */
async function kept(page, count) {
  for (const until = Date.now() + PATIENCE; ; await page.waitForTimeout(100)) {
    const games = await page.evaluate(
      () =>
        new Promise((resolve, reject) => {
          const request = indexedDB.open('afterstate');
          request.onupgradeneeded = () => request.result.createObjectStore('games', { keyPath: 'id' });
          request.onerror = reject;
          request.onsuccess = () => {
            const all = request.result.transaction('games').objectStore('games').getAll();
            all.onerror = reject;
            all.onsuccess = () => {
              request.result.close();
              resolve(all.result);
            };
          };
        }),
    );
    if (games.length === count) return games;
    assert.ok(Date.now() < until, `${games.length} games, not ${count}`);
  }
}

/**
 * Puts games into the database in place of all others, as earlier versions of the page did.
 * @param {Page} page
 * @param {object[]} games
 */
const putGames = (page, games) =>
  page.evaluate(
    (all) =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open('afterstate', 1);
        request.onupgradeneeded = () => request.result.createObjectStore('games', { keyPath: 'id' });
        request.onerror = reject;
        request.onsuccess = () => {
          const transaction = request.result.transaction('games', 'readwrite');
          transaction.objectStore('games').clear();
          for (const game of all) transaction.objectStore('games').put(game);
          transaction.oncomplete = () => {
            request.result.close();
            resolve(null);
          };
        };
      }),
    games,
  );

/** A game of 300 moves at least that has ended, as the history keeps it. */
async function endedGame() {
  const Game = await loadGame();
  for (let seed = 1n; ; seed++) {
    const game = new Game(4, 4, seed);
    while (!game.isOver) [3, 2, 1, 0].some((direction) => game.play(direction));
    const { score, moves, maxRank: rank } = game;
    const text = game.replay();
    const [id] = text.split(';moves=');
    if (moves >= 300) return { id, saved: 1, rows: 4, cols: 4, score, rank, moves, aided: false, text };
  }
}

/** @param {Page} page @param {number} moves */
async function play(page, moves) {
  for (let move = 0; move < moves; move++)
    await page.keyboard.press(String(['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp'][move % 4]));
}

test('no game is lost', async (t) => {
  const { page, url } = await sitDown(t, {
    ...OFF,
    allow: [/newer/],
    before: (page) => page.clock.setFixedTime(DATE),
  });
  const game = await endedGame();

  await t.test(
    '"Delete all" deletes what is shown, but no named game and no daily try, and can be undone',
    async () => {
      await putGames(page, [
        game,
        { ...game, id: 'aided', text: `${game.text};`, aided: true, saved: 2 },
        { ...game, id: 'name:Corner', name: 'Corner', saved: 3 },
        { ...game, id: 'daily:2026-11-25', name: 'Daily 2026-11-25', saved: 4 },
      ]);
      await openDialog(page, 'history');
      await page.locator('#history li').nth(2).waitFor();
      assert.equal(
        await page.textContent('#history select option:checked'),
        '4 × 4, on your own',
        'the group of the newest game',
      );
      assert.equal(
        await page.locator('#history li:first-child button:text-is("Delete")').count(),
        0,
        'today’s try',
      );
      await page.click('#history button:text-is("Delete all")');
      await page.click('#history button:text-is("Press again to delete 1 game")');
      await page.locator('#history .dialog-status', { hasText: '1 game deleted.' }).waitFor();
      assert.deepEqual((await kept(page, 3)).map(({ id }) => id).sort(), [
        'aided',
        'daily:2026-11-25',
        'name:Corner',
      ]);
      await page.click('#history button:text-is("Undo")');
      await kept(page, 4);
      await page.locator('#history li').nth(2).waitFor();
      await page.click('#history li:nth-child(2) button:text-is("Delete")');
      await kept(page, 3);
      await page.click('#history button:text-is("Undo")');
      assert.equal((await kept(page, 4)).find(({ id }) => id === 'name:Corner')?.name, 'Corner');
      await page.keyboard.press('Escape');

      // Those without a row are counted, and can be seen before.
      await putGames(
        page,
        Array.from({ length: 102 }, (_, saved) => ({ ...game, id: `${saved}`, saved })),
      );
      await openDialog(page, 'history');
      await page.locator('#history p', { hasText: '102 games.' }).waitFor();
      await page.click('#history button:text-is("Delete all")');
      await page.locator('#history button:text-is("Press again to delete 102 games")').waitFor();
      const rows = page.locator('#history li');
      assert.equal(await rows.count(), 100);
      await page.click('#history button:text-is("Show more")');
      assert.equal(await rows.count(), 102);
      assert.ok(await rows.nth(100).evaluate((row) => row.contains(document.activeElement)));
      assert.equal(await page.isVisible('#history button:text-is("Show more")'), false);
      await page.keyboard.press('Escape');
    },
  );

  await t.test(
    'a file whose games cannot be stored changes nothing; the game that a file replaces goes to the history',
    async () => {
      await putGames(page, []);
      await play(page, 6);
      const board = await cells(page);
      const moves = Number(await page.getAttribute('html', 'data-moves'));
      await untilSaved(page);
      const record = JSON.stringify({ version: 1, game: game.text, previous: null });
      const file = {
        name: 'x.json',
        mimeType: 'application/json',
        buffer: Buffer.from(
          JSON.stringify({ app: 'afterstate', version: 1, records: { 'game:4x4': record }, history: [game] }),
        ),
      };
      await page.evaluate(() => {
        const put = IDBObjectStore.prototype.put;
        IDBObjectStore.prototype.put = function (...given) {
          IDBObjectStore.prototype.put = put;
          this.transaction.abort();
          return put.apply(this, given);
        };
      });
      await openDialog(page, 'settings');
      await page.setInputFiles('#settings input[type=file]', file);
      await page.locator('#settings .dialog-status', { hasText: 'Nothing was changed.' }).waitFor();
      assert.deepEqual(await cells(page), board);
      await untilSaved(page, moves);
      await kept(page, 0);
      await page.setInputFiles('#settings input[type=file]', file);
      await page.locator('.toast', { hasText: 'were loaded' }).waitFor();
      const all = await kept(page, 2);
      assert.ok(all.some((game) => game.moves === moves));
      await page.click('.toast button:text-is("Undo")');
      assert.deepEqual(await cells(page), board);
      const [left] = await kept(page, 1);
      assert.equal(left.moves, moves, 'the games of the file are taken away again');
    },
  );

  await t.test('a finished game stays when an early board of it is continued and given up', async () => {
    await putGames(page, [game]);
    await openDialog(page, 'history');
    await page.click('#history li:first-child button.row');
    await untilOpen(page, 'replay');
    await page.getByLabel('Move', { exact: true }).fill('200');
    await page.click('#replay button:text-is("Play from here")');
    await page.waitForSelector('html[data-moves="200"]');
    await page.click('#new-game');
    await page.waitForTimeout(1000);
    const [only] = await kept(page, 1);
    assert.equal(only.text, game.text);
    // Another way from that board is a game of its own.
    await page.click('#undo');
    await page.keyboard.press('Control+z');
    await play(page, 8);
    const other = await page.getAttribute('html', 'data-moves');
    await page.click('#new-game');
    const both = await kept(page, 2);
    assert.deepEqual(both.map(({ moves }) => String(moves)).sort(), [other, String(game.moves)].sort());
    assert.ok(both.some(({ text }) => text === game.text));
  });

  await t.test(
    'a notice waits while a dialog that opens after it is open; one that comes then is shown in it, with a live button',
    async () => {
      await play(page, 4);
      const moves = await page.getAttribute('html', 'data-moves');
      await page.click('#new-game');
      const undo = page.locator('.toast button', { hasText: 'Undo' });
      await undo.waitFor();
      await openDialog(page, 'settings');
      await undo.waitFor({ state: 'hidden' });
      await page.keyboard.press('Escape');
      await page.click('body > #toasts .toast button:has-text("Undo")');
      await page.waitForSelector(`html[data-moves="${moves}"]`);

      await openDialog(page, 'history');
      const other = await page.context().newPage();
      await other.goto(`${url}version.txt`);
      await other.evaluate(() => localStorage.setItem('afterstate:v1:settings', '{"version":99}'));
      await page.locator('#history .toast', { hasText: 'A newer version' }).waitFor({ timeout: PATIENCE });
      await page.keyboard.press('Escape');
      await page.waitForSelector('body > #toasts', { state: 'attached' });
      await Promise.all([page.waitForEvent('load'), page.click('.toast button:text-is("Reload")')]);
      await untilBoard(page);
    },
  );

  await t.test('without IndexedDB the result of the daily board and the games survive a reload', async () => {
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('blocked', 'SecurityError');
      };
    });
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${url}?daily&engine=off`);
    await untilBoard(page);
    await play(page, 4);
    await page.click('.intro button:text-is("Finish")');
    await page.click('#daily button:has-text("Finish my daily game")');
    await page.locator('#daily th', { hasText: 'Score' }).waitFor();
    await page.keyboard.press('Escape');
    await page.reload();
    await untilBoard(page);
    await page.locator('text=/Daily board: [\\d,]+ points/').waitFor();
    assert.equal(await page.isHidden('#new-game'), false);
    await openDialog(page, 'history');
    await page.locator('#history li', { hasText: 'Daily 2026-11-25' }).waitFor();
    assert.equal(await page.textContent('#history .dialog-status'), '');
  });
});

test('games of every size, the game before, best scores, settings, the history and the daily try go on', async (t) => {
  const { page, url } = await visit(t, {
    path: 'version.txt',
    context: STILL,
    before: (page) => page.clock.setFixedTime(DAY),
  });
  await page.evaluate(async ({ local, games, version }) => {
    localStorage.clear();
    for (const [name, text] of Object.entries(local)) localStorage.setItem(name, String(text));
    await new Promise((resolve, reject) => {
      const request = indexedDB.open('afterstate', version);
      request.onupgradeneeded = () => request.result.createObjectStore('games', { keyPath: 'id' });
      request.onerror = reject;
      request.onsuccess = () => {
        const change = request.result.transaction(['games'], 'readwrite');
        for (const game of games) change.objectStore('games').put(game);
        change.oncomplete = resolve;
      };
    });
  }, STORED);
  await page.goto(`${url}?engine=off`);
  await untilBoard(page);
  const moves = () => page.getAttribute('html', 'data-moves');
  assert.equal((await cells(page)).length, 25, 'the last size');
  assert.equal(await moves(), '12');
  assert.equal(await page.getAttribute('html', 'data-theme'), 'dark');
  assert.equal(await page.isVisible('#count'), true);

  await openDialog(page, 'size');
  await page.click('#size button:text-is("4 × 4")');
  await page.click('#size button:has-text("Continue saved game (20 moves)")');
  assert.deepEqual([await moves(), await score(page)], ['20', 132]);
  assert.equal(await page.textContent('#best'), '388');
  await page.evaluate(() => {
    const undo = { key: 'z', code: 'KeyZ', ctrlKey: true, bubbles: true, cancelable: true };
    for (let at = 0; at < 21; at++) document.body.dispatchEvent(new KeyboardEvent('keydown', undo));
  });
  assert.equal(await moves(), '46', 'the game before');
  await page.keyboard.press('Control+y');
  await page.keyboard.press('Control+y');
  assert.equal(await moves(), '48', 'with the moves that were undone');

  await openDialog(page, 'history');
  await page.locator('#history option').nth(1).waitFor({ state: 'attached' });
  const groups = await page.$$eval('#history option', (all) => all.map((one) => one.textContent));
  assert.deepEqual(groups.sort(), ['3 × 3, on your own', '4 × 4, on your own']);
  await page.getByLabel('Show').selectOption('4 × 4, on your own');
  await page.locator('#history li', { hasText: 'Corner' }).waitFor();

  await page.keyboard.press('Escape');
  await page.evaluate(() => localStorage.setItem('afterstate:v1:game:6x6', '{'));
  await openDialog(page, 'size');
  await page.click('#size button:text-is("6 × 6")');
  await page.locator('#size p', { hasText: 'No best score for 6 × 6 yet.' }).waitFor();
  await page.click('#size button:text-is("New game")');
  await page.locator('.toast', { hasText: 'couldn’t be read. We kept a copy' }).waitFor();

  await page.goto(`${url}?daily&engine=off`);
  await untilBoard(page);
  assert.equal(await moves(), '11', 'the daily try');
  assert.equal(await page.isDisabled('#undo'), true);
});
