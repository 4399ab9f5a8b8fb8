// Builds the site from www/ and the WebAssembly packages: node tools/site.js FROM PACKAGES TO
//
// Each page gets one minified file for its modules, one for each lazy part and one for its style sheets.
// Forty separate files would take a third more bytes and several more round trips until the first board
// (without HTTP/2 a browser fetches six files at a time). The sources in www/ define the modules and the lazy
// parts, and also run unbundled.
//
// Everything that our pages load is in assets/, under a name with a hash of its content, so no cache can
// combine files of two versions. A file is written after the files that it names, because it contains their
// names.

import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, posix, relative, resolve, sep } from 'node:path';
import { transform } from 'esbuild';
import { rollup } from '@rollup/wasm-node';
import { featuresIn } from './features.js';

const [from = '', packages = '', to = ''] = process.argv.slice(2);
if (to === '') throw new Error('usage: node tools/site.js FROM PACKAGES TO');

/** The language level that all supported browsers understand (docs/develop/building.md, The site). */
const TARGET = 'es2022';
/** Modules that other sites load by name. */
const PUBLIC = ['embed.js'];
const SERVICE_WORKER = 'sw.js';
/** Other sites load them by name (docs/use/api.md); our pages load a copy with a hash. */
const PUBLISHED = ['pkg', 'pkg-game', 'pkg-papers', 'pkg-parallel'];
const PACKAGES = [...PUBLISHED, 'pkg-learn', 'pkg-learn-parallel'];
const ASSETS = 'assets';
const HASH_LETTERS = 16;

/** The path in the site of each asset, by its path in www/ or in a package. @type {Map<string, string>} */
const assets = new Map();

/** @param {string} folder @returns {Promise<string[]>} the files in it, at any depth */
async function filesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => slashed(relative(folder, join(entry.parentPath, entry.name))));
}
/** @param {string} path */
const slashed = (path) => path.split(sep).join('/');
/** @param {(string | Uint8Array)[]} contents @returns {string} */
const hashOf = (...contents) =>
  contents
    .reduce((hash, content) => hash.update(content), createHash('sha256'))
    .digest('hex')
    .slice(0, HASH_LETTERS);
/** A name for a path: without folders. @param {string} path @param {string} hash */
const assetName = (path, hash) =>
  `${ASSETS}/${path.slice(0, -extname(path).length).replaceAll('/', '-')}-${hash}${extname(path)}`;

