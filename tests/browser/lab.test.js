// The Lab: the same games as the command line, Stop, links, downloads, workers that die, search trees, and
// layout.

import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { ALL, tried } from '../all.js';
import { COLOR_RULES, assertClean } from './axe.js';
import { screenshot, visit } from './harness.js';
import { SERVER as BINARY } from './site.js';
import { PATIENCE, killWorker, resize, taskTimes } from './table.js';

/** @import { Page } from 'playwright-core' */
/** @import { TestContext } from 'node:test' */

/** The threshold of the Long Tasks API, and about where people notice a delay. */
const STALL_MS = 50;

/** `afterstate match greedy always-up --games 20 --seed 0 --board ROWSxCOLS --format json`. */
const NATIVE = {
  '4x4': [
    {
      player: 'greedy',
      games: 20,
      mean_score: 3157,
      interval_95: 695.2616673056438,
      median_score: 2754,
      min_score: 1208,
      max_score: 6548,
      mean_moves: 262.4,
      share_256: 0.65,
      share_512: 0.15,
    },
    {
      player: 'always-up',
      games: 20,
      mean_score: 2217,
      interval_95: 531.292575773422,
      median_score: 1824,
      min_score: 772,
      max_score: 5688,
      mean_moves: 202.05,
      share_256: 0.4,
      share_512: 0.05,
    },
  ],
  '3x3': [
    {
      player: 'greedy',
      games: 20,
      mean_score: 424.4,
      interval_95: 94.25408675195918,
      median_score: 458,
      min_score: 96,
      max_score: 820,
      mean_moves: 53.45,
      share_32: 0.85,
      share_64: 0.65,
    },
    {
      player: 'always-up',
      games: 20,
      mean_score: 367.2,
      interval_95: 110.73110758874213,
      median_score: 264,
      min_score: 100,
      max_score: 1088,
      mean_moves: 48.35,
      share_32: 0.95,
      share_64: 0.4,
    },
  ],
};
/** Thousands of its games are a run of minutes, so that there is time to press Stop. */
const LONG = 'monte-carlo:playouts=5';

/** Without motion, which takes more time of the machine than all else. */
const STILL = { reducedMotion: /** @type {const} */ ('reduce') };

/** @param {TestContext} t @param {string} fragment @param {Parameters<typeof visit>[1]} [options] */
async function open(t, fragment, options = {}) {
  const visited = await visit(t, { path: `lab.html${fragment}`, ...options });
  visited.page.setDefaultTimeout(PATIENCE);
  await visited.page.waitForSelector('html[data-lab="ready"]');
  return visited;
}

/**
 * Opens a link in the page that is there, which shows its setup.
 * @param {Page} page @param {string} fragment
 */
async function follow(page, fragment) {
  await page.evaluate(
    (fragment) =>
      new Promise((resolve) => {
        addEventListener('hashchange', resolve, { once: true });
        location.hash = fragment;
      }),
    fragment,
  );
}

/** @param {Page} page */
async function untilWhole(page) {
  await page.waitForSelector('html[data-lab="ready"][data-results="whole"]', { timeout: 120_000 });
}

/** Waits until a game of a run has ended. @param {Page} page @param {number} all the games of the run */
const untilPlaying = (page, all) =>
  page.locator('#progress-line', { hasText: new RegExp(`^[1-9]\\d* of ${all} games`) }).waitFor();

/** Plays the games of the form. @param {Page} page */
async function play(page) {
  await page.click('#run');
  await untilWhole(page);
}

/** @param {Page} page */
const assertNoSidewaysScrolling = async (page, /** @type {number} */ width) => {
  await resize(page, width, 900);
  assert.ok(
    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    `${width} px: no scrolling sideways`,
  );
};

/** @param {Page} page @param {string} button */
async function download(page, button) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

/** @param {Page} page */
async function table(page) {
  return page.$$eval('#table tr', (rows) =>
    rows.map((row) => [...row.children].map((cell) => cell.textContent)),
  );
}

/** The JSON that a command of the program prints. @param {string} command */
async function native(command) {
  return JSON.parse((await promisify(execFile)(BINARY, command.split(' '))).stdout);
}

