// Starts the real server and a real Chromium, for the tests of the page and for the benchmarks.
//
// The site in dist/ and the server must be built before; `./build.sh test` and `./build.sh bench` do that.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { ALL } from '../all.js';

/** @import { Browser } from 'playwright-core' */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The command line, which also serves the site. */
export const SERVER = process.env.AFTERSTATE_SERVER ?? `${ROOT}target/debug/afterstate`;
export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** Chromium without windows and menus, which opens a page with half the work; or '' if it is missing. */
const SHELL = process.env.CHROMIUM_SHELL ?? debianShell();

function debianShell() {
  const path = '/usr/bin/chromium-headless-shell';
  return process.env.CHROMIUM === undefined && existsSync(path) ? path : '';
}

/** How long the server may take to start, in milliseconds. */
const SERVER_PATIENCE = 10_000;

/**
 * @typedef {object} Site
 * @property {string} url its address, with a '/' at the end
 * @property {() => Promise<void>} stop
 */

/**
 * Serves a folder as `afterstate serve` does, on a free port.
 * @param {{ isolated?: boolean, dir?: string, server?: string }} [options] isolated: with the headers that
 *   allow shared memory; server: the program to run
 * @returns {Promise<Site>}
 */
export async function startSite({ isolated = true, dir = `${ROOT}dist`, server: program = SERVER } = {}) {
  const server = spawn(
    program,
    ['serve', '--port', '0', '--dir', dir, '--headers', isolated ? 'on' : 'off'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = new Promise((resolve) => server.once('exit', resolve));
  const url = await new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('the server does not print its address')),
      SERVER_PATIENCE,
    );
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`the server ended at once, with code ${code}`)));
    createInterface({ input: server.stdout }).once('line', (line) => {
      clearTimeout(timer);
      resolve(line.trim());
    });
  });
  return {
    url,
    async stop() {
      server.kill();
      await ended;
    },
  };
}

/**
 * Starts a headless Chromium without background requests.
 * @param {{ backForwardCache?: boolean, flags?: string[], shell?: boolean }} [options] `backForwardCache`:
 *   on, as everywhere but in tests. A page that comes back from it has no load event; `flags`: more
 *   arguments; `shell`: that the shell will do, but not for `./build.sh test --all`
 * @returns {Promise<Browser>}
 */
export async function startBrowser({ backForwardCache = false, flags = [], shell = false } = {}) {
  const { 'goog:chromeOptions': options } = JSON.parse(
    await readFile(new URL('webdriver.json', import.meta.url), 'utf8'),
  );
  return chromium.launch({
    executablePath: (shell && !ALL && SHELL) || CHROMIUM,
    args: [...options.args, ...flags],
    ignoreDefaultArgs: backForwardCache ? ['--disable-back-forward-cache'] : [],
  });
}
