// Sites of several versions, made from www/ as the build makes them, and a host that goes from one to another
// behind a cache that never asks for a script again.

import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, extname } from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { TYPES, headersOf } from './host.js';

/** @import { TestContext } from 'node:test' */
/** @import { AddressInfo } from 'node:net' */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);
/** What a cache that ignores revalidation never asks for again. */
const SCRIPTS = /\.(js|css|wasm|json)$/;

/**
 * The site with some of its sources altered.
 * @param {Record<string, [from: string, to: string]>} [edits] by file of www/
 * @returns {Promise<string>} its folder, to be removed by the caller
 */
export async function makeVersion(edits = {}) {
  const folder = await mkdtemp(`${tmpdir()}/afterstate-`);
  const [www, site] = [`${folder}/www`, `${folder}/site`];
  await cp(`${ROOT}www`, www, { recursive: true });
  for (const [file, [from, to]] of Object.entries(edits)) {
    const text = await readFile(`${www}/${file}`, 'utf8');
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
    await writeFile(`${www}/${file}`, text.replaceAll(from, to));
  }
  await mkdir(site);
  await copyFile(`${ROOT}dist/models.json`, `${site}/models.json`);
  await run('node', [`${ROOT}tools/site.js`, www, `${ROOT}target/packages`, site]);
  await copyFile(`${ROOT}crates/cli/src/serve/headers.txt`, `${site}/_headers`);
  await run('node', [`${ROOT}tools/precache.js`, site]);
  await symlink(`${ROOT}dist/models`, `${site}/models`);
  return site;
}

/**
 * The site as it was built, with one of the files altered that have no hash in their names.
 * @param {string} file
 * @param {string} from
 * @param {string} to
 * @returns {Promise<string>} its folder, to be removed by the caller
 */
export async function alterSite(file, from, to) {
  const [dist, site] = [`${ROOT}dist`, `${await mkdtemp(`${tmpdir()}/afterstate-`)}/site`];
  const left = [`${dist}/models`, `${dist}/version.txt`];
  await cp(dist, site, { recursive: true, filter: (path) => !left.includes(path) });
  await symlink(`${dist}/models`, `${site}/models`);
  const text = await readFile(`${site}/${file}`, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  await writeFile(`${site}/${file}`, text.replaceAll(from, to));
  // Without the list of the files, which is its first line.
  const worker = await readFile(`${site}/sw.js`, 'utf8');
  await writeFile(`${site}/sw.js`, worker.slice(worker.indexOf('\n') + 1));
  await run('node', [`${ROOT}tools/precache.js`, site]);
  return site;
}

/** @param {string} site as `makeVersion` or `alterSite` gave it */
export const removeVersion = (site) => rm(dirname(site), { recursive: true });

/**
 * @param {TestContext} t the host ends with it
 * @param {{ stale?: RegExp }} [options] `stale`: what is answered for ever as it was when it was first asked
 *   for
 */
export async function startStaleHost(t, { stale = SCRIPTS } = {}) {
  const headers = headersOf(await readFile(`${ROOT}crates/cli/src/serve/headers.txt`, 'utf8'));
  /** @type {Map<string, Buffer>} */
  const kept = new Map();
  /** @type {{ path: string, content: Buffer | null }[]} */
  const sent = [];
  const host = { folder: '', url: '', sent };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    const content = kept.get(path) ?? (await readFile(host.folder + path).catch(() => null));
    sent.push({ path, content });
    if (content === null) return void response.writeHead(404, headers).end();
    if (stale.test(path)) kept.set(path, content);
    response.writeHead(200, {
      ...headers,
      'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
      'Cache-Control': stale.test(path) ? 'max-age=31536000' : 'no-cache',
    });
    response.end(content);
  });
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(undefined));
  });
  host.url = `http://localhost:${/** @type {AddressInfo} */ (server.address()).port}/`;
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return host;
}
