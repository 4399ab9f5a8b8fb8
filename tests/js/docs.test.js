// The documentation: every link leads somewhere, every command and file exists, and every file of raw data is
// in its index.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { drawing, drawn } from '../../tools/architecture.js';
import { PICTURE, picture } from '../../tools/strength-picture.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** @param {string} path @returns {string} */
const read = (path) => readFileSync(join(root, path), 'utf8');
/** @param {string} folder @returns {string[]} paths of the files below it, from the root */
const filesBelow = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => normalize(join(entry.parentPath, entry.name)).slice(root.length));

const PAGES = [
  ...readdirSync(root).filter((file) => file.endsWith('.md')),
  ...['data', 'docs', 'models', 'packages'].flatMap((folder) =>
    filesBelow(folder).filter((path) => path.endsWith('.md')),
  ),
];

/** The anchor that Markdown viewers give a heading. @param {string} heading @returns {string} */
const anchorOf = (heading) =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

/** @param {string} path of a page @returns {Set<string>} */
function anchorsOf(path) {
  const headings = [...read(path).matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));
  return new Set(
    headings.map((anchor, index) => {
      const before = headings.slice(0, index).filter((other) => other === anchor).length;
      return before === 0 ? anchor : `${anchor}-${before}`;
    }),
  );
}