/** @param {string} file @param {string | Uint8Array} content */
async function put(file, content) {
  const path = join(to, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}
/** @param {string} file path in www/ @param {string | Uint8Array} content */
async function putAsset(file, content) {
  const name = assetName(file, hashOf(content));
  assets.set(file, name);
  await put(name, content);
}
/** Minifies. @param {string} text @param {'js' | 'css'} loader */
const small = async (text, loader) =>
  (await transform(text, { loader, minify: true, target: TARGET, legalComments: 'none' })).code;
/** @param {string} file of www/ */
const source = (file) => readFile(join(from, file), 'utf8');

const files = await filesIn(from);
const pages = files.filter((file) => extname(file) === '.html');
/** Those that the page has. */
const features = featuresIn(await source('features.js'));

// ---- packages ----

async function putPackages() {
  for (const name of PACKAGES) {
    const folder = join(packages, name);
    const contents = new Map();
    for (const file of (await filesIn(folder)).sort()) {
      // The types are published (docs/use/api.md), except those of the bare modules.
      if (file.endsWith('_bg.wasm.d.ts')) continue;
      const content = await readFile(join(folder, file));
      contents.set(file, extname(file) === '.js' ? await small(String(content), 'js') : content);
    }
    // The files of a package name each other, so they share one hash.
    const hash = hashOf(...[...contents].flat());
    for (const [file, content] of contents) {
      if (PUBLISHED.includes(name)) await put(`${name}/${file}`, content);
      if (file.endsWith('.d.ts')) continue;
      const asset = `${ASSETS}/${name}-${hash}/${file}`;
      assets.set(`${name}/${file}`, asset);
      await put(asset, content);
    }
  }
}

// ---- scripts ----

/** Loads a lazy part; once in each file that has any. */
const LOAD_PART = 'loadPartOfSite';
const PART_LOADER = `const fetchesOfSite = {};
const fetchOfSite = async (file) => {
  try {
    const answer = await fetch(new URL(file, import.meta.url));
    if (!answer.ok) throw new Error(file + ' is not there');
    await answer.arrayBuffer();
  } catch (error) {
    delete fetchesOfSite[file];
    throw error;
  }
};
const ${LOAD_PART} = async (files, get) => {
  await Promise.all(files.map((file) => (fetchesOfSite[file] ??= fetchOfSite(file))));
  return get('').catch(() => get('?again=' + Date.now()));
};
`;

/**
 * Replaces the addresses in modules by those in the site.
 * @param {string} folder of the output
 * @returns {import('@rollup/wasm-node').Plugin}
 */
const siteAddresses = (folder) => ({
  name: 'site-addresses',
  resolveId(id, importer) {
    const file = importer && slashed(relative(from, resolve(dirname(importer), id)));
    return file && PACKAGES.some((name) => file.startsWith(`${name}/`))
      ? { id: addressFrom(folder, file), external: 'absolute' }
      : null;
  },
  transform(text, path) {
    const code = text.replace(
      /new URL\('([^']+)', import\.meta\.url\)/g,
      (_, name) =>
        `new URL(${JSON.stringify(addressFrom(folder, slashed(relative(from, resolve(dirname(path), name)))))}, import.meta.url)`,
    );
    if (/import\.meta(?!\.url\))/.test(code))
      throw new Error(`${path}: write new URL('…', import.meta.url): no other form can be replaced`);
    return code === text ? null : code;
  },
  // Some browsers cache the failure of a module and never retry (whatwg/html#6768). So everything a lazy part
  // needs is fetched first, whose failure is not cached, and a part that fails all the same is retried under
  // another address. What the page begins with is there already, and two parts fetch what both need once.
  renderDynamicImport: ({ getTargetChunkImports, targetChunk, chunk }) => {
    const others = (getTargetChunkImports() ?? []).flatMap((file) =>
      file.type === 'internal' && !file.chunk.isEntry ? [file.fileName] : [],
    );
    const needed = [targetChunk?.fileName, ...others].flatMap((file) =>
      file && file !== chunk.fileName ? [`./${basename(file)}`] : [],
    );
    return { left: `${LOAD_PART}(${JSON.stringify(needed)}, (again) => import(`, right: ` + again))` };
  },
  renderChunk: (code) => small(code.includes(LOAD_PART) ? PART_LOADER + code : code, 'js'),
});

/** @param {string} folder @param {string} file of www/, a package, or models.json @returns {string} */
function addressFrom(folder, file) {
  const address = posix.relative(folder, assets.get(file) ?? file);
  return address.startsWith('.') ? address : `./${address}`;
}

/**
 * The file in which a module lies. Lazy parts that are awaited together have one. What several parts share
 * would have one for each combination of parts, often of a few lines: so there is one for all that is shared
 * with a part that `module` loads itself, and one for the rest.
 * @param {string} module
 * @returns {import('@rollup/wasm-node').GetManualChunk}
 */
function sharedFiles(module) {
  /** By module. @type {Map<string, string> | undefined} */
  let files;
  return (id, { getModuleInfo }) => {
    files ??= filesByModule(resolve(from, module), (id) => ({
      now: getModuleInfo(id)?.importedIds ?? [],
      late: getModuleInfo(id)?.dynamicallyImportedIds.filter((late) => getModuleInfo(late)?.code) ?? [],
      together: awaitedTogether(id, getModuleInfo(id)?.code ?? ''),
    }));
    return files.get(id);
  };
}