/** A setup that a link has. */
const LINK = 'board=3x3&games=7&seed=12&end=2048&play=monte-carlo-limit:playouts=3,judge=minimum&play=random';

/** The page was opened with `LINK`; what is wrong in another is listed. @param {Page} page */
async function assertRestored(page) {
  assert.equal(await page.isVisible('#fields'), true, 'a link opens its form');
  assert.equal(await page.isVisible('#question'), false);
  assert.deepEqual(
    await page.$$eval('#rows, #cols, #games, #seed', (inputs) =>
      inputs.map((input) => /** @type {HTMLInputElement} */ (input).value),
    ),
    ['3', '3', '7', '12'],
  );
  assert.equal(await page.isChecked('#end'), true);
  assert.deepEqual(
    await page.$$eval('.card > select', (selects) =>
      selects.map((select) => /** @type {HTMLSelectElement} */ (select).value),
    ),
    ['monte-carlo-limit', 'random'],
  );
  assert.equal(await page.textContent('.card summary'), 'Settings: playouts=3, judge=minimum');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.click('#link');
  await page.locator('.toast', { hasText: 'copied' }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
  assert.equal(new URL(page.url()).hash, `#${LINK}`);
  await follow(page, '#games=many&play=nobody&play=random');
  await page
    .locator('.toast', {
      hasText: 'Ignored in the link: games=many (accepted: a whole number from 1 to 100000).',
    })
    .waitFor();
  await page
    .locator('.toast', { hasText: 'Unknown strategy "nobody". The strategies are random, sequential' })
    .waitFor();
}

/**
 * A board that a strategy does not play and a setting out of bounds get the crate's messages.
 * @param {Page} page
 */
async function assertRefused(page) {
  await follow(page, '#board=4x4&play=frolov-3.8&play=monte-carlo');
  await page.fill('#rows', '3');
  await page.click('#run');
  const problem = page.locator('#problem');
  await page.waitForFunction(() => document.querySelector('#problem')?.textContent !== '');
  assert.equal(await problem.textContent(), 'frolov-3.8 cannot play 3x4. It plays 4x4.');
  const first = page.locator('.card:nth-child(1) > select');
  assert.ok(await first.evaluate((select) => select === document.activeElement));
  assert.equal(await first.getAttribute('aria-invalid'), 'true');
  await page.fill('#rows', '10');
  await page.click('#run');
  await page.locator('#problem', { hasText: '2' }).waitFor();
  await page.fill('#rows', '4');
  await page.locator('.card:nth-child(2) summary').click();
  await page.locator('.card:nth-child(2)').getByLabel('Random games').fill('0');
  await page.click('#run');
  await page
    .locator('#problem', {
      hasText: 'monte-carlo: invalid playouts "0"; accepted: a whole number from 1 to 1000000.',
    })
    .waitFor();
  await page.fill('#games', '0');
  await page.click('#run');
  await page.locator('#problem', { hasText: 'Games must be a whole number from 1 to 100000.' }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'games');
}

/** By keyboard a strategy is added, chosen and removed, and a run is started. @param {Page} page */
async function assertKeyboard(page) {
  await follow(page, '#games=2&play=greedy');
  await page.focus('#add');
  await page.keyboard.press('Enter');
  const added = page.locator('.card:nth-child(2) > select');
  assert.ok(await added.evaluate((select) => select === document.activeElement));
  await page.keyboard.type('Always');
  assert.equal(await added.inputValue(), 'always-up');
  await page.locator('.card:first-child button').focus();
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('.card').count(), 1);
  await page.focus('#run');
  await page.keyboard.press('Enter');
  await untilWhole(page);
  assert.equal(
    await page.evaluate(() => document.activeElement?.id),
    'run',
    'the focus comes back from Stop',
  );
  await page.locator('#announcer', { hasText: '2 games played.' }).waitFor({ state: 'attached' });
}

/**
 * The Lab plays the games of `NATIVE`, and its downloads, table and charts have the same numbers.
 * @param {Page} page @param {string} board @param {(typeof NATIVE)['4x4'] | (typeof NATIVE)['3x3']} all
 */
