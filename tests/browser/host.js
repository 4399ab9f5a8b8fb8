// A typical static host: compresses its responses and sends the headers of dist/_headers, or none. Loading
// times are measured with it, because `afterstate serve` does not compress.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { gzip } from 'node:zlib';

/** @import { AddressInfo } from 'node:net' */

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));
/** @type {Record<string, string>} */
export const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
};
const packed = promisify(gzip);

/** The body that a host sends for a file. @param {Buffer} content */
export const compressed = (content) => packed(content, { level: 9 });

/** The headers of `/*` in a `_headers` file. @param {string} text @returns {Record<string, string>} */
export function headersOf(text) {
  const [, lines = ''] = /^\/\*\n((?: {2}.*\n?)+)/m.exec(text) ?? [];
  return Object.fromEntries(
    lines
      .trimEnd()
      .split('\n')
      .map((line) => {
        const at = line.indexOf(': ');
        return [line.slice(0, at).trim(), line.slice(at + 2)];
      }),
  );
}

/** @returns {Promise<{ url: string, stop: () => void }>} */
export async function startHost() {
  const headers = headersOf(await readFile(`${DIST}_headers`, 'utf8'));
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    try {
      if (!/^(\/[\w-][\w.-]*)+$/.test(path)) throw new Error('no path of the site');
      const content = await compressed(await readFile(DIST + path));
      response.writeHead(200, {
        ...headers,
        'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
        'Content-Encoding': 'gzip',
        'Cache-Control': 'max-age=600',
      });
      response.end(content);
    } catch {
      response.writeHead(404, { 'Content-Type': 'text/plain' });
      response.end('there is no such file');
    }
  });
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(undefined));
  });
  return {
    url: `http://localhost:${/** @type {AddressInfo} */ (server.address()).port}/`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
