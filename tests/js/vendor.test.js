// The libraries in www/vendor are the files that npm has installed, byte for byte; package-lock.json pins
// those by hash.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { test } from 'node:test';

const ROOT = new URL('../../', import.meta.url);
/** Where each file comes from. @type {Record<string, string>} */
const COPIES = {
  'signals-core.js': '@preact/signals-core/dist/signals-core.module.js',
  'signals-core.d.ts': '@preact/signals-core/dist/signals-core.d.ts',
  'signals-core.LICENSE': '@preact/signals-core/LICENSE',
};

for (const [copy, original] of Object.entries(COPIES)) {
  test(`www/vendor/${copy} is the file of the package`, async () => {
    const [ours, theirs] = await Promise.all(
      [`www/vendor/${copy}`, `node_modules/${original}`].map((file) => readFile(new URL(file, ROOT))),
    );
    assert.ok(ours?.equals(theirs ?? Buffer.of()), `cp node_modules/${original} www/vendor/${copy}`);
  });
}

test('www/vendor has nothing else', async () => {
  assert.deepEqual((await readdir(new URL('www/vendor/', ROOT))).sort(), Object.keys(COPIES).sort());
});