async function assertNative(page, board, all) {
  const expected = /** @type {(typeof NATIVE)['4x4']} */ (all);
  await follow(page, `#board=${board}&games=20&seed=0&play=greedy&play=always-up`);
  await play(page);
  assert.equal(await page.textContent('#progress-line'), '40 games played.');
  const json = await download(page, '#save-json');
  assert.equal(json.name, 'afterstate-table.json');
  for (const [index, row] of JSON.parse(json.text).entries()) {
    const { player, ...numbers } = expected[index] ?? {};
    assert.equal(row.player, player);
    for (const [name, value] of Object.entries(numbers))
      assert.ok(Math.abs(row[name] - Number(value)) < 1e-9, `${player} ${name}: ${row[name]}`);
  }
  const csv = await download(page, '#save-games');
  assert.equal(csv.name, 'afterstate-games.csv');
  const lines = csv.text.trim().split('\n');
  assert.equal(lines[0], 'player,rows,cols,seed,score,largest_tile,moves,seconds,nodes');
  const seeds = lines
    .filter((line) => line.startsWith('"greedy"'))
    .map((line) => Number(line.split(',')[3]))
    .sort((a, b) => a - b);
  assert.deepEqual(
    seeds,
    Array.from({ length: 20 }, (_, seed) => seed),
  );
  assert.equal(lines.length, 41);
  // The page agrees with the downloads, and the charts have their numbers as text.
  const [head = [], first = []] = await table(page);
  assert.equal(
    first[head.indexOf('Mean score')],
    `${Math.round(expected[0]?.mean_score ?? 0).toLocaleString('en')} ± ${Math.round(expected[0]?.interval_95 ?? 0)}`,
  );
  assert.equal(first[head.indexOf('Median')], expected[0]?.median_score.toLocaleString('en'));
  assert.equal(await page.locator('.lab-chart').count(), 2);
  const counts = await page.$$eval('.lab-chart:first-child details td:last-child', (cells) =>
    cells.map((cell) => Number(cell.textContent)),
  );
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    20,
  );
}

/** What `afterstate match exact-score --games 40 --board ...` scores; 66.96 and 480.26 are expected. */
const EXACT = Object.entries({ '2x2': 68.3, '2x3': 470.2 });

