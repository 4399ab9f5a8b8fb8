// docs/use/hosting.md repeats the headers of crates/cli/src/serve/headers.txt, for each server and in the
// table that explains them.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

const read = (/** @type {string} */ path) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

test('every server of docs/use/hosting.md sends every header, and each is explained', async () => {
  const guide = await read('docs/use/hosting.md');
  const headers = [
    ...(await read('crates/cli/src/serve/headers.txt')).matchAll(/^ {2}([\w-]+): (.*)$/gm),
  ].map(([, name = '', value = '']) => ({ name, value }));
  assert.ok(headers.length >= 9);
  for (const server of ['nginx', 'caddy']) {
    const [, block = ''] = new RegExp(`\`\`\`${server}\\n(.*?)\`\`\``, 's').exec(guide) ?? [];
    for (const { name, value } of headers) {
      assert.ok(block.includes(name) && block.includes(`"${value}"`), `${server}: ${name}: ${value}`);
    }
  }
  for (const { name } of headers) assert.match(guide, new RegExp(`^\\| \`${name}`, 'm'), name);
});
