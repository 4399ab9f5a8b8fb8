// The steps of ./build.sh test that are skipped if they passed with the same files.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const windows = process.platform === 'win32' && 'build.sh runs on Linux and macOS';

test(
  'a step is skipped only after it passed with the same inputs, and never with --all or in CI',
  {
    skip: windows,
  },
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'steps-'));
    t.after(() => rm(folder, { recursive: true }));
    const run = (/** @type {string} */ status, { all = '', CI = '' } = {}) => {
      const script = `set -euo pipefail
      source "${ROOT}tools/shell/common.sh"; source "${ROOT}tools/shell/steps.sh"
      all_tests=$2
      start_steps
      inputs() { cat input; }
      act() { echo ran; return "$1"; }
      step_unless_passed "A step" inputs act "$1"`;
      const { stdout } = spawnSync('bash', ['-c', script, 'bash', status, all], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, CI },
      });
      const ran = /^ran$/m.test(stdout);
      assert.equal(/SKIPPED.*A step$/m.test(stdout), !ran, stdout);
      return ran;
    };
    const input = join(folder, 'input');
    await writeFile(input, 'one');
    assert.ok(run('0'), 'it has not run yet');
    assert.ok(!run('0'), 'it passed');
    assert.ok(run('0', { all: 'yes' }) && run('0', { CI: 'true' }));
    await writeFile(input, 'two');
    assert.ok(run('1') && run('1'), 'it did not pass');
    assert.ok(run('0') && !run('0'));
    await writeFile(input, 'one');
    assert.ok(run('0'), 'it passed with this long ago, and failed since');
  },
);

test('what a step depends on changes with the files that its tests read', { skip: windows }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'inputs-'));
  t.after(() => rm(folder, { recursive: true }));
  /** @returns {string[]} the inputs of the crates and of the browsers */
  const inputs = () => {
    // Without the versions of the tools, which take a tenth of a second.
    const script = `set -euo pipefail; CHROMIUM=true; rustc() { true; }; node() { true; }
      source "${ROOT}tools/shell/inputs.sh"; crate_inputs; printf '\\0'; browser_inputs`;
    const { stdout, status, stderr } = spawnSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    return stdout.split('\0');
  };
  spawnSync(
    'mkdir',
    [
      '-p',
      ...['src', 'www/game', 'dist', 'dist-packages', 'docs/use', 'docs/evidence'],
      'target/wasm-tests',
      'target/debug',
    ],
    {
      cwd: folder,
    },
  );
  await writeFile(join(folder, 'target/debug/afterstate'), '');
  let before = inputs();
  for (const [file, crates, browsers] of /** @type {const} */ ([
    ['src/lib.rs', true, false],
    ['www/game/board.js', false, true],
    ['www/game/board.json', true, true],
    ['docs/use/page.md', false, true],
    ['docs/evidence/papers.md', true, true],
    ['dist/index.html', false, true],
    ['target/debug/afterstate', false, true],
    ['Cargo.lock', true, true],
    ['a file that nobody knows', true, true],
  ])) {
    await writeFile(join(folder, file), 'changed');
    const after = inputs();
    const changed = after.map((sums, index) => sums !== before[index]);
    assert.deepEqual(changed, [crates, browsers], file);
    before = after;
  }
});

/** What tools/shell/inputs.sh leaves out of the inputs of the tests of the crates. */
const LEFT_OUT =
  /\bdocs\/(develop|log|use)\b|\btests\/(\w+\/)?[\w.-]+\.js\b|\bpackages\/|\bwww\/.*\.(js|css|html)\b/;

test('no source of the crates names a file that the inputs of their tests leave out', async () => {
  let sources = 0;
  for (const top of ['src', 'crates', 'tests', 'examples']) {
    for (const name of await readdir(join(ROOT, top), { recursive: true })) {
      if (!name.endsWith('.rs')) continue;
      sources++;
      const lines = (await readFile(join(ROOT, top, name), 'utf8')).split('\n');
      const naming = lines.filter((line) => !/^\s*\/\//.test(line) && LEFT_OUT.test(line));
      assert.deepEqual(naming, [], `${top}/${name}`);
    }
  }
  assert.ok(sources > 100, `${sources} files`);
});
