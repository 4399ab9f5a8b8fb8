// Helpers of the browser tests: opening the page, reading the board, and setting up positions.

import { readFile, readdir } from 'node:fs/promises';
import { Game, initSync } from '../../target/packages/pkg-game/afterstate.js';
import { SLOWER, visit } from './harness.js';

/** @import { Page, Worker } from 'playwright-core' */
/** @import { TestContext } from 'node:test' */

/** The time limit of everything that is not measured (ms); long, because the machine may be busy. */
export const PATIENCE = 30_000;
const SAVED = 'afterstate:v1:game:4x4';
const RULES = new URL('../../target/packages/pkg-game/', import.meta.url);
/** @type {Promise<unknown> | undefined} */
let rules;

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
 * Waits until a page has all its moves in its storage, or those of another page, this many. A move is saved a
 * moment after it is made.
 * @param {Page} page
 * @param {number} [moves]
 */
export async function untilSaved(page, moves) {
  await page.waitForFunction(
    ({ name, count }) =>
      localStorage.getItem(name)?.includes(`;moves=${count ?? document.documentElement.dataset.moves}:`),
    { name: SAVED, count: moves },
    { timeout: PATIENCE },
  );
}

/**
 * Waits until a function of the page is true that answers later. `waitForFunction` would ask it only once,
 * because a promise is true.
 * @template T
 * @param {Page} page
 * @param {(argument: T) => Promise<boolean>} ask
 * @param {T} argument
 * @param {number} [ms] the time limit
 */
export async function untilTrue(page, ask, argument, ms = PATIENCE) {
  const until = Date.now() + ms;
  // Its types take the argument apart, as if it could hold elements of the page.
  const asked = /** @type {(argument: unknown) => Promise<boolean>} */ (ask);
  while (!(await page.evaluate(asked, argument))) {
    if (Date.now() > until) throw new Error(`not within ${ms} ms: ${ask}`);
    await page.waitForTimeout(100);
  }
}

/** The page's own rules, in Node. */
export async function loadGame() {
  rules ??= readFile(new URL('afterstate_bg.wasm', RULES)).then((module) => initSync({ module }));
  await rules;
  return Game;
}

/**
 * Opens the page with a game at a position, and with a best score equal to its score.
 * @param {TestContext} t @param {number[]} ranks @param {{ score?: number } & Parameters<typeof visit>[1]}
 *   [options]
 */
export async function sitDownAt(t, ranks, { score = 0, before, ...options } = {}) {
  const Game = await loadGame();
  const game = Game.fromPosition(Uint8Array.from(ranks), 4, 4, score, 7n).toText();
  return sitDown(t, {
    ...options,
    before: async (page) => {
      await page.addInitScript(
        ({ name, record, best }) => {
          // A page that is loaded again goes on with what it has saved.
          if (sessionStorage.satDown) return;
          sessionStorage.satDown = 'yes';
          localStorage[name] = record;
          localStorage['afterstate:v1:best'] = best;
        },
        {
          name: SAVED,
          record: JSON.stringify({ version: 1, game, previous: null }),
          // A game from a position that was set up does not raise the best score.
          best: JSON.stringify({ version: 1, scores: { '4x4': score } }),
        },
      );
      await before?.(page);
    },
  });
}

/**
 * Waits until a dialog is open and rests. On phones dialogs rise, and a click while one moves could begin on
 * one button and end on another.
 * @param {Page} page
 * @param {string} name
 */
export async function untilOpen(page, name) {
  await page.waitForFunction((id) => {
    const dialog = document.querySelector(`#${id}[open]`);
    if (!dialog || dialog.getAnimations().some(({ playState }) => playState === 'running')) return false;
    // On a busy machine a replay is open before its game is read.
    return !dialog.querySelector('.dialog-status')?.textContent?.startsWith('Loading the game');
  }, name);
}

/**
 * What is done to a page before it loads: stores these settings, if there are none yet.
 * @param {Partial<import('../../www/shared/settings.js').Values>} settings
 */
export const withSettings = (settings) => (/** @type {Page} */ page) =>
  page.addInitScript((values) => {
    localStorage['afterstate:v1:settings'] ??= JSON.stringify({ version: 1, ...values });
  }, settings);

