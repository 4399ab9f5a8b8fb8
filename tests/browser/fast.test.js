// The first playable board: how many compressed bytes it takes, that nothing of it is found late, and that a slow phone gets it.
//
// Bytes and round trips do not depend on the machine and are held to a budget; the time, on a slow processor and a slow
// network, to twice what it takes on a machine with nothing else to do.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { OURS, shareOfCore } from './core-share.js';
import { compressed, startHost } from './host.js';
import { visit } from './harness.js';
import { PATIENCE, cells, untilBoard } from './table.js';

/** @import { TestContext } from 'node:test' */

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));
/** The budget of HTML, CSS, JavaScript and WebAssembly, in bytes. */
const BUDGET = 60_000;
/**
 * A slow phone on fast 3G: a processor of a quarter of the speed, and WebPageTest's 1.6 Mbit/s with 150 ms a round trip. There
 * the budget takes 300 ms and the round trips (to connect, for the document, for all that it names) 450, which leaves a
 * quarter of the second that a first board may take.
 */
const PHONE = { slowing: 4, network: { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 96_000 } };
/** What a first board may take there (ms): about twice what it takes on a machine with nothing else to do. */
const MOST_MS = 2_000;
const TRIES = 3;
/** Where others keep the processor busy (ms): a tenth of an idle machine’s speed must do. */
const BUSY_MS = 10_000;

for (const document of ['index.html', 'embed.html']) {
  test(`a board can be played with at most ${BUDGET} bytes, compressed, all named in ${document}`, async (t) => {
    const html = await readFile(DIST + document, 'utf8');
    /** @type {Set<string>} */
    const loaded = new Set();
    // One journey for the document and one for all the rest: what the document does not name comes later, and here never.
    const { page, url } = await visit(t, { path: 'version.txt', allow: [/ERR_FAILED/] });
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
    assert.notDeepEqual(await cells(page), before, 'it can be played');
    /** @type {[string, number][]} */
    const sizes = [];
    for (const file of loaded) {
      if (/^icons\/|webmanifest$/.test(file)) continue; // the browser's own frame, not the page
      sizes.push([file, (await compressed(await readFile(DIST + file))).length]);
    }
    sizes.sort((a, b) => b[1] - a[1]);
    const total = sizes.reduce((sum, [, size]) => sum + size, 0);
    t.diagnostic(`${total} bytes in ${sizes.length} files; ${sizes.slice(0, 6).map(([name, size]) => `${name} ${size}`).join(', ')}`);
    assert.ok(total <= BUDGET, `${total} bytes: ${sizes.map(([name, size]) => `${name} ${size}`).join(', ')}`);
  });
}

/** Loads the page on a slow phone. @param {TestContext} t @param {string} url @returns {Promise<number>} milliseconds to the first board */
async function firstBoard(t, url) {
  const { page } = await visit(t, { path: 'version.txt' });
  const inspector = await page.context().newCDPSession(page);
  await inspector.send('Network.enable');
  await inspector.send('Network.emulateNetworkConditions', PHONE.network);
  await inspector.send('Emulation.setCPUThrottlingRate', { rate: PHONE.slowing });
  // The page tells by itself when it is ready: to be asked would put the third of a megabyte of script that a driver asks with
  // on the slow processor's back.
  await inspector.send('Runtime.enable');
  await inspector.send('Runtime.addBinding', { name: 'tellReady' });
  /** @type {Promise<number>} */
  const told = new Promise((resolve) => {
    inspector.on('Runtime.bindingCalled', ({ payload }) => resolve(Number(payload)));
  });
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.documentElement.dataset.page !== 'ready') return;
      observer.disconnect();
      /** @type {{ tellReady?: (text: string) => void }} */ (globalThis).tellReady?.(String(performance.now()));
    }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-page'] });
  });
  await page.goto(url, { waitUntil: 'commit' });
  const ready = await Promise.race([told, setTimeout(PATIENCE, Infinity, { ref: false })]);
  await untilBoard(page);
  t.diagnostic(`${Math.round(ready)} ms by the clock of this machine as it was`);
  // It would take its part of the processor from the next one.
  await page.context().close();
  return ready;
}

test('a slow phone on fast 3G gets its board', async (t) => {
  const host = await startHost();
  t.after(() => host.stop());
  let fastest = Infinity;
  let share = 0;
  // What else the machine does can only make it slower: the fastest of a few tries counts.
  for (let tries = 0; tries < TRIES && fastest > MOST_MS; tries++) {
    fastest = Math.min(fastest, await firstBoard(t, host.url));
    share = Math.max(share, shareOfCore());
  }
  const most = share >= OURS ? MOST_MS : BUSY_MS;
  if (most !== MOST_MS) t.diagnostic(`${share.toFixed(2)} of a core, less than ${OURS}: held to ${BUSY_MS} ms`);
  assert.ok(fastest <= most, `${fastest} ms, ${share.toFixed(2)} of a core`);
});
