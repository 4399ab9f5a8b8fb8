// The built site loads without errors, and both packages run; in the whole Chromium also where other tests
// run in its shell.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from './harness.js';

test('without the headers a page is not isolated, and the package without threads plays a move', async (t) => {
  const { page } = await visit(t, { whole: true, isolated: false, path: 'version.txt' });
  assert.equal(await page.evaluate(() => crossOriginIsolated), false);
  const moved = await page.evaluate(async () => {
    const engine = await import(new URL('pkg/afterstate.js', location.href).href);
    await engine.default();
    const game = new engine.Game(4, 4, 1n);
    const direction = game.possible().indexOf(true);
    return { version: engine.version(), moves: [game.play(direction), game.moves][1] };
  });
  assert.match(moved.version, /^\d+\.\d+\.\d+$/);
  assert.equal(moved.moves, 1);
});

test('with the headers the page is isolated, and the package with threads starts its pool in a worker under the policy, and searches', async (t) => {
  // A worker's script must come from the site, so the test answers the request for an unused path.
  const script = `
    const engine = await import('./pkg-parallel/afterstate.js');
    await engine.default();
    await engine.initThreadPool(2);
    const solver = new engine.Solver({ tableBytes: 1 << 20 });
    const report = solver.search(Uint8Array.of(1, 2, 3, 4, ...Array(12).fill(0)), 4, 4, { ply: 3 });
    postMessage({ threads: report.threads, ply: report.ply, shared: engine.wasmMemory().buffer instanceof SharedArrayBuffer });
  `;
  const { page, url } = await visit(t, {
    whole: true,
    before: (page) =>
      page.context().route('**/pool-test.js', async (route) => {
        const answer = await route.fetch({ url: new URL('pkg/afterstate.js', route.request().url()).href });
        await route.fulfill({ response: answer, body: script });
      }),
  });
  assert.equal(await page.evaluate(() => crossOriginIsolated), true);
  await page.goto(`${url}version.txt`); // the policy of the HTML pages allows no other workers
  const report = await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const worker = new Worker('pool-test.js', { type: 'module' });
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = (event) => reject(new Error(event.message));
        setTimeout(() => reject(new Error('the pool does not start')), 30_000);
      }),
  );
  assert.deepEqual(report, { threads: 2, ply: 3, shared: true });
});
