// The page on which a network learns: the score rises, Pause and a reload lose nothing, the same seed gives
// the network of `afterstate train`, files go both ways, and the layout.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { LANGUAGES, t as translated, useCatalog } from '../../www/shared/text.js';
import { ALL, tried } from '../all.js';
import { COLOR_RULES, assertClean } from './axe.js';
import { visit } from './harness.js';
import { SERVER as BINARY } from './site.js';
import {
  PATIENCE,
  closeNotice,
  isRightToLeft,
  killWorker,
  listen,
  resize,
  untilTrue,
  withShortLooks,
} from './table.js';

/** @import { Page } from 'playwright-core' */
/** @import { TestContext } from 'node:test' */

const run = promisify(execFile);

/** The rules that depend on the theme or the size; the others are asked on a desktop. */
const PHONE_RULES = [...COLOR_RULES, 'target-size'];

/** Without motion, which takes more time of the machine than all else. */
const STILL = { reducedMotion: /** @type {const} */ ('reduce') };

/** @param {TestContext} t @param {Parameters<typeof visit>[1]} [options] */
async function open(t, options = {}) {
  const visited = await visit(t, { path: 'learn.html', ...options });
  visited.page.setDefaultTimeout(PATIENCE);
  return visited;
}

/** Chooses the small network at full speed, so that a test takes seconds. @param {Page} page */
const chooseSmall = (page) =>
  page.evaluate(() => {
    const find = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
    find('settings').open = true;
    find('slow-start').checked = false;
    find('network').value = '5x4';
    find('network').dispatchEvent(new Event('change', { bubbles: true }));
  });

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

/**
 * Pauses, and waits until what was learned is saved.
 * @param {Page} page
 * @param {() => Promise<void>} [press] presses Pause
 */
async function pause(page, press = () => page.click('#start')) {
  const began = await page.evaluate(() => Date.now());
  await press();
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
  await page.waitForSelector('#table tbody tr');
  const rows = await tableRows(page);
  // On a slow machine the first row can be of a game or two.
  const beginning = rows.findIndex((_, at) => together(rows.slice(0, at + 1)).games >= 20) + 1;
  const first = beginning > 0 && together(rows.slice(0, beginning));
  const later = together(rows.slice(Math.max(beginning, Math.ceil(rows.length / 2))));
  assert.ok(first && later.mean - later.half > first.mean + first.half, `${JSON.stringify(rows)}`);
}

/**
 * What was saved by itself: a checkpoint, whose header is JSON before the weights with their sums
 * (src/checkpoint.rs). Megabytes of weights would take the page seconds to send, so it sends their hash.
 * @param {Page} page
 */
async function savedState(page) {
  const { text, hash } = await page.evaluate(
    () =>
      new Promise((/** @type {(state: { text: string, hash: string }) => void} */ resolve, reject) => {
        const opening = indexedDB.open('afterstate-networks');
        opening.onerror = reject;
        opening.onsuccess = () => {
          const asking = opening.result.transaction('files').objectStore('files').get('unnamed');
          asking.onerror = reject;
          asking.onsuccess = async () => {
            /** @type {Uint8Array<ArrayBuffer> | undefined} */
            const state = asking.result?.state;
            if (!state) return reject(new Error('no state is saved'));
            const start = 16 + new DataView(state.buffer, state.byteOffset).getUint32(12, true);
            const hash = await crypto.subtle.digest('SHA-256', state.subarray(start, -4));
            resolve({
              text: new TextDecoder().decode(state.subarray(16, start)),
              hash: Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join(''),
            });
          };
        };
      }),
  );
  /** @type {{ done: { moves: number }, actors: { lanes: { moves: unknown[] }[] }[] }} */
  const header = JSON.parse(text);
  return { header, hash };
}

/** The hash of the weights of a checkpoint of the program. @param {string} path */
async function hashOfWeights(path) {
  const checkpoint = await readFile(path);
  const weights = checkpoint.subarray(16 + checkpoint.readUInt32LE(12), -4);
  return createHash('sha256').update(weights).digest('hex');
}

