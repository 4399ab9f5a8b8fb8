// The page as the browser tests read and touch it: what is on the board, and boards set up by hand.

import { visit } from './harness.js';

/** @import { Page } from 'playwright-core' */
/** @import { TestContext } from 'node:test' */

/** How long anything may take that is not measured, in milliseconds: the machine may be busy with other things. */
export const PATIENCE = 30_000;
const SAVED = 'afterstate:v1:game:4x4';

/**
 * Opens the page and waits for its first board.
 * @param {TestContext} t @param {Parameters<typeof visit>[1]} [options]
 */
export async function sitDown(t, options) {
  const visited = await visit(t, options);
  visited.page.setDefaultTimeout(PATIENCE);
  await untilBoard(visited.page);
  return visited;
}

/** @param {Page} page */
export async function untilBoard(page) {
  await page.waitForSelector('html[data-page="ready"]', { timeout: PATIENCE });
}

/**
 * Opens the page with a game that stands at a position, and the best score as high as its score.
 * @param {TestContext} t @param {number[]} ranks @param {{ score?: number } & Parameters<typeof visit>[1]} [options]
 */
export async function sitDownAt(t, ranks, { score = 0, ...options } = {}) {
  const visited = await sitDown(t, options);
  const { page } = visited;
  await page.waitForFunction((name) => localStorage.getItem(name) !== null, SAVED);
  await page.evaluate(async ({ name, ranks: at, score: points }) => {
    const { Game } = await import(new URL('pkg-game/afterstate.js', location.href).href);
    const game = Game.fromPosition(Uint8Array.from(at), 4, 4, points, 7n).toText();
    localStorage.setItem(name, JSON.stringify({ version: 1, game, previous: null }));
    // A game from a set-up position raises no best by itself.
    localStorage.setItem('afterstate:v1:best', JSON.stringify({ version: 1, scores: { '4x4': points } }));
  }, { name: SAVED, ranks, score });
  await page.reload();
  await untilBoard(page);
  return visited;
}

/** The board as it is told to a screen reader: tiles by cell, 0 where empty. @param {Page} page */
export async function cells(page) {
  return page.$$eval('#cells [role=gridcell]', (all) => all.map((cell) => Number.parseInt(cell.getAttribute('aria-label') ?? '', 10) || 0));
}

/**
 * The board as it is seen once nothing moves any more: tiles by cell, from where their elements lie. A tile that lies in
 * no cell, or upon another, is still on its way; one that never arrives fails the test.
 * @param {Page} page @returns {Promise<number[]>}
 */
export async function tiles(page) {
  await drawn(page);
  const seen = await page.waitForFunction(() => {
    const cells = [...document.querySelectorAll('#cells [role=gridcell]')].map((cell) => cell.getBoundingClientRect());
    const seen = cells.map(() => 0);
    for (const tile of document.querySelectorAll('#tiles .tile')) {
      if (!(tile instanceof HTMLElement) || tile.hidden) continue;
      const box = tile.getBoundingClientRect();
      const at = cells.findIndex((cell) => Math.abs(cell.left - box.left) < 2 && Math.abs(cell.top - box.top) < 2);
      if (at < 0 || seen[at] !== 0 || tile.getAnimations({ subtree: true }).length > 0) return null;
      seen[at] = Number(tile.textContent);
    }
    return seen;
  }, undefined, { timeout: PATIENCE, polling: 50 });
  return /** @type {number[]} */ (await seen.jsonValue());
}

/** Between two drawings, and a little more (ms): www/view/frames.js. */
const NEXT_DRAWING_MS = 50;

/** Waits until what was asked for is drawn: boards and scores come with the next frame that is due. @param {Page} page */
async function drawn(page) {
  // A timer that is set later and for longer ends after the page's own, and its frame is not before that one's.
  await page.evaluate((ms) => new Promise((resolve) => { setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(resolve)), ms); }), NEXT_DRAWING_MS);
}

/** @param {Page} page @returns {Promise<number>} */
export async function score(page) {
  await drawn(page);
  return Number(await page.textContent('#score'));
}

/** Waits until the AI has nothing to do. @param {Page} page */
export async function untilPilotRests(page) {
  await page.waitForSelector('html[data-pilot="off"]', { timeout: PATIENCE });
}

/**
 * Watches the tasks of the page's thread while something happens. A task counts with the time that its thread ran: what a
 * busy machine withholds from it meanwhile is not the page's doing.
 * @param {Page} page @param {() => Promise<void>} during
 * @returns {Promise<number[]>} milliseconds of each task, longest first
 */
export async function taskTimes(page, during) {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser');
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', 'devtools.timeline', 'toplevel'] });
  await during();
  /** @type {{ traceEvents: { name: string, ph: string, pid: number, tid: number, tdur?: number, args: { name?: string } }[] }} */
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const threads = new Set(traceEvents
    .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
    .map(({ pid, tid }) => `${pid} ${tid}`));
  const times = traceEvents
    .filter(({ name, pid, tid }) => name === 'RunTask' && threads.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000);
  if (times.length === 0) throw new Error('the trace holds no task of the page: has the browser changed its names?');
  return times.sort((a, b) => b - a);
}

/** Puts the speed slider to a place, as a hand does. @param {Page} page @param {number} place */
export async function setSpeed(page, place) {
  await page.locator('#speed').evaluate((slider, value) => {
    /** @type {HTMLInputElement} */ (slider).value = String(value);
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  }, place);
}
