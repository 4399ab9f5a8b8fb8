// Long play: autoplay at full speed with each network, and games that are started and abandoned. What the
// page takes from the machine at the end is what it took after the first tenth.
//
// `./build.sh test --all` plays the short form. AFTERSTATE_SOAK=long, which `./build.sh test-soak` sets,
// plays 20,000 moves with each network and abandons 1,000 games.

import assert from 'node:assert/strict';
import process from 'node:process';
import { test } from 'node:test';
import { counts, memory } from './process.js';
import { setSpeed, sitDown, untilPilotRests } from './table.js';

/** @import { CDPSession, Page } from 'playwright-core' */
/** @import { TestContext } from 'node:test' */

const LONG = process.env.AFTERSTATE_SOAK === 'long';
/** `AFTERSTATE_SOAK_MOVES` and `AFTERSTATE_SOAK_GAMES` set other numbers. */
const MOVES = Number(process.env.AFTERSTATE_SOAK_MOVES ?? (LONG ? 20_000 : 500));
const GAMES = Number(process.env.AFTERSTATE_SOAK_GAMES ?? (LONG ? 1000 : 40));
const NETWORKS = LONG ? ['built-in', 'lite', 'full'] : ['built-in', 'lite'];
/** The longest time of a test (ms). */
const LONGEST = LONG ? 7_200_000 : 600_000;
const FASTEST = 10;
const PATIENCE = 180_000;
/** The first part, after which everything has been used once. */
const FIRST = 0.1;
/** How long the browser takes to return memory after a collection (ms). */
const SETTLING_MS = 3000;

/** What may be added after the first part. Memory and the heap of scripts are in bytes. */
const MAX_MORE = { memory: 25e6, heap: 3e6, nodes: 300, listeners: 20, handles: 10, threads: 6, workers: 0 };

/** @typedef {Record<keyof typeof MAX_MORE, number>} Taken */

/** @param {Page} page @param {CDPSession} system @param {CDPSession} inspector @returns {Promise<Taken>} */
async function taken(page, system, inspector) {
  await inspector.send('HeapProfiler.collectGarbage');
  await page.waitForTimeout(SETTLING_MS);
  return { memory: await memory(system), ...(await counts(page, system, inspector)) };
}

/**
 * Does something `times` times, and compares what the page takes then with what it took after the first part.
 * @param {TestContext} t @param {Page} page @param {number} times @param {(until: number) => Promise<string>}
 *   go does it until this number; returns a line for the figures
 */
async function compare(t, page, times, go) {
  const browser = page.context().browser();
  assert.ok(browser);
  const [system, inspector] = [
    await browser.newBrowserCDPSession(),
    await page.context().newCDPSession(page),
  ];
  await go(times * FIRST);
  const before = await taken(page, system, inspector);
  const began = performance.now();
  const line = await go(times);
  const after = await taken(page, system, inspector);
  t.diagnostic(
    `${line}, the last ${100 * (1 - FIRST)}% in ${((performance.now() - began) / 1000).toFixed(0)} s`,
  );
  for (const [name, most] of Object.entries(MAX_MORE)) {
    const [from, to] = [before, after].map((all) => all[/** @type {keyof Taken} */ (name)]);
    const inWords = (/** @type {number} */ number) =>
      most >= 1e6 ? `${(number / 1e6).toFixed(1)} MB` : String(number);
    t.diagnostic(`${name}: ${inWords(Number(from))}, then ${inWords(Number(to))}`);
    assert.ok(Number(to) - Number(from) <= most, `${name} grew from ${from} to ${to}`);
  }
}

/**
 * Begins the next game if this one is over.
 * @param {Page} page
 * @returns {Promise<number>} the moves of a game that is over
 */
const nextGame = (page) =>
  page.evaluate(() => {
    const [message, goOn] = ['message', 'message-go-on'].map(
      (id) => /** @type {HTMLElement} */ (document.getElementById(id)),
    );
    if (message?.hidden !== false || goOn?.hidden !== true) return 0;
    const moves = Number(document.documentElement.dataset.moves);
    for (const id of ['message-again', 'autoplay']) document.getElementById(id)?.click();
    return moves;
  });

for (const network of NETWORKS) {
  test(`${network}: ${MOVES} moves at full speed`, { timeout: LONGEST }, async (t) => {
    const { page } = await sitDown(t, { path: '?threads=2&seed=1', network, longest: LONGEST });
    page.setDefaultTimeout(PATIENCE);
    await page.click('#hint');
    await page.waitForSelector(`html[data-network="${network}"]`);
    await untilPilotRests(page);
    await setSpeed(page, FASTEST);
    let [ended, games] = [0, 1];
    await compare(t, page, MOVES, async (until) => {
      await page.click('#autoplay');
      for (let moves = 0; ended + moves < until;) {
        await page.waitForTimeout(500);
        const over = await nextGame(page);
        if (over > 0) [ended, games] = [ended + over, games + 1];
        moves = Number(await page.getAttribute('html', 'data-moves'));
      }
      await page.click('#autoplay');
      await untilPilotRests(page);
      return `${ended + Number(await page.getAttribute('html', 'data-moves'))} moves in ${games} games`;
    });
  });
}

test(`${GAMES} games started and abandoned`, { timeout: LONGEST }, async (t) => {
  const { page } = await sitDown(t, { path: '?threads=2&seed=1', longest: LONGEST });
  page.setDefaultTimeout(PATIENCE);
  await setSpeed(page, FASTEST);
  let games = 0;
  await compare(t, page, GAMES, async (until) => {
    for (; games < until; games++) {
      await page.click('#autoplay');
      await page.waitForFunction(() => Number(document.documentElement.dataset.moves) >= 3);
      await page.click('#new-game');
      await page.waitForSelector('html[data-moves="0"]');
      await untilPilotRests(page);
    }
    return `${games} games`;
  });
});
