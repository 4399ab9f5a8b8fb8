// www/ and the WebAssembly packages -> a folder with the site as it is served: node tools/site.js FROM PACKAGES TO
//
// One file for each page's own modules, one for each of its lazy parts and one for its style sheets, without comments
// and long names: forty files with their comments would take a third more bytes and several more journeys than the
// first board can wait for (without HTTP/2 a browser fetches six files at a time). What the modules and sheets are, and
// which of them a page loads late, is decided in www/ alone; there everything runs as it stands too.

import { copyFile, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { transform } from 'esbuild';
import { rollup } from '@rollup/wasm-node';

const [from = '', packages = '', to = ''] = process.argv.slice(2);
if (to === '') throw new Error('usage: node tools/site.js FROM PACKAGES TO');

/** What every browser that the page is for can read (docs/building.md, The site). */
const TARGET = 'es2022';
/** Modules that other people's pages load by name, besides those that our own pages name. */
const PUBLIC = ['embed.js'];
/** They lie beside the pages and are loaded from there. */
const PACKAGES = ['pkg', 'pkg-game', 'pkg-parallel'];
/** @param {string} module @returns {boolean} */
const external = (module) => PACKAGES.some((name) => module.endsWith(`/${name}/afterstate.js`));

/** @param {string} folder @returns {Promise<string[]>} the files in it, at any depth */
async function filesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

const files = await filesIn(from);
const pages = files.filter((file) => extname(file) === '.html');

/** @param {string} file @param {string | Uint8Array} content */
async function put(file, content) {
  const path = join(to, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

/**
 * Addresses that a module makes from its own hold in whichever folder it ends up.
 * @param {string} folder of all that is made
 * @returns {import('@rollup/wasm-node').Plugin}
 */
const addressesFrom = (folder) => ({
  name: 'addresses',
  transform(text, path) {
    const home = relative(join(from, folder), path);
    if (dirname(home) === '.' || !text.includes('import.meta.url')) return null;
    return text.replaceAll('import.meta.url', `new URL(${JSON.stringify(home)}, import.meta.url).href`);
  },
});

/**
 * A module and all that it needs at once as one file, with one more for each part that is loaded late.
 * @param {string} module
 * @param {boolean} splits whether it is loaded by a page, which can load parts late
 */
async function bundle(module, splits) {
  const folder = dirname(module);
  const joined = await rollup({
    input: resolve(from, module), external, plugins: [addressesFrom(folder)],
    onwarn(warning) { throw new Error(`${module}: ${warning.message}`); },
  });
  const { output } = await joined.generate({
    format: 'es', entryFileNames: basename(module), chunkFileNames: 'part-[hash].js', inlineDynamicImports: !splits,
  });
  for (const part of output) {
    if (part.type !== 'chunk') throw new Error(`${module}: ${part.fileName} is no module`);
    await putText(join(folder, part.fileName), part.code, 'js');
  }
}

/** @type {Set<string>} modules that are loaded by their names */
const modules = new Set(PUBLIC);
/** @type {Set<string>} scripts that are no modules */
const plain = new Set(['sw.js']);
for (const page of pages) {
  const html = await readFile(join(from, page), 'utf8');
  for (const [, kind, name = ''] of html.matchAll(/<script( type="module")? src="([^"]+)"/g)) {
    (kind ? modules : plain).add(join(dirname(page), name));
  }
}
for (const module of modules) await bundle(module, true);
for (const worker of files.filter((file) => basename(file) === 'worker.js')) await bundle(worker, false);

/** Without comments and long names, as it stands otherwise. @param {string} folder @param {string} file @param {'js' | 'css'} loader */
async function putSmall(folder, file, loader = 'js') {
  await putText(file, await readFile(join(folder, file), 'utf8'), loader);
}
/** @param {string} file @param {string} text @param {'js' | 'css'} loader */
async function putText(file, text, loader) {
  const { code } = await transform(text, { loader, minify: true, target: TARGET, legalComments: 'none' });
  await put(file, code);
}

for (const script of plain) await putSmall(from, script);

/**
 * Puts the style sheets that a page names into one, in their order.
 * @param {string} page @param {string} html @returns {Promise<string>} the page that names that one
 */
async function joinSheets(page, html) {
  const links = /(?:^ *<link rel="stylesheet" href="[^"]+">\n)+/m;
  const [lines = ''] = links.exec(html) ?? [];
  const sheets = [...lines.matchAll(/href="([^"]+)"/g)].map(([, name = '']) => readFile(join(from, dirname(page), name), 'utf8'));
  if (sheets.length === 0) return html;
  const joined = page.replace(/html$/, 'css');
  await putText(joined, (await Promise.all(sheets)).join(''), 'css');
  return html.replace(links, `    <link rel="stylesheet" href="${basename(joined)}">\n`);
}

const scripts = await Promise.all(files.filter((file) => extname(file) === '.js').map((file) => readFile(join(from, file), 'utf8')));

for (const file of files) {
  const kind = extname(file);
  if (kind === '.css') {
    // By itself goes only what a script loads late.
    if (scripts.some((script) => script.includes(`'../${file}'`))) await putSmall(from, file, 'css');
  } else if (kind === '.html') {
    await put(file, await joinSheets(file, await readFile(join(from, file), 'utf8')));
  } else if (kind !== '.js' && !basename(file).startsWith('tsconfig')) {
    await mkdir(dirname(join(to, file)), { recursive: true });
    await copyFile(join(from, file), join(to, file));
  }
}

for (const file of (await filesIn(packages)).filter((name) => PACKAGES.some((folder) => name.startsWith(`${folder}/`)))) {
  if (extname(file) === '.js') await putSmall(packages, file);
  // The types stay (docs/api.md), but for those of the bare modules.
  else if (!file.endsWith('_bg.wasm.d.ts')) await put(file, await readFile(join(packages, file)));
}
