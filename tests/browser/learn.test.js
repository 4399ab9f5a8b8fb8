// The page on which a network learns: the score rises, Pause and a reload lose nothing, the same seed gives
// the network of `afterstate train`, files go both ways, and the layout.

import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { LANGUAGES } from '../../www/shared/text.js';
import { ALL, tried } from '../all.js';
import { assertClean } from './axe.js';
import { visit } from './harness.js';
import { SERVER as BINARY } from './site.js';
import { PATIENCE, isRightToLeft, killWorker, listen, resize, untilTrue } from './table.js';

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

/** Pauses, and waits until what was learned is saved. @param {Page} page */
async function pause(page) {
  const began = await page.evaluate(() => Date.now());
  await page.click('#start');
  await phase(page, 'paused');
  await untilTrue(
    page,
    (began) =>
      new Promise((/** @type {(saved: boolean) => void} */ resolve, reject) => {
        const opening = indexedDB.open('afterstate-networks');
        opening.onerror = reject;
        opening.onsuccess = () => {
          const asking = opening.result.transaction('infos').objectStore('infos').get('unnamed');
          asking.onerror = reject;
          asking.onsuccess = () => {
            opening.result.close();
            resolve(asking.result?.saved >= began);
          };
        };
      }),
    began,
    4 * PATIENCE,
  );
}

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

/**
 * The mean of several rows, because the last one may be of a single game.
 * @param {Awaited<ReturnType<typeof tableRows>>} rows
 */
function together(rows) {
  const games = rows.reduce((sum, row) => sum + row.games, 0);
  return {
    games,
    mean: rows.reduce((sum, row) => sum + row.games * row.mean, 0) / games,
    half: Math.hypot(...rows.map((row) => row.games * row.half)) / games,
  };
}

/** The mean of the later half of the table is significantly above its first one. @param {Page} page */
async function assertRise(page) {
  await page.click('#numbers-table summary');
  await page.waitForSelector('#table tbody tr');
  const rows = await tableRows(page);
  // On a slow machine the first row can be of a game or two.
  const beginning = rows.findIndex((_, at) => together(rows.slice(0, at + 1)).games >= 20) + 1;
  const first = beginning > 0 && together(rows.slice(0, beginning));
  const later = together(rows.slice(Math.max(beginning, Math.ceil(rows.length / 2))));
  assert.ok(first && later.mean - later.half > first.mean + first.half, `${JSON.stringify(rows)}`);
}

