// The packed packages in Node: every example of the README, the app in a worker thread too, and damaged
// files.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { ALL } from '../all.js';
import { assertResult, makeProject, run } from './project.js';

/** @type {string} */
let project;
before(async () => {
  project = await makeProject('node', { unpack: !ALL });
});

/** @param {string} script @returns {Promise<string>} what it prints */
const runScript = async (script) => {
  await writeFile(join(project, 'script.js'), script);
  return run(process.execPath, ['script.js'], project);
};

/** What each example of the README prints, in their order. */
const PRINTS = [
  /^(Up|Right|Down|Left) \[/,
  // How many plies fit into the example's 200 ms is the machine's affair; `package.test.js` counts them.
  /^1 \d\n(?:\d+ \d\n)*AbortError\n$/,
  /^\d+ afterstate/,
  /^\d+ \d+\n$/,
  /^full\n$/,
  /^bad-board a board is a Game or its 16 ranks/,
];
/** The example with the largest network. */
const FULL = 4;
/** Printed after each example. */
const NEXT = '---- the next example ----\n';

/** The examples in a text. @param {string} readme */
const examplesOf = (readme) => [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, code = '']) => code);

test('every example of the README runs, and that in the README of the repository prints what it says there', async () => {
  const readme = await readFile(join(project, 'node_modules/afterstate/README.md'), 'utf8');
  const [first = ''] = examplesOf(await readFile(new URL('../../README.md', import.meta.url), 'utf8'));
  const examples = [...examplesOf(readme), first];
  assert.equal(examples.length, PRINTS.length + 1);
  // The largest network takes longer than all else, and is one like the small one.
  if (!ALL) examples[FULL] = "console.log('full')";
  // One process for all, as reading the package takes longer than most of them.
  for (const [at, example] of examples.entries())
    await writeFile(
      join(project, `example-${at}.js`),
      `${example}\nconsole.log(${JSON.stringify(NEXT.trim())});`,
    );
  const printed = await runScript(examples.map((_, at) => `await import('./example-${at}.js');`).join('\n'));
  const [, said = ''] = /console\.log.* \/\/ (.*)$/m.exec(first) ?? [];
  const prints = printed.split(NEXT);
  for (const [at, expected] of PRINTS.entries()) assert.match(String(prints[at]), expected, examples[at]);
  assert.equal(prints[PRINTS.length], `${said}\n`);
  assert.doesNotMatch(readme, /<!-- sizes/);
});

test("the element's copy of the site lists only files that it has: networks, and those to cache", async () => {
  const site = join(project, 'node_modules/afterstate/site');
  const [list = ''] = (await readdir(join(site, 'assets'))).filter((name) => /^models-.*\.json$/.test(name));
  const { models } = JSON.parse(await readFile(join(site, 'assets', list), 'utf8'));
  assert.deepEqual(
    models.map((/** @type {{ file: string }} */ { file }) => file),
    (await readdir(join(site, 'models'))).map((name) => `models/${name}`),
  );
  const worker = await readFile(join(site, 'sw.js'), 'utf8');
  const { files } = JSON.parse(/^self\.PRECACHE=(.*);\n/.exec(worker)?.[1] ?? '');
  for (const [file, sum] of Object.entries(files)) {
    const content = await readFile(join(site, file));
    assert.equal(createHash('sha256').update(content).digest('hex'), sum, file);
  }
});

test('every entry can be imported where there is no document, and so can what browsers get; the networks have their files', async () => {
  const imported = await runScript(`
    import { readFile, stat } from 'node:fs/promises';
    const imported = [];
    for (const name of ['afterstate', 'afterstate-models']) {
      const root = new URL(\`./node_modules/\${name}/\`, import.meta.url);
      const { exports } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'));
      for (const [entry, target] of Object.entries(exports)) {
        const files = typeof target === 'string' ? [target] : Object.values(target);
        for (const file of files.filter((path) => path.endsWith('.js'))) {
          await import(new URL(file, root));
          imported.push(name + file.slice(1));
        }
        if (!files.some((path) => path.endsWith('.js'))) continue;
        const { lite, full } = await import(name + entry.slice(1));
        for (const network of [lite, full].filter(Boolean))
          if ((await stat(network.url)).size !== network.bytes) throw new Error(network.id);
      }
    }
    console.log(imported.join(' '));`);
  assert.deepEqual(imported.trim().split(' '), [
    'afterstate/node.js',
    'afterstate/index.js',
    'afterstate/worker-node.js',
    'afterstate/worker.js',
    'afterstate/element.js',
    'afterstate/papers/afterstate.js',
    'afterstate/models/lite.js',
    'afterstate/lib/engine-worker.js',
    'afterstate-models/full.js',
  ]);
});

