// The packed package in a Vite project: the build in Chromium, with threads and without, and the element with
// its frame.

import assert from 'node:assert/strict';
import { cp, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { tried } from '../all.js';
import { ROOT, assertResult, failToStart, inNode, makeProject, openApp, openPage } from './project.js';

/** @import { Result } from './project.js' */

/**
 * Tiles as the original's page has them: one that is new, some that were moved, and two that merge into a
 * third. They fill the first column and are all different, so that Right is the only move.
 */
const TILES = `
  <div class="tile tile-2 tile-position-1-1 tile-new"><div class="tile-inner">2</div></div>
  <div class="tile tile-4 tile-position-1-2"><div class="tile-inner">4</div></div>
  <div class="tile tile-8 tile-position-1-2 tile-merged"><div class="tile-inner">8</div></div>
  <div class="tile tile-4 tile-position-1-2"><div class="tile-inner">4</div></div>
  <div class="tile tile-4 tile-position-1-3"><div class="tile-inner">4</div></div>
  <div class="tile tile-4096 tile-position-1-4 tile-super"><div class="tile-inner">4096</div></div>`;

/** The button and the module of the guide on a page with the original's markup. */
async function guidePage() {
  const guide = await readFile(join(ROOT, 'docs/use/ai-for-your-2048.md'), 'utf8');
  const [, button = ''] = /```html\n(.*?)```/s.exec(guide) ?? [];
  const [, module = ''] = /```js\n(.*?)```/s.exec(guide) ?? [];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>2048</title><link rel="icon" href="data:,"></head>
    <body><div class="container"><div class="game-container"><div class="tile-container">${TILES}</div></div>${button}</div>
    <script type="module">${module}</script></body></html>`;
}

/** @type {string} */
let project;
/** @type {Result} */
let expected;
before(async () => {
  project = await makeProject('vite', { unpack: true });
  expected = await inNode(project);
  const readme = await readFile(join(project, 'node_modules/afterstate/README.md'), 'utf8');
  const [, element = ''] = /```html\n(.*?)```/s.exec(readme) ?? [];
  const page = await readFile(join(project, 'index.html'), 'utf8');
  await writeFile(join(project, 'element.html'), page.replace(/<script.*<\/script>/, element));
  await writeFile(join(project, 'guide.html'), await guidePage());
  await cp(join(project, 'node_modules/afterstate/site'), join(project, 'public/2048'), { recursive: true });
  await build({
    root: project,
    logLevel: 'error',
    configFile: false,
    build: {
      rollupOptions: {
        input: [join(project, 'index.html'), join(project, 'element.html'), join(project, 'guide.html')],
        onwarn(warning) {
          // On a busy machine Vite reports slow plugins.
          if (warning.code !== 'PLUGIN_TIMINGS') throw new Error(warning.message);
        },
      },
    },
  });
});

test('the build has the modules and the network as files of their own', async () => {
  const files = (await readdir(join(project, 'dist/assets'))).map((file) => file.replace(/-[\w-]{8}\./, '.'));
  for (const file of ['afterstate_bg.wasm', 'afterstate_threads_bg.wasm', 'engine-worker.js'])
    assert.ok(files.includes(file), `${file} in ${files}`);
  assert.ok(files.some((file) => /^lite-.*\.bin$/.test(file)));
});

for (const bundled of [false, true]) {
  test(`a build for a server starts there, the packages ${bundled ? 'in the bundle' : 'beside it'}`, async () => {
    const entry = 'server.js';
    await writeFile(
      join(project, entry),
      `export * from './main.js';
      export { full } from 'afterstate-models/full';
      export { Play2048 } from 'afterstate/element';`,
    );
    const outDir = join(project, bundled ? 'server-bundled' : 'server');
    await build({
      root: project,
      logLevel: 'error',
      configFile: false,
      ssr: { noExternal: bundled || undefined },
      build: { ssr: entry, outDir },
    });
    const served = await import(pathToFileURL(join(outDir, entry)).href);
    assert.equal(typeof served.Play2048, 'function');
    // In a bundle, the files of the packages do not lie beside the code that reads them.
    if (!bundled) assertResult(await served.run(), expected, 1);
  });
}

// The page of the guide is not isolated either.
for (const isolated of tried([true], [true, false])) {
  test(`the page finds what Node finds, ${isolated ? 'with two threads' : 'with one thread where it is not isolated'}`, async (t) => {
    const { result, complaints, asked } = await openApp(t, join(project, 'dist'), {
      isolated,
      options: { threads: 2 },
    });
    assertResult(result, expected, isolated ? 2 : 1);
    assert.deepEqual(complaints, []);
    assert.equal(
      asked.some((url) => url.includes('afterstate_threads_bg')),
      isolated,
      'only one engine is loaded',
    );
  });
}

test('the element of the README plays in its frame; a network that its site does not have is refused with those that it has', async (t) => {
  const { page, complaints } = await openPage(t, join(project, 'dist'), {
    isolated: false,
    path: 'element.html',
  });
  const { origin } = new URL(page.url());
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector('play-2048'))?.ranks,
    undefined,
    { timeout: 30_000 },
  );
  const frame = page.frames().find((inner) => inner.url().startsWith(`${origin}/2048/embed.html?`));
  assert.ok(frame);
  const hint = await page.evaluate(() => /** @type {any} */ (document.querySelector('play-2048')).hint());
  assert.equal(typeof hint?.best, 'number');
  const [best, networks] = await page.evaluate(async () => {
    const game = /** @type {any} */ (document.querySelector('play-2048'));
    /** @type {{ about: string, message: string }[]} */
    const details = [];
    game.addEventListener('refused', (/** @type {CustomEvent} */ { detail }) => details.push(detail));
    game.setAttribute('network', 'full');
    const hint = await game.hint();
    return [hint.best, details];
  });
  assert.equal(typeof best, 'number');
  assert.deepEqual(networks, [
    { about: 'network', message: 'network cannot be "full"; it takes built-in, automatic or lite' },
  ]);
  const refused = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const game = /** @type {HTMLElement} */ (document.querySelector('play-2048'));
        game.addEventListener('refused', (event) => resolve(/** @type {CustomEvent} */ (event).detail));
        game.setAttribute('site', 'javascript:alert(1)');
      }),
  );
  assert.deepEqual(refused, {
    about: 'site',
    message: 'site cannot be "javascript:alert(1)"; it takes the http or https address of a copy of the site',
  });
  assert.deepEqual(
    complaints.filter((text) => !/(site|network) cannot be/.test(text)),
    [],
  );
});

test('the hint button of the guide works again after the engine could not start, and reads the board of a page with the original markup', async (t) => {
  const { page, complaints, asked } = await openPage(t, join(project, 'dist'), {
    isolated: false,
    path: 'guide.html',
  });
  await page.waitForLoadState('networkidle');
  await failToStart(page, complaints);
  await page.locator('#hint').click();
  await page.getByRole('button', { name: 'Hint: →', exact: true }).waitFor({ timeout: 30_000 });
  await page.evaluate(() => {
    for (const tile of document.querySelectorAll('.tile')) tile.remove();
  });
  await page.locator('#hint').click();
  await page.waitForFunction(
    () => document.querySelector('#hint')?.textContent === 'No move is possible',
    undefined,
    { timeout: 30_000 },
  );
  assert.deepEqual(complaints, []);
  assert.ok(
    !asked.some((url) => url.includes('afterstate_threads_bg')),
    'one thread where it is not isolated',
  );
});
