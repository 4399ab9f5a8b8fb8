// The page on which a network learns: the score rises, Pause and a reload lose nothing, the same seed gives the network of
// `afterstate train`, files go both ways, and the layout.

import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { assertClean } from './axe.js';
import { screenshot, visit } from './harness.js';
import { SERVER as BINARY } from './site.js';
import { PATIENCE, killWorker } from './table.js';

/** @import { Page } from 'playwright-core' */
/** @import { TestContext } from 'node:test' */

const run = promisify(execFile);

/** @param {TestContext} t @param {Parameters<typeof visit>[1]} [options] */
async function open(t, options = {}) {
  const visited = await visit(t, { path: 'learn.html', ...options });
  visited.page.setDefaultTimeout(PATIENCE);
  return visited;
}

/** Chooses the small network at full speed, so that a test takes seconds. @param {Page} page */
async function chooseSmall(page) {
  await page.click('#settings summary');
  await page.selectOption('#network', '5x4');
  await page.uncheck('#slow-start');
}

/** @param {Page} page @param {string} phase */
const phase = (page, phase) => page.waitForSelector(`html[data-learn="${phase}"]`);
/** @param {Page} page @param {string} id */
const number = async (page, id) =>
  Number((await page.textContent(id))?.replaceAll(',', '').replace('K', 'e3'));

/** @param {Page} page @param {number} games */
const untilGames = (page, games) =>
  page.waitForFunction(
    (games) => {
      const words = document.getElementById('games')?.textContent ?? '';
      return Number(words.replaceAll(',', '').replace('K', 'e3')) >= games;
    },
    games,
    { timeout: PATIENCE * 4 },
  );

/** A temporary folder. @param {TestContext} t */
async function folder(t) {
  const path = await mkdtemp(join(tmpdir(), 'afterstate-learn-'));
  t.after(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** The rows of the table, newest last: games, mean and half the width of its interval. @param {Page} page */
async function tableRows(page) {
  const rows = await page.$$eval('#table tbody tr', (all) =>
    all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')),
  );
  return rows.map((cells) => {
    const [mean = 0, half = 0] = (cells[2] ?? '').split('±').map((part) => Number(part.replaceAll(',', '')));
    return { games: Number(cells[1]?.replaceAll(',', '')), mean, half };
  });
}

test('the score rises significantly; Pause holds, and a reload goes on where it was', async (t) => {
  const { page } = await open(t);
  await chooseSmall(page);
  await page.click('#start');
  await phase(page, 'learning');
  await untilGames(page, 300);
  await page.click('#start');
  await phase(page, 'paused');
  await page.click('#numbers-table summary');
  await page.waitForSelector('#table tbody tr');
  const rows = await tableRows(page);
  const [first, last] = [rows[0], rows.at(-1)];
  assert.ok(first && last);
  assert.ok(last.mean - last.half > first.mean + first.half, `${JSON.stringify(rows)}`);
  assert.ok((await page.$$('.milestone.made')).length >= 1, 'it made a 512');
  assert.ok((await page.$$('.pattern')).length >= 2, 'pictures of what it learned');
  await assertClean(page, 'learn');

  const [games, time] = [await page.textContent('#games'), await page.textContent('#time')];
  await page.waitForFunction(async () =>
    (await indexedDB.databases()).some(({ name }) => name === 'afterstate-networks'),
  );
  await page.reload();
  await phase(page, 'paused');
  assert.deepEqual([await page.textContent('#games'), await page.textContent('#time')], [games, time]);
  assert.equal(await page.textContent('#start'), 'Continue learning');
  await page.click('#start');
  await phase(page, 'learning');
  await page.waitForFunction((before) => document.getElementById('games')?.textContent !== before, games);
});

test('a network is saved, downloaded, read by the program, loaded again and deleted', async (t) => {
  const { page } = await open(t);
  await chooseSmall(page);
  await page.click('#start');
  await untilGames(page, 500);
  await page.fill('#name', 'My first');
  await page.click('#save');
  await page.waitForSelector('.network-kept');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download My first' }).click(),
  ]);
  assert.equal(file.suggestedFilename(), 'My first.bin');
  const path = join(await folder(t), 'mine.bin');
  await file.saveAs(path);
  const { stdout } = await run(BINARY, ['model', 'info', path]);
  assert.match(stdout, /learned in a browser/);

  await page.setInputFiles('#import', path);
  await page.getByText('mine.bin was loaded').waitFor();
  await phase(page, 'paused');
  await page.click('#start');
  await untilGames(page, 100);
  // A network that has learned already does not begin with the score of one that knows nothing.
  assert.ok((await number(page, '#mean')) > 4000);

  const bytes = await readFile(path);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  await writeFile(path, bytes);
  await page.setInputFiles('#import', path);
  await page.getByText('mine.bin can’t be loaded: the network file is cut short or altered.').waitFor();

  await page.getByRole('button', { name: 'Delete My first' }).click();
  await page.waitForSelector('.network-kept', { state: 'detached' });
});

