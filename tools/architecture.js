// Draws the crates, the folders of www/ and what each uses into docs/develop/architecture.md: `node
// tools/architecture.js`.
//
// The arrows between crates come from their Cargo.toml, those between folders from eslint.config.js, which
// allows no others, and those of the page to its features from www/features.js. An arrow that follows from
// others is left out; tests/js/docs.test.js compares.

import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { IMPORTS } from '../eslint.config.js';
import { featuresIn } from './features.js';

const DOCUMENT = fileURLToPath(new URL('../docs/develop/architecture.md', import.meta.url));
const MARKS = /(?<=<!-- made by tools\/architecture\.js -->\n)[^]*?(?=<!-- end -->)/;
/** Folders that are not ours or not code. */
const LEFT_OUT = ['vendor', 'icons', 'pictures'];
/** The crates that the page loads, by the builds of tools/shell/wasm.sh. @type {Record<string, string>} */
const BUILDS = { pkg: 'afterstate', 'pkg-papers': 'afterstate-papers', 'pkg-learn': 'afterstate-train' };

/** @typedef {Map<string, Set<string>>} Graph what each node uses */

/** @param {string} path @returns {string} */
const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
/** @param {string} path @returns {string[]} names of the folders in it */
const foldersIn = (path) =>
  readdirSync(new URL(`../${path}`, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
/** The features of the page. */
const FEATURES = featuresIn(read('www/features.js'));
/** @param {string} folder of www/ @returns {string} its modules without comments */
const codeOf = (folder) =>
  readdirSync(new URL(`../www/${folder}`, import.meta.url))
    .filter((name) => name.endsWith('.js'))
    .map((name) => read(`www/${folder}/${name}`).replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, ''))
    .join('\n');

/** @returns {Graph} */
function crates() {
  const folders = foldersIn('crates');
  const names = folders.map((folder) => `afterstate-${folder}`);
  return new Map(
    folders.map((folder) => {
      const manifest = read(`crates/${folder}/Cargo.toml`);
      const uses = names.filter((other) => new RegExp(`^${other}\\b`, 'm').test(manifest));
      return [
        `afterstate-${folder}`,
        new Set(/^afterstate[. ]/m.test(manifest) ? [...uses, 'afterstate'] : uses),
      ];
    }),
  );
}

/** @returns {Graph} */
function folders() {
  /** @type {Graph} */
  const graph = new Map();
  for (const folder of foldersIn('www').filter((name) => !LEFT_OUT.includes(name))) {
    const code = codeOf(folder);
    const allowed = (IMPORTS[folder] ?? [])
      .filter((path) => path.endsWith('/'))
      .map((path) => path.slice(0, -1));
    const listed = folder === 'page' ? FEATURES : [];
    const uses = [...allowed, ...listed].filter((name) => name !== folder && !LEFT_OUT.includes(name));
    // The builds are loaded by workers, which are in these folders.
    const builds = Object.keys(BUILDS).filter((name) => code.includes(`../${name}/`));
    graph.set(folder, new Set([...uses, ...builds.map((name) => BUILDS[name] ?? '')]));
  }
  return graph;
}

/**
 * @param {Graph} graph
 * @param {string} from
 * @returns {Set<string>} everything that a node uses, also through others
 */
function reachedFrom(graph, from, found = /** @type {Set<string>} */ (new Set())) {
  for (const node of graph.get(from) ?? []) if (!found.has(node)) reachedFrom(graph, node, found.add(node));
  return found;
}

/** Mermaid takes `style` for a word of its own. @param {string} name @returns {string} */
const idOf = (name) => `the-${name}`;

/** @returns {string} the drawing, as Mermaid text in Markdown */
export function drawing() {
  const [rust, www] = [crates(), folders()];
  const all = new Map([...rust, ...www]);
  const arrows = [...all].flatMap(([from, uses]) =>
    [...uses]
      .filter((to) => ![...uses].some((other) => reachedFrom(all, other).has(to)))
      .map(
        (to) => `  ${idOf(from)} ${www.has(from) && !www.has(to) ? '-. WebAssembly .->' : '-->'} ${idOf(to)}`,
      ),
  );
  const group = (/** @type {string} */ title, /** @type {Graph} */ graph) =>
    [`  subgraph ${title}`, ...[...graph.keys()].map((name) => `    ${idOf(name)}[${name}]`), '  end'].join(
      '\n',
    );
  const rustNodes = new Map([...rust, ['afterstate', new Set()]]);
  return [
    '```mermaid',
    'flowchart TD',
    group('www', www),
    group('crates', rustNodes),
    ...arrows,
    '```',
    '',
  ].join('\n');
}

/** @returns {string} the drawing that the page has */
export const drawn = () => MARKS.exec(readFileSync(DOCUMENT, 'utf8'))?.[0] ?? '';

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(
    DOCUMENT,
    readFileSync(DOCUMENT, 'utf8').replace(MARKS, () => drawing()),
  );
