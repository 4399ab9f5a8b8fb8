// License expressions in tools/licenses.js.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { isAccepted } from '../../tools/licenses.js';

const ACCEPTED = ['MIT', 'Apache-2.0', 'Unicode-3.0'];

for (const [expression, accepted] of /** @type {const} */ ([
  ['MIT', true],
  ['GPL-3.0-only', false],
  ['', false],
  ['GPL-3.0-only OR MIT', true],
  ['Apache-2.0/MIT', true],
  ['MIT AND GPL-3.0-only', false],
  ['(MIT OR GPL-3.0-only) AND Unicode-3.0', true],
  ['(LGPL-2.1-only OR GPL-3.0-only) AND MIT', false],
])) {
  test(`license '${expression}' is ${accepted ? 'accepted' : 'refused'}`, () => {
    assert.equal(isAccepted(expression, ACCEPTED), accepted);
  });
}

test('every npm package is pinned by its hash, used in development only, and runs nothing when it is installed', async () => {
  const { packages } = JSON.parse(
    await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8'),
  );
  for (const [path, { integrity, dev, hasInstallScript = false }] of Object.entries(packages)) {
    if (path === '') continue;
    assert.match(integrity ?? '', /^sha512-/, path);
    assert.equal(dev, true, path);
    // Its script only checks the binary; ./build.sh installs with --ignore-scripts.
    assert.equal(hasInstallScript, path === 'node_modules/esbuild', path);
  }
});
