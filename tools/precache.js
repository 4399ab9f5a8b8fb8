// Writes version.txt into a finished site and the list of its files into its service worker: `node
// tools/precache.js SITE`.
//
// The version is a hash of all files. The list has every file with its SHA-256. It stands in sw.js itself, so
// that a browser that has the one has the other, whatever lies between it and the host.

import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import process from 'node:process';

/**
 * Not for the service worker: itself, files and pictures for hosts and other sites, and networks, which the
 * engine's worker caches.
 */
const UNLISTED =
  /^(sw\.js|_headers|models\.json|(models|pictures|pkg|pkg-game|pkg-papers|pkg-parallel)\/.*)$/;
const VERSION_LETTERS = 16;

/** @param {string | Uint8Array} content */
const sha256 = (content) => createHash('sha256').update(content).digest('hex');

const [site] = process.argv.slice(2);
if (!site) throw new Error('usage: node tools/precache.js SITE');
const entries = await readdir(site, { recursive: true, withFileTypes: true });
const paths = entries
  .filter((entry) => entry.isFile())
  .map((entry) => relative(site, join(entry.parentPath, entry.name)).split(sep).join('/'))
  .sort();
const sums = await Promise.all(
  paths.map(async (path) => /** @type {const} */ ([path, sha256(await readFile(join(site, path)))])),
);

const version = sha256(JSON.stringify(sums)).slice(0, VERSION_LETTERS);
const files = Object.fromEntries(sums.filter(([path]) => !UNLISTED.test(path)));
await writeFile(join(site, 'version.txt'), `${version}\n`);
const worker = await readFile(join(site, 'sw.js'), 'utf8');
await writeFile(join(site, 'sw.js'), `self.PRECACHE=${JSON.stringify({ version, files })};\n${worker}`);