/** @param {Page} page */
export async function openMenu(page) {
  await page.click('#more');
  await untilOpen(page, 'menu');
}

/**
 * Opens a dialog from the menu, as with the keyboard: the way of a pointer costs more than the dialog.
 * @param {Page} page @param {string} name
 */
export async function openDialog(page, name) {
  await page.evaluate(() => {
    const more = /** @type {HTMLElement} */ (document.getElementById('more'));
    more.focus();
    more.click();
  });
  await page.waitForFunction((id) => {
    const entry = document.querySelector(`#menu[open] [data-dialog=${id}]`);
    if (!(entry instanceof HTMLElement && entry.checkVisibility())) return false;
    entry.focus();
    entry.click();
    return true;
  }, name);
  await untilOpen(page, name);
}

/**
 * Waits until the page has opened the game or board of its link, which it then removes from its address.
 * @param {Page} page
 */
export async function untilLinkOpened(page) {
  await page.waitForFunction(() => location.hash === '', undefined, { timeout: PATIENCE });
}

/**
 * Closes the notice that says what a link opened. On a small screen it lies on the buttons at the bottom, and
 * it stays while the pointer that waits to press one of them is on it.
 * @param {Page} page
 */
export async function closeNotice(page) {
  await page.locator('.toast').waitFor({ timeout: PATIENCE });
  await page.locator('.toast button').last().click();
  await page.locator('.toast').waitFor({ state: 'detached', timeout: PATIENCE });
}

/**
 * Listens as a screen reader does to what the page says by itself.
 * @param {Page} page
 * @returns {Promise<() => Promise<string[]>>} gives what was said so far
 */
export async function listen(page) {
  const heard = await page.evaluateHandle(() => {
    /** @type {string[]} */
    const heard = [];
    new MutationObserver((changes) => {
      const regions = changes.map(({ target }) =>
        (target instanceof Element ? target : target.parentElement)?.closest(
          '[role=status], [role=alert], output, [aria-live=polite]',
        ),
      );
      for (const region of new Set(regions))
        if (region?.checkVisibility()) heard.push(String(region.textContent).replaceAll('\u200B', '').trim());
    }).observe(document, { subtree: true, childList: true, characterData: true });
    return heard;
  });
  return () => heard.jsonValue();
}

/** The board for screen readers: tiles by cell, 0 for empty cells. @param {Page} page */
export async function cells(page) {
  // Without a selector of Playwright, whose script takes some hundredths of a second of each page.
  return page.evaluate(() =>
    [...document.querySelectorAll('#cells [role=gridcell]')].map(
      (cell) => Number.parseInt(cell.getAttribute('aria-label') ?? '', 10) || 0,
    ),
  );
}

/**
 * The visible board after all animations: tiles by cell, from the positions of their elements. A tile outside
 * of the cells or on top of another is still moving; if it never arrives, the test fails.
 * @param {Page} page @returns {Promise<number[]>}
 */
export async function tiles(page) {
  await drawn(page);
  const seen = await page.waitForFunction(
    () => {
      const cells = [...document.querySelectorAll('#cells [role=gridcell]')].map((cell) =>
        cell.getBoundingClientRect(),
      );
      const seen = cells.map(() => 0);
      for (const tile of document.querySelectorAll('#tiles .tile')) {
        if (!(tile instanceof HTMLElement) || tile.hidden) continue;
        const box = tile.getBoundingClientRect();
        const at = cells.findIndex(
          (cell) => Math.abs(cell.left - box.left) < 2 && Math.abs(cell.top - box.top) < 2,
        );
        if (at < 0 || seen[at] !== 0 || tile.getAnimations({ subtree: true }).length > 0) return null;
        seen[at] = Number(tile.textContent);
      }
      return seen;
    },
    undefined,
    { timeout: PATIENCE },
  );
  return /** @type {number[]} */ (await seen.jsonValue());
}

/** A little more than the time between two drawings (ms): www/shared/paced.js. */
const NEXT_DRAWING_MS = 50;

/**
 * Waits until all changes are drawn, because boards and scores are drawn in the next frame.
 * @param {Page} page
 */
async function drawn(page) {
  // A later and longer timer ends after the page's timer, so its frame is not earlier than the page's.
  await page.evaluate(
    (ms) =>
      new Promise((resolve) => {
        setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(resolve)), ms);
      }),
    NEXT_DRAWING_MS,
  );
}

