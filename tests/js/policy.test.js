// The security policy of the pages: each page contains the policy that the server sends, with Trusted Types,
// and has nothing inline that the policy forbids.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { test } from 'node:test';

const WWW = new URL('../../www/', import.meta.url);
const headers = await readFile(new URL('../../crates/cli/src/serve/headers.txt', import.meta.url), 'utf8');
const policy = /Content-Security-Policy: (.*)/.exec(headers)?.[1] ?? '';
const pages = (await readdir(WWW, { recursive: true })).filter((name) => name.endsWith('.html'));

test("the policy allows no other site, nothing inline, and only WebAssembly's eval", () => {
  assert.match(policy, /default-src 'self'; script-src 'self' 'wasm-unsafe-eval';/);
  for (const name of ['object-src', 'base-uri', 'form-action'])
    assert.match(policy, new RegExp(`${name} 'none'`));
  assert.match(
    policy,
    /worker-src 'self' blob:;/,
    'a text of the page itself, for documents without an origin (scripts.js)',
  );
  assert.doesNotMatch(
    policy.replace("worker-src 'self' blob:", ''),
    /unsafe-inline|'unsafe-eval'|https?:|\*|blob:/,
  );
});

for (const name of pages) {
  test(name, async () => {
    const html = await readFile(new URL(name, WWW), 'utf8');
    // The page's own policy equals the header, except for directives that only work in a header.
    const [, meta = ''] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html) ?? [];
    assert.equal(meta, `${policy}; require-trusted-types-for 'script'; trusted-types afterstate`);
    assert.ok(
      html.indexOf('http-equiv="Content-Security-Policy"') < html.search(/<(link|script)/),
      'before anything it is about',
    );
    assert.doesNotMatch(html, /\son\w+=/, 'no handler inline');
    assert.doesNotMatch(html, /<style|\sstyle=/, 'no style inline');
    assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)/, 'no script inline');
    assert.doesNotMatch(html, /(src|href)="javascript:/i);
    for (const [, address = ''] of html.matchAll(
      /<(?:link|script|img|iframe)[^>]*\s(?:src|href)="([^"]*)"/g,
    )) {
      assert.doesNotMatch(address, /^(\w+:|\/)/, `${address}: only files of the site, by relative addresses`);
    }
  });
}
