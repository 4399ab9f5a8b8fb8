// The packed package in a Vite project: the build in Chromium, with threads and without, and the element with its frame.

import assert from 'node:assert/strict';
import { cp, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { build } from 'vite';
import { assertResult, inNode, makeProject, openPage } from './project.js';

/** @import { Result } from './project.js' */

/** @type {string} */
let project;
/** @type {Result} */
let expected;
before(async () => {
  project = await makeProject('vite');
  expected = await inNode(project);
  const readme = await readFile(join(project, 'node_modules/afterstate/README.md'), 'utf8');
  const [, element = ''] = /```html\n(.*?)```/s.exec(readme) ?? [];
  const page = await readFile(join(project, 'index.html'), 'utf8');
  await writeFile(join(project, 'element.html'), page.replace(/<script.*<\/script>/, element));
  await cp(join(project, 'node_modules/afterstate/site'), join(project, 'public/2048'), { recursive: true });
  await build({
    root: project, logLevel: 'error', configFile: false,
    build: { rollupOptions: { input: [join(project, 'index.html'), join(project, 'element.html')], onwarn(warning) { throw new Error(warning.message); } } },
  });
});

test('the build has the modules and the network as files of their own', async () => {
  const files = (await readdir(join(project, 'dist/assets'))).map((file) => file.replace(/-[\w-]{8}\./, '.'));
  for (const file of ['afterstate_bg.wasm', 'afterstate_threads_bg.wasm', 'engine-worker.js']) assert.ok(files.includes(file), `${file} in ${files}`);
  assert.ok(files.some((file) => /^lite-.*\.bin$/.test(file)));
});

for (const isolated of [true, false]) {
  test(`the page finds what Node finds, ${isolated ? 'with two threads' : 'with one thread where it is not isolated'}`, async (t) => {
    const { result, complaints, asked } = await openPage(t, join(project, 'dist'), { isolated, options: { threads: 2 } });
    assertResult(result, expected, isolated ? 2 : 1);
    assert.deepEqual(complaints, []);
    assert.equal(asked.some((url) => url.includes('afterstate_threads_bg')), isolated, 'only one engine is loaded');
  });
}

test('the element of the README plays in its frame', async (t) => {
  const { page, complaints } = await openPage(t, join(project, 'dist'), { isolated: false });
  const { origin } = new URL(page.url());
  await page.goto(`${origin}/element.html`);
  await page.waitForFunction(() => /** @type {any} */ (document.querySelector('play-2048'))?.ranks, undefined, { timeout: 30_000 });
  const frame = page.frames().find((inner) => inner.url().startsWith(`${origin}/2048/embed.html?`));
  assert.ok(frame);
  const hint = await page.evaluate(() => /** @type {any} */ (document.querySelector('play-2048')).hint());
  assert.equal(typeof hint?.best, 'number');
  const refused = await page.evaluate(() => new Promise((resolve) => {
    const game = /** @type {HTMLElement} */ (document.querySelector('play-2048'));
    game.addEventListener('refused', (event) => resolve(/** @type {CustomEvent} */ (event).detail));
    game.setAttribute('site', 'javascript:alert(1)');
  }));
  assert.deepEqual(refused, { about: 'site', message: 'site cannot be "javascript:alert(1)"; it takes the http or https address of a copy of the site' });
  assert.deepEqual(complaints.filter((text) => !text.includes('site cannot be')), []);
});