test('the average score is not read out before there is one', async (t) => {
  const { page } = await open(t, { before: (opened) => opened.clock.install() });
  assert.doesNotMatch(await page.locator('main').ariaSnapshot(), /- list( "[^"]*")?$/m, 'no empty list');
  await page.clock.fastForward(60_000); // somebody reads the page first
  const heard = await listen(page);
  await page.click('#start');
  await phase(page, 'learning');
  await untilGames(page, 1);
  await page.waitForTimeout(500);
  assert.ok((await heard()).includes('Learning'));
  assert.deepEqual(
    (await heard()).filter((words) => words.startsWith('Average score')),
    [],
  );
});

test('the score rises significantly; Pause holds, and a reload goes on where it was', async (t) => {
  const { page } = await open(t);
  await chooseSmall(page);
  await page.click('#start');
  await phase(page, 'learning');
  await untilGames(page, 300);
  await pause(page);
  await assertRise(page);
  assert.ok((await page.$$('.milestone.made')).length >= 1, 'it made a 512');
  assert.ok((await page.$$('.pattern')).length >= 2, 'pictures of what it learned');
  await assertClean(page, 'learn');

  const [games, time] = [await page.textContent('#games'), await page.textContent('#time')];
  await page.reload();
  await phase(page, 'paused');
  assert.deepEqual([await page.textContent('#games'), await page.textContent('#time')], [games, time]);
  assert.equal(await page.textContent('#start'), 'Continue learning');
  assert.equal(await page.textContent('#watch-line'), '', 'Start is not there to press');
  await page.click('#start');
  await phase(page, 'learning');
  await page.waitForFunction((before) => document.getElementById('games')?.textContent !== before, games);
});

test('on a phone the board is in sight, and its first seconds are those of a beginner', async (t) => {
  const { page } = await visit(t, { path: 'learn.html', context: { viewport: { width: 390, height: 844 } } });
  await page.click('#start');
  await page.waitForFunction(
    () => Number(document.querySelector('#watch-line')?.textContent?.match(/^\d+/)?.[0]) >= 40,
  );
  const box = await page.locator('#board').boundingBox();
  assert.ok(box && box.y + box.height <= 600, JSON.stringify(box));
  // At full speed it would have played hundreds of games by now.
  assert.ok(Number(await page.textContent('#games')) <= 20, String(await page.textContent('#games')));
});

test('a second tab overwrites nothing: it takes the run over when the player goes on there', async (t) => {
  const { page, url } = await open(t);
  await chooseSmall(page);
  await page.click('#start');
  await untilGames(page, 20);
  await pause(page);
  const second = await page.context().newPage();
  second.setDefaultTimeout(PATIENCE);
  await second.goto(`${url}learn.html`);
  const elsewhere = { hasText: 'Your run is open in another tab. You can continue it here.' };
  await second.locator('#problem', elsewhere).waitFor();
  assert.equal(await number(second, '#games'), 0);
  const before = await number(page, '#games');
  await page.click('#start');
  await untilGames(page, before + 20);
  await pause(page);
  const games = await number(page, '#games');

  await second.click('#start');
  await phase(second, 'learning');
  await untilGames(second, games);
  await page.locator('#problem', elsewhere).waitFor();
  await phase(page, 'paused');
  assert.equal(await number(page, '#games'), games);
  await pause(second);
  const more = await number(second, '#games');
  await second.close();
  // The run comes back to the tab that is left.
  await untilGames(page, more);
  assert.equal(await number(page, '#games'), more);
  assert.equal(await page.textContent('#problem'), '');
});

test('two workers learn on one table; Pause holds, and a reload goes on with both', async (t) => {
  const { page } = await open(t);
  const threads = () => page.workers().filter((worker) => worker.url().includes('pkg-learn-parallel'));
  await chooseSmall(page);
  await page.selectOption('#workers', '2');
  await page.click('#start');
  await untilGames(page, 300);
  assert.equal(threads().length, 2);
  await pause(page);
  await assertRise(page);
  const { header } = partsOf(await savedState(page));
  // Each worker has played games of its own.
  const played = header.actors.map(({ lanes }) => lanes.some(({ moves }) => moves.length > 0));
  assert.deepEqual(played, [true, true]);

  const before = await number(page, '#games');
  await page.reload();
  await phase(page, 'paused');
  assert.equal(await number(page, '#games'), before);
  await page.click('#start');
  await untilGames(page, before + 20);
  assert.equal(threads().length, 2);
  await page.click('#start');
  await phase(page, 'paused');
});

test('a network is downloaded, read by the program, and loaded again', async (t) => {
  const { page } = await open(t);
  await chooseSmall(page);
  await page.click('#start');
  await untilGames(page, 100);
  const beginner = await number(page, '#mean');
  await untilGames(page, 300);
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('#download')]);
  assert.equal(file.suggestedFilename(), 'Your network.bin');
  const path = join(await folder(t), 'mine.bin');
  await file.saveAs(path);
  await page.click('#start');
  await phase(page, 'paused');
  const { stdout } = await run(BINARY, ['model', 'info', path]);
  assert.match(stdout, /learned in a browser/);
  const match = await run(BINARY, ['match', `${path}:ply=1`, '--games', '2', '--threads', '1']);
  assert.match(match.stdout, /mine\.bin:ply=1/);
  const content = [...(await readFile(path))];
  const best = await page.evaluate(async (bytes) => {
    const {
      default: initialize,
      Network,
      Solver,
    } = await import(new URL('pkg/afterstate.js', location.href).href);
    await initialize();
    const solver = Solver.withNetwork(Network.read(Uint8Array.from(bytes)), { tableBytes: 1 << 20 });
    return solver.search(Uint8Array.from([1, 1, ...new Array(14).fill(0)]), 4, 4, { ply: 2 }).best;
  }, content);
  assert.ok([0, 1, 2, 3].includes(best), 'Solver of the npm package plays with it');

  await page.setInputFiles('#import', path);
  // It has learned more than the file has.
  await page.locator('.toast button', { hasText: 'Go on anyway' }).click();
  await page.getByText('mine.bin was loaded').waitFor();
  await phase(page, 'paused');
  await page.click('#start');
  await untilGames(page, 100);
  // A network that has learned already does not begin with the score of one that knows nothing.
  const mean = await number(page, '#mean');
  assert.ok(mean > 1.3 * beginner, `${mean}, ${beginner} from nothing`);

  const bytes = await readFile(path);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  await writeFile(path, bytes);
  await page.setInputFiles('#import', path);
  await page.locator('.toast button', { hasText: 'Go on anyway' }).click();
  await page.getByText('mine.bin can’t be loaded: the network file is cut short or altered.').waitFor();
  await phase(page, 'paused');
  assert.ok((await number(page, '#games')) >= 100, 'what was there stays');
});

