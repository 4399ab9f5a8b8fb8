// The npm packages: node tools/package.js SITE WASM MODELS TO
//
// Writes TO/afterstate and TO/afterstate-models from packages/, the page's modules, the WebAssembly packages,
// a built site with the small network only, and the networks, and packs each into TO/NAME-VERSION.tgz. The
// same inputs give the same bytes.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rollup } from '@rollup/wasm-node';
import { transform } from 'esbuild';
import { withRepository } from './release.js';

/** @import { Plugin } from '@rollup/wasm-node' */

const [site = '', wasm = '', models = '', to = ''] = process.argv.slice(2);
if (to === '') throw new Error('usage: node tools/package.js SITE WASM MODELS TO');
/** As in tools/site.js. */
const TARGET = 'es2022';
const ROOT = fileURLToPath(new URL('../', import.meta.url));
const SOURCES = join(ROOT, 'packages/afterstate');
/**
 * Modules of the package that several others import, and where they are in it.
 * @type {Record<string, string>}
 */
const SHARED = {
  [resolve(wasm, 'pkg/afterstate.js')]: 'lib/afterstate.js',
  [join(SOURCES, 'src/errors.js')]: 'lib/input.js',
  [join(SOURCES, 'src/input.js')]: 'lib/input.js',
};

/** Replacements in the files that wasm-bindgen made, for the package's worker: [file, text, text instead]. */
const THREADS = [
  // The module has another name beside the one without threads.
  [
    'pkg-parallel/afterstate.js',
    "new URL('afterstate_bg.wasm', import.meta.url)",
    "new URL('./afterstate_threads_bg.wasm', import.meta.url)",
  ],
  [
    'pkg/afterstate.js',
    "new URL('afterstate_bg.wasm', import.meta.url)",
    "new URL('./afterstate_bg.wasm', import.meta.url)",
  ],
  ['pkg-parallel/afterstate.js', 'const ret = import.meta.url;', "const ret = '';"],
  // A thread runs the worker's own script. A bundler may have made it a classic one, where importScripts is
  // allowed.
  [
    'workerHelpers.no-bundler.js',
    "new Worker(import.meta.url, { type: 'module', name: 'afterstate-pool' })",
    "new Worker(self.location.href, { type: isClassic() ? 'classic' : 'module', name: 'afterstate-pool' })",
  ],
  ['workerHelpers.no-bundler.js', 'await import(data.main)', 'ownPackage'],
  [
    'workerHelpers.no-bundler.js',
    'const pool = [];',
    `import * as ownPackage from '../../../afterstate.js';
function isClassic() {
  try {
    self.importScripts();
    return true;
  } catch {
    return false;
  }
}
const pool = [];`,
  ],
];

/** Replaces texts, each of which must be there. @param {string[][]} changes @returns {Plugin} */
function replacing(changes) {
  const left = new Set(changes);
  return {
    name: 'replacing',
    transform(code, path) {
      let text = code;
      for (const change of changes) {
        const [file = '', from = '', into = ''] = change;
        if (!path.endsWith(`/${file}`)) continue;
        if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
        text = text.replaceAll(from, into);
        left.delete(change);
      }
      return text === code ? null : text;
    },
    buildEnd(error) {
      const [missed] = left;
      if (!error && missed) throw new Error(`${missed[0]} is not part of the bundle`);
    },
  };
}

/** Puts another module in place of www/engine/loader.js. @param {string} name @returns {Plugin} */
const withLoader = (name) => ({
  name: 'loader',
  resolveId: (id, importer) =>
    id === './loader.js' && importer?.endsWith('/engine/worker.js') ? join(SOURCES, 'src', name) : null,
});

/**
 * @param {string} target in the package @param {string | string[]} sources one module, or several that are
 *   run in this order
 * @param {Plugin[]} [plugins]
 */