/** A number as the page writes it, with separators. @param {unknown} text */
export const numberOf = (text) => Number(String(text).replaceAll(',', ''));

/** @param {Page} page @returns {Promise<number>} */
export async function score(page) {
  await drawn(page);
  return numberOf(await page.textContent('#score'));
}

/**
 * Presses keys in one task of the page, in which nothing is drawn; `page.keyboard` draws after each.
 * @param {Page} page @param {string[]} keys
 */
export const pressAll = (page, keys) =>
  page.evaluate((all) => {
    for (const key of all)
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }),
      );
  }, keys);

/** Plays with the keyboard until no move is possible. @param {Page} page */
export async function playOut(page) {
  await page.evaluate(async () => {
    const over = () => /** @type {HTMLElement} */ (document.getElementById('message')).hidden === false;
    for (let index = 0; !over() && index < 10_000; index++) {
      const key = String(['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp'][index % 4]);
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }),
      );
      if (index % 50 === 0)
        await new Promise((resolve) => {
          setTimeout(resolve, 0);
        });
    }
    if (!over()) throw new Error('the game does not end');
  });
  // The message has the score at once; the score box has it when it is drawn, which may take several frames.
  await page.waitForFunction(
    () => {
      const [, end] =
        /([\d,]+) points\./.exec(document.getElementById('message-detail')?.textContent ?? '') ?? [];
      return document.getElementById('score')?.textContent === end;
    },
    undefined,
    { timeout: PATIENCE },
  );
}

/**
 * The rivals have finished their games of a day before: it takes a minute on a busy machine.
 * @param {Page} page @param {string} day
 */
export async function rivalsHavePlayed(page, day) {
  await page.evaluate(async (day) => {
    const { models } = await (await fetch('models.json')).json();
    const lite = models
      .find((/** @type {any} */ { id }) => id === 'lite')
      .file.split('/')
      .at(-1);
    for (const [rival, network, score, rank, moves] of [
      ['beginner', 'built-in', 5200, 9, 430],
      ['thinker', 'built-in', 60_812, 12, 2710],
      ['lite', lite, 356_480, 14, 13_403],
    ]) {
      const game = { version: 1, day, network, score, rank, moves };
      localStorage.setItem(`afterstate:v1:daily-ai:${rival}`, JSON.stringify(game));
    }
  }, day);
}

/**
 * Gives the page another size, and waits until it is laid out and drawn.
 * @param {Page} page
 * @param {number} width
 * @param {number} height
 */
export async function resize(page, width, height) {
  await page.setViewportSize({ width, height });
  await drawn(page);
}

/**
 * Asks for less motion, or no longer, and waits until the page has noticed.
 * @param {Page} page
 * @param {'reduce' | 'no-preference'} reducedMotion
 */
export async function emulateMotion(page, reducedMotion) {
  await page.emulateMedia({ reducedMotion });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
}

/**
 * What lies below the words of elements: one color where they are easy to read, more on tiles.
 * @param {Page} page @param {string} selector
 * @returns {Promise<number[]>} how many shades of a channel differ below each
 */