/**
 * What the page stored while it kept several networks: the run, and two with names.
 * @param {Page} page
 */
const storeSeveral = (page) =>
  page.evaluate(
    () =>
      new Promise((/** @type {(done: void) => void} */ resolve, reject) => {
        const point = { games: 40, score: 80_000, squares: 2e8, best: 5000, moves: 9000 };
        const ranks = [0, 0, 0, 0, 0, 0, 0, 10, 20, 10, 0, 0, 0, 0, 0, 0];
        const settings = { network: '5x4', method: 'tc', rate: 1, seed: 1, workers: 1, slowStart: true };
        const curve = { every: 0.25, points: [{ ...point, ranks }], filled: 0.2 };
        const opening = indexedDB.open('afterstate-networks', 1);
        opening.onerror = reject;
        opening.onsuccess = () => {
          const writing = opening.result.transaction(['infos', 'files'], 'readwrite');
          for (const [id, name] of [
            ['unnamed', 'The latest run'],
            ['learned-mh1', 'Mine'],
            ['learned-mh2', 'Other'],
          ]) {
            const file = id === 'unnamed' ? null : new TextEncoder().encode(`the file of ${name}`);
            writing.objectStore('infos').put({
              id,
              name,
              saved: 1_764_000_000_000,
              mean: 2000,
              moves: 9000,
              bytes: file?.length ?? 0,
              canContinue: true,
              run: {
                version: 1,
                settings,
                seconds: 0.2,
                moves: 9000,
                games: 40,
                best: 5000,
                curve,
                milestones: { 9: { seconds: 0.2, games: 40 } },
              },
            });
            writing.objectStore('files').put({ file, state: new Uint8Array([1]) }, String(id));
          }
          writing.onabort = reject;
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );

test('networks that an earlier version kept are offered as files, and stay until they are deleted', async (t) => {
  const { page } = await open(t);
  await phase(page, 'empty');
  assert.ok(await page.isHidden('#earlier'));
  await storeSeveral(page);
  await page.reload();
  await page.waitForSelector('#earlier');
  const names = () => page.locator('.network-kept strong').allTextContents();
  assert.deepEqual(await names(), ['Mine', 'Other']);
  // The state of the run is no learner's: the player may begin another.
  await page.getByText('Your network can’t be loaded').waitFor();
  await chooseSmall(page);
  await page.click('#start');
  await page.locator('.toast button', { hasText: 'Start over' }).click();
  await page.click('#start');
  await untilGames(page, 20);
  await pause(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Mine' }).click(),
  ]);
  assert.equal(file.suggestedFilename(), 'Mine.bin');
  const path = join(await folder(t), 'mine.bin');
  await file.saveAs(path);
  assert.equal(await readFile(path, 'utf8'), 'the file of Mine');
  await page.reload();
  await page.waitForSelector('#earlier');
  assert.deepEqual(await names(), ['Mine', 'Other'], 'a download may have failed');
  const remove = page.getByRole('button', { name: 'Delete Mine' });
  await remove.click();
  await remove.waitFor({ state: 'detached' });
  assert.deepEqual(await names(), ['Other']);
  await page.getByRole('button', { name: 'Delete Other' }).click();
  await page.waitForSelector('#earlier', { state: 'hidden' });
});

/**
 * The learner's state as it was saved by itself: a checkpoint.
 * @param {Page} page
 * @returns {Promise<Buffer>}
 */
async function savedState(page) {
  const text = await page.evaluate(
    () =>
      new Promise((/** @type {(text: string) => void} */ resolve, reject) => {
        const opening = indexedDB.open('afterstate-networks');
        opening.onerror = reject;
        opening.onsuccess = () => {
          const asking = opening.result.transaction('files').objectStore('files').get('unnamed');
          asking.onerror = reject;
          // As text: millions of numbers would take minutes on a busy machine.
          asking.onsuccess = () => {
            const reader = new FileReader();
            reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
            reader.readAsDataURL(new Blob([asking.result?.state ?? '']));
          };
        };
      }),
  );
  return Buffer.from(text, 'base64');
}

/**
 * The header of a checkpoint, and its weights with their sums: src/checkpoint.rs.
 * @param {Buffer} checkpoint
 */
function partsOf(checkpoint) {
  const start = 16 + checkpoint.readUInt32LE(12);
  /** @type {{ done: { moves: number }, actors: { lanes: { moves: unknown[] }[] }[] }} */
  const header = JSON.parse(checkpoint.toString('utf8', 16, start));
  return {
    header,
    weights: checkpoint.subarray(start, -4),
  };
}

test('a network that learned here gives hints on the page of the game', async (t) => {
  const { page } = await open(t, { network: null });
  await chooseSmall(page);
  await page.click('#start');
  await untilGames(page, 20);
  await page.click('#play');
  await page.waitForSelector('#hint');
  await page.click('#hint');
  await page.waitForSelector('html[data-network^="learned-"]', { timeout: PATIENCE * 2 });
  assert.match((await page.textContent('#networks option:checked')) ?? '', /^Learned \(/);
});

test('the same seed gives the network of the program, bit for bit', async (t) => {
  const { page } = await open(t);
  await chooseSmall(page);
  await page.fill('#seed', '7');
  await page.click('#start');
  await untilGames(page, 100);
  await pause(page);
  const { header, weights } = partsOf(await savedState(page));
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
  await untilGames(page, 20);
  await killWorker(page.workers()[0]);
  await phase(page, 'failed');
  assert.match(
    (await page.textContent('#problem')) ?? '',
    /^Learning stopped: .*What was saved is still there\.$/,
  );
  await page.click('#start');
  await untilGames(page, 20);
});

for (const language of tried(['de', 'ar'], [...LANGUAGES]))
  test(`${language}: the page is translated and fits a phone`, async (t) => {
    const { page } = await open(t, {
      context: { viewport: { width: 320, height: 640 }, locale: language },
    });
    await phase(page, 'empty');
    const { lang, dir } = await page.evaluate(() => {
      const { lang, dir } = document.documentElement;
      return { lang, dir };
    });
    assert.deepEqual([lang, dir === 'rtl'], [language, isRightToLeft(language)]);
    for (const [id, english] of [
      ['start', 'Start learning'],
      ['watch-line', 'Press Start to see its first game.'],
      ['curve-title', 'Average score over time'],
    ])
      assert.equal((await page.textContent(`#${id}`)) === english, language === 'en', id);
    await chooseSmall(page);
    await page.click('#start');
    await untilGames(page, 50);
    await page.click('#start');
    await phase(page, 'paused');
    await page.click('#numbers-table summary');
    await page.waitForSelector('#table tbody tr');
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 320));
  });

for (const locale of tried(['ar'], ['es', 'ar']))
  test(`${locale}: the numbers of the axes are whole`, async (t) => {
    const { page } = await open(t, { context: { viewport: { width: 1280, height: 900 }, locale } });
    await phase(page, 'empty');
    // The axes are drawn again once their panel has its width.
    await page.waitForFunction(() => {
      const panel = document.querySelector('#curve')?.getBoundingClientRect().left ?? 0;
      const labels = [...document.querySelectorAll('#curve .chart-level, #curve .chart-tick')];
      return labels.length > 4 && labels.every((label) => label.getBoundingClientRect().left >= panel);
    });
  });

test('after one visit it learns offline', async (t) => {
  const { page, url } = await open(t, {
    path: '',
    context: { serviceWorkers: 'allow' },
    allow: [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/],
  });
  await page.waitForSelector('html[data-offline="kept"]');
  await page.goto(`${url}learn.html`);
  await chooseSmall(page);
  await page.click('#start');
  await untilGames(page, 20);
  await pause(page);
  await page.context().setOffline(true);
  await page.goto(`${url}learn.html`);
  await phase(page, 'paused');
  const games = await number(page, '#games');
  await page.click('#start');
  await untilGames(page, games + 20);
});

test('the keyboard alone starts, pauses, opens the table, downloads and plays', async (t) => {
  const { page } = await open(t);
  await phase(page, 'empty');
  await page.evaluate(() => {
    const slowStart = /** @type {HTMLInputElement} */ (document.getElementById('slow-start'));
    slowStart.checked = false;
    slowStart.dispatchEvent(new Event('change', { bubbles: true }));
  });
  const focus = async (/** @type {string} */ selector) => {
    for (let tabs = 0; tabs < 40; tabs++) {
      if (await page.locator(selector).evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    assert.fail(`Tab does not reach ${selector}`);
  };
  await focus('#start');
  await page.keyboard.press('Enter');
  await untilGames(page, 50);
  await page.keyboard.press('Enter');
  await phase(page, 'paused');
  assert.equal(await page.textContent('#status'), 'Paused');
  await focus('#numbers-table summary');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#table tbody tr');
  assert.match((await page.getAttribute('#curve svg', 'aria-label')) ?? '', /from [\d,]+ to [\d,]+ after/);
  await focus('#download');
  await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  await focus('#play');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#hint');
});

/** The labels of the board's cells. @param {Page} page */
const labels = (page) =>
  page.$$eval('#board .cell', (cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''));
const EMPTY = Array.from({ length: 16 }, (_, at) => `empty, row ${(at >> 2) + 1} column ${(at % 4) + 1}`);

test('the cells are named before the first start, while it is paused, and after Start over', async (t) => {
  const { page } = await open(t);
  await phase(page, 'empty');
  const line = await page.textContent('#watch-line');
  assert.deepEqual(await labels(page), EMPTY);
  await chooseSmall(page);
  await page.click('#start');
  await untilGames(page, 20);
  await pause(page);
  // A tile that was merged away is there until its animation ends; a hidden one waits to be used again.
  await page.waitForFunction(() => {
    const tiles = Array.from(
      document.querySelectorAll('#board .tile:not([hidden])'),
      (tile) => tile.textContent,
    );
    const named = Array.from(
      document.querySelectorAll('#board .cell'),
      (cell) => String(cell.getAttribute('aria-label')).split(',')[0],
    ).filter((tile) => tile !== 'empty');
    return tiles.length > 0 && named.sort().join() === tiles.sort().join();
  });
  await page.click('#reset');
  await page.locator('.toast button', { hasText: 'Start over' }).click();
  await phase(page, 'empty');
  assert.deepEqual(await labels(page), EMPTY);
  assert.equal(await page.textContent('#watch-line'), line);
});

test('with the keyboard the focus is never lost with the control that had it', async (t) => {
  const { page } = await open(t);
  /** The id of what has the focus, or else its label or text. */
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: at } = document;
      return at?.id || at?.getAttribute('aria-label') || at?.tagName;
    });
  /** Presses a button by its key. @param {string} selector */
  const press = async (selector) => {
    await page.focus(selector);
    await page.keyboard.press('Enter');
  };
  const kept = (/** @type {number} */ count) =>
    page.waitForFunction((count) => document.querySelectorAll('.network-kept').length === count, count);
  await phase(page, 'empty');
  await storeSeveral(page);
  await page.reload();
  await kept(2);
  await press('[aria-label="Delete Other"]');
  await kept(1);
  assert.equal(await focused(), 'network-title');
  await press('.toast button:has-text("Undo")');
  await kept(2);
  assert.equal(await focused(), 'network-title');

  await chooseSmall(page);
  await press('#start');
  await press('.toast button:has-text("Start over")');
  await press('#start');
  await untilGames(page, 20);
  await pause(page);
  await Promise.all([page.waitForEvent('download'), press('#download')]);
  assert.equal(await focused(), 'download');
  // Nothing is lost now, so that Start over asks nothing.
  await press('#reset');
  await phase(page, 'empty');
  await page.waitForSelector('#reset', { state: 'hidden' });
  assert.equal(await focused(), 'start');

  await press('#start');
  await untilGames(page, 20);
  await pause(page);
  await press('#reset');
  await press('.toast button:has-text("Start over")');
  await phase(page, 'empty');
  assert.equal(await focused(), 'start');
});

