// Do the tests of the page notice a mistake? Makes mutants of www/, each with one small mistake, and runs the
// tests that reach the changed file until one fails:
//
//   node tools/mutants.js [--seed 59] [--count 80] [--only N,N…] [--browser] [--list]
//
// First the unit tests whose imports reach the file, in a copy of the repository in target/mutants; with
// --browser, for mutants that these do not notice, also the browser tests whose pages load it. The same seed
// makes the same mutants of the same sources; --list only prints them. `./build.sh build` must have made
// target/packages and, for browsers, the server.

import { spawn } from 'node:child_process';
import { cp, mkdir, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parseAst } from '@rollup/wasm-node/parseAst';

/** @typedef {{ file: string, line: number, kind: string, start: number, end: number, text: string }} Site */

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const WORK = join(ROOT, 'target/mutants');
/** How long a test file may take (ms): a mutant may wait for ever. */
const PATIENCE = 300_000;

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '59' },
    count: { type: 'string', default: '80' },
    only: { type: 'string', default: '' },
    browser: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});

// ---- mistakes ----

/** What a comparison or a junction is mistaken for. @type {Record<string, string>} */
const MISTAKEN = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
};

/**
 * The mistakes that can be made at a node of the syntax tree.
 * @param {any} node
 * @param {string} source
 * @returns {Iterable<{ kind: string, start: number, end: number, text: string }>}
 */
function* mistakesAt(node, source) {
  const { start, end, type } = node;
  const textOf = (/** @type {any} */ part) => source.slice(part.start, part.end);
  if (type === 'BinaryExpression' || type === 'LogicalExpression') {
    const other = MISTAKEN[node.operator];
    const between = source.slice(node.left.end, node.right.start);
    if (other !== undefined)
      yield {
        kind: 'condition',
        start: node.left.end,
        end: node.right.start,
        text: between.replace(node.operator, other),
      };
  }
  if (type === 'Literal' && typeof node.value === 'number' && Number.isInteger(node.value))
    yield { kind: 'off by one', start, end, text: String(node.value + 1) };
  if (type === 'AwaitExpression') yield { kind: 'dropped await', start, end, text: textOf(node.argument) };
  if (type === 'CallExpression' && node.arguments.length > 1) {
    const [one, two] = node.arguments;
    if (textOf(one) !== textOf(two) && one.type !== 'SpreadElement' && two.type !== 'SpreadElement')
      yield {
        kind: 'swapped arguments',
        start: one.start,
        end: two.end,
        text: `${textOf(two)}, ${textOf(one)}`,
      };
  }
  // Such lines let nothing through that is late, double or not wanted any more.
  if (type === 'IfStatement' && node.alternate === null) {
    const then = node.consequent;
    const only = then.type === 'BlockStatement' && then.body.length === 1 ? then.body[0] : then;
    if (only.type === 'ReturnStatement' && (only.argument === null || only.argument.type === 'Literal'))
      yield { kind: 'stale answer let through', start, end, text: '' };
  }
}

/** Every node of a syntax tree. @param {any} node @returns {Iterable<any>} */
function* nodesOf(node) {
  if (typeof node?.type === 'string') yield node;
  for (const [key, part] of Object.entries(node ?? {}))
    if (key !== 'parent' && part !== null && typeof part === 'object') yield* nodesOf(part);
}

/** Sorted paths from ROOT. @param {string} folder @param {string} end of the names */
async function filesIn(folder, end) {
  const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(end))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length))
    .sort();
}

/** A generator of numbers below `most` (xorshift32). @param {number} seed */
function numbers(seed) {
  let state = (Math.imul(seed, 2_654_435_769) ^ 0x5deece6d) >>> 0 || 1;
  return (/** @type {number} */ most) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % most;
  };
}

/** As many mutants of each kind. @returns {Promise<Site[]>} */
async function mutants() {
  /** @type {Map<string, Site[]>} */
  const sites = new Map();
  for (const file of await filesIn('www', '.js')) {
    if (file.includes('/vendor/')) continue;
    const source = await readFile(join(ROOT, file), 'utf8');
    for (const node of nodesOf(parseAst(source)))
      for (const mistake of mistakesAt(node, source)) {
        const line = source.slice(0, mistake.start).split('\n').length;
        sites.set(mistake.kind, [...(sites.get(mistake.kind) ?? []), { file, line, ...mistake }]);
      }
  }
  const below = numbers(Number(options.seed));
  const kinds = [...sites.values()];
  return Array.from({ length: Number(options.count) }, (_, index) => {
    const all = kinds[index % kinds.length] ?? [];
    return all.splice(below(all.length), 1)[0];
  }).flatMap((site) => site ?? []);
}

// ---- tests ----