test('a setup is restored from its link, and invalid parts are listed; what cannot be played is refused; by keyboard a strategy is added, chosen and removed, and a run is started; the command line plays the same games: with exact solutions and even spawns, and on several machines, whose merged file the page reads', async (t) => {
  const { page } = await open(t, `#${LINK}`, { context: STILL });
  await assertRestored(page);
  await assertRefused(page);
  await assertKeyboard(page);

  await follow(page, '#board=3x3&games=12&seed=5&play=greedy&play=always-up');
  await play(page);
  const withoutTimes = async () => (await table(page)).map((row) => row.slice(0, -1));
  const here = await withoutTimes();
  await page.click('#elsewhere > summary');
  const [, , , shard = '', merge = ''] = String(await page.textContent('#command')).split('\n');
  const folder = await mkdtemp(join(tmpdir(), 'afterstate-lab-'));
  t.after(() => rm(folder, { recursive: true }));
  const run = promisify(execFile);
  for (let index = 1; index <= 8; index++)
    await run(
      'sh',
      [
        '-c',
        shard.replace('afterstate', '"$0"').replaceAll('I/8', `${index}/8`).replace('-I.', `-${index}.`),
        BINARY,
      ],
      { cwd: folder },
    );
  await run('sh', ['-c', merge.replace('afterstate', '"$0"'), BINARY], { cwd: folder });

  for (const [board, expected] of tried(Object.entries(NATIVE).slice(0, 1), Object.entries(NATIVE)))
    await assertNative(page, board, expected);

  for (const [board, mean] of tried(EXACT.slice(0, 1), EXACT)) {
    await follow(
      page,
      `#board=${board}&games=40&seed=0&play=exact-score&play=exact-tile:tile=16&play=greedy`,
    );
    await play(page);
    const [exact, , greedy] = JSON.parse((await download(page, '#save-json')).text);
    assert.equal(exact.mean_score, mean, `the exact solution of ${board}`);
    assert.ok(exact.mean_score > greedy.mean_score);
  }

  // With even spawns, which the link keeps.
  await follow(page, '#games=5&seed=3&play=greedy');
  await page.check('#even');
  await play(page);
  const { text } = await download(page, '#save-games');
  const [expected] = await native('match greedy --games 5 --seed 3 --spawns even --format json');
  const [evenly] = JSON.parse((await download(page, '#save-json')).text);
  assert.deepEqual([evenly.player, evenly.mean_score], ['greedy (even spawns)', expected.mean_score]);
  assert.match(text, /greedy \(even spawns\)/);
  assert.match(new URL(page.url()).hash, /spawns=even/);
  assert.doesNotMatch(new URL(page.url()).hash, /spawns\)/);

  // The file of the several machines, and one of this page.
  await page.setInputFiles('#games-file', join(folder, 'games.csv'));
  await page.locator('#progress-line', { hasText: '24 games from games.csv.' }).waitFor();
  await untilWhole(page);
  assert.deepEqual(await withoutTimes(), here);

  // A run that is started while a file is read takes the place of its games.
  await page.evaluate(() => {
    const { arrayBuffer } = Blob.prototype;
    Blob.prototype.arrayBuffer = async function () {
      Blob.prototype.arrayBuffer = arrayBuffer;
      await new Promise((resolve) => Object.assign(globalThis, { release: resolve }));
      return arrayBuffer.call(this);
    };
  });
  await page.setInputFiles('#games-file', join(folder, 'games.csv'));
  await page.click('#run');
  await page.evaluate(() => /** @type {any} */ (globalThis).release());
  await page.locator('#progress-line', { hasText: '5 games played.' }).waitFor();
  await untilWhole(page);
  const ofRun = await withoutTimes();
  assert.deepEqual(
    ofRun.map(([strategy]) => strategy),
    ['Strategy', 'greedy (even spawns)'],
  );

  // A file without games changes nothing.
  await page.setInputFiles('#games-file', {
    name: 'other.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('strategy,score\n"gredy",1'),
  });
  await page.locator('.toast', { hasText: 'other.csv can’t be read: line 1 is not a game' }).waitFor();
  assert.deepEqual(await withoutTimes(), ofRun);
  // Of one with a long line only the beginning is quoted.
  await page.setInputFiles('#games-file', {
    name: 'table.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(JSON.stringify(new Array(20_000).fill({ score: 1 }))),
  });
  const words = await page.locator('.toast', { hasText: 'line 1 is not a game: "[{' }).textContent();
  assert.match(String(words), /expected player,rows,cols/);
  assert.ok(Number(words?.length) < 500, `${words?.length} characters`);
});

/**
 * A network plays the games of the command line beside a strategy, and their file can be read again.
 * @param {TestContext} t @param {Page} page
 */
async function assertNetwork(t, page) {
  await follow(page, '#games=1&seed=3&end=2048&play=greedy&play=network-lite:ply=1');
  await play(page);
  const { text: ofNetwork } = await download(page, '#save-games');
  const own = ofNetwork
    .split('\n')
    .filter((line) => line.startsWith('"network-lite:ply=1",4,4,'))
    .map((line) => line.split(',').slice(3, 5).map(Number))
    .sort(([a = 0], [b = 0]) => a - b);
  const folder = await mkdtemp(join(tmpdir(), 'afterstate-lab-'));
  t.after(() => rm(folder, { recursive: true }));
  const csv = join(folder, 'match.csv');
  await promisify(execFile)(BINARY, [
    ...`match models/lite.bin:ply=1 --games 1 --seed 3 --end-at 2048 --threads 1 --csv ${csv}`.split(' '),
  ]);
  const [header = '', ...games] = (await readFile(csv, 'utf8'))
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'));
  const columns = header.split(',');
  assert.deepEqual(
    own,
    games.map((line) => ['seed', 'score'].map((name) => Number(line.split(',')[columns.indexOf(name)]))),
  );
  await page.setInputFiles('#games-file', {
    name: 'games.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(ofNetwork),
  });
  await page.locator('#progress-line', { hasText: '2 games from games.csv.' }).waitFor();
}

/**
 * The Lab plays, watches and grows trees offline, and a network learns.
 * @param {Page} page @param {string} url
 */