/**
 * Lazy parts that a module awaits together.
 * @param {string} module
 * @param {string} code
 * @returns {string[][]}
 */
const awaitedTogether = (module, code) =>
  Array.from(code.matchAll(/Promise\.all\(\[([^\]]*)\]/g), ([, list = '']) =>
    Array.from(list.matchAll(/import\('([^']+)'\)/g), ([, part = '']) => resolve(dirname(module), part)),
  );

/**
 * @typedef {object} Imports of a module
 * @property {readonly string[]} now
 * @property {readonly string[]} late
 * @property {string[][]} together those of `late` that are awaited together
 */

/**
 * @param {string} module
 * @param {(id: string) => Imports} importsOf
 */
function filesByModule(module, importsOf) {
  /** Modules and all that they import at once. @param {Iterable<string>} modules */
  const withImports = (modules) => {
    const all = new Set(modules);
    for (const one of all) for (const other of importsOf(one).now) all.add(other);
    return all;
  };
  const first = withImports([module]);
  const all = new Set(first);
  /**
   * By each module that is loaded late: itself and those that are awaited with it.
   * @type {Map<string, Set<string>>}
   */
  const awaited = new Map();
  for (const one of all) {
    const { now, late, together } = importsOf(one);
    for (const other of [...now, ...late]) all.add(other);
    for (const other of late) if (!awaited.has(other)) awaited.set(other, new Set([other]));
    for (const list of together) {
      const joined = new Set(list.flatMap((other) => [...(awaited.get(other) ?? [])]));
      for (const other of joined) awaited.set(other, joined);
    }
  }
  const early = [...first].flatMap((one) => importsOf(one).late);
  const parts = Array.from(new Set(awaited.values()), (loaded) => ({
    loaded,
    modules: withImports(loaded),
    early: early.some((one) => loaded.has(one)),
    // That of a single module is made anyway.
    file: loaded.size > 1 ? [...loaded].join() : undefined,
  }));

  const files = new Map([...first].map((one) => [one, 'first']));
  for (const one of all) {
    if (files.has(one)) continue;
    const sharing = parts.filter(
      ({ loaded, modules }) => loaded.has(one) || (!awaited.has(one) && modules.has(one)),
    );
    const file = sharing[0]?.file;
    if (sharing.length > 1) files.set(one, sharing.some((part) => part.early) ? 'early' : 'late');
    else if (file) files.set(one, file);
  }
  return files;
}

/**
 * Bundles a module into one file, and each of its lazy parts into another.
 * @param {string} module
 * @param {{ splits?: boolean, plain?: boolean }} how `splits`: with lazy parts, for pages; `plain`: the file
 *   keeps the name of the module
 */
async function bundle(module, { splits = false, plain = false }) {
  const joined = await rollup({
    input: resolve(from, module),
    plugins: [siteAddresses(plain ? '' : ASSETS)],
    onwarn(warning) {
      throw new Error(`${module}: ${warning.message}`);
    },
  });
  const hash = `[hash:${HASH_LETTERS}]`;
  const { output } = await joined.generate({
    format: 'es',
    hashCharacters: 'hex',
    inlineDynamicImports: !splits,
    ...(splits ? { manualChunks: sharedFiles(module), onlyExplicitManualChunks: true } : {}),
    entryFileNames: plain ? module : assetName(module, hash),
    chunkFileNames: assetName(`${dirname(module)}/part.js`, hash),
  });
  for (const part of output) {
    if (part.type !== 'chunk') throw new Error(`${module}: ${part.fileName} is no module`);
    if (part.isEntry && !plain) assets.set(module, part.fileName);
    await put(part.fileName, part.code);
  }
}

// ---- documents ----

/** @param {string} page @param {string} name as it stands there @returns {string} a file of www/ */
const named = (page, name) => posix.join(posix.dirname(page), name);

/**
 * Joins the style sheets of a page.
 * @param {string} page @param {string} html @returns {Promise<string>} the page with the joined one
 */
async function joinSheets(page, html) {
  const links = /(?:^ *<link rel="stylesheet" href="[^"]+">\n)+/m;
  const [lines = ''] = links.exec(html) ?? [];
  const sheets = [...lines.matchAll(/href="([^"]+)"/g)].map(([, name = '']) => source(named(page, name)));
  if (sheets.length === 0) return html;
  const joined = page.replace(/html$/, 'css');
  await putAsset(joined, await small((await Promise.all(sheets)).join(''), 'css'));
  return html.replace(links, `    <link rel="stylesheet" href="${basename(joined)}">\n`);
}

/**
 * Other sites only show a picture whose address is absolute, which needs the address of the site.
 * @param {string} page @param {string} html @param {string | undefined} address of the site
 */
function withAddress(page, html, address) {
  if (!address) return html;
  const home = new URL(page.replace(/index\.html$/, ''), address.replace(/\/?$/, '/')).href;
  return html.replace(
    /( *<meta property="og:image" content=")([^"]+)/,
    (_, start, picture) =>
      `    <meta property="og:url" content="${home}">\n${start}${new URL(picture, home).href}`,
  );
}

