// Lets the same network learn natively, in Node and on the page in Chromium, in turns, and compares moves
// per second.
//
//   node benches/wasm/learn.js [--rounds 5] [--seconds 5] [--network 4x5]
//
// Run it after `./build.sh build` and `cargo build --release --package afterstate-cli`. The page learns for
// some seconds, then for as many again; the others make as many moves. The first seconds include compiling
// WebAssembly. A round runs everything once, and ratios are taken within a round, so that a slow phase of
// the machine affects both sides.

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { startBrowser, startSite } from '../../tests/browser/site.js';

/** @import { Browser, Page } from 'playwright-core' */

/**
 * What was learned after each half: the moves and the seconds since the start.
 * @typedef {{ moves: number, seconds: number }} Reached
 */
/**
 * Learns until it has made these moves, twice.
 * @typedef {(moves: number[], threads: number) => Promise<Reached[]>} Run
 */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const NATIVE = `${ROOT}target/release/afterstate`;
const PACKAGE = `${ROOT}target/packages/pkg-learn`;
/** The steps between two looks at the number of moves. */
const STEPS = 5000;
/** How long the page may take to save what it has learned (ms). */
const SAVE_MS = 60_000;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    network: { type: 'string', default: '4x5' },
  },
});
const { network } = values;
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];

/**
 * The run that the page has saved by itself.
 * @param {Page} page
 * @returns {Promise<Reached | null>}
 */
const saved = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('afterstate-networks');
        opening.onerror = reject;
        opening.onsuccess = () => {
          const database = opening.result;
          const asking = database.transaction('infos').objectStore('infos').get('unnamed');
          asking.onerror = reject;
          asking.onsuccess = () => {
            database.close();
            const { run } = asking.result ?? {};
            resolve(run ? { moves: run.moves, seconds: run.seconds } : null);
          };
        };
      }),
  );

/**
 * @param {Browser} browser
 * @param {string} url
 * @param {number} workers
 * @returns {Promise<Reached[]>}
 */
async function onThePage(browser, url, workers) {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(`${url}learn.html`);
  await page.click('#settings summary');
  await page.selectOption('#network', network);
  if (workers > 1) await page.selectOption('#workers', String(workers));
  await page.uncheck('#slow-start');
  /** @type {Reached[]} */
  const reached = [];
  for (let half = 0; half < 2; half++) {
    await page.click('#start');
    await page.waitForSelector('html[data-learn="learning"]');
    await page.waitForTimeout(seconds * 1000);
    await page.click('#start');
    const before = reached.at(-1)?.moves ?? 0;
    for (const until = Date.now() + SAVE_MS; ; await page.waitForTimeout(100)) {
      const run = await saved(page);
      if (run && run.moves > before) {
        reached.push(run);
        break;
      }
      if (Date.now() > until) throw new Error('the page does not save what it has learned');
    }
  }
  await context.close();
  return reached;
}

/** @type {Run} */
async function native(moves, threads) {
  const folder = await mkdtemp(join(tmpdir(), 'afterstate-bench-'));
  const checkpoint = join(folder, 'run.ckpt');
  /** @type {Reached[]} */
  const reached = [];
  for (const count of moves) {
    const options = `--network ${network} --threads ${threads} --moves ${count} --every 1000`.split(' ');
    // A run that continues keeps its network.
    const given = reached.length === 0 ? options : options.slice(2);
    await promisify(execFile)(NATIVE, ['train', '--checkpoint', checkpoint, ...given]);
    const bytes = await readFile(checkpoint);
    reached.push(JSON.parse(bytes.toString('utf8', 16, 16 + bytes.readUInt32LE(12))).done);
  }
  await rm(folder, { recursive: true });
  return reached;
}

/** @returns {Promise<Run>} the package without threads, in this process */
async function inNode() {
  const trainer = await import(`${PACKAGE}/afterstate.js`);
  trainer.initSync({ module: await readFile(`${PACKAGE}/afterstate_bg.wasm`) });
  return async (moves) => {
    const learner = new trainer.Learner(network, true, 1, 1n, 1);
    const began = performance.now();
    let made = 0;
    const reached = moves.map((count) => {
      while (made < count) {
        learner.run(STEPS);
        made += learner.takeStatistics()[0];
      }
      return { moves: made, seconds: (performance.now() - began) / 1000 };
    });
    learner.free();
    return reached;
  };
}

/** Moves per second, in the first half and in the second. @param {Reached[]} reached */
const speeds = (reached) =>
  reached.map(({ moves, seconds }, half) => {
    const before = reached[half - 1] ?? { moves: 0, seconds: 0 };
    return (moves - before.moves) / (seconds - before.seconds);
  });

/** @param {number[]} numbers */
function inWords(numbers) {
  const sorted = numbers.toSorted((one, other) => one - other);
  const [middle, low, high] = [sorted[sorted.length >> 1], sorted[0], sorted.at(-1)];
  return `${middle?.toFixed(2)} (${low?.toFixed(2)} to ${high?.toFixed(2)})`;
}

/**
 * For each place the speeds of all rounds, and their ratios to that of the first place.
 * @type {Map<string, { speeds: number[][], ratios: number[][] }>}
 */
const all = new Map();
/**
 * @param {string} place
 * @param {number[]} found
 * @param {number[]} base
 */
function add(place, found, base) {
  const row = all.get(place) ?? { speeds: [[], []], ratios: [[], []] };
  all.set(place, row);
  found.forEach((speed, half) => {
    row.speeds[half]?.push(speed / 1e6);
    row.ratios[half]?.push(speed / (base[half] ?? Number.NaN));
  });
}

const node = await inNode();
const site = await startSite({ server: NATIVE });
const browser = await startBrowser();
const several = Math.min(2, cpus().length);
try {
  for (let round = 0; round < rounds; round++) {
    const page = await onThePage(browser, site.url, 1);
    const moves = page.map((half) => half.moves);
    const base = speeds(await native(moves, 1));
    add('native, one thread', base, base);
    add('Node', speeds(await node(moves, 1)), base);
    add('Chromium, one worker', speeds(page), base);
    if (several === 1) continue;
    const shared = await onThePage(browser, site.url, several);
    add(
      'native, two threads',
      speeds(
        await native(
          shared.map((half) => half.moves),
          several,
        ),
      ),
      base,
    );
    add('Chromium, two workers', speeds(shared), base);
  }
} finally {
  await browser.close();
  await site.stop();
}
console.log(`Network ${network}, million moves per second and share of one native thread;`);
console.log(`medians (lowest to highest) of ${rounds} rounds`);
for (const [place, { speeds, ratios }] of all)
  for (const half of [0, 1]) {
    const when = half === 0 ? `first ${seconds} s` : `next ${seconds} s`;
    console.log(
      `${place.padEnd(22)} ${when.padEnd(12)} ${inWords(speeds[half] ?? []).padEnd(22)} ${inWords(ratios[half] ?? [])}`,
    );
  }
