// Takes pictures of the page in each of its states: node tools/page-pictures.js FOLDER, after `./build.sh
// build`.
//
// Options choose a part of all pictures, as lists with commas: --states menu,lab --sizes 320x568 --themes
// dark --languages de,ar

import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { startBrowser, startSite } from '../tests/browser/site.js';
import { THEME_NAMES } from '../www/shared/themes.js';
import { LANGUAGES } from '../www/shared/text.js';

/** @import { Page } from 'playwright-core' */

const SIZES = ['320x568', '390x844', '844x390', '768x1024', '1280x800'];
/** Up moves the 16384 out of its corner. */
const BOARD = '#board=4x4:000000011224edcb&score=300000';
/** The time limit of each step (ms); networks take long on a busy machine. */
const PATIENCE = 120_000;

/**
 * Opens the page of the game.
 * @param {Page} page
 * @param {string} [path]
 * @param {Record<string, unknown>} [settings]
 */
async function open(page, path = '', settings = {}) {
  await page.addInitScript((values) => {
    localStorage.setItem('afterstate:v1:settings', JSON.stringify({ version: 1, ...values }));
  }, settings);
  await page.goto(path);
  await page.waitForSelector('html[data-page="ready"]');
  // The board of a link has come.
  await page.waitForFunction(() => location.hash === '');
}

/** @param {Page} page @param {string} name */
async function openDialog(page, name) {
  await page.click('#more');
  if (name !== 'menu') await page.click(`#menu [data-dialog=${name}]`);
  await page.waitForSelector(`#${name}[open]`);
}

/**
 * Plays with the keyboard until the game is over, or for some moves.
 * @param {Page} page
 * @param {number} [most]
 */
const play = (page, most = Infinity) =>
  page.evaluate((limit) => {
    const over = () => document.getElementById('message')?.hidden === false;
    for (let index = 0; !over() && Number(document.documentElement.dataset.moves) < limit; index++) {
      const key = String(
        ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'][index % 6],
      );
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }),
      );
    }
  }, most);

/** @param {Page} page */
async function hint(page) {
  await open(page, BOARD);
  await page.click('#hint');
  await page.waitForSelector('#hint-arrow:not([hidden])');
}

/** @param {Page} page */
async function review(page) {
  await open(page, '?seed=3');
  await play(page, 60);
  await openDialog(page, 'replay');
  await page.click('.replay-right .dialog-buttons button');
  await page.waitForSelector('.review-results tbody tr', { state: 'attached' });
  await page.click('.review-worst button');
}

/** Leads to each state of the page. @type {Record<string, (page: Page) => Promise<unknown>>} */
const STATES = {
  play: hint,
  async panel(page) {
    await hint(page);
    if (await page.isVisible('#engine-toggle')) await page.click('#engine-toggle');
  },
  async coach(page) {
    await page.addInitScript(() => {
      localStorage.setItem('afterstate:v1:network', 'lite');
    });
    await open(page, BOARD, { coach: true, count: true });
    await page.waitForSelector('.outlook:not([hidden])');
    await page.keyboard.press('ArrowUp');
    await page.waitForSelector('[data-grade=blunder]');
    await page.waitForSelector('.outlook:not([hidden])');
  },
  review,
  async practice(page) {
    await review(page);
    await page.click('.replay-left > button');
    await page.waitForSelector('.toast');
  },
  async daily(page) {
    await page.clock.setFixedTime(new Date('2026-11-25T12:00:00Z'));
    await open(page, '?daily');
    await play(page);
    await page.click('.intro button');
    await page.waitForFunction(() =>
      /\(.+\)$/m.test(document.querySelector('.daily-share')?.textContent ?? ''),
    );
  },
  async history(page) {
    await open(page, '?engine=off');
    for (let game = 0; game < 3; game++) {
      if (game > 0) await page.click('#message-again');
      await play(page);
    }
    await openDialog(page, 'history');
    await page.waitForFunction(() => document.querySelectorAll('#history li').length === 3);
  },
  async mirror(page) {
    await open(page, BOARD);
    await page.click('#more');
    // Before the settings.
    await page.click('#menu li:has(+ li [data-dialog=settings]) button');
    await page.waitForSelector('.mirror');
    await page.keyboard.press('ArrowLeft');
  },
  menu: (page) => open(page).then(() => openDialog(page, 'menu')),
  size: (page) => open(page).then(() => openDialog(page, 'size')),
  setup: (page) => open(page, BOARD).then(() => openDialog(page, 'setup')),
  settings: (page) => open(page).then(() => openDialog(page, 'settings')),
  async over(page) {
    await open(page, '?engine=off&seed=3');
    await play(page);
  },
  async lab(page) {
    await page.goto('lab.html#play=greedy&play=always-up&games=20');
    await page.waitForSelector('html[data-lab="ready"]');
    await page.click('#run');
    await page.waitForSelector('html[data-results="whole"]');
  },
  about: (page) => page.goto('about.html'),
  builder: (page) => page.goto('embed-builder.html', { waitUntil: 'networkidle' }),
};

