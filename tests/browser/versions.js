// Sites of several versions, made from the built one, and a host that goes from one to another
// behind a cache that never asks for a script again.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, dirname, extname } from 'node:path';
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
 * The site as it was built, with another text in place of one, in every page and script that has it. As in a
 * build, what has changed in assets/ has another name, and so has what names it.
 * @param {[from: string, to: string][]} edits
 * @returns {Promise<string>} its folder, to be removed by the caller
 */
export async function makeVersion(edits) {
  const [dist, site] = [`${ROOT}dist`, `${await mkdtemp(`${tmpdir()}/afterstate-`)}/site`];
  await copySite(dist, site);
  const names = (await readdir(site, { recursive: true })).filter((name) => /\.(html|js)$/.test(name));
  const old = new Map(
    await Promise.all(
      names.map(async (name) => /** @type {const} */ ([name, await readFile(`${site}/${name}`, 'utf8')])),
    ),
  );
  const texts = new Map(old);
  for (const [from, to] of edits) {
    if (![...old.values()].some((text) => text.includes(from))) throw new Error(`the site has no ${from}`);
    for (const [name, text] of texts) texts.set(name, text.replaceAll(from, to));
  }
  const changed = new Set(names.filter((name) => texts.get(name) !== old.get(name)));
  /** The new names of files in assets/. @type {Map<string, string>} */
  const renamed = new Map();
  // A set yields what is added to it meanwhile.
  for (const name of changed) {
    if (!name.startsWith('assets/')) continue;
    const file = basename(name);
    const hash = createHash('sha256').update(`${file} ${edits.join()}`).digest('hex').slice(0, 16);
    renamed.set(file, file.replace(/[0-9a-f]{16}(?=\.\w+$)/, hash));
    for (const [other, text] of old) if (text.includes(file)) changed.add(other);
  }
  for (const name of changed) {
    let text = String(texts.get(name));
    for (const [file, other] of renamed) text = text.replaceAll(file, other);
    await rm(`${site}/${name}`);
    await writeFile(`${site}/${dirname(name)}/${renamed.get(basename(name)) ?? basename(name)}`, text);
  }
  await listFiles(site);
  return site;
}

/**
 * What a host sends of the next version of a site, in which one file differs that has no hash in its name.
 * @param {string} site the folder of the version before
 * @param {string} file
 * @param {string} from
 * @param {string} to
 * @returns {Promise<Map<string, Buffer>>} by path
 */
export async function alterFile(site, file, from, to) {
  const before = await readFile(`${site}/${file}`, 'utf8');
  const worker = await readFile(`${site}/sw.js`, 'utf8');
  const [old, next] = [before, before.replaceAll(from, to)].map((text) =>
    createHash('sha256').update(text).digest('hex'),
  );
  if (old === next || !worker.includes(String(old)))
    throw new Error(`${file} has no ${from}, or is not listed`);
  return new Map([
    [`/${file}`, Buffer.from(before.replaceAll(from, to))],
    ['/sw.js', Buffer.from(worker.replaceAll(String(old), String(next)))],
  ]);
}

/** @param {string} dist @param {string} site */
async function copySite(dist, site) {
  const left = [`${dist}/models`, `${dist}/version.txt`];
  await cp(dist, site, { recursive: true, filter: (path) => !left.includes(path) });
  await symlink(`${dist}/models`, `${site}/models`);
}

/** Gives the service worker the list of the files anew, which is its first line. @param {string} site */
async function listFiles(site) {
  const worker = await readFile(`${site}/sw.js`, 'utf8');
  await writeFile(`${site}/sw.js`, worker.slice(worker.indexOf('\n') + 1));
  await run('node', [`${ROOT}tools/precache.js`, site]);
}

/** @param {string} site as `makeVersion` gave it */
export const removeVersion = (site) => rm(dirname(site), { recursive: true });

/**
 * @param {TestContext} t the host ends with it
 * @param {{ stale?: RegExp, isolated?: boolean }} [options] `stale`: what is answered for ever as it was when
 *   it was first asked for; `isolated`: whether the host sends the isolation headers
 */
export async function startStaleHost(t, { stale = SCRIPTS, isolated = true } = {}) {
  const headers = isolated
    ? headersOf(await readFile(`${ROOT}crates/cli/src/serve/headers.txt`, 'utf8'))
    : {};
  /** @type {Map<string, Buffer>} */
  const kept = new Map();
  /** @type {{ path: string, content: Buffer | null }[]} */
  const sent = [];
  /** `altered`: what is sent in place of files of the folder. */
  const host = { folder: '', url: '', sent, altered: /** @type {Map<string, Buffer>} */ (new Map()) };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    const content =
      kept.get(path) ?? host.altered.get(path) ?? (await readFile(host.folder + path).catch(() => null));
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
