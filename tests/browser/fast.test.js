// The first playable board: how many compressed bytes it takes, and that nothing of it is found late.
//
// Leaves out stalls while it is played (engine.test.js) and times (lighthouse.test.js), which a busy machine disturbs.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compressed } from './host.js';
import { visit } from './harness.js';
import { PATIENCE, cells } from './table.js';

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));
/** The budget of HTML, CSS, JavaScript and WebAssembly, in bytes. */
const BUDGET = 60_000;

for (const document of ['index.html', 'embed.html']) {
  test(`a board can be played with at most ${BUDGET} bytes, compressed, all named in ${document}`, async (t) => {
    const html = await readFile(DIST + document, 'utf8');
    /** @type {Set<string>} */
    const loaded = new Set();
    // One journey for the document and one for all the rest: what the document does not name comes later, and here never.
    const { page, url } = await visit(t, { path: 'version.txt', allow: [/ERR_FAILED/, /favicon/] });
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