/**
 * Stores what the page stored while it kept several networks: the run, and two with names. The page must not
 * be open yet.
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
        opening.onupgradeneeded = () => {
          opening.result.createObjectStore('infos', { keyPath: 'id' });
          opening.result.createObjectStore('files');
        };
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

/** The labels of the board's cells. @param {Page} page */
const labels = (page) =>
  page.$$eval('#board .cell', (cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''));
const EMPTY = Array.from({ length: 16 }, (_, at) => `empty, row ${(at >> 2) + 1} column ${(at % 4) + 1}`);

/** Moves the focus to a control, by keys alone. @param {Page} page @param {string} selector */
async function tabTo(page, selector) {
  for (let tabs = 0; tabs < 40; tabs++) {
    if (await page.locator(selector).evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not reach ${selector}`);
}

/** The npm package plays with the file of a network. @param {Page} page @param {Buffer} bytes */
async function assertOfPackage(page, bytes) {
  await page.route('**/mine.bin', (route) => route.fulfill({ body: bytes }));
  const best = await page.evaluate(async () => {
    const {
      default: initialize,
      Network,
      Solver,
    } = await import(new URL('pkg/afterstate.js', location.href).href);
    await initialize();
    const bytes = new Uint8Array(await (await fetch('mine.bin')).arrayBuffer());
    const solver = Solver.withNetwork(Network.read(bytes), { tableBytes: 1 << 20 });
    return solver.search(Uint8Array.from([1, 1, ...new Array(14).fill(0)]), 4, 4, { ply: 2 }).best;
  });
  await page.unroute('**/mine.bin');
  assert.ok([0, 1, 2, 3].includes(best), 'Solver of the npm package plays with it');
}

test('by keyboard alone, from the start of a run to a hint of its network: the score rises, Pause, a reload and a second tab lose nothing, and its file is a network of the program', async (t) => {
  const { page, url } = await open(t, { network: null, context: STILL });
  await phase(page, 'empty');
  assert.deepEqual(await labels(page), EMPTY, 'the cells have names before there is a game');
  assert.doesNotMatch(await page.locator('main').ariaSnapshot(), /- list( "[^"]*")?$/m, 'no empty list');
  assert.ok(await page.isHidden('#earlier'), 'there are no networks of an earlier version');

  // A rate with which nothing is learned is refused with its reason.
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
  await page.selectOption('#method', 'tc');
  await page.fill('#seed', '7');
  await page.click('h1');

  await tabTo(page, '#start');
  await page.keyboard.press('Enter');
  await phase(page, 'learning');
  await untilGames(page, 50);
  const beginner = await number(page, '#mean');
  await untilGames(page, 200);
  await pause(page, () => page.keyboard.press('Enter'));
  assert.equal(await page.textContent('#status'), 'Paused');
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
  await tabTo(page, '#numbers-table summary');
  await page.keyboard.press('Enter');
  await assertRise(page);
  assert.match((await page.getAttribute('#curve svg', 'aria-label')) ?? '', /from [\d,]+ to [\d,]+ after/);
  assert.ok((await page.$$('.milestone.made')).length >= 1, 'it made a 512');
  assert.ok((await page.$$('.pattern')).length >= 2, 'pictures of what it learned');
  await assertClean(page, 'learn');
  // With forced colors each pattern has its board, and each button its edge.
  await page.emulateMedia({ forcedColors: 'active' });
  for (const [selector, part] of [['.pattern'], ['#start'], ['#import', '::file-selector-button']]) {
    const width = await page.evaluate(
      ([selector = '', part]) => {
        const element = document.querySelector(selector);
        return element ? getComputedStyle(element, part).borderTopWidth : 'missing';
      },
      [selector, part],
    );
    assert.ok(Number.parseFloat(width) > 0, `${selector} with forced colors: ${width}`);
  }
  await page.emulateMedia({ forcedColors: 'none' });

  // The program learns the same, bit for bit.
  const { header, hash } = await savedState(page);
  assert.ok(header.done.moves >= 100_000, `${header.done.moves} moves`);
  const path = await folder(t);
  const checkpoint = join(path, 'run.ckpt');
  await run(
    BINARY,
    `train --checkpoint ${checkpoint} --network 5x4 --seed 7 --threads 1 --moves ${header.done.moves}`.split(
      ' ',
    ),
  );
  assert.equal(hash, await hashOfWeights(checkpoint), 'the weights');

  const [shown, time] = [await page.textContent('#games'), await page.textContent('#time')];
  await page.reload();
  await phase(page, 'paused');
  assert.deepEqual([await page.textContent('#games'), await page.textContent('#time')], [shown, time]);
  assert.equal(await page.textContent('#start'), 'Continue learning');
  assert.equal(await page.textContent('#watch-line'), '', 'Start is not there to press');

  // A second tab overwrites nothing: it takes the run over when the player goes on there.
  const second = await page.context().newPage();
  second.setDefaultTimeout(PATIENCE);
  await second.goto(`${url}learn.html`);
  const elsewhere = { hasText: 'Your run is open in another tab. You can continue it here.' };
  await second.locator('#problem', elsewhere).waitFor();
  assert.equal(await number(second, '#games'), 0);
  const before = await number(page, '#games');
  await page.click('#start');
  await untilGames(page, before + 1);
  await pause(page);
  await second.click('#start');
  await phase(second, 'learning');
  await page.locator('#problem', elsewhere).waitFor();
  await phase(page, 'paused');
  const games = await number(page, '#games');
  await untilGames(second, games + 1);
  assert.equal(await number(page, '#games'), games, 'the first tab has stopped');
  await pause(second);
  const more = await number(second, '#games');
  await second.close();
  // The run comes back to the tab that is left.
  await untilGames(page, more);
  assert.equal(await number(page, '#games'), more);
  assert.equal(await page.textContent('#problem'), '');

  // The file is a network of the program.
  await tabTo(page, '#download');
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  assert.equal(download.suggestedFilename(), 'Your network.bin');
  const file = join(path, 'mine.bin');
  await download.saveAs(file);
  const { stdout } = await run(BINARY, ['model', 'info', file]);
  assert.match(stdout, /learned in a browser/);
  const match = await run(BINARY, ['match', `${file}:ply=1`, '--games', '2', '--threads', '1']);
  assert.match(match.stdout, /mine\.bin:ply=1/);
  const bytes = await readFile(file);
  if (ALL) await assertOfPackage(page, bytes);

  // It can be loaded again, and then does not begin with the score of one that knows nothing.
  await page.click('#start');
  await untilGames(page, more + 1);
  await page.click('#settings summary');
  await page.uncheck('#slow-start'); // of the run that begins with the file
  await page.click('#settings summary');
  await page.setInputFiles('#import', file);
  // It has learned more than the file has.
  await page.locator('.toast button', { hasText: 'Go on anyway' }).click();
  await page.getByText('mine.bin was loaded').waitFor();
  await phase(page, 'paused');
  await page.click('#start');
  await untilGames(page, 30);
  const mean = await number(page, '#mean');
  assert.ok(mean > 1.3 * beginner, `${mean}, ${beginner} from nothing`);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  await writeFile(file, bytes);
  await page.setInputFiles('#import', file);
  await page.locator('.toast button', { hasText: 'Go on anyway' }).click();
  await page.getByText('mine.bin can’t be loaded: the network file is cut short or altered.').waitFor();
  await phase(page, 'paused');
  assert.ok((await number(page, '#games')) >= 30, 'what was there stays');

  await withShortLooks(page);
  await tabTo(page, '#play');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#hint');
  await page.click('#hint');
  await page.waitForSelector('html[data-network^="learned-"]', { timeout: PATIENCE * 2 });
  assert.match((await page.textContent('#networks option:checked')) ?? '', /^Learned \(/);
});

/**
 * Two workers learn on one table; Pause holds, and a reload goes on with both; that a worker dies is told,
 * and what was saved is still there.
 * @param {Page} page without a run
 */
async function assertTwoWorkers(page) {
  const threads = () => page.workers().filter((worker) => worker.url().includes('pkg-learn-parallel'));
  await chooseSmall(page);
  await page.selectOption('#workers', '2');
  await page.click('#start');
  await untilGames(page, 100);
  assert.equal(threads().length, 2);
  await pause(page);
  await page.click('#numbers-table summary');
  await page.waitForSelector('#table tbody tr');
  const { mean, half } = together(await tableRows(page));
  // Greedy, which is what one plays that knows nothing, has some 3,000 points.
  assert.ok(mean - half > 4000, `${mean} ± ${half}`);
  const { header } = await savedState(page);
  // Each worker has played games of its own.
  const played = header.actors.map(({ lanes }) => lanes.some(({ moves }) => moves.length > 0));
  assert.deepEqual(played, [true, true]);

  const before = await number(page, '#games');
  await page.reload();
  await phase(page, 'paused');
  assert.equal(await number(page, '#games'), before);
  await page.click('#start');
  await untilGames(page, before + 1);
  assert.equal(threads().length, 2);

  await killWorker(page.workers()[0]);
  await phase(page, 'failed');
  assert.match(
    (await page.textContent('#problem')) ?? '',
    /^Learning stopped: .*What was saved is still there\.$/,
  );
  await page.click('#start');
  await untilGames(page, before);
}

test('on a phone without shared memory it learns too, slowly at first: the board is in sight, changes seldom with reduced motion, and no average is read out before there is one; nothing scrolls sideways, and axe finds nothing', async (t) => {
  const { page } = await open(t, {
    isolated: false,
    context: { ...STILL, viewport: { width: 390, height: 844 }, colorScheme: 'light' },
    before: (opened) => opened.clock.install(),
  });
  await phase(page, 'empty');
  assert.ok(await page.isHidden('#workers'), 'one worker');
  assert.ok(await page.isChecked('#slow-start'));
  await page.clock.fastForward(60_000); // somebody reads the page first
  const heard = await listen(page);
  await page.click('#start');
  await page.waitForFunction(
    () => Number(document.querySelector('#watch-line')?.textContent?.match(/^\d+/)?.[0]) >= 20,
  );
  const box = await page.locator('#board').boundingBox();
  assert.ok(box && box.y + box.height <= 600, JSON.stringify(box));
  // At full speed it would have played hundreds of games by now.
  assert.ok(Number(await page.textContent('#games')) <= 20, String(await page.textContent('#games')));
  await untilGames(page, 1);

  // With reduced motion the board changes no more than once a second.
  const changes = await page.evaluate(
    () =>
      new Promise((/** @type {(changes: number) => void} */ resolve) => {
        const times = new Set();
        new MutationObserver(() => {
          if (times.size === 0) setTimeout(() => resolve(times.size), 2000);
          times.add(Math.round(performance.now() / 100));
        }).observe(/** @type {Node} */ (document.querySelector('#board .tiles')), {
          subtree: true,
          childList: true,
          attributes: true,
        });
      }),
  );
  // A change may fall on the border of two tenths of a second.
  assert.ok(changes <= 6, `${changes} changes in 2 s`);
  assert.ok((await heard()).includes('Learning'));
  assert.deepEqual(
    (await heard()).filter((words) => words.startsWith('Average score')),
    [],
  );
  await page.click('#start');
  await phase(page, 'paused');

  for (const [width = 0, height = 0] of [
    [320, 640],
    [1280, 900],
    [390, 844],
  ]) {
    await resize(page, width, height);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} px`);
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      if (!ALL && (width !== 390 || colorScheme !== 'dark')) continue;
      await page.emulateMedia({ colorScheme });
      await assertClean(page, `learn, ${width} px, ${colorScheme}`, { rules: ALL ? undefined : PHONE_RULES });
    }
  }
});

