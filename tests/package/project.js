// An empty project with the packed packages installed in it, and the page of tests/package/app opened in
// Chromium.
//
// `./build.sh package` must have packed them.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { after } from 'node:test';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { startBrowser, startSite } from '../browser/site.js';

/** @import { Browser, Page } from 'playwright-core' */
/** @import { TestContext } from 'node:test' */
/**
 * @typedef {{ values: (number | null)[], plies: number[], aborted: string, same: boolean, threads: number,
 *   network: string | null }} Result
 */

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PACKED = join(ROOT, 'dist-packages');
const APP = fileURLToPath(new URL('./app/', import.meta.url));
const PATIENCE = 60_000;
const execute = promisify(execFile);

/**
 * @param {string} file
 * @param {string[]} args
 * @param {string} cwd
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<string>} what it prints
 */
export async function run(file, args, cwd, env = process.env) {
  const { stdout } = await execute(file, args, { cwd, env, maxBuffer: 1 << 26 }).catch((error) => {
    throw new Error(`${file} ${args.join(' ')}: ${error.message}\n${error.stdout}`);
  });
  return stdout;
}

/**
 * A new folder with the packages installed and the app's files.
 * @param {string} name
 * @param {{ unpack?: boolean }} [options] `unpack`: without npm, which takes longer than to unpack them
 * @returns {Promise<string>} its path
 */
export async function makeProject(name, { unpack = false } = {}) {
  const folder = join(ROOT, 'target/package-tests', name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cp(APP, folder, { recursive: true });
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'project', private: true, type: 'module' }),
  );
  const packed = (await readdir(PACKED))
    .filter((file) => file.endsWith('.tgz'))
    .map((file) => join(PACKED, file));
  assert.equal(packed.length, 2, 'run ./build.sh package first');
  if (unpack) {
    for (const file of packed) {
      const to = join(folder, 'node_modules', basename(file).replace(/-\d.*$/, ''));
      await mkdir(to, { recursive: true });
      await run('tar', ['-xzf', file, '--strip-components=1', '-C', to], folder);
    }
  } else {
    await run(
      'npm',
      ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', ...packed],
      folder,
    );
  }
  return folder;
}

/**
 * What the app finds in Node: every bundle must find the same.
 * @param {string} project
 * @param {string} [node]
 * @returns {Promise<Result>}
 */
export async function inNode(project, node = process.execPath) {
  const script = "import { run } from './main.js'; console.log(JSON.stringify(await run()));";
  return JSON.parse(await run(node, ['--input-type=module', '--eval', script], project));
}

/** The browser of all tests of a file, started at its first use. @type {Promise<Browser> | undefined} */
let browser;
after(async () => (await browser)?.close());

/**
 * Opens a page of a folder in Chromium.
 * @param {TestContext} t @param {string} dir @param {{ isolated: boolean, options?: object, path?: string }}
 *   options
 */
export async function openPage(t, dir, { isolated, options, path = '' }) {
  browser ??= startBrowser({ shell: true });
  const site = await startSite({ dir, isolated });
  t.after(() => site.stop());
  const context = await (await browser).newContext({ serviceWorkers: 'block' });
  t.after(() => context.close());
  const page = await context.newPage();
  /** @type {string[]} */
  const complaints = [];
  /** @type {string[]} */
  const asked = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
  context.on('request', (request) => asked.push(request.url()));
  if (options) await page.addInitScript((given) => Object.assign(globalThis, { options: given }), options);
  await page.goto(site.url + path);
  return { page, complaints, asked };
}

/**
 * Opens a folder's page with the app, and waits for what it finds.
 * @param {Parameters<typeof openPage>} asked
 */
export async function openApp(...asked) {
  const opened = await openPage(...asked);
  const handle = await opened.page.waitForFunction(() => /** @type {any} */ (globalThis).result, undefined, {
    timeout: PATIENCE,
  });
  const result = /** @type {Result & { failed?: string }} */ (await handle.jsonValue());
  assert.equal(result.failed, undefined);
  return { ...opened, result };
}

/**
 * Presses the hint button of a guide while the engine cannot start. Afterwards it can.
 * @param {Page} page
 * @param {string[]} complaints of the page, which are forgotten
 */
export async function failToStart(page, complaints) {
  await page.context().route(/engine-worker/, (route) => route.abort());
  const failed = page.waitForEvent('pageerror', { timeout: 30_000 });
  await page.locator('#hint').click();
  await failed;
  await page.context().unroute(/engine-worker/);
  complaints.length = 0;
}

/** @param {Result} result @param {Result} expected @param {number} threads */
export function assertResult(result, expected, threads) {
  assert.deepEqual(result, { ...expected, threads });
  assert.deepEqual(
    [result.plies, result.aborted, result.same, result.network],
    [[1, 2, 3], 'AbortError', true, 'lite'],
  );
}
