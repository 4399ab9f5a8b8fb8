// Trained networks on the page: loading with a progress bar, playing, caching, damaged files, files that are
// too large, and Save-Data.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL, testInAll, tried } from '../all.js';
import { killWorker, setSpeed, sitDown, untilBoard, untilPilotRests } from './table.js';

/** @import { Page, Route } from 'playwright-core' */

/** Without motion, which takes more time of the machine than all else. */
const STILL = { reducedMotion: /** @type {const} */ ('reduce') };
const FASTEST = 10;
const FILES = '**/models/*.bin';
/** How long loading and reading a network may take on a busy machine, in milliseconds. */
const LONG = 180_000;
/** Moves with the full network before and after the reload; AFTERSTATE_LONG_MOVES sets another number. */
const MOVES = Number(process.env.AFTERSTATE_LONG_MOVES ?? (ALL ? 300 : 5));

/** @param {Page} page @param {string} id */
async function untilNetwork(page, id) {
  await page.waitForSelector(`html[data-network="${id}"]`, { timeout: LONG });
}

/** @param {Page} page @param {number} moves */
async function untilMoves(page, moves) {
  await page.waitForFunction((least) => Number(document.documentElement.dataset.moves) >= least, moves, {
    timeout: 600_000,
    polling: 200,
  });
}

/** Runs autoplay at full speed until this many moves. @param {Page} page @param {number} moves */
async function autoplayTo(page, moves) {
  await setSpeed(page, FASTEST);
  await page.click('#autoplay');
  await untilMoves(page, moves);
  await page.click('#autoplay');
  await untilPilotRests(page);
}

/** @param {Page} page */
const line = (page) => page.textContent('#network-line');

/** Flips one bit of every file. @param {Route} route */
async function damage(route) {
  const response = await route.fetch();
  const body = await response.body();
  body.writeUInt8(body.readUInt8(body.length >> 1) ^ 1, body.length >> 1);
  await route.fulfill({ response, body });
}

/**
 * @param {object} connection what the browser reports about it
 * @returns {(page: Page) => Promise<unknown>}
 */
const onConnection = (connection) => (page) =>
  page.addInitScript((says) => {
    Object.defineProperty(Navigator.prototype, 'connection', { get: () => says });
  }, connection);

const GOOD = { effectiveType: '4g', downlink: 10 };