test('networks that an earlier version kept stay until they are deleted; the focus is never lost with the control that had it; two workers learn on one table; Pause holds, and a reload goes on with both; that a worker dies is told, and what was saved is still there', async (t) => {
  const { page, url } = await open(t, { path: 'version.txt', context: STILL });
  await storeSeveral(page);
  await page.goto(`${url}learn.html`);
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
  const names = () => page.locator('.network-kept strong').allTextContents();
  const kept = (/** @type {number} */ count) =>
    page.waitForFunction((count) => document.querySelectorAll('.network-kept').length === count, count);
  await kept(2);
  assert.deepEqual(await names(), ['Mine', 'Other']);
  await press('[aria-label="Delete Other"]');
  await kept(1);
  assert.equal(await focused(), 'network-title');
  await press('.toast button:has-text("Undo")');
  await kept(2);
  assert.equal(await focused(), 'network-title');

  // The state of the run is no learner's: the player may begin another.
  await page.getByText('Your network can’t be loaded').waitFor();
  await chooseSmall(page);
  await press('#start');
  await press('.toast button:has-text("Start over")');
  await phase(page, 'empty');
  const line = await page.textContent('#watch-line');
  await press('#start');
  await untilGames(page, 1);
  await pause(page);
  const [mine] = await Promise.all([page.waitForEvent('download'), press('[aria-label="Download Mine"]')]);
  assert.equal(mine.suggestedFilename(), 'Mine.bin');
  const path = join(await folder(t), 'mine.bin');
  await mine.saveAs(path);
  assert.equal(await readFile(path, 'utf8'), 'the file of Mine');
  await Promise.all([page.waitForEvent('download'), press('#download')]);
  assert.equal(await focused(), 'download');
  // Nothing is lost now, so that Start over asks nothing.
  await press('#reset');
  await phase(page, 'empty');
  await page.waitForSelector('#reset', { state: 'hidden' });
  assert.equal(await focused(), 'start');

  await press('#start');
  await untilGames(page, 1);
  await pause(page);
  await press('#reset');
  await press('.toast button:has-text("Start over")');
  await phase(page, 'empty');
  assert.equal(await focused(), 'start');
  assert.deepEqual(await labels(page), EMPTY, 'the cells are those of no game again');
  assert.equal(await page.textContent('#watch-line'), line);

  await page.reload();
  await kept(2);
  assert.deepEqual(await names(), ['Mine', 'Other'], 'a download may have failed');
  await press('[aria-label="Delete Mine"]');
  await kept(1);
  assert.deepEqual(await names(), ['Other']);
  await press('[aria-label="Delete Other"]');
  await page.waitForSelector('#earlier', { state: 'hidden' });

  await assertTwoWorkers(page);
});