async function assertOffline(page, url) {
  /** Begins to learn, and holds, once this many games have ended. @param {number} games */
  const learn = async (games) => {
    await page.click('#start');
    await page.waitForSelector('html[data-learn="learning"]');
    await page.waitForFunction(
      (least) => Number(document.getElementById('games')?.textContent) >= least,
      games,
    );
    await page.click('#start');
    await page.waitForSelector('html[data-learn="paused"]');
  };
  await page.goto(`${url}learn.html`);
  await page.click('#settings summary');
  await page.selectOption('#network', '5x4');
  await page.uncheck('#slow-start');
  await learn(0);
  await page.context().setOffline(true);
  await page.goto(`${url}lab.html#games=5&play=greedy`);
  await page.click('#run');
  await untilWhole(page);
  await page.waitForSelector('#watch:not([disabled])');
  await page.selectOption('#watch-speed', '0');
  await page.selectOption('#watched-strategy', 'network-lite');
  await page.click('#watch');
  const status = page.locator('#watch-status');
  await status.filter({ hasText: /^[\d,]+ points, [\d,]+ moves$/ }).waitFor();
  await page.click('#watch');
  assert.equal(await status.textContent(), 'Stopped.');
  while (page.workers().length > 1) await page.waitForTimeout(50); // only the worker of the store is left
  await page.locator('button:text-is("Show tree")').click();
  await page.locator('#tree-count', { hasText: '19 nodes' }).waitFor();
  await page.goto(`${url}learn.html`);
  await page.waitForSelector('html[data-learn]');
  await learn(1);
}

test('a link to the game that names a player of the papers leads to the Lab, where it is watched; Stop ends the workers and keeps the finished games; a worker that falls silent is replaced; a network plays the games of the command line; after this visit the Lab plays, watches and grows trees offline, and a network learns', async (t) => {
  const { page, url } = await visit(t, {
    path: '?engine=off&strategy=monte-carlo:playouts=7',
    context: { serviceWorkers: 'allow' },
    allow: [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/],
  });
  page.setDefaultTimeout(PATIENCE);
  const toast = page.locator('.toast', { hasText: 'The players of the papers are in the Lab.' });
  const toLab = toast.getByRole('button', { name: 'Lab' });
  await toLab.focus(); // so that it stays
  await page.waitForSelector('html[data-offline="kept"]');
  await toLab.click();
  await page.waitForSelector('html[data-lab="ready"]');
  assert.deepEqual(
    await page.$$eval('.card > select', (selects) =>
      selects.map((select) => /** @type {HTMLSelectElement} */ (select).value),
    ),
    ['monte-carlo'],
  );
  assert.equal(await page.textContent('.card summary'), 'Settings: playouts=7');
  // It can be watched at once, and a move that takes long does not keep its worker.
  await page.waitForSelector('#watch:not([disabled])');
  assert.equal(await page.inputValue('#watched-strategy'), 'monte-carlo');
  await page.locator('.watching summary').click();
  // A worker that searches is given two seconds before it is ended.
  await page.fill('#watched-playouts', ALL ? '1000000' : '10000');
  await page.click('#watch');
  await page.waitForFunction(() => document.getElementById('watch')?.textContent === 'Stop');
  await page.click('#watch');
  while (page.workers().length > 1) await page.waitForTimeout(50);

  await assertNetwork(t, page);

  // Stop right after Run ends the run, and the results stay.
  const results = await table(page);
  const workers = await page.inputValue('#workers');
  assert.ok(Number(workers) >= 1);
  await page.fill('#workers', '1');
  await follow(page, `#board=4x4&games=5000&play=greedy&play=${LONG}`);
  await page.evaluate(() => {
    document.getElementById('run')?.click();
    document.getElementById('stop')?.click();
  });
  await untilWhole(page);
  assert.deepEqual(await table(page), results);
  assert.equal(await page.textContent('#progress-line'), '2 games from games.csv.');
  await page.click('#run');
  await untilPlaying(page, 10_000);
  await page.waitForTimeout(200);
  assert.equal(page.workers().length, 2, 'as many play as the form says, and one collects');
  await page.click('#stop');
  await untilWhole(page);

  // Stop ends the workers and keeps the finished games; the page never stalls.
  await page.fill('#workers', workers);
  const timesOfRun = () =>
    taskTimes(page, async () => {
      await page.click('#run');
      await untilPlaying(page, 10_000);
      await page.waitForSelector('#table tbody tr');
      await page.waitForTimeout(300);
      assert.match(
        String(await page.textContent('#progress-line')),
        /\d+ of 10000 games, (time left unknown|about .* left)/,
      );
      await page.click('#stop');
      await untilWhole(page);
    });
  let times = await timesOfRun();
  // Load can only add to the time of a task.
  if (Number(times[0]) > STALL_MS) times = await timesOfRun();
  assert.match(String(await page.textContent('#progress-line')), /^Stopped: \d+ games? played\.$/);
  while (page.workers().length > 1) await page.waitForTimeout(50); // only the worker of the store is left
  const played = await page.$eval('#progress', (bar) => /** @type {HTMLProgressElement} */ (bar).value);
  const { text } = await download(page, '#save-games');
  assert.equal(text.trim().split('\n').length, played + 1);
  assert.ok(Number(times[0]) <= STALL_MS, `${times[0]} ms`);

  // A worker that falls silent is replaced, and its seed is played again. With more workers or shorter games
  // (these take two seconds) they could have ended before it dies.
  await follow(page, '#board=4x4&games=10&play=monte-carlo:playouts=40');
  await page.fill('#workers', '1');
  await page.click('#run');
  await untilPlaying(page, 10);
  // The first worker is that of the store.
  await killWorker(page.workers()[1]);
  await page.locator('.toast', { hasText: 'restarted on a new worker' }).waitFor();
  await untilWhole(page);
  assert.equal(await page.textContent('#progress-line'), '10 games played.');
  const { text: again } = await download(page, '#save-games');
  const seeds = again
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => Number(line.split(',').at(-6)))
    .sort((a, b) => a - b);
  assert.deepEqual(
    seeds,
    Array.from({ length: 10 }, (_, seed) => seed),
  );

  await assertOffline(page, url);
});