export async function shadesBelow(page, selector) {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { color: transparent !important; }');
    document.adoptedStyleSheets.push(sheet);
  });
  const shown = await page.screenshot({ animations: 'disabled' });
  await page.evaluate(() => void document.adoptedStyleSheets.pop());
  return page.evaluate(
    async ({ shown, selector }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${shown}`;
      await image.decode();
      const scale = image.width / innerWidth;
      const context = /** @type {CanvasRenderingContext2D} */ (
        document.createElement('canvas').getContext('2d')
      );
      Object.assign(context.canvas, { width: image.width, height: image.height });
      context.drawImage(image, 0, 0);
      return [...document.querySelectorAll(selector)]
        .filter((part) => part.checkVisibility())
        .map((part) => {
          const words = document.createRange();
          words.selectNodeContents(part);
          const { x, y, width, height } = words.getBoundingClientRect();
          const [left = 0, top = 0, across = 0, down = 0] = [x, y, width, height].map((length) =>
            Math.round(length * scale),
          );
          const { data } = context.getImageData(left, top, across, down);
          const red = data.filter((_, at) => at % 4 === 0);
          return Math.max(...red) - Math.min(...red);
        });
    },
    { shown: shown.toString('base64'), selector },
  );
}

/** The pixels between an element and the end of the page. @param {Page} page @param {string} selector */
export const roomBelow = (page, selector) =>
  page.evaluate((selector) => {
    const { bottom } = /** @type {HTMLElement} */ (document.querySelector(selector)).getBoundingClientRect();
    return document.documentElement.scrollHeight - scrollY - bottom;
  }, selector);

/** Ends a worker from inside, as a crash does. @param {Worker | undefined} worker */
export async function killWorker(worker) {
  if (!worker) throw new Error('there is no such worker');
  // It may be gone before it can report that it has closed.
  await worker
    .evaluate(() => {
      close();
    })
    .catch(() => {});
}

/**
 * The site as if it had no file of the judge of people's moves.
 * @param {Page} page
 */
export async function withoutPeople(page) {
  await page.route('**/models*.json', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), people: undefined } });
  });
}

const ASSETS = new URL('../../dist/assets/', import.meta.url);
/** Nodes of the looks that compare moves: www/ai/effort.js, as the site has it. */
const COMPARED = /(?<=\b(?:hint|coach|forecast|review|curve|again):\{nodes:)\d+e\d+/g;
const LOOKS = 6;
/** How many times shorter a short look is. */
const SHORTER = 20;
/** @type {Promise<Map<string, string>> | undefined} */
let shortLooks;

/**
 * The site with an AI that compares moves only briefly: what it finds is about the same, and a review, which
 * looks at every board of a game, takes a tenth.
 * @param {Page} page
 */
export async function withShortLooks(page) {
  shortLooks ??= scriptsWithShortLooks();
  for (const [name, body] of await shortLooks)
    await page.route(`**/assets/${name}`, (route) => route.fulfill({ body, contentType: 'text/javascript' }));
}

/** The scripts of the site that say how long the AI looks, by name, with short looks. */
async function scriptsWithShortLooks() {
  /** @type {Map<string, string>} */
  const scripts = new Map();
  for (const name of await readdir(ASSETS)) {
    if (!name.endsWith('.js')) continue;
    let looks = 0;
    const body = (await readFile(new URL(name, ASSETS), 'utf8')).replaceAll(COMPARED, (nodes) => {
      looks++;
      return String(Number(nodes) / SHORTER);
    });
    if (looks === LOOKS) scripts.set(name, body);
  }
  if (scripts.size === 0) throw new Error(`no script of the site has ${LOOKS} looks that compare moves`);
  return scripts;
}

/** Waits until the AI is idle. @param {Page} page */
export async function untilPilotRests(page) {
  await page.waitForSelector('html[data-pilot="off"]', { timeout: PATIENCE });
}

/**
 * Records the tasks of the page's main thread during an action. A task counts with the CPU time of its
 * thread, so that other load on the machine does not count, and neither do scripts that the test slows down.
 * @param {Page} page @param {() => Promise<void>} during
 * @returns {Promise<number[]>} milliseconds of each task, longest first
 */
export async function taskTimes(page, during) {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser');
  await browser.startTracing(page, {
    categories: ['disabled-by-default-devtools.timeline', 'devtools.timeline', 'toplevel'],
  });
  await during();
  /**
   * @type {{ traceEvents: { name: string, ph: string, pid: number, tid: number, tdur?: number, args: {
   *   name?: string } }[] }}
   */
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const times = traceEvents
    .filter(({ name, pid, tid }) => name === 'RunTask' && threads.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000 / SLOWER);
  if (times.length === 0)
    throw new Error('the trace holds no task of the page: has the browser changed its names?');
  return times.sort((a, b) => b - a);
}

/** Sets the speed slider, like a user. @param {Page} page @param {number} place */
export async function setSpeed(page, place) {
  await page.locator('#speed').evaluate((slider, value) => {
    /** @type {HTMLInputElement} */ (slider).value = String(value);
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  }, place);
}

/** By `Intl`, not by the page’s own list. @param {string} language @returns {boolean} */
export function isRightToLeft(language) {
  const locale = /** @type {any} */ (new Intl.Locale(language));
  return (locale.getTextInfo?.() ?? locale.textInfo).direction === 'rtl';
}
