// Runs tests/wasm.rs in Chromium, as wasm-bindgen-test's own runner does, which brings 60 packages that would
// have to be compiled.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { TYPES } from './host.js';
import { visit } from './harness.js';

const BINDINGS = fileURLToPath(new URL('../../target/wasm-tests/', import.meta.url));
/** An empty page beside the bindings, without the rules of the page: a test makes a function from text. */
const PAGE = '<!doctype html><title>Tests</title><link rel="icon" href="data:,"><pre id="output"></pre>';

test('the tests of the crates for the browser', async (t) => {
  const { page, url } = await visit(t, { path: 'version.txt' });
  const address = `${url}wasm-tests/`;
  await page.route(`${address}*`, async (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
    await route.fulfill(
      name === ''
        ? { contentType: 'text/html', body: PAGE }
        : { contentType: String(TYPES[extname(name)]), body: await readFile(BINDINGS + name) },
    );
  });
  await page.goto(address);
  const { names, passed, output } = await page.evaluate(async (script) => {
    // What the tests call, by the convention of wasm-bindgen-test.
    Object.assign(globalThis, { __wbg_test_invoke: (/** @type {() => void} */ run) => run() });
    const { default: init, WasmBindgenTestContext } = await import(script);
    const exported = await init();
    const names = Object.keys(exported).filter((name) => name.startsWith('__wbgt_'));
    const context = new WasmBindgenTestContext(false);
    const passed = await context.run(names.map((name) => exported[name]));
    return { names, passed, output: document.getElementById('output')?.textContent ?? '' };
  }, `${address}afterstate.js`);
  t.diagnostic(output);
  assert.ok(names.length > 0, 'the module has tests');
  assert.ok(passed, output);
  for (const name of names) assert.ok(output.includes(`${name.split('::').at(-1)} ... ok`), output);
});