/**
 * A strategy is watched as it plays, and a network is refused what it does not play; see `assertOffline` for
 * one that plays.
 * @param {Page} page
 */
async function assertWatched(page) {
  await page.fill('#seed', '5');
  const status = page.locator('#watch-status');
  await page.waitForSelector('#watch:not([disabled])');
  await page.selectOption('#watch-speed', '0');
  assert.equal(await page.inputValue('#watched-strategy'), 'network-lite');
  await page.fill('#rows', '3');
  await page.click('#watch');
  await status.filter({ hasText: 'network-lite cannot play 3x4. It plays 4x4.' }).waitFor();

  await page.fill('#rows', '4');
  await page.selectOption('#watched-strategy', 'greedy');
  await page.click('#watch');
  await status.filter({ hasText: /^Game over: [\d,]+ points in [\d,]+ moves\.$/ }).waitFor();
  const [{ mean_score: score, mean_moves: moves }] = await native(
    'match greedy --games 1 --seed 5 --format json',
  );
  assert.equal(
    String(await status.textContent()).replaceAll(',', ''),
    `Game over: ${score} points in ${moves} moves.`,
  );
}

/** A table of a paper fills the form, and its figures appear below ours. @param {Page} page */
async function assertTableOfPaper(page) {
  await page.selectOption('#preset', { label: 'Tables 5.1 and 5.2, figure 5.1: blind players' });
  assert.match((await page.textContent('#preset-note')) ?? '', /1,000 games/);
  assert.equal(await page.locator('#cards > li').count(), 4);
  await page.fill('#games', '10');
  await play(page);
  const [, random = []] = await table(page);
  assert.equal(random[0], 'random');
  assert.match(random[2] ?? '', /^[\d,]+ ± [\d,]+ paper: 1,140$/);
  assert.match(random[5] ?? '', /^[\d,]+ paper: 4,670$/);
  const [head = []] = await table(page);
  assert.match(random[head.indexOf('Max tile')] ?? '', /^\d+ paper: 512$/);
  for (const width of [320, 390, 1280]) await assertNoSidewaysScrolling(page, width);
  // Games on another board have no figures in the paper.
  await page.fill('#rows', '3');
  await page.fill('#games', '2');
  await play(page);
  assert.doesNotMatch((await table(page)).flat().join(' '), /paper|Max tile/);
}