test('with forced colors each pattern has its board, and each button its edge', async (t) => {
  const { page } = await open(t, { context: { forcedColors: 'active' } });
  await chooseSmall(page);
  await page.click('#start');
  await page.waitForSelector('.pattern');
  await page.click('#start');
  await phase(page, 'paused');
  for (const [selector, part] of [['.pattern'], ['#start'], ['#import', '::file-selector-button']]) {
    // In one step: the patterns may be drawn once more after the pause.
    const width = await page.evaluate(
      ([selector = '', part]) => {
        const element = document.querySelector(selector);
        return element ? getComputedStyle(element, part).borderTopWidth : 'missing';
      },
      [selector, part],
    );
    assert.ok(Number.parseFloat(width) > 0, `${selector}: ${width}`);
  }
});

test('with reduced motion the board changes no more than once a second', async (t) => {
  const { page } = await open(t, { context: { reducedMotion: 'reduce' } });
  await page.click('#start');
  await phase(page, 'learning');
  const changes = await page.evaluate(
    () =>
      new Promise((/** @type {(changes: number) => void} */ resolve) => {
        const times = new Set();
        new MutationObserver(() => {
          if (times.size === 0) setTimeout(() => resolve(times.size), 3000);
          times.add(Math.round(performance.now() / 100));
        }).observe(/** @type {Node} */ (document.querySelector('#board .tiles')), {
          subtree: true,
          childList: true,
          attributes: true,
        });
      }),
  );
  // A change may fall on the border of two tenths of a second.
  assert.ok(changes <= 8, `${changes} changes in 3 s`);
});