for (const language of tried(['ar'], [...LANGUAGES]))
  test(`${language}: the page is translated, the numbers of its axes are whole, and it fits a phone; where storage is forbidden it learns, and says once that nothing is kept`, async (t) => {
    const { page } = await open(t, {
      context: { viewport: { width: 1280, height: 900 }, locale: language },
      before: (page) =>
        page.addInitScript(() => {
          IDBFactory.prototype.open = () => {
            throw new DOMException('forbidden', 'SecurityError');
          };
        }),
    });
    const file = new URL(`../../www/shared/text/${language}.json`, import.meta.url);
    useCatalog(language, language === 'en' ? {} : JSON.parse(await readFile(file, 'utf8')));
    t.after(() => useCatalog('en', {}));
    const forbidden = page.locator('.toast', {
      hasText: translated('Your browser can’t store networks here.'),
    });
    await forbidden.waitFor();
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
    // The axes are drawn again once their panel has its width.
    await page.waitForFunction(() => {
      const panel = document.querySelector('#curve')?.getBoundingClientRect().left ?? 0;
      const labels = [...document.querySelectorAll('#curve .chart-level, #curve .chart-tick')];
      return labels.length > 4 && labels.every((label) => label.getBoundingClientRect().left >= panel);
    });
    await closeNotice(page);
    await resize(page, 320, 640);
    await chooseSmall(page);
    await page.click('#start');
    await untilGames(page, 1);
    await page.click('#start');
    await phase(page, 'paused');
    await page.click('#numbers-table summary');
    await page.waitForSelector('#table tbody tr');
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 320));
    await page.click('#play');
    await forbidden.waitFor();
    assert.equal(await page.locator('.network-kept').count(), 0);
  });
