// The files of a release: another folder at another time gives the same bytes, and a release without notes or
// with several versions is refused.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';
import { notesOf, versionOf, withRepository, zip } from '../../tools/release.js';

const TOOL = fileURLToPath(new URL('../../tools/release.js', import.meta.url));
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text);

/** Inputs in a new folder, written in this order. @param {string[]} order @param {string} zone */
async function releaseOf(order, zone) {
  const folder = await mkdtemp(join(tmpdir(), 'release-'));
  const version = versionOf(await readFile(join(ROOT, 'Cargo.toml'), 'utf8'), []);
  for (const path of order) {
    const file = join(folder, path.replace('VERSION', version));
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, `content of ${path}`);
    await utimes(file, 1e9 + Math.random() * 1e8, 1e9);
  }
  const out = execFileSync(
    process.execPath,
    [TOOL, 'site', 'packed', 'models', 'out', 'bin/afterstate', 'x86_64-linux'],
    { cwd: folder, encoding: 'utf8', env: { ...process.env, TZ: zone } },
  );
  return { folder, out, version };
}

const INPUTS = [
  'site/index.html',
  'site/engine/worker.js',
  'packed/afterstate-VERSION.tgz',
  'models/lite.bin',
  'bin/afterstate',
];

test('two folders, two times and two time zones give the same bytes, and the sums are right', async (t) => {
  const first = await releaseOf(INPUTS, 'Pacific/Auckland');
  const second = await releaseOf([...INPUTS].reverse(), 'America/New_York');
  t.after(() => Promise.all([first, second].map(({ folder }) => rm(folder, { recursive: true }))));
  assert.equal(first.out, second.out);
  const listed = first.out
    .trimEnd()
    .split('\n')
    .map((line) => line.split('  '));
  assert.deepEqual(
    [...listed.map(([, name]) => name), 'SHA256SUMS'].sort(),
    (await readdir(join(first.folder, 'out'))).sort(),
  );
  for (const [sum, name = ''] of listed) {
    assert.equal(
      createHash('sha256')
        .update(await readFile(join(first.folder, 'out', name)))
        .digest('hex'),
      sum,
    );
  }
  const site = unzipSync(await readFile(join(first.folder, `out/afterstate-site-${first.version}.zip`)));
  assert.deepEqual(Object.keys(site), ['LICENSE.txt', 'engine/worker.js', 'index.html']);
  assert.equal(new TextDecoder().decode(site['index.html']), 'content of site/index.html');
});

test('a program in a zip is executable', () => {
  const archive = zip([
    ['program', bytes('x'), 0o755],
    ['text', bytes('y')],
  ]);
  // The first entry of the central directory: byte 5 is the system, and bytes 38 to 41 are the attributes,
  // with the Unix mode in their upper half (PKWARE's APPNOTE.TXT, 4.3.12).
  const entry = Buffer.from(archive).subarray(Buffer.from(archive).indexOf('PK\x01\x02'));
  assert.equal(entry[5], 3, 'made on Unix');
  assert.equal((entry.readUInt32LE(38) >>> 16) & 0o777, 0o755);
});

test('the notes are the section of the version', async () => {
  const text = '# Changelog\n\nWords.\n\n## 1.1.0\n\n- New.\n\n## 1.0.0\n\n- First.\n';
  assert.equal(notesOf(text, '1.1.0'), '- New.\n');
  assert.equal(notesOf(text, '1.0.0'), '- First.\n');
  assert.throws(() => notesOf(text, '1.2.0'), /no section "## 1.2.0"/);
  assert.throws(() => notesOf('## 2.0.0\n\n## 1.0.0\n\n- First.\n', '2.0.0'), /has no notes on 2.0.0/);
  assert.match(
    notesOf(
      await readFile(join(ROOT, 'CHANGELOG.md'), 'utf8'),
      versionOf(await readFile(join(ROOT, 'Cargo.toml'), 'utf8'), []),
    ),
    /^./,
  );
});

test('crate and packages must have one version', () => {
  assert.equal(versionOf('[package]\nversion = "1.2.3"\n', ['{"name": "a", "version": "1.2.3"}']), '1.2.3');
  assert.throws(
    () => versionOf('version = "1.2.3"', ['{"name": "a", "version": "1.2.4"}']),
    /1.2.3, and package a has 1.2.4/,
  );
  assert.throws(() => versionOf('version = "1.2"', []), /no version/);
});

test('a package that a workflow builds names its repository, as provenance requires', () => {
  const text = '{\n  "name": "a"\n}\n';
  assert.equal(withRepository(text, {}), text);
  const made = JSON.parse(
    withRepository(text, { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'who/what' }),
  );
  assert.deepEqual(made, {
    name: 'a',
    repository: { type: 'git', url: 'git+https://github.com/who/what.git' },
  });
});
