// A host page on another site: a server on 127.0.0.1, which the browser treats as a different site than
// localhost, with the headers of the test.

import { createServer } from 'node:http';

/** @import { TestContext } from 'node:test' */
/** @import { AddressInfo } from 'node:net' */

/**
 * @param {TestContext} t the server stops at its end
 * @param {Record<string, string>} pages HTML by path
 * @param {Record<string, string>} [headers] of every response
 * @returns {Promise<string>} the address of the root
 */
export async function startBlog(t, pages, headers = {}) {
  const server = createServer((request, response) => {
    const page = pages[(request.url ?? '').split('?')[0] ?? ''];
    response.writeHead(page === undefined ? 404 : 200, {
      'Content-Type': 'text/html; charset=utf-8',
      ...headers,
    });
    response.end(page ?? 'there is no such page');
  });
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(undefined));
  });
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${/** @type {AddressInfo} */ (server.address()).port}/`;
}

/** A page with this content. @param {string} content @param {string} [head] */
export const post = (content, head = '') => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A blog</title>
<link rel="icon" href="data:,">${head}</head>
<body style="margin: 16px; min-height: 3000px"><p>Some words.</p>${content}<p>More words.</p></body></html>`;