test('where storage is forbidden it learns, and says once that nothing is kept', async (t) => {
  const { page } = await open(t, {
    before: (page) =>
      page.addInitScript(() => {
        IDBFactory.prototype.open = () => {
          throw new DOMException('forbidden', 'SecurityError');
        };
      }),
  });
  await page.locator('.toast', { hasText: 'Your browser can’t store networks here.' }).waitFor();
  await chooseSmall(page);
  await page.click('#start');
  await untilGames(page, 50);
  await page.click('#start');
  await phase(page, 'paused');
  await page.click('#play');
  await page.locator('.toast', { hasText: 'Your browser can’t store networks here.' }).waitFor();
  assert.equal(await page.locator('.network-kept').count(), 0);
});

test('a rate with which nothing is learned is refused with its reason', async (t) => {
  const { page } = await open(t);
  await chooseSmall(page);
  await page.selectOption('#method', 'td');
  assert.match(
    (await page.textContent('#rate-hint')) ?? '',
    /from 0.01 to 0.5\. At higher rates it overshoots/,
  );
  await page.fill('#rate', '1');
  await page.click('#start');
  await page.locator('.toast', { hasText: 'The learning rate must be from 0.01 to 0.5.' }).waitFor();
  await phase(page, 'empty');
});

test('without shared memory it learns too, slowly at first; at no size anything scrolls sideways, and axe finds nothing', async (t) => {
  const { page } = await open(t, {
    isolated: false,
    context: { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  });
  await phase(page, 'empty');
  assert.ok(await page.isHidden('#workers'), 'one worker');
  assert.ok(await page.isChecked('#slow-start'));
  await page.click('#start');
  await untilGames(page, 10);
  for (const [width = 0, height = 0] of [
    [320, 640],
    [1280, 900],
    [390, 844],
  ]) {
    await resize(page, width, height);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} px`);
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      // A tile that fades in when it is made for the first time has less contrast for a moment.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      if (ALL || (width === 390) === (colorScheme === 'light'))
        await assertClean(page, `learn, ${width} px, ${colorScheme}`);
    }
  }
});
