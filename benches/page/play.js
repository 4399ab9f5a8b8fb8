// Measures autoplay at full speed in Chromium: memory, long tasks, and moves per second.
//
//   node benches/page/play.js [--moves 600] [--threads 2] [--network built-in] [--rounds 1]
//     [--site FOLDER]...
//
// Run it after `./build.sh build` and `cargo build`; `./build.sh bench` makes a short run. Several sites
// (default dist/), such as the builds before and after a change, take turns, and the medians of the rounds
// are printed at the end. Memory is the private memory of the page's process on Linux: anonymous memory and
// swap, as in Chromium's task manager. The peak is the largest of the samples. After the end of a game the
// next one starts.

import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { counts, memory } from '../../tests/browser/process.js';
import { startBrowser, startSite } from '../../tests/browser/site.js';
import { FASTEST } from '../../www/game/speed.js';

/** @import { Browser, Page } from 'playwright-core' */

const MEGABYTE = 1e6;
/** The interval of memory samples, in milliseconds. */
const SAMPLE_MS = 100;
/** The interval of checks of the game, in milliseconds. */
const LOOK_MS = 3000;
/** The interval of progress lines, in milliseconds. */
const WORD_MS = 60_000;
/** How long the page may take to start, in milliseconds. */
const PATIENCE = 60_000;
/** How long the release of memory takes after a garbage collection, in milliseconds. */
const SETTLING_MS = 3000;
/** The limit for the page with the built-in heuristic, in megabytes; a goal of the project. */
const WANTED = 100;

const { values: options } = parseArgs({
  options: {
    moves: { type: 'string', default: '600' },
    threads: { type: 'string', default: '2' },
    network: { type: 'string', default: 'built-in' },
    rounds: { type: 'string', default: '1' },
    site: {
      type: 'string',
      multiple: true,
      default: [fileURLToPath(new URL('../../dist', import.meta.url))],
    },
  },
});
const moves = Number(options.moves);

/**
 * The results of a run, in bytes.
 * @typedef {{ ready: number, collected: number, peak: number, perSecond: number }} Found
 */

/**
 * Collects the page's long tasks: more than 50 ms of wall-clock time (W3C Long Tasks API).
 * @param {Page} page
 */
async function recordLongTasks(page) {
  await page.addInitScript(() => {
    /** @type {number[]} */
    const tasks = [];
    new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({ type: 'longtask', buffered: true });
    Object.assign(globalThis, { takeLongTasks: () => tasks.splice(0) });
  });
  /** @type {() => Promise<number[]>} */
  // @ts-expect-error the function that the script above defines
  return () => page.evaluate(() => globalThis.takeLongTasks());
}

/** @param {Page} page */
function look(page) {
  return page.evaluate(() => ({
    moves: Number(document.documentElement.dataset.moves ?? 0),
    // Autoplay continues past 2048 by itself, so a message means that the game is over.
    over:
      document.getElementById('message')?.hidden === false &&
      document.getElementById('message-go-on')?.hidden === true,
  }));
}

/** @param {number[]} numbers */
function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? Number(sorted[half])
    : (Number(sorted[half - 1]) + Number(sorted[half])) / 2;
}