const TIERS = [
  { name: 'shared memory', isolated: true, path: '?threads=2&seed=3', tier: 'shared 2' },
  { name: 'one worker', isolated: false, path: '?threads=1&seed=3', tier: 'single 1' },
];
/** The network that loads: the largest takes five times as long. */
const LARGE = ALL ? { id: 'full', name: 'Full', size: '16 MB' } : { id: 'lite', name: 'Lite', size: '3 MB' };
for (const { name, isolated, path, tier } of tried(TIERS.slice(0, 1), TIERS)) {
  test(
    `${name}: before the networks are listed, the menu does not say that another one was chosen; a network that is damaged is downloaded once more, then reported; chosen again it loads with a progress bar, plays, and comes from the cache after a reload, when automatic loads it in a pause, and the largest once the AI is used on a good connection`,
    { timeout: 1_500_000 },
    async (t) => {
      let damaged = 0;
      /** @type {(go: unknown) => void} */
      let list = () => {};
      const listed = new Promise((resolve) => {
        list = resolve;
      });
      const { page } = await sitDown(t, {
        context: STILL,
        isolated,
        path,
        network: LARGE.id,
        before: async (page) => {
          await onConnection(GOOD)(page);
          await page.context().route(FILES, (route) => (damaged++, damage(route)));
          await page.context().route(/models(-[0-9a-f]+)?\.json$/, async (route) => {
            await listed;
            await route.continue();
          });
        },
      });
      const chosen = () =>
        page.$eval('#networks', (menu) => /** @type {any} */ (menu).selectedOptions[0].text);
      await page.waitForSelector('#networks option', { state: 'attached' });
      assert.equal(await chosen(), '…');
      list(null);
      await page.locator('#networks option', { hasText: LARGE.name }).waitFor({ state: 'attached' });
      assert.equal(await chosen(), `${LARGE.name} (${LARGE.size})`);
      assert.match(
        String(await page.textContent('#networks')),
        /^AutomaticBuilt-in \(no download\)Lite \(3 MB\)Full \(16 MB\)$/,
      );
      await page
        .locator('#network-line', {
          hasText: `${LARGE.name} couldn’t be loaded: the network file is cut short or altered. Using the built-in heuristic.`,
        })
        .waitFor({ timeout: LONG });
      assert.equal(damaged, 2);
      assert.equal(await page.getAttribute('html', 'data-engine'), tier);
      await page.context().unroute(FILES);

      /** @type {(() => void)[]} */
      const held = [];
      let asked = 0;
      await page.context().route(FILES, async (route) => {
        asked++;
        await new Promise((resolve) => {
          held.push(() => resolve(undefined));
        });
        await route.continue();
      });
      // Choosing it again tries again.
      await page.selectOption('#networks', 'built-in');
      await page.selectOption('#networks', LARGE.id);
      await page
        .locator('#network-line', { hasText: `Loading ${LARGE.name}: 0% of ${LARGE.size}` })
        .waitFor();
      assert.equal(await page.isVisible('#network-progress'), true);
      // Until it is loaded, the built-in heuristic answers.
      await page.click('#hint');
      await page.waitForSelector('#hint-arrow:not([hidden])');
      const began = performance.now();
      for (const go of held) go();
      await untilNetwork(page, LARGE.id);
      t.diagnostic(`fetched and read in ${(performance.now() - began).toFixed(0)} ms`);
      assert.equal(await line(page), `Using the ${LARGE.name} network.`);
      assert.equal(await page.isVisible('#network-progress'), false);
      // The hint of the heuristic is asked again.
      await page.locator('#values-unit', { hasText: 'Share of remaining points each move costs' }).waitFor();
      const started = performance.now();
      await autoplayTo(page, MOVES);
      await page.click('#hint');
      await page.locator('#values-unit', { hasText: 'Share of remaining points each move costs' }).waitFor();
      t.diagnostic(
        `${MOVES} moves in ${((performance.now() - started) / 1000).toFixed(1)} s, score ${await page.textContent('#score')}`,
      );

      assert.equal(asked, 1);
      await page.context().unroute(FILES);
      /** @type {string[]} */
      const wanted = [];
      await page.context().route(FILES, (route) => {
        wanted.push(
          route
            .request()
            .url()
            .replace(/^.*models\/|-.*$/g, ''),
        );
        if (ALL) return route.abort();
      });
      if (!ALL) await page.selectOption('#networks', 'automatic');
      await page.reload();
      await untilBoard(page);
      if (ALL) await page.click('#hint');
      else wanted.length = 0;
      await untilNetwork(page, LARGE.id);
      assert.deepEqual(wanted, [], 'it is in the cache');
      if (!ALL) {
        await page.click('#hint');
        await page.locator('#network-line', { hasText: 'Loading Full' }).waitFor({ timeout: LONG });
        assert.deepEqual(wanted, ['full']);
      }
      await autoplayTo(page, Number(await page.getAttribute('html', 'data-moves')) + 3);
      if (!ALL) return;
      // The replacement of a dead worker gets the network from the cache too.
      await killWorker(page.workers()[0]);
      await page.click('#hint');
      await page.waitForFunction(() => document.documentElement.dataset.network === 'built-in', undefined, {
        timeout: LONG,
      });
      await untilNetwork(page, LARGE.id);
    },
  );
}

// tests/js/choice.test.js has the rule.
testInAll('with Save-Data nothing is loaded automatically', async (t) => {
  let asked = 0;
  const { page } = await sitDown(t, {
    context: STILL,
    path: '?threads=2',
    network: null,
    before: onConnection({ saveData: true, effectiveType: '4g', downlink: 10 }),
  });
  page.context().on('request', (request) => {
    if (/models\/.*bin/.test(request.url())) asked++;
  });
  await page.click('#hint');
  await page.waitForSelector('#hint-arrow:not([hidden])');
  await untilPilotRests(page);
  assert.equal(asked, 0);
  assert.equal(await page.getAttribute('html', 'data-network'), 'built-in');
});

// Of the gate, the test above has the same with a file that is in the cache.
testInAll(
  'automatic loads the smallest in a pause, and the largest once the AI is used on a good connection',
  async (t) => {
    /** @type {string[]} */
    const seen = [];
    const { page } = await sitDown(t, {
      context: STILL,
      path: '?threads=2',
      network: null,
      before: async (opened) => {
        opened.context().on('request', (request) => {
          seen.push(...(request.url().match(/models\/(lite|full)/g) ?? []));
        });
        await onConnection(GOOD)(opened);
      },
    });
    await untilNetwork(page, 'lite');
    assert.deepEqual(seen, ['models/lite']);
    await page.click('#hint');
    await untilNetwork(page, 'full');
    assert.deepEqual(seen, ['models/lite', 'models/full']);
  },
);
