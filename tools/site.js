// Builds the site from www/ and the WebAssembly packages: node tools/site.js FROM PACKAGES TO
//
// Each page gets one minified file for its modules, one for each lazy part and one for its style sheets. Forty separate
// files would take a third more bytes and several more round trips until the first board (without HTTP/2 a browser fetches
// six files at a time). The sources in www/ define the modules and the lazy parts, and also run unbundled.

import { copyFile, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { transform } from 'esbuild';
import { rollup } from '@rollup/wasm-node';

const [from = '', packages = '', to = ''] = process.argv.slice(2);
if (to === '') throw new Error('usage: node tools/site.js FROM PACKAGES TO');

/** The language level that all supported browsers understand (docs/building.md, The site). */
const TARGET = 'es2022';
/** Modules that other sites load by name, in addition to those of our pages. */
const PUBLIC = ['embed.js'];
/** These are copied beside the pages and not bundled. */
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
 * Keeps addresses that a module derives from its own address valid in its new folder.
 * @param {string} folder of the output
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
 * Bundles a module with its static imports into one file, and each lazy part into another.
 * @param {string} module
 * @param {boolean} splits whether it may have lazy parts, as modules of pages may
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

/** @type {Set<string>} modules that are loaded by name */
const modules = new Set(PUBLIC);
/** @type {Set<string>} classic scripts */
const plain = new Set(['sw.js']);
for (const page of pages) {
  const html = await readFile(join(from, page), 'utf8');
  for (const [, kind, name = ''] of html.matchAll(/<script( type="module")? src="([^"]+)"/g)) {
    (kind ? modules : plain).add(join(dirname(page), name));
  }
}
for (const module of modules) await bundle(module, true);
for (const worker of files.filter((file) => basename(file) === 'worker.js')) await bundle(worker, false);

/** Minifies a file without bundling it. @param {string} folder @param {string} file @param {'js' | 'css'} loader */
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
 * Joins the style sheets of a page into one, in their order.
 * @param {string} page @param {string} html @returns {Promise<string>} the page with the joined sheet
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
    // Only style sheets that scripts load later stay separate.
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
  // Keeps the type declarations (docs/api.md), except those of the bare modules.
  else if (!file.endsWith('_bg.wasm.d.ts')) await put(file, await readFile(join(packages, file)));
}