/**
 * Leaves out what belongs to a feature that the page does not have: `<span data-feature="NAME">…</span>`,
 * with no other element of its kind in it.
 * @param {string} html
 */
const withFeatures = (html) =>
  html
    .replace(/\s*<(\w+)[^>]* data-feature="(\w+)"[^>]*>[^]*?<\/\1>/g, (all, _, name) =>
      features.includes(name) ? all : '',
    )
    .replace(/ data-feature="\w+"/g, '');

/** @param {string} page */
async function putPage(page) {
  const joined = withFeatures(await joinSheets(page, await source(page)));
  const html = withAddress(page, joined, process.env.AFTERSTATE_ADDRESS);
  await put(
    page,
    html.replace(/(?<=\s(?:href|src)=")[^":#]+(?=")/g, (name) => {
      const asset = assets.get(named(page, name));
      return asset ? posix.relative(posix.dirname(page), asset) : name;
    }),
  );
}

// ---- the site, each file after the files that it names ----

await putPackages();
const list = await readFile(join(to, 'models.json')).catch(() => null);
if (list) await putAsset('models.json', list);

const scripts = await Promise.all(files.filter((file) => extname(file) === '.js').map(source));
for (const data of files.filter(
  (file) => extname(file) === '.json' && !basename(file).startsWith('tsconfig'),
)) {
  await putAsset(data, JSON.stringify(JSON.parse(await source(data))));
}
// A style sheet that a script loads late is a file of its own.
for (const sheet of files.filter(
  (file) => extname(file) === '.css' && scripts.some((script) => script.includes(`'../${file}'`)),
)) {
  await putAsset(sheet, await small(await source(sheet), 'css'));
}
for (const worker of files.filter((file) => basename(file) === 'worker.js')) await bundle(worker, {});

/** @type {Set<string>} */
const modules = new Set();
for (const page of pages) {
  for (const [, kind, name = ''] of (await source(page)).matchAll(
    /<script( type="module")? src="([^"]+)"/g,
  )) {
    if (kind) modules.add(named(page, name));
    else await putAsset(named(page, name), await small(await source(named(page, name)), 'js'));
  }
}
for (const module of modules) await bundle(module, { splits: true });
for (const module of PUBLIC.filter((file) => files.includes(file))) await bundle(module, { plain: true });
for (const page of pages) await putPage(page);
await put(SERVICE_WORKER, await small(await source(SERVICE_WORKER), 'js'));
for (const file of files) {
  if (!['.js', '.css', '.html', '.json', '.ts'].includes(extname(file)))
    await put(file, await readFile(join(from, file)));
}
