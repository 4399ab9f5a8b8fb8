// The first playable board: its compressed size, that no file of it is discovered late, the work that it
// takes, and its time on a slow phone.
//
// Bytes and round trips do not depend on the machine and have a budget. The work is CPU time of the page's
// main thread, which other load hardly changes. The limit for the time, with a throttled processor and
// network, is twice the time on an idle machine; only `./build.sh test --all` measures it.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { testInAll } from '../all.js';
import { OURS, shareOfCore } from './core-share.js';
import { compressed, startHost } from './host.js';
import { visit } from './harness.js';
import { PATIENCE, cells, taskTimes, untilBoard } from './table.js';

/** @import { TestContext } from 'node:test' */

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));
/** The budget of HTML, CSS, JavaScript and WebAssembly, in bytes. */
const BUDGET = 60_000;
/**
 * A slow phone on fast 3G: a quarter of the processor's speed, and WebPageTest's 1.6 Mbit/s with 150 ms per
 * round trip. The budget of bytes takes 300 ms and the round trips (connection, document, the files it names)
 * 450 ms, which leaves a quarter of the target of one second.
 */
const PHONE = {
  slowing: 4,
  network: { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 96_000 },
};
/** The limit for the first board there (ms): about twice the time on an idle machine. */
const MAX_MS = 2_000;
const TRIES = 3;
/** The most requests until the AI is ready. There are 32: a lazy part is fetched, then imported. */
const MAX_REQUESTS = 40;
/** The limit for the CPU time of the main thread until the first board (ms). Beside others: 101 and 154. */
const MAX_CPU_MS = 300;

test(`the first board takes at most ${BUDGET} compressed bytes, all named in index.html or embed.html`, async (t) => {
  const { page, url } = await visit(t, { path: null, allow: [/ERR_FAILED/] });
  for (const document of ['index.html', 'embed.html']) {
    const html = await readFile(DIST + document, 'utf8');
    /** @type {Set<string>} */
    const loaded = new Set();
    // Only files that the document names are loaded in the second round trip, so others are blocked here.
    await page.route('**/*', async (route) => {
      const name = new URL(route.request().url()).pathname.slice(1);
      if (name !== document && !html.includes(`"${name}"`)) return route.abort();
      loaded.add(name);
      return route.continue();
    });
    await page.goto(url + document);
    await page.waitForSelector('html[data-page="ready"]', { timeout: PATIENCE });
    const before = await cells(page);
    for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
    assert.notDeepEqual(await cells(page), before, `${document} can be played`);
    assert.ok(
      [...loaded].some((name) => name.endsWith('.wasm')),
      'no cache of the browser answers',
    );
    /** @type {[string, number][]} */
    const sizes = [];
    for (const file of loaded) {
      if (/^icons\/|webmanifest$/.test(file)) continue; // part of the browser's interface, not of the page
      sizes.push([file, (await compressed(await readFile(DIST + file))).length]);
    }
    sizes.sort((a, b) => b[1] - a[1]);
    const total = sizes.reduce((sum, [, size]) => sum + size, 0);
    t.diagnostic(
      `${document}: ${total} bytes in ${sizes.length} files; ${sizes
        .slice(0, 6)
        .map(([name, size]) => `${name} ${size}`)
        .join(', ')}`,
    );
    await page.unroute('**/*');
    assert.ok(
      total <= BUDGET,
      `${document}: ${total} bytes: ${sizes.map(([name, size]) => `${name} ${size}`).join(', ')}`,
    );
  }
});

/**
 * Loads the page on a slow phone.
 * @param {TestContext} t
 * @param {string} url
 * @returns {Promise<number>} milliseconds to the first board
 */
async function firstBoard(t, url) {
  const { page } = await visit(t, { path: 'version.txt' });
  const inspector = await page.context().newCDPSession(page);
  await inspector.send('Network.enable');
  await inspector.send('Network.emulateNetworkConditions', PHONE.network);
  await inspector.send('Emulation.setCPUThrottlingRate', { rate: PHONE.slowing });
  // The page reports by itself when it is ready. Polling it would load a third of a megabyte of driver script
  // on the throttled processor.
  await inspector.send('Runtime.enable');
  await inspector.send('Runtime.addBinding', { name: 'reportReady' });
  /** @type {Promise<number>} */
  const readyTime = new Promise((resolve) => {
    inspector.on('Runtime.bindingCalled', ({ payload }) => resolve(Number(payload)));
  });
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.documentElement.dataset.page !== 'ready') return;
      observer.disconnect();
      /** @type {{ reportReady?: (text: string) => void }} */ (globalThis).reportReady?.(
        String(performance.now()),
      );
    }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-page'] });
  });
  await page.goto(url, { waitUntil: 'commit' });
  const ready = await Promise.race([readyTime, setTimeout(PATIENCE, Infinity, { ref: false })]);
  await untilBoard(page);
  t.diagnostic(`${Math.round(ready)} ms by the clock of this machine as it was`);
  // A page left open would slow down the next one.
  await page.context().close();
  return ready;
}

test(`the first board takes at most ${MAX_CPU_MS} ms of the main thread; until the AI is there few requests are made, and none again for what the page began with`, async (t) => {
  let least = Infinity;
  // The first visit also fills the browser's caches of compiled code, and load can only add to it.
  for (let tries = 0; tries < TRIES && least > MAX_CPU_MS; tries++) {
    /** @type {string[]} */
    const asked = [];
    const { page, url } = await visit(t, { path: 'version.txt' });
    page.on('request', (request) => asked.push(request.url()));
    const times = await taskTimes(page, async () => {
      await page.goto(url);
      await untilBoard(page);
    });
    least = Math.min(
      least,
      times.reduce((sum, ms) => sum + ms, 0),
    );
    if (tries === 0) {
      await page.waitForSelector('html[data-engine]', { timeout: PATIENCE });
      const main = /\/assets\/page-main-/;
      assert.equal(asked.filter((url) => main.test(url)).length, 1);
      assert.ok(asked.length <= MAX_REQUESTS, `${asked.length} requests:\n${asked.join('\n')}`);
    }
    await page.context().close();
  }
  t.diagnostic(`${least.toFixed(0)} ms of CPU time`);
  assert.ok(least <= MAX_CPU_MS, `${least} ms`);
});

testInAll('a slow phone on fast 3G gets its board', async (t) => {
  const host = await startHost();
  t.after(() => host.stop());
  let fastest = Infinity;
  let share = 0;
  // Other load can only slow it down, so the fastest of a few tries counts.
  for (let tries = 0; tries < TRIES && fastest > MAX_MS; tries++) {
    // Before and after, because load may come or go meanwhile.
    const before = shareOfCore();
    fastest = Math.min(fastest, await firstBoard(t, host.url));
    share = Math.max(share, Math.min(before, shareOfCore()));
  }
  if (fastest > MAX_MS && share < OURS) t.skip(`${share.toFixed(2)} of a core, less than ${OURS}`);
  else assert.ok(fastest <= MAX_MS, `${fastest} ms, ${share.toFixed(2)} of a core`);
});