/**
 * Takes one state in one language on one kind of device, in all sizes and themes.
 * @param {string} name
 * @param {string} language
 * @param {string[]} sizes
 * @param {boolean} touch
 */
async function take(name, language, sizes, touch) {
  if (sizes.length === 0) return;
  const context = await browser.newContext({
    baseURL: site.url,
    locale: language,
    hasTouch: touch,
    isMobile: touch,
    viewport: viewport(sizes[0]),
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  await page.addInitScript(() => {
    localStorage['afterstate:v1:network'] ??= 'built-in';
  });
  try {
    await STATES[name]?.(page);
    if (name !== 'practice') await page.locator('.toast').waitFor({ state: 'hidden' });
    for (const size of sizes) {
      await page.setViewportSize(viewport(size));
      for (const theme of themes) {
        await page.evaluate((chosen) => {
          document.documentElement.dataset.theme = chosen;
        }, theme);
        await page.screenshot({
          path: `${folder}/${name}-${size}-${theme}-${language}.png`,
          fullPage: /lab|about|builder/.test(name),
        });
      }
    }
  } catch (error) {
    console.error(`${name}, ${language}, ${sizes}: ${error}`);
    process.exitCode = 1;
  }
  await context.close();
}

/** @param {string} [size] */
function viewport(size = '') {
  const [width = 0, height = 0] = size.split('x').map(Number);
  return { width, height };
}

const list = { type: /** @type {const} */ ('string') };
const {
  values: options,
  positionals: [folder],
} = parseArgs({
  allowPositionals: true,
  options: { states: list, sizes: list, themes: list, languages: list },
});
/** @param {string | undefined} chosen @param {readonly string[]} known @param {readonly string[]} [usual] */
function chosenOf(chosen, known, usual = known) {
  const names = chosen?.split(',') ?? usual;
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`unknown: ${unknown}. Known are: ${known}`);
  return names;
}
if (!folder)
  throw new Error(
    'usage: node tools/page-pictures.js FOLDER [--states …] [--sizes …] [--themes …] [--languages …]',
  );
const states = chosenOf(options.states, Object.keys(STATES));
const sizes = chosenOf(options.sizes, SIZES);
const themes = chosenOf(
  options.themes,
  THEME_NAMES,
  THEME_NAMES.filter((theme) => theme !== 'system'),
);
const languages = chosenOf(options.languages, LANGUAGES, ['en', 'de', 'ar']);

await mkdir(folder, { recursive: true });
const [browser, site] = await Promise.all([startBrowser(), startSite()]);
for (const name of states) {
  for (const language of languages) {
    // Only the widest is a window with a mouse.
    await take(
      name,
      language,
      sizes.filter((size) => viewport(size).width < 1000),
      true,
    );
    await take(
      name,
      language,
      sizes.filter((size) => viewport(size).width >= 1000),
      false,
    );
  }
}
await browser.close();
await site.stop();