/** A search tree is shown and opened node by node; one that is too large is refused. @param {Page} page */
async function assertTree(page) {
  await page.locator('button:text-is("Show tree")').click();
  // `afterstate tree '2 4 / 4 .' cook-monotonic:depth=3,reading=rules`
  await page.locator('#tree-count', { hasText: '19 nodes: 5 player, 2 chance, 12 leaf nodes.' }).waitFor();
  const root = page.locator('#tree > li > details');
  assert.equal(await root.locator('> summary .node-words').textContent(), 'Player value 27.9 (heuristic 17)');
  const below = root.locator('> ul > li > details > summary .node-words');
  assert.deepEqual(await below.allTextContents(), [
    'Chance after Down (best): value 27.9 (heuristic 21)',
    'Chance after Right: value 27.9 (heuristic 21)',
  ]);
  assert.equal(await page.locator('#tree li').count(), 3, 'what is not open is not made');
  await below.first().focus();
  await root.locator('> ul > li:first-child > details > summary').press('Enter');
  const spawns = root.locator('> ul > li:first-child > details > ul > li .node-words');
  await spawns.nth(1).waitFor();
  assert.deepEqual(await spawns.allTextContents(), [
    'Player after a new 2 in row 1 column 2, 90%: value 28 (heuristic 24)',
    'Player after a new 4 in row 1 column 2, 10%: value 27 (heuristic 28)',
  ]);
  await page.fill('#tree-position', '2 4 8 / 2 . . / . . 4');
  await page.locator('#tree-strategy-place summary').click();
  await page.fill('#tree-depth', '9');
  await page.locator('#tree-depth').blur();
  await page.locator('button:text-is("Show tree")').click();
  await page
    .locator('#tree-problem', {
      hasText: 'the tree has more than 50000 nodes; reduce depth, or max-depth with dynamic.',
    })
    .waitFor();
  await page.fill('#tree-position', '2 3');
  await page.locator('button:text-is("Show tree")').click();
  await page.locator('#tree-problem', { hasText: '"3"' }).waitFor();

  // Enter starts the search from every field.
  const nodes = (/** @type {number} */ count) =>
    page.locator('#tree-count', { hasText: `${count} nodes: ` }).waitFor();
  await page.fill('#tree-depth', '3');
  await page.fill('#tree-position', '2 4 / 4 .');
  await page.press('#tree-position', 'Enter');
  await nodes(19);
  await page.fill('#tree-depth', '2');
  await page.press('#tree-depth', 'Enter');
  await nodes(7);
  await page.fill('#tree-depth', '1');
  await page.press('#tree-strategy-place select', 'Enter');
  await nodes(3);
}

/**
 * A pasted tree, of C.5, is shown; an invalid one is refused with its line, and nothing is lost.
 * @param {Page} page
 */
