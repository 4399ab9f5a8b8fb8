// The packed packages in Node: every example of the README, the app in a worker thread too, and damaged files.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { assertResult, inNode, makeProject, run } from './project.js';

/** @type {string} */
let project;
before(async () => { project = await makeProject('node'); });

/** @param {string} script @returns {Promise<string>} what it prints */
const runScript = async (script) => {
  await writeFile(join(project, 'script.js'), script);
  return run(process.execPath, ['script.js'], project);
};

/** What each example of the README prints, in their order. */
const PRINTS = [
  /^(Up|Right|Down|Left) \[/, /^1 \d\n2 \d\n[^]*AbortError\n$/, /^\d+ afterstate/, /^full\n$/, /^bad-board a board is a Game or its 16 ranks/,
];

test('every example of the README runs', async () => {
  const readme = await readFile(join(project, 'node_modules/afterstate/README.md'), 'utf8');
  const examples = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, code = '']) => code);
  assert.equal(examples.length, PRINTS.length);
  for (const [index, example] of examples.entries()) assert.match(await runScript(example), /** @type {RegExp} */ (PRINTS[index]), example);
  assert.doesNotMatch(readme, /<!-- sizes/);
});

test('the app finds the same on the main thread and in a worker thread', async () => {
  const expected = await inNode(project);
  assertResult(expected, expected, 1);
  const inWorker = await runScript(`
    import { Worker } from 'node:worker_threads';
    new Worker(\`import('./in-node.js').then(async ({ run }) => console.log(JSON.stringify(await run())))\`, { eval: true });`);
  assertResult(JSON.parse(inWorker), expected, 1);
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
  for (const name of ['damaged', 'cut', 'empty', 'sum', 'size', 'missing']) assert.match(found[name], /^network-failed: network network: .{10}/, name);
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
