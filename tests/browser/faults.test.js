// What the player sees of each fault of the AI's worker, and that the game and the AI go on. docs/faults.md is made of this
// table: `node tests/browser/faults.test.js --write`.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { visit } from './harness.js';
import { TYPES, headersOf } from './host.js';
import { PATIENCE, cells, untilBoard } from './table.js';

/** @import { Page } from 'playwright-core' */
/** @import { TestContext } from 'node:test' */
/** @import { AddressInfo } from 'node:net' */

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));
const DOCUMENT = new URL('../../docs/faults.md', import.meta.url);

/** @typedef {{ page: Page }} Setting */

/** A site whose engine can be told to fail. @param {TestContext} t @returns {Promise<string>} its address */
async function startHost(t) {
  const headers = headersOf(await readFile(`${DIST}_headers`, 'utf8'));
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    /** @type {Buffer | null} */
    let content = await readFile(DIST + path).catch(() => null);
    if (!content) return void response.writeHead(404, headers).end();
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    if (/engine-worker/.test(path)) content = Buffer.from(PRELUDE + content);
    response.writeHead(200, { ...headers, 'Content-Type': type, 'Cache-Control': 'no-store' });
    response.end(content);
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', () => resolve(undefined)); });
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://localhost:${/** @type {AddressInfo} */ (server.address()).port}/`;
}

/** Runs before the engine's worker: `fault`, which a test sets, says how it fails. */
const PRELUDE = `self.fault = '';
{
  const { postMessage, WebAssembly: { instantiate, RuntimeError } } = self;
  self.postMessage = (message, ...rest) => {
    const isAnswer = message.type === 'afterstate-answer' && message.value?.report;
    if (isAnswer && self.fault === 'garbage') message.value.report = { values: 'none', best: 17 };
    if (isAnswer && self.fault === 'late') setTimeout(() => postMessage.call(self, message, ...rest), 1500);
    else postMessage.call(self, message, ...rest);
  };
  addEventListener('message', ({ data }) => {
    if (self.fault === 'hang' && data?.question?.ask === 'search') for (;;);
  });
  WebAssembly.instantiate = async (module, imports) => {
    const { exports } = await instantiate(module, imports);
    const wrapped = { ...exports };
    for (const [name, run] of Object.entries(exports)) {
      if (typeof run === 'function') wrapped[name] = (...given) => {
        if (self.fault === 'trap in ' + name) throw new RuntimeError('unreachable');
        return run(...given);
      };
    }
    return { instance: { exports: wrapped }, module };
  };
}
`;

// ---- the table ----

/** The engine's workers, without the threads of a pool. @param {Page} page */
const engines = (page) => page.workers().filter((worker) => worker.url().includes('engine-worker'));
/** Sets the fault of every worker that runs; those that take their place have none. @param {Page} page @param {string} fault */
const strike = (page, fault) => Promise.all(engines(page).map((worker) => worker.evaluate((name) => { Object.assign(self, { fault: name }); }, fault).catch(() => {}))); // one may have ended
/** @param {Page} page @param {RegExp} words */
const toast = (page, words) => page.locator('.toast', { hasText: words }).first().waitFor({ timeout: PATIENCE });
/** @param {Page} page */
const hint = (page) => page.click('#hint');

const RESTARTED = '“The AI stopped (…) and was restarted.”';

/**
 * What goes wrong, what the player sees, what happens then, and how a test makes it happen.
 * @type {[fault: string, seen: string, then: string, act: (setting: Setting) => Promise<unknown>][]}
 */
const FAULTS = [
  ['a worker dies', RESTARTED, 'the hint that was asked for is searched again', async ({ page }) => {
    const [worker] = engines(page);
    await worker?.evaluate(() => { close(); }).catch(() => {});
    await hint(page);
    await toast(page, /The AI stopped \(.*\) and was restarted/);
  }],
  ['a worker hangs', RESTARTED, 'after the search’s time and three seconds it is replaced, and the hint is searched again', async ({ page }) => {
    await strike(page, 'hang');
    await hint(page);
    await toast(page, /The AI stopped \(.*\) and was restarted/);
  }],
  ['a worker answers late', 'nothing', 'an answer about an older board is dropped', async ({ page }) => {
    await strike(page, 'late');
    await hint(page);
    await page.waitForTimeout(700);
    await move(page);
    await page.waitForTimeout(1500);
    assert.equal(await page.isHidden('#hint-arrow'), true);
    await strike(page, '');
  }],
  ['a worker answers garbage', RESTARTED, 'the hint is searched again', async ({ page }) => {
    await strike(page, 'garbage');
    await hint(page);
    await toast(page, /The AI stopped \(invalid answer\) and was restarted/);
  }],
  ['the search traps', RESTARTED, 'the hint is searched again', async ({ page }) => {
    await strike(page, 'trap in solver_search');
    await hint(page);
    await toast(page, /The AI stopped \(.*\) and was restarted/);
  }],
];

/** Makes a move that is possible. @param {Page} page */
async function move(page) {
  const before = String(await cells(page));
  for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp']) {
    await page.keyboard.press(key);
    if (String(await cells(page)) !== before) return;
  }
  assert.fail('no move is possible');
}

/** The game goes on, and the AI answers. @param {Page} page @param {string} after */
async function goesOn(page, after) {
  await move(page);
  await hint(page);
  await page.waitForSelector('#hint-arrow:not([hidden])', { timeout: 2 * PATIENCE }).catch((error) => assert.fail(`after “${after}” no hint came: ${error.message}`));
}

/** @param {TestContext} t @returns {Promise<Setting>} */
async function sitDown(t) {
  const { page } = await visit(t, { path: 'about.html', allow: [/.*/] });
  page.setDefaultTimeout(PATIENCE);
  await page.goto(`${await startHost(t)}?tier=single`);
  await untilBoard(page);
  await hint(page);
  await page.waitForSelector('#hint-arrow:not([hidden])', { timeout: 2 * PATIENCE });
  return { page };
}

function table() {
  const rows = FAULTS.map(([fault, seen, then]) => `| ${fault} | ${seen} | ${then} |`);
  return ['| fault | the player sees | then |', '| --- | --- | --- |', ...rows].join('\n');
}
const MARKS = /(?<=<!-- made by tests\/browser\/faults\.test\.js -->\n)[^]*?(?=\n<!-- end -->)/;

if (process.argv.includes('--write')) {
  await writeFile(DOCUMENT, (await readFile(DOCUMENT, 'utf8')).replace(MARKS, table));
} else {
  test('the table of the documentation is this one', async () => {
    assert.equal(MARKS.exec(await readFile(DOCUMENT, 'utf8'))?.[0], table());
  });

  test('one fault after another', { timeout: 600_000 }, async (t) => {
    const setting = await sitDown(t);
    /** @type {string[]} */
    const failed = [];
    for (const [fault, , , act] of FAULTS) {
      try {
        await act(setting);
        await goesOn(setting.page, fault);
      } catch (error) {
        failed.push(`${fault}: ${error instanceof Error ? error.stack : error}`);
      }
    }
    assert.deepEqual(failed, []);
  });
}