test('the app finds the same on the main thread and in a worker thread', async () => {
  const printed = await runScript(`
    import { Worker } from 'node:worker_threads';
    import { run } from './main.js';
    console.log(JSON.stringify(await run()));
    new Worker(\`import('./main.js').then(async ({ run }) => console.log(JSON.stringify(await run())))\`, { eval: true });`);
  const [expected, inWorker] = printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assertResult(expected, expected, 1);
  assertResult(inWorker, expected, 1);
});

test('networks from a path, from bytes and from an address; what is damaged is refused, and the engine goes on', async () => {
  const printed = await runScript(`
    import { readFile } from 'node:fs/promises';
    import { fileURLToPath } from 'node:url';
    import { createServer } from 'node:http';
    import { createEngine } from 'afterstate/worker';
    import { lite } from 'afterstate/models/lite';

    const path = fileURLToPath(lite.url);
    const bytes = await readFile(path);
    const server = createServer((request, response) => response.end(bytes)).listen(0);
    const url = \`http://localhost:\${server.address().port}/\`;
    const engine = await createEngine();
    const tries = {
      path: { url: path, bytes: lite.bytes },
      bytes,
      address: { ...lite, url },
      damaged: Uint8Array.from(bytes, (byte, at) => (at === 5000 ? byte ^ 1 : byte)),
      cut: bytes.subarray(0, 5000),
      empty: new Uint8Array(),
      sum: { content: bytes, sha256: '0'.repeat(64) },
      size: { url, bytes: lite.bytes - 1 },
      missing: { url: './nowhere.bin', bytes: 5 },
    };
    const found = {};
    for (const [name, network] of Object.entries(tries)) found[name] = await engine.use(network).then(() => 'used', (error) => \`\${error.code}: \${error.message}\`);
    found.best = (await engine.search([1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], { ply: 2 })).best;
    console.log(JSON.stringify(found));
    engine.close();
    server.close();`);
  const { best, ...found } = JSON.parse(printed);
  assert.equal(typeof best, 'number');
  const used = Object.keys(found).filter((name) => found[name] === 'used');
  assert.deepEqual(used, ['path', 'bytes', 'address']);
  for (const name of ['damaged', 'cut', 'empty', 'sum', 'size', 'missing'])
    assert.match(found[name], /^network-failed: network network: .{10}/, name);
  assert.match(found.sum, /SHA-256 is [0-9a-f]{64}, but 0{64} was expected/);
});

test('modules may be named by address and by bytes', async () => {
  const printed = await runScript(`
    import { readFile } from 'node:fs/promises';
    import { Game, initialize } from 'afterstate';
    import { createEngine } from 'afterstate/worker';
    const wasmUrl = import.meta.resolve('afterstate/lib/afterstate_bg.wasm');
    const wasmBytes = await readFile(new URL(wasmUrl));
    await initialize({ wasmBytes });
    const names = [new Game(4, 4, 1n).ranks().length];
    for (const options of [{ wasmUrl }, { wasmBytes }, { workerUrl: new URL('./lib/engine-worker-node.js', import.meta.resolve('afterstate')) }]) {
      const engine = await createEngine(options);
      names.push(engine.threads);
      engine.close();
    }
    names.push(await createEngine({ wasmUrl: './nowhere.wasm' }).catch(({ code }) => code));
    console.log(JSON.stringify(names));`);
  assert.deepEqual(JSON.parse(printed), [16, 1, 1, 1, 'unavailable']);
});

test('an error that is caught ends no process', async () => {
  const printed = await runScript(`
    import { readFile } from 'node:fs/promises';
    import { createEngine } from 'afterstate/worker';
    const file = new URL(import.meta.resolve('afterstate/lib/afterstate_bg.wasm'));
    for (const wrong of [{ wasmBytes: readFile(file) }, { wasmUrl: 'http://[' }])
      await createEngine(wrong).catch(({ code }) => console.log(code));
    await new Promise((resolve) => setTimeout(resolve, 100));
    console.log('still there');`);
  assert.equal(printed, 'bad-options\nunavailable\nstill there\n');
});

test('what was freed may be freed again, and a network that a solver took over may be disposed of', async () => {
  const printed = await runScript(`
    import { readFile } from 'node:fs/promises';
    import { Game, Network, Solver, initialize } from 'afterstate';
    import { lite } from 'afterstate/models/lite';
    await initialize();
    const network = Network.read(await readFile(lite.url));
    const solver = Solver.withNetwork(network);
    for (const object of [solver, network, new Game(4, 4, 1n)]) {
      object.free();
      object.free();
    }
    console.log(new Game(4, 4, 42n).status);`);
  assert.equal(printed, 'playing\n');
});