/** What each module names, also as a worker or for later. @type {Map<string, string[]>} */
const named = new Map();
/** @param {string} file @returns {Promise<string[]>} */
async function namesIn(file) {
  const known = named.get(file);
  if (known) return known;
  const source = await readFile(join(ROOT, file), 'utf8').catch(() => '');
  const found = [...source.matchAll(/['"]((?:\.\.?\/)[\w./-]+\.js)['"]|(?:src|href)="([\w./-]+\.js)"/g)].map(
    ([, path, address]) => posix.join(posix.dirname(file), path ?? address ?? ''),
  );
  named.set(file, found);
  return found;
}

/** @param {string} file @returns {Promise<Set<string>>} what it reaches */
async function reached(file) {
  const found = new Set([file]);
  for (const next of found) for (const name of await namesIn(next)) found.add(name);
  return found;
}

/**
 * The pages that a browser test opens, by the names in it and its helpers.
 * @param {string} test
 */
async function pagesOf(test) {
  const source = await readFile(join(ROOT, test), 'utf8');
  const pages = [...source.matchAll(/\b([a-z-]+\.html)/g)].map(([, name]) => `www/${name}`);
  return new Set(['www/index.html', ...pages, ...(source.includes('play-2048') ? ['www/embed.js'] : [])]);
}

/** @param {string} command @param {string[]} given @param {string} cwd @returns {Promise<boolean>} */
const passes = (command, given, cwd) =>
  new Promise((resolve) => {
    const child = spawn(command, given, { cwd, stdio: 'ignore', detached: true });
    // With everything that it has started, so that no browser is left.
    const timer = setTimeout(() => process.kill(-Number(child.pid), 'SIGKILL'), PATIENCE);
    child.once('exit', (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
  });

/**
 * Tests by how often they say a word of the file's path, so that few are run in vain.
 * @param {string[]} tests
 * @param {string} file
 */
async function nearestFirst(tests, file) {
  const words = file
    .split(/\W+/)
    .filter((word) => !/^(www|js|view|state|main|page|session|dialog)$/.test(word));
  const said = new RegExp(words.join('|'), 'gi');
  const found = tests.map(async (test) => {
    const source = await readFile(join(ROOT, test), 'utf8');
    return {
      test,
      near: (`${test.repeat(3)} ${source}`.match(said) ?? []).length / Math.sqrt(source.length),
    };
  });
  return (await Promise.all(found)).sort((one, other) => other.near - one.near).map(({ test }) => test);
}

/** @param {string} test */
const runTest = (test) => passes(process.execPath, ['--test', test], WORK);

/** The site of the copy, as the build makes it. */
async function makeSite() {
  await rm(join(WORK, 'dist'), { recursive: true, force: true });
  await mkdir(join(WORK, 'dist'));
  for (const given of [
    ['tools/models.js', 'models', 'dist'],
    ['tools/site.js', 'www', 'target/packages', 'dist'],
    ['tools/precache.js', 'dist'],
  ])
    if (!(await passes(process.execPath, given, WORK))) return false;
  return true;
}

/** A copy of the sources of the page and its tests; everything else is linked. */
async function copyRepository() {
  await rm(WORK, { recursive: true, force: true });
  await mkdir(join(WORK, 'target'), { recursive: true });
  const copied = ['www', 'tests', 'tools'];
  for (const name of copied) await cp(join(ROOT, name), join(WORK, name), { recursive: true });
  const others = (await readdir(ROOT)).filter(
    (name) => ![...copied, '.git', 'target', 'dist'].includes(name),
  );
  for (const name of [...others, 'target/packages', 'target/debug'])
    await symlink(join(ROOT, name), join(WORK, name));
}

const all = await mutants();
/** @param {Site} site @param {number} index */
const nameOf = ({ file, line, kind }, index) => `${index + 1} | ${kind} | ${file}:${line}`;
/** @param {Site} site */
const changeOf = async ({ file, start, end, text }) => {
  const brief = (/** @type {string} */ words) => words.replaceAll(/\s+/g, ' ').slice(0, 70);
  return `${brief((await readFile(join(ROOT, file), 'utf8')).slice(start, end))} → ${brief(text) || '(nothing)'}`;
};

if (options.list) {
  for (const [index, site] of all.entries())
    process.stdout.write(`${nameOf(site, index)} | ${await changeOf(site)}\n`);
  process.exit();
}

/** Writes a file with or without its mistake. @param {Site} site @param {boolean} mistaken */
async function make({ file, start, end, text }, mistaken) {
  const source = await readFile(join(ROOT, file), 'utf8');
  await writeFile(join(WORK, file), mistaken ? source.slice(0, start) + text + source.slice(end) : source);
}

/** Whether each test that failed passes without a mistake. @type {Map<string, boolean>} */
const sound = new Map();
/** Others show nothing. @param {string} test @param {Site} site which is made then */
async function isSound(test, site) {
  const known = sound.get(test);
  if (known !== undefined) return known;
  await make(site, false);
  if (test.startsWith('tests/browser')) await makeSite();
  const passed = await runTest(test);
  sound.set(test, passed);
  if (!passed) process.stdout.write(`${test} fails without a mistake, and is left out\n`);
  await make(site, true);
  if (test.startsWith('tests/browser')) await makeSite();
  return passed;
}

await copyRepository();
const units = await filesIn('tests/js', '.test.js');
const only = options.only.split(',').filter(Boolean);
const browser = options.browser ? await filesIn('tests/browser', '.test.js') : [];
for (const [index, site] of all.entries()) {
  if (only.length > 0 && !only.includes(String(index + 1))) continue;
  const { file } = site;
  await make(site, true);
  let [killer, tried] = ['', 0];
  for (const test of units) {
    if (killer !== '' || sound.get(test) === false || !(await reached(test)).has(file)) continue;
    tried++;
    if (!(await runTest(test)) && (await isSound(test, site))) killer = test;
  }
  // A mistake that the build notices is none that a test has to.
  if (killer === '' && browser.length > 0 && !(await makeSite())) killer = 'the build';
  for (const test of await nearestFirst(browser, file)) {
    if (killer !== '' || sound.get(test) === false) continue;
    const loads = await Promise.all([...(await pagesOf(test))].map(reached));
    if (!loads.some((files) => files.has(file))) continue;
    tried++;
    if (!(await runTest(test)) && (await isSound(test, site))) killer = test;
  }
  await make(site, false);
  const found = killer === '' ? 'SURVIVES' : `killed by ${killer}`;
  process.stdout.write(`${nameOf(site, index)} | ${found} | ${tried} test files\n`);
}