async function bundle(target, sources, plugins = []) {
  const files = [sources].flat().map((file) => join(ROOT, file));
  const start = '\0start';
  const made = await rollup({
    input: start,
    external: (id) => id.startsWith('node:') || (id in SHARED && !target.startsWith('lib/')),
    plugins: [
      {
        name: 'start',
        resolveId: (id) => (id === start ? id : null),
        load: (id) =>
          id === start ? files.map((file) => `export * from ${JSON.stringify(file)};`).join('\n') : null,
      },
      ...plugins,
    ],
    onwarn(warning) {
      // A thread of the pool imports the package that has imported it.
      if (warning.code !== 'CIRCULAR_DEPENDENCY') throw new Error(`${target}: ${warning.message}`);
    },
  });
  const {
    output: [{ code }],
  } = await made.generate({
    format: 'es',
    paths: (id) => (SHARED[id] ? `./${SHARED[id]}` : id),
    inlineDynamicImports: true,
  });
  // People read the modules, and their bundlers make them small; they do not always bundle the workers.
  const small = await transform(code, {
    loader: 'js',
    target: TARGET,
    minify: target.startsWith('lib/'),
    legalComments: 'none',
  });
  await writeFile(join(folder, target), small.code);
}

/** @param {Uint8Array | string} content */
const sha256 = (content) => createHash('sha256').update(content).digest('hex');

/**
 * A module that describes a network's file, its types, and the file.
 * @param {string} place folder in a package @param {string} id
 */
async function putModel(place, id) {
  const content = await readFile(join(models, `${id}.bin`));
  const sum = sha256(content);
  const file = `${id}-${sum.slice(0, 16)}.bin`;
  await mkdir(place, { recursive: true });
  await writeFile(join(place, file), content);
  await writeFile(
    join(place, `${id}.js`),
    `// The network \`${id}\`: where its file is, and what it must be.

export const ${id} = {
  id: '${id}',
  url: new URL('./${file}', import.meta.url),
  bytes: ${content.length},
  sha256: '${sum}',
};
`,
  );
  await writeFile(
    join(place, `${id}.d.ts`),
    `/** The network \`${id}\` (${(content.length / 1e6).toFixed(1)} MB), for \`createEngine\` of \`afterstate/worker\`. */
export declare const ${id}: {
  id: '${id}';
  url: URL;
  bytes: number;
  sha256: string;
  content?: undefined;
};
`,
  );
}

/** Rows of a table of sizes: what is loaded for what. */
const SIZES = /** @type {[string, string[]][]} */ ([
  [
    '`afterstate`: rules, search',
    ['index.js', 'lib/input.js', 'lib/afterstate.js', 'lib/afterstate_bg.wasm'],
  ],
  [
    '`afterstate/worker`, one thread',
    ['worker.js', 'lib/input.js', 'lib/engine-worker.js', 'lib/afterstate_bg.wasm'],
  ],
  [
    '`afterstate/worker`, several threads',
    ['worker.js', 'lib/input.js', 'lib/engine-worker.js', 'lib/afterstate_threads_bg.wasm'],
  ],
  ['`afterstate/papers`', ['papers/afterstate.js', 'papers/afterstate_bg.wasm']],
  ['`afterstate/element`, without its frame', ['element.js']],
  ['`afterstate/models/lite`', ['models/lite.js', 'models/lite-*.bin']],
]);

/** @returns {Promise<string>} Markdown */
async function sizeTable() {
  const rows = await Promise.all(
    SIZES.map(async ([name, files]) => {
      const parts = await Promise.all(
        files.map(async (file) => {
          const place = join(folder, dirname(file));
          const pattern = new RegExp(`^${basename(file).replaceAll('.', '\\.').replace('*', '[0-9a-f]+')}$`);
          const found = (await readdir(place)).filter((entry) => pattern.test(entry));
          if (found.length !== 1) throw new Error(`${file}: ${found.length} files`);
          return readFile(join(place, found[0] ?? ''));
        }),
      );
      /** @param {number} bytes */
      const kB = (bytes) => `${Math.round(bytes / 1000).toLocaleString('en-US')} kB`;
      const sum = (/** @type {(part: Buffer) => number} */ size) =>
        kB(parts.reduce((total, part) => total + size(part), 0));
      return `| ${name} | ${sum((part) => part.length)} | ${sum((part) => gzipSync(part, { level: 9 }).length)} |`;
    }),
  );
  return ['| import | bytes | compressed |', '| --- | ---: | ---: |', ...rows].join('\n');
}