/** @param {string} page @returns {string[]} what is wrong with its links */
function brokenLinks(page) {
  const links = [...read(page).matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(
    ([, link, other]) => link ?? other ?? '',
  );
  return links.flatMap((link) => {
    if (/^[a-z]+:/.test(link)) return [];
    const [path = '', anchor = ''] = link.split('#');
    const target = path === '' ? page : normalize(join(dirname(page), path));
    if (!existsSync(join(root, target))) return [`${page}: ${link} does not exist`];
    const found = anchor === '' || !target.endsWith('.md') || anchorsOf(target).has(anchor);
    return found ? [] : [`${page}: ${link} has no such heading`];
  });
}

test('every link of the documentation leads to a file and a heading', () => {
  assert.ok(PAGES.length > 20, 'the pages were found');
  assert.deepEqual(PAGES.flatMap(brokenLinks), []);
});

test('the documentation is short: three folders of pages, and a log that nobody has to read', () => {
  assert.deepEqual(readdirSync(join(root, 'docs')).toSorted(), [
    'README.md',
    'develop',
    'evidence',
    'images',
    'log',
    'use',
  ]);
  const pages = PAGES.filter((page) => /^(README|CONTRIBUTING|docs\/(?!log\/))/.test(page));
  /** @param {string[]} of @returns {number} */
  const words = (of) => {
    // Comments say where a figure comes from, and a program draws the diagram: nobody reads their words.
    const texts = of.map((page) => read(page).replaceAll(/<!--.*?-->|^```mermaid$[^`]*^```$/gm, ''));
    return texts.reduce((sum, text) => sum + text.split(/\s+/).filter(Boolean).length, 0);
  };
  assert.ok(words(pages) <= 29_800, `${words(pages)} words`);
  const log = words(PAGES.filter((page) => page.startsWith('docs/log/')));
  assert.ok(log <= 9_000, `${log} words in the log`);
  assert.ok(read('README.md').split('\n').length <= 90, 'README has at most 90 lines');
});

test('no guide needs the log: none links to it', () => {
  const links = PAGES.filter((page) => !/^(data|docs\/log)\//.test(page)).flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)]*\blog\/[^)]*)\)/g)].map(([, link]) => `${page}: ${link}`),
  );
  assert.deepEqual(links, []);
});

test('every file that the documentation names exists', () => {
  const folders = ['.', 'www'].flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() && !/^(\.|dist|node_modules|target)/.test(entry.name)
        ? [{ name: entry.name, folder }]
        : [],
    ),
  );
  // The logs tell of files as they were; words in capitals stand for a name of the reader's.
  const missing = PAGES.filter((page) => !page.startsWith('docs/log/')).flatMap((page) =>
    [...read(page).matchAll(/`([\w-]+)\/([\w./-]*)`/g)].flatMap(([, first, rest = '']) => {
      const places = folders.filter(({ name }) => name === first);
      const path = `${first}/${rest}`;
      const found = places.some(({ folder }) => existsSync(join(root, folder, path)));
      return found || places.length === 0 || /[A-Z]{3}/.test(path) ? [] : [`${page}: ${path}`];
    }),
  );
  assert.deepEqual(missing, []);
});

test('every script and source that the documentation names by its last part exists', () => {
  const files = ['benches', 'crates', 'examples', 'fuzz', 'packages', 'src', 'tests', 'tools', 'www'].flatMap(
    filesBelow,
  );
  const missing = PAGES.filter((page) => !page.startsWith('docs/log/')).flatMap((page) =>
    [...read(page).matchAll(/`((?:[a-z_-]+\/)*[a-z_-]+\.(?:js|rs|d\.ts))`/g)].flatMap(([, name = '']) =>
      // The builds of WebAssembly are made.
      /^(pkg|afterstate\.)/.test(name) ||
      [...files, 'eslint.config.js'].some((file) => `/${file}`.endsWith(`/${name}`))
        ? []
        : [`${page}: ${name}`],
    ),
  );
  assert.deepEqual(missing, []);
});

test('every file of raw data is in data/README.md, and every file there exists', () => {
  const named = [...read('data/README.md').matchAll(/\]\(([^).][^)]*)\)/g)].map(([, link]) => `data/${link}`);
  const files = filesBelow('data').filter((path) => path !== 'data/README.md');
  assert.deepEqual(named.toSorted(), files.toSorted());
});

test('the list of raw data has the numbers of games of the papers’ players', () => {
  const listed = [...read('data/README.md').matchAll(/\]\((papers\/[a-z-]+\.csv\.gz)\) \| ([\d,]+) games/g)];
  assert.ok(listed.length > 5);
  for (const [, file = '', games] of listed) {
    const text = gunzipSync(readFileSync(join(root, 'data', file))).toString();
    assert.equal(text.match(/^"/gm)?.length.toLocaleString('en'), games, file);
  }
});

test('every command of build.sh in the documentation exists', () => {
  const commands = [...read('build.sh').matchAll(/^ {2}([a-z-]+) .*/gm)].map(([, name]) => name);
  const used = PAGES.flatMap((page) =>
    [...read(page).matchAll(/\.\/build\.sh (?:--yes )?([a-z][a-z-]*)/g)].map(
      ([, name]) => `${page}: ${name}`,
    ),
  );
  assert.ok(used.length > 10, 'commands were found');
  assert.deepEqual(
    used.filter((use) => !commands.includes(use.split(': ')[1])),
    [],
  );
});

test('every command of afterstate in the documentation exists, with its options', () => {
  const source = ['cli', 'lab', 'runs']
    .flatMap((crate) => filesBelow(`crates/${crate}/src`))
    .filter((path) => path.endsWith('.rs'))
    .map(read)
    .join('\n');
  const commands = [...source.matchAll(/^ {4}(\w+)\([\w:#<]+Options>?\),$/gm)].map(([, name = '']) =>
    name.toLowerCase(),
  );
  const options = [
    ...source.matchAll(
      /#\[arg\((?:[^[\]]|\[[^\]]*\])*?\blong\b(?: = "([^"]+)")?(?:[^[\]]|\[[^\]]*\])*\)\]\s+(?:pub(?:\(super\))? )?(\w+):/g,
    ),
  ].map(([, name, field = '']) => `--${name ?? field.replaceAll('_', '-')}`);
  // The logs have commands of earlier versions.
  const used = PAGES.filter((page) => !page.startsWith('docs/log/')).flatMap((page) => {
    const text = read(page).replaceAll(/\\\n\s*/g, '');
    const codes = [
      ...text.matchAll(
        /`([^`\n]+)`|^(?: {4}|\$ )?((?:\S*\/|cargo |mpirun .*)?(?:afterstate|cargo lab) .*)$/gm,
      ),
    ];
    return codes.flatMap(([, inline, line]) =>
      [...(inline ?? line ?? '').matchAll(/\b(?:afterstate|cargo lab) ([a-z]+)([^#|;]*)/g)].map(
        ([, command = '', rest = '']) => ({ page, command, given: rest.match(/(?<= )--[a-z-]+/g) ?? [] }),
      ),
    );
  });
  assert.ok(used.length > 50, `${used.length} commands were found`);
  assert.deepEqual(
    used.filter(
      ({ command, given }) =>
        ![...commands, 'help'].includes(command) || given.some((option) => !options.includes(option)),
    ),
    [],
  );
});

test('the drawing of the architecture is that of the code', () => {
  assert.equal(drawn(), drawing(), 'run node tools/architecture.js');
});

test('the picture of the strength by version is that of the raw games', () => {
  assert.equal(readFileSync(PICTURE, 'utf8'), picture(), 'run node tools/strength-picture.js');
});
