// The files of a release: node tools/release.js SITE PACKED MODELS TO [BINARY SYSTEM]
//
// Writes to TO the site as a zip, the npm packages, the networks, the command line (BINARY, for SYSTEM) as a
// zip, the notes of this version from CHANGELOG.md, and SHA256SUMS over all of them. The same inputs give the
// same bytes: times and owners of files are left out, and names are sorted.

import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { zipSync } from 'fflate';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
/** The earliest time that a zip can hold. */
const NO_TIME = new Date(1980, 0, 1);
const UNIX = 3;
const LICENSE = join(ROOT, 'LICENSE');

/** @param {string} text CHANGELOG.md @param {string} version @returns {string} the notes of this version */
export function notesOf(text, version) {
  const start = text.split('\n').indexOf(`## ${version}`);
  if (start < 0) throw new Error(`CHANGELOG.md has no section "## ${version}"`);
  const lines = text.split('\n').slice(start + 1);
  const end = lines.findIndex((line) => line.startsWith('## '));
  const notes = lines
    .slice(0, end < 0 ? undefined : end)
    .join('\n')
    .trim();
  if (notes === '') throw new Error(`CHANGELOG.md has no notes on ${version}`);
  return `${notes}\n`;
}

/**
 * The version that everything of this repository has.
 * @param {string} cargo Cargo.toml @param {string[]} packages each a package.json @returns {string}
 */
export function versionOf(cargo, packages) {
  const [, version] = /^version = "(\d+\.\d+\.\d+)"$/m.exec(cargo) ?? [];
  if (!version) throw new Error('Cargo.toml has no version such as 1.2.3');
  for (const text of packages) {
    const { name, version: other } = JSON.parse(text);
    if (other !== version)
      throw new Error(`Cargo.toml has version ${version}, and package ${name} has ${other}`);
  }
  return version;
}

/**
 * A package.json with the address of its repository, which npm compares with the provenance. GitHub names the
 * repository to the programs of a workflow.
 * @param {string} text @param {NodeJS.ProcessEnv} environment @returns {string}
 */
export function withRepository(text, { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name }) {
  if (!server || !name) return text;
  return `${JSON.stringify({ ...JSON.parse(text), repository: { type: 'git', url: `git+${server}/${name}.git` } }, null, 2)}\n`;
}

/**
 * @param {[string, Uint8Array, number?][]} files name, content, and permissions (0o644 if left out)
 * @returns {Uint8Array}
 */
export function zip(files) {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  // The time is that of the zone of this machine, as is the constant.
  return zipSync(
    Object.fromEntries(
      sorted.map(([name, content, mode = 0o644]) => [
        name,
        [content, { attrs: mode << 16, os: UNIX, mtime: NO_TIME, level: 9 }],
      ]),
    ),
  );
}

/** @param {string} folder @returns {Promise<[string, Uint8Array][]>} every file in it by its path with '/' */
async function filesOf(folder) {
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  return Promise.all(
    entries.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      return /** @type {[string, Uint8Array]} */ ([
        relative(folder, path).split(sep).join('/'),
        await readFile(path),
      ]);
    }),
  );
}

/** @param {string[]} args */
async function release([site = '', packed = '', models = '', to = '', binary, system]) {
  if (to === '' || (binary && !system))
    throw new Error('usage: node tools/release.js SITE PACKED MODELS TO [BINARY SYSTEM]');
  const read = (/** @type {string} */ path) => readFile(join(ROOT, path), 'utf8');
  const version = versionOf(
    await read('Cargo.toml'),
    await Promise.all(
      ['afterstate', 'afterstate-models'].map((name) => read(`packages/${name}/package.json`)),
    ),
  );
  const notes = notesOf(await read('CHANGELOG.md'), version);
  const license = await readFile(LICENSE);

  /** @type {[string, Uint8Array | string][]} */
  const files = [
    [`afterstate-site-${version}.zip`, zip([...(await filesOf(site)), ['LICENSE.txt', license]])],
  ];
  for (const name of (await readdir(packed)).filter((file) => file.endsWith(`-${version}.tgz`)))
    files.push([`npm-${name}`, await readFile(join(packed, name))]);
  for (const name of (await readdir(models)).filter((file) => file.endsWith('.bin')))
    files.push([name, await readFile(join(models, name))]);
  if (binary)
    files.push([
      `afterstate-${version}-${system}.zip`,
      zip([
        [basename(binary), await readFile(binary), 0o755],
        ['LICENSE', license],
      ]),
    ]);
  files.push(['NOTES.md', notes]);
  files.sort(([a], [b]) => (a < b ? -1 : 1));

  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true });
  for (const [name, content] of files) await writeFile(join(to, name), content);
  const sums = files
    .map(([name, content]) => `${createHash('sha256').update(content).digest('hex')}  ${name}\n`)
    .join('');
  await writeFile(join(to, 'SHA256SUMS'), sums);
  process.stdout.write(sums);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await release(process.argv.slice(2));