/** @param {string} name */
function pack(name) {
  execFileSync(
    'npm',
    ['pack', '--silent', '--ignore-scripts', '--pack-destination', resolve(to), resolve(to, name)],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
}

const folder = resolve(to, 'afterstate');
await rm(to, { recursive: true, force: true });
await mkdir(join(folder, 'lib'), { recursive: true });

await bundle('lib/input.js', ['packages/afterstate/src/errors.js', 'packages/afterstate/src/input.js']);
await bundle('index.js', 'packages/afterstate/src/index.js');
await bundle('node.js', 'packages/afterstate/src/node.js');
await bundle('worker.js', 'packages/afterstate/src/worker.js');
await bundle('worker-node.js', 'packages/afterstate/src/worker-node.js');
await bundle('element.js', 'packages/afterstate/src/element.js', [
  // Bundlers must leave this address alone: a page is no asset.
  replacing([
    [
      'embed/element.js',
      "new URL('../embed.html', import.meta.url)",
      "new URL('site/embed.html', String(import.meta.url))",
    ],
  ]),
]);
await bundle('lib/engine-worker.js', 'www/engine/worker.js', [
  withLoader('loader-browser.js'),
  replacing(THREADS),
]);
await bundle(
  'lib/engine-worker-node.js',
  ['packages/afterstate/src/node-scope.js', 'www/engine/worker.js'],
  [withLoader('loader-node.js')],
);

for (const file of ['afterstate.js', 'afterstate_bg.wasm'])
  await cp(join(wasm, 'pkg', file), join(folder, 'lib', file));
await cp(join(wasm, 'pkg-parallel/afterstate_bg.wasm'), join(folder, 'lib/afterstate_threads_bg.wasm'));
await mkdir(join(folder, 'papers'));
for (const file of ['afterstate.js', 'afterstate_bg.wasm'])
  await cp(join(wasm, 'pkg-papers', file), join(folder, 'papers', file));
// Their objects are disposable; strict TypeScript with an older library needs this reference.
for (const [from, into] of /** @type {const} */ ([
  ['pkg', 'lib'],
  ['pkg-papers', 'papers'],
])) {
  const types = await readFile(join(wasm, from, 'afterstate.d.ts'), 'utf8');
  await writeFile(
    join(folder, into, 'afterstate.d.ts'),
    `/// <reference lib="esnext.disposable" />\n${types}`,
  );
}
await cp(join(SOURCES, 'types'), folder, { recursive: true });
await putModel(join(folder, 'models'), 'lite');
// The site for the element's frame, without what is for other people's pages and for hosts.
const UNWANTED = /^(_headers|version\.txt|models\.json|pictures|pkg|pkg-\w+)$/;
await cp(site, join(folder, 'site'), {
  recursive: true,
  filter: (path) => !UNWANTED.test(relative(site, path).replaceAll('\\', '/')),
});
const readme = await readFile(join(SOURCES, 'README.md'), 'utf8');
await writeFile(join(folder, 'README.md'), readme.replace('<!-- sizes -->', await sizeTable()));
await cp(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));

const large = resolve(to, 'afterstate-models');
await cp(join(ROOT, 'packages/afterstate-models'), large, { recursive: true });
await putModel(large, 'full');
await cp(join(ROOT, 'LICENSE'), join(large, 'LICENSE'));

for (const name of ['afterstate', 'afterstate-models']) {
  const manifest = await readFile(join(ROOT, 'packages', name, 'package.json'), 'utf8');
  await writeFile(resolve(to, name, 'package.json'), withRepository(manifest, process.env));
  pack(name);
}
