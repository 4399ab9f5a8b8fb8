// Every fault of fault-list.js in every tier: what the player sees, that the game goes on and that the AI
// answers again.
//
// `./build.sh test` tries them with one thread, `./build.sh test --all` also with several.
// AFTERSTATE_FAULTS names those to try, by a part of their words. `node tests/browser/faults.test.js --write`
// writes the table of docs/log/tests.md.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { after, test } from 'node:test';
import { ALL, tried } from '../all.js';
import { startFaultHost } from './fault-host.js';
import { FASTEST, FAULTS, LONG, hint, observe, tryFault } from './fault-list.js';
import { visit } from './harness.js';
import { setSpeed, untilBoard } from './table.js';

/** @import { Page } from 'playwright-core' */
/** @import { TestContext } from 'node:test' */
/** @import { Setting, Tier } from './fault-list.js' */

const DOCUMENT = new URL('../../docs/log/tests.md', import.meta.url);
const { AFTERSTATE_FAULTS: WANTED = '' } = process.env;
/** @type {{ tier: Tier, query: string, engine: string }[]} */
const TIERS = [
  { tier: 'single', query: '?tier=single&threads=1&seed=1', engine: 'single 1' },
  { tier: 'shared', query: '?tier=shared&threads=2&seed=1', engine: 'shared 2' },
];

/** @type {Record<Tier, string>} */
const WORDS = { single: 'one thread', shared: 'several threads' };

/** @type {ReturnType<typeof startFaultHost> | undefined} */
let host;
after(async () => (await host)?.stop());

/** @param {TestContext} t @param {{ query: string, engine: string }} tier @returns {Promise<Setting>} */
async function sitDown(t, { query, engine }) {
  host ??= startFaultHost();
  const { url, failing } = await host;
  const { page } = await visit(t, {
    path: 'version.txt',
    allow: [/.*/],
    context: { reducedMotion: 'reduce' },
  });
  page.setDefaultTimeout(LONG);
  await page.clock.install();
  await observe(page);
  // The line of chances asks by itself, and would meet the faults instead of the hint.
  await page.addInitScript(() => {
    const key = 'afterstate:v1:settings';
    localStorage.getItem(key) ?? localStorage.setItem(key, JSON.stringify({ version: 1, forecast: false }));
  });
  await page.goto(url + query);
  await untilBoard(page);
  await hint(page);
  assert.equal(await page.getAttribute('html', 'data-engine'), engine);
  return { page, failing };
}

/** A device with one core, 256 MB for the AI, and neither threads nor IndexedDB. @param {Page} page */
const onSmallDevice = (page) =>
  page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => 1 });
    Object.defineProperty(Navigator.prototype, 'deviceMemory', { get: () => 0.25 });
    Object.defineProperty(globalThis, 'crossOriginIsolated', { value: false });
    for (const name of ['SharedArrayBuffer', 'indexedDB'])
      Object.defineProperty(globalThis, name, { value: undefined });
  });

/** Faults with the same consequences are one row. */
function table() {
  /** @type {Map<string, string[]>} */
  const rows = new Map();
  for (const { fault, only, sees, then } of FAULTS) {
    const tiers = only ? only.map((tier) => WORDS[tier]).join(', ') : 'both';
    const row = `${tiers} | ${sees.map((words) => `“${words}”`).join(' ') || 'nothing'} | ${then}`;
    rows.set(row, [...(rows.get(row) ?? []), fault]);
  }
  return [
    '| fault | AI with | the player sees | then |',
    '| --- | --- | --- | --- |',
    ...[...rows].map(([row, faults]) => `| ${faults.join('; ')} | ${row} |`),
  ].join('\n');
}
const MARKS = /(?<=<!-- made by tests\/browser\/faults\.test\.js -->\n)[^]*?(?=\n<!-- end -->)/;

if (process.argv.includes('--write')) {
  await writeFile(DOCUMENT, (await readFile(DOCUMENT, 'utf8')).replace(MARKS, table));
} else {
  test('the table of the documentation is this one', async () => {
    assert.equal(MARKS.exec(await readFile(DOCUMENT, 'utf8'))?.[0], table());
  });

  for (const tier of tried(TIERS.slice(0, 1), TIERS)) {
    const faults = FAULTS.filter(
      ({ fault, only, rare }) =>
        (only?.includes(tier.tier) ?? true) && fault.includes(WANTED) && (ALL || !rare),
    );
    test(`${tier.tier}: ${faults.length} faults, one after another`, { timeout: 1_800_000 }, async (t) => {
      const setting = await sitDown(t, tier);
      /** @type {string[]} */
      const failed = [];
      for (const fault of faults) {
        const began = performance.now();
        await tryFault(setting, fault).catch((error) =>
          failed.push(`${fault.fault}: ${error instanceof Error ? error.stack : error}`),
        );
        t.diagnostic(`${fault.fault}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
      }
      assert.deepEqual(failed, []);
    });
  }

  test(
    'the smallest device plays with the small network, and keeps its game',
    { timeout: 600_000 },
    async (t) => {
      host ??= startFaultHost();
      const { url, failing } = await host;
      failing.memoryMb = 256;
      const { page } = await visit(t, {
        path: 'version.txt',
        network: null,
        context: { reducedMotion: 'reduce' },
      });
      page.setDefaultTimeout(LONG);
      await onSmallDevice(page);
      await page.goto(url);
      await untilBoard(page);
      await hint(page);
      assert.equal(await page.getAttribute('html', 'data-engine'), 'single 1');
      await page.waitForSelector('html[data-network="lite"]');
      await setSpeed(page, FASTEST);
      await page.click('#autoplay');
      await page.waitForFunction(() => Number(document.documentElement.dataset.moves) >= 8);
      await page.click('#autoplay');
      await page.waitForSelector('html[data-pilot="off"]');
      await page.goto(`${url}?engine=off`);
      await untilBoard(page);
      assert.ok(Number(await page.getAttribute('html', 'data-moves')) >= 8, 'the game is kept');
      failing.memoryMb = 0;
    },
  );
}