/** The learner's state as it was saved by itself: a checkpoint. @param {Page} page @returns {Promise<Buffer>} */
async function savedState(page) {
  const bytes = await page.evaluate(
    () =>
      new Promise((/** @type {(bytes: number[]) => void} */ resolve, reject) => {
        const opening = indexedDB.open('afterstate-networks');
        opening.onerror = reject;
        opening.onsuccess = () => {
          const asking = opening.result.transaction('files').objectStore('files').get('unnamed');
          asking.onerror = reject;
          asking.onsuccess = () => resolve(Array.from(asking.result?.state ?? []));
        };
      }),
  );
  return Buffer.from(bytes);
}

/** The header of a checkpoint, and its weights with their sums: src/checkpoint.rs. @param {Buffer} checkpoint */
function partsOf(checkpoint) {
  const start = 16 + checkpoint.readUInt32LE(12);
  return {
    header: JSON.parse(checkpoint.toString('utf8', 16, start)),
    weights: checkpoint.subarray(start, -4),
  };
}

test('a network that learned here gives hints on the page of the game', async (t) => {
  const { page } = await open(t, { network: null });
  await chooseSmall(page);
  await page.click('#start');
  await untilGames(page, 200);
  await page.fill('#name', 'Mine');
  await page.click('#save');
  await page.getByRole('button', { name: 'Play with Mine' }).click();
  await page.waitForSelector('#hint');
  await page.click('#hint');
  await page.waitForSelector('html[data-network^="learned-"]', { timeout: PATIENCE * 2 });
  assert.match((await page.textContent('#networks option:checked')) ?? '', /^Mine \(/);
});

test('the same seed gives the network of the program, bit for bit', async (t) => {
  const { page } = await open(t);
  await chooseSmall(page);
  await page.fill('#seed', '7');
  await page.click('#start');
  await untilGames(page, 800);
  await page.click('#start');
  await phase(page, 'paused');
  let saved = await savedState(page);
  for (let tries = 0; saved.length === 0 && tries < 100; tries++) saved = await savedState(page);
  const { header, weights } = partsOf(saved);
  assert.ok(header.done.moves >= 100_000, `${header.done.moves} moves`);
  const path = join(await folder(t), 'run.ckpt');
  await run(
    BINARY,
    `train --checkpoint ${path} --network 5x4 --seed 7 --threads 1 --moves ${header.done.moves}`.split(' '),
  );
  assert.ok(weights.equals(partsOf(await readFile(path)).weights), 'the weights differ');
});

test('a worker that dies is told, and what was saved is still there', async (t) => {
  const { page } = await open(t, { allow: [/./] });
  await chooseSmall(page);
  await page.click('#start');
  await untilGames(page, 100);
  await killWorker(page.workers()[0]);
  await phase(page, 'failed');
  assert.match(
    (await page.textContent('#problem')) ?? '',
    /^Learning stopped: .*What was saved is still there\.$/,
  );
  await page.click('#start');
  await untilGames(page, 100);
});

for (const [name, viewport] of /** @type {const} */ ([
  ['phone', { width: 390, height: 844 }],
  ['narrow', { width: 320, height: 640 }],
  ['desktop', { width: 1280, height: 900 }],
])) {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    test(`${name}, ${colorScheme}: nothing scrolls sideways, and without shared memory it learns too`, async (t) => {
      const { page } = await open(t, { isolated: false, context: { viewport, colorScheme } });
      await screenshot(page, `learn-${name}-${colorScheme}-begin`);
      await page.click('#start');
      await untilGames(page, 50);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      await page.screenshot({ path: await screenshot(page, `learn-${name}-${colorScheme}`), fullPage: true });
      await assertClean(page, `learn-${name}-${colorScheme}`);
    });
  }
}