async function assertPastedTree(page) {
  await page.getByText('Paste a tree').click();
  const printed = (
    await readFile(new URL('../../crates/papers/tests/data/cook-c5-tree.txt', import.meta.url), 'utf8')
  )
    .split('\n')
    .slice(1)
    .join('\n');
  const show = (/** @type {string} */ text) =>
    // Sets the value directly, because typing ten thousand lines takes a minute.
    page.locator('#tree-text').evaluate((box, value) => {
      /** @type {HTMLTextAreaElement} */ (box).value = value;
      /** @type {HTMLButtonElement} */ (document.querySelector('#tree-own [type=submit]')).click();
    }, text);
  const problem = (/** @type {string} */ words) =>
    page.locator('#tree-text-problem', { hasText: words }).waitFor();
  await show(printed);
  const count = page.locator('#tree-count', { hasText: '19 nodes: 3 player, 6 chance, 10 leaf nodes.' });
  await count.waitFor();
  const root = page.locator('#tree > li > details');
  assert.equal(
    await root.locator('> summary .node-words').textContent(),
    'Player value -482.78 (heuristic 4,106)',
  );
  assert.deepEqual(await root.locator('> ul > li > details > summary .node-words').allTextContents(), [
    'Chance after Up (best): value -482.78 (heuristic 4,103)',
    'Chance after Down: value -539.38 (heuristic 4,157)',
  ]);
  const lines = printed.split('\n');
  for (const [text, words] of [
    ['', 'the text has no node'],
    ['\n\n<img src=x onerror=alert(1)>', 'line 3: its tiles fill no board with sides from 2 to 9'],
    [
      [...lines.slice(0, 6), lines[6]?.replace('#2048', '#2047'), ...lines.slice(7)].join('\n'),
      'line 7: a tile is not 0 or a power of 2',
    ],
    [`${printed.trim()}\n${'#'.repeat(50_000)}`, 'line 20: it does not end in M, C or L'],
    ...tried(
      [],
      [
        [`${lines[0]}\n`.repeat(10_001), 'the text has more than 10000 nodes'],
        [
          [...lines.slice(0, 3), lines[0]?.replace('#16', '#8'), ...lines.slice(4)].join('\n'),
          'line 4: no line before it leads to this position',
        ],
        [`${lines[0]}\n    ${lines[1]}`, 'line 2: it is indented more than one level below the line before'],
        [lines[0]?.replace('4106.0', 'NaN') ?? '', 'line 1: a value is not a number'],
      ],
    ),
  ]) {
    await show(String(text));
    await problem(String(words));
    assert.equal(await page.inputValue('#tree-text'), text);
    assert.ok((await count.isVisible()) && (await root.isVisible()), 'the tree that was shown stays');
  }
  await show('#2#4#2#8#0#4#20.0#22.2C\n #2#4#2#8#2#4#22.0#22.0L\n #2#4#2#8#4#4#24.0#24.0L');
  await page.locator('#tree-count', { hasText: '3 nodes: 0 player, 1 chance, 2 leaf nodes.' }).waitFor();
  assert.equal(await page.textContent('#tree-text-problem'), '');
}

test('the Lab opens with one question, whose games one button plays; games are watched, a table of a paper is played again, trees are shown; at every width nothing is cut off and nothing too small, and axe finds nothing in light and dark', async (t) => {
  const { page } = await visit(t, {
    path: 'lab.html',
    context: { ...STILL, viewport: { width: 390, height: 844 } },
  });
  page.setDefaultTimeout(PATIENCE);
  await page.waitForSelector('html[data-lab="ready"]');
  assert.equal(await page.innerText('#question h2'), 'Does trying things out beat taking the most points?');
  assert.equal(await page.isVisible('#fields'), false);
  assert.doesNotMatch(await page.locator('main').ariaSnapshot(), /- list( "[^"]*")?$/m, 'no empty list');
  const strong = await page.$$eval('.strong', (all) =>
    all.flatMap((one) => (one.checkVisibility() ? [one.id] : [])),
  );
  assert.equal(strong[0], 'run');
  await screenshot(page, 'lab-question');
  await page.click('#run');
  await page.locator(`#table tbody tr:nth-child(${ALL ? 2 : 1})`).waitFor();
  await page.click('#stop');
  await untilWhole(page);

  await resize(page, 1280, 900);
  await page.click('#choose > summary');
  await assertWatched(page);
  await assertTableOfPaper(page);
  await assertTree(page);
  await assertPastedTree(page);

  await follow(page, '#games=5&play=greedy&play=always-up&play=cook-sum:depth=3');
  await page.locator('.card:nth-child(3) summary').click();
  await page.click('#elsewhere > summary');
  await play(page);
  for (const width of [320, 768, 1280]) {
    await assertNoSidewaysScrolling(page, width);
    const small = await page.$$eval('button, select, summary, input:not([type=checkbox])', (all) =>
      all
        .map((control) => ({
          name: control.textContent?.trim() || control.id,
          box: control.getBoundingClientRect(),
        }))
        .filter(({ box }) => box.width > 0 && (box.width < 44 || box.height < 40)),
    );
    assert.deepEqual(small, [], `${width} px: controls of 40 px and more`);
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      await page.emulateMedia({ colorScheme });
      if (ALL || (width === 320 && colorScheme === 'dark') || (width === 1280 && colorScheme === 'light'))
        await assertClean(page, `the Lab, ${width} px, ${colorScheme}`, {
          rules: ALL || width === 320 ? undefined : COLOR_RULES,
        });
    }
  }
});