/** @param {number} bytes */
function inMegabytes(bytes) {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

/**
 * Plays in a fresh browser and prints what it measures.
 * @param {Browser} browser @param {string} url of the site @returns {Promise<Found>}
 */
async function play(browser, url) {
  const system = await browser.newBrowserCDPSession();
  const page = await browser.newPage();
  await page.goto(`${url}version.txt`);
  const empty = await memory(system);
  const takeLongTasks = await recordLongTasks(page);
  await page.addInitScript((choice) => {
    localStorage['afterstate:v1:network'] = choice;
  }, options.network);
  await page.goto(`${url}?threads=${options.threads}`);
  await page.waitForSelector('html[data-page="ready"]', { timeout: PATIENCE });
  await page.waitForFunction(() => / \d+$/.test(document.documentElement.dataset.engine ?? ''), undefined, {
    timeout: PATIENCE,
  });
  const before = await memory(system);
  const loading = await takeLongTasks();

  await page.locator('#speed').evaluate((slider, place) => {
    /** @type {HTMLInputElement} */ (slider).value = String(place);
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  }, FASTEST);
  await page.click('#autoplay');
  const begun = performance.now();
  /** @type {number[]} */
  const longTasks = [];
  let [peak, ended, now, games, word, next] = [before, 0, 0, 1, begun, 0];
  while (ended + now < moves) {
    await page.waitForTimeout(SAMPLE_MS);
    peak = Math.max(peak, await memory(system));
    // Each check leaves garbage in the page, so checks are rare.
    if (performance.now() < next) continue;
    next = performance.now() + LOOK_MS;
    const seen = await look(page);
    now = seen.moves;
    if (seen.over) {
      ended += now;
      now = 0;
      games += 1;
      await page.click('#message-again');
      await page.click('#autoplay');
    }
    longTasks.push(...(await takeLongTasks()));
    if (performance.now() - word > WORD_MS) {
      word = performance.now();
      console.error(`${ended + now} of ${moves} moves, ${inMegabytes(await memory(system))}`);
    }
  }
  const seconds = (performance.now() - begun) / 1000;
  await page.click('#autoplay');
  const after = await memory(system);
  const inspector = await page.context().newCDPSession(page);
  await inspector.send('HeapProfiler.collectGarbage');
  await page.waitForTimeout(SETTLING_MS);
  const collected = await memory(system);
  const { heap, nodes, listeners } = await counts(page, system, inspector);
  const played = ended + now;
  const engine = await page.evaluate(() => document.documentElement.dataset.engine);
  /** @param {number[]} tasks */
  const longest = (tasks) =>
    tasks.length === 0 ? 'none' : `${tasks.length}, the longest ${Math.max(...tasks).toFixed(0)} ms`;
  console.log(`engine              ${engine}`);
  console.log(
    `moves               ${played} in ${seconds.toFixed(0)} s, ${(played / seconds).toFixed(1)} a second, ${games} game${games === 1 ? '' : 's'}`,
  );
  console.log(`empty page          ${inMegabytes(empty)}`);
  console.log(`page, engine ready  ${inMegabytes(before)}`);
  console.log(`after the moves     ${inMegabytes(after)}; without garbage ${inMegabytes(collected)}`);
  console.log(`of the page's own   scripts ${inMegabytes(heap)}, ${nodes} nodes, ${listeners} listeners`);
  console.log(`peak                ${inMegabytes(Math.max(peak, after))}`);
  console.log(`tasks over 50 ms    loading: ${longest(loading)}; playing: ${longest(longTasks)}`);
  return { ready: before, collected, peak: Math.max(peak, after), perSecond: played / seconds };
}

/** @type {Map<string, Found[]>} */
const found = new Map(options.site.map((folder) => [folder, []]));
for (let round = 0; round < Number(options.rounds); round++) {
  for (const [folder, all] of found) {
    console.log(`\n${folder}, round ${round + 1}`);
    const site = await startSite({ dir: folder });
    const browser = await startBrowser();
    try {
      all.push(await play(browser, site.url));
    } finally {
      await browser.close();
      await site.stop();
    }
  }
}
console.log(
  `\nmedians of ${options.rounds} rounds; limit of the peak with the built-in heuristic: ${WANTED} MB`,
);
for (const [folder, all] of found) {
  /** @param {keyof Found} name */
  const middle = (name) => median(all.map((one) => one[name]));
  console.log(
    `${folder}: ready ${inMegabytes(middle('ready'))}, without garbage ${inMegabytes(middle('collected'))}, peak ${inMegabytes(middle('peak'))}, ${middle('perSecond').toFixed(1)} moves a second`,
  );
}
