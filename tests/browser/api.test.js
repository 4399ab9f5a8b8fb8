// Runs the example of docs/use/api.md on a page of another site, unchanged except for the URL.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { post, startBlog } from './blog.js';
import { visit } from './harness.js';
import { PATIENCE } from './table.js';

const DOCUMENT = new URL('../../docs/use/api.md', import.meta.url);

test('the example of the documentation runs', async (t) => {
  const [, example = ''] = /```js\n(.*?)```/s.exec(await readFile(DOCUMENT, 'utf8')) ?? [];
  const { page, url } = await visit(t, { path: 'about.html', allow: [/favicon/] });
  assert.match(example, /'https:\/\/example\.org\/2048\//);
  const script = example.replaceAll('https://example.org/2048/', url);
  await page.goto(await startBlog(t, { '/': post(`<script type="module">${script}</script>`) }));
  const result = await page.waitForFunction(() => /** @type {any} */ (globalThis).result, undefined, {
    timeout: PATIENCE,
  });
  const { moves, score, values, line, undone } = await result.jsonValue();
  assert.deepEqual([moves, undone, values.length], [20, 0, 4]);
  assert.ok(score > 0 && line.length > 0);
});