/** What cannot be right, and what the error must name. @type {[string, string, RegExp][]} */
const WRONG = [
  ['createEngine(null)', 'bad-options', /are an object, but this is null/],
  ['createEngine({ modle: lite })', 'bad-options', /"modle"; createEngine takes threads, network, /],
  ['createEngine({ threads: 0 })', 'bad-options', /from 1 to 64/],
  ['createEngine({ tableBytes: -1 })', 'bad-options', /tableBytes is -1, but it is a whole number from 0/],
  ['createEngine({ onTrouble: 5 })', 'bad-options', /is a function/],
  ['createEngine({ wasmBytes: Promise.resolve() })', 'bad-options', /wasmBytes is no bytes/],
  ["createEngine({ workerUrl: 'http://[' })", 'unavailable', /Invalid URL/],
  ["createEngine({ wasmUrl: './nowhere.wasm' })", 'unavailable', /nowhere\.wasm/],
  ["createEngine({ network: '' })", 'bad-network', /afterstate\/models\/lite/],
  ["createEngine({ network: './lite.bin' })", 'bad-network', /afterstate\/models\/lite/],
  ["createEngine({ network: { url: 'http://[', bytes: 5 } })", 'network-failed', /Invalid URL/],
  [
    "createEngine({ network: { url: 'http://localhost:9/', bytes: 5 } })",
    'network-failed',
    /no connection to the site/,
  ],
  ["initialize({ wasmUrl: './nowhere.wasm' })", 'unavailable', /nowhere\.wasm/],
  ['initialize({ wasmBytes: new Uint8Array(9) })', 'unavailable', /cannot be loaded/],
  ['ranksOf([3])', 'bad-board', /3 is no tile/],
  ['engine.search(null)', 'bad-board', /16 ranks/],
  ['engine.search({ ranks: () => board, rows: 3, cols: 3 })', 'bad-board', /3x3/],
  [
    'engine.search([63, ...board.slice(1)], { ply: 1 })',
    'search-failed',
    /rank 63, but the largest tile is 1099511627776/,
  ],
  ['engine.search(board, null)', 'bad-limits', /are an object/],
  ['engine.search(board, { time: 5 })', 'bad-limits', /"time"; a search takes timeMs, ply/],
  ['engine.search(board, { ply: 99 })', 'bad-limits', /from 1 to 30/],
  ["engine.search(board, { line: 'no' })", 'bad-limits', /true or false/],
  ['engine.search(board, { signal: 5 })', 'bad-limits', /AbortSignal/],
  ['engine.deepen(board, { time: 5 }).next()', 'bad-limits', /"time"/],
  ['engine.use()', 'bad-network', /this is no network/],
  ['engine.use(lite, null)', 'bad-options', /are an object/],
  ['engine.use(lite, { signal: 5 })', 'bad-options', /AbortSignal/],
  ['closed.search(board)', 'closed', /was closed/],
  ['closed.use(lite)', 'closed', /was closed/],
];

test('whatever is wrong has a typed error that names it, and the engine goes on', async () => {
  const printed = await runScript(`
    import { AfterstateError, initialize, ranksOf } from 'afterstate';
    import { createEngine } from 'afterstate/worker';
    import { lite } from 'afterstate/models/lite';
    const board = [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    const engine = await createEngine();
    const closed = await createEngine();
    closed.close();
    const found = [];
    for (const attempt of [${WRONG.map(([code]) => `async () => ${code}`).join(', ')}]) {
      found.push(await attempt().then(() => ['nothing', ''], (error) => [error instanceof AfterstateError ? error.code : String(error.stack), error.message]));
    }
    const used = await engine.use(lite, { signal: AbortSignal.timeout(1) }).then(() => 'used', ({ name }) => name);
    await engine.search(board, { ply: 1 });
    found.push([used, String(engine.network)]);
    console.log(JSON.stringify(found));
    engine.close();`);
  const found = /** @type {[string, string][]} */ (JSON.parse(printed));
  assert.deepEqual(found.pop(), ['TimeoutError', 'null'], 'a network that was given up is not used');
  for (const [index, [attempt, code, message]] of WRONG.entries()) {
    const [actual, text = ''] = found[index] ?? [];
    assert.equal(actual, code, `${attempt}: ${text}`);
    assert.match(text, message, attempt);
  }
});
