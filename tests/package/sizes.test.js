// The documented sizes of the WebAssembly builds against those that were built.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

test('docs/develop/building.md has the sizes of the builds, to a tenth', async () => {
  const lines = (await readFile(join(ROOT, 'docs/develop/building.md'), 'utf8')).split('\n');
  /** @param {string} start */
  const cells = (start) => {
    const line = lines.find((line) => line.startsWith(start));
    return (line ?? '').split('|').slice(2, -1);
  };
  const builds = cells('| | `pkg-game`').map((cell) => cell.trim().replaceAll('`', ''));
  const documented = cells('| kB of script and module').map(Number);
  assert.equal(builds.length, 6);
  for (const [at, build] of builds.entries()) {
    let bytes = 0;
    for (const file of ['afterstate.js', 'afterstate_bg.wasm'])
      bytes += gzipSync(await readFile(join(ROOT, 'target/packages', build, file)), { level: 9 }).length;
    const ratio = (documented[at] ?? 0) / (bytes / 1000);
    assert.ok(ratio > 0.9 && ratio < 1.1, `${build} has ${bytes} bytes`);
  }
});
