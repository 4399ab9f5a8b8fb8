// The first playable board: how many compressed bytes it takes, and that nothing of it is found late.
//
// Leaves out stalls while it is played (engine.test.js) and times (lighthouse.test.js), which a busy machine disturbs.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compressed } from './host.js';
import { visit } from './harness.js';
import { PATIENCE } from './table.js';

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));
/** The budget of HTML, CSS, JavaScript and WebAssembly, in bytes. */
const BUDGET = 60_000;

for (const path of ['', 'embed.html']) {
  test(`the first playable board takes at most ${BUDGET} bytes, compressed: /${path}`, async (t) => {
    /** @type {Set<string>} */
    const asked = new Set();
    const { page, url } = await visit(t, { path: 'version.txt' });
    let ready = false;
    page.on('request', (request) => { if (!ready) asked.add(new URL(request.url()).pathname.slice(1)); });
    await page.goto(url + path);
    await page.waitForSelector('html[data-page="ready"]', { timeout: PATIENCE });
    ready = true;
    /** @type {[string, number][]} */
    const sizes = [];
    for (const name of asked) {
      const file = name === '' ? 'index.html' : name;
      if (/^icons\/|webmanifest$/.test(file)) continue; // the browser's own frame, not the page
      sizes.push([file, (await compressed(await readFile(DIST + file))).length]);
    }
    const total = sizes.reduce((sum, [, size]) => sum + size, 0);
    sizes.sort((a, b) => b[1] - a[1]);
    t.diagnostic(`${total} bytes in ${sizes.length} files; ${sizes.slice(0, 6).map(([name, size]) => `${name} ${size}`).join(', ')}`);
    assert.ok(total <= BUDGET, `${total} bytes: ${sizes.map(([name, size]) => `${name} ${size}`).join(', ')}`);
    // One journey for the document and one for all the rest: on a slow network every further one would be felt.
    const html = await readFile(`${DIST}${path || 'index.html'}`, 'utf8');
    assert.deepEqual([...asked].filter((name) => name !== path && !html.includes(`"${name}"`)), [], 'what the document does not name is found late');
  });
}
