// What the page of November 2026 has stored opens in today's: tests/data/stored-page.json was made by playing
// on it, and holds its localStorage and its history.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { visit } from './harness.js';
import { cells, openDialog, score, untilBoard } from './table.js';

const STORED = JSON.parse(await readFile(new URL('../data/stored-page.json', import.meta.url), 'utf8'));
const DAY = new Date('2026-11-28T12:00:00Z');

test('games of every size, the game before, best scores, settings, the history and the daily try go on', async (t) => {
  const { page, url } = await visit(t, {
    path: 'version.txt',
    context: { reducedMotion: 'reduce' },
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
  for (let at = 0; at < 21; at++) await page.keyboard.press('Control+z');
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

  await page.goto(`${url}?daily&engine=off`);
  await untilBoard(page);
  assert.equal(await moves(), '11', 'the daily try');
  assert.equal(await page.isDisabled('#undo'), true);
});
