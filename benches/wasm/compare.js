// Runs the same searches natively, in Node and in Chromium, in turns. The signatures must be equal; nodes per
// second are compared with native code.
//
//   node benches/wasm/compare.js [--rounds 5]
//
// Run it after `./build.sh build` and `cargo build --release`; `./build.sh bench` does all of it. A round
// runs everything once, and ratios are taken within a round, so that a slow phase of the machine affects both
// sides; medians are shown.

import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { startBrowser, startSite } from '../../tests/browser/site.js';
import { makeSolver, searchBoards } from './boards.js';

/** @import { Page } from 'playwright-core' */
/** @import { Found, SearchOptions } from './boards.js' */

/**
 * @typedef {(boards: number[][], ply: number, options: SearchOptions) => Promise<Found>} Run
 * @typedef {{ name: string, threads: number, run: Run }} Place
 */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const NATIVE = `${ROOT}target/release/afterstate`;
const DEBUG = `${ROOT}target/debug/afterstate`;
const SITE = `${ROOT}target/bench-site`;
const TABLE_MB = 16;

/**
 * The searches, deep enough to take half a second, because each allocates a table; and the share of the
 * native speed that Chromium should reach with two threads, a goal of the project.
 */
const ENGINES = [
  { evaluator: 'afterstate', words: 'built-in heuristic', ply: 8, wanted: 0.75 },
  { evaluator: 'lite.bin', words: 'lite network', ply: 7, wanted: 0.6 },
  { evaluator: 'full.bin', words: 'full network', ply: 7, wanted: 0.6 },
];

const {
  values: { rounds: wished },
} = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const rounds = Number(wished);

/**
 * One run of the command line.
 * @param {string} program @param {number} threads @param {number} ply @param {SearchOptions} options
 */
async function native(program, threads, ply, { evaluator, tableBytes }) {
  const place = evaluator.endsWith('.bin') ? `models/${evaluator}` : evaluator;
  const { stdout } = await promisify(execFile)(
    program,
    [
      'bench',
      '--json',
      '--threads',
      String(threads),
      '--ply',
      String(ply),
      '--evaluator',
      place,
      '--table-mb',
      String(tableBytes >> 20),
    ],
    { cwd: ROOT },
  );
  /**
   * @type {{ signature: string, signaturePly: number, signatureEvaluator: string, boards: number[][],
   *   nodes: number, values: string, seconds: number }}
   */
  const found = JSON.parse(stdout);
  return found;
}

/** The package without threads, in this process. @returns {Promise<Run>} */
async function inNode() {
  const engine = await import('../../target/packages/pkg/afterstate.js');
  engine.initSync({ module: await readFile(`${ROOT}target/packages/pkg/afterstate_bg.wasm`) });
  return async (boards, ply, options) => {
    const solver = await makeSolver(engine, options, (name) => readFile(`${ROOT}models/${name}`));
    try {
      return searchBoards(solver, boards, ply);
    } finally {
      solver.free();
    }
  };
}

/**
 * A package in a worker of an empty page.
 * @param {Page} page
 * @param {number} threads
 * @returns {Promise<Run>}
 */
async function inChromium(page, threads) {
  const worker = await page.evaluateHandle(() => {
    // The site allows scripts only by its own policy for Trusted Types, so this creates that policy.
    /** @type {any} */
    const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy('afterstate', {
      createScriptURL: (/** @type {string} */ url) => url,
    });
    return new Worker(policy?.createScriptURL('worker.js') ?? 'worker.js', { type: 'module' });
  });
  return async (boards, ply, options) => {
    /** @type {{ error?: string, threads: number, found: Found }} */
    const answer = await worker.evaluate(
      (handle, asked) =>
        new Promise((resolve, reject) => {
          handle.onmessage = ({ data }) => resolve(data);
          handle.onerror = (event) => reject(new Error(event.message || 'the worker could not be started'));
          handle.postMessage(asked);
        }),
      { threads, boards, ply, options },
    );
    if (answer.error) throw new Error(answer.error);
    if (answer.threads !== threads) throw new Error(`${answer.threads} threads, not ${threads}`);
    return answer.found;
  };
}

/** @param {number[]} numbers */
function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** @param {number} threads */
const inWords = (threads) => (threads === 1 ? 'one thread' : 'two threads');

/** Prints the signature of every build and returns whether they are equal. @param {Place[]} places */
async function compareSignatures(places) {
  const nothing = { evaluator: 'nneonneo', tableBytes: 0 };
  const { signature, signaturePly, signatureEvaluator, boards } = await native(NATIVE, 1, 1, nothing);
  const debug = await native(DEBUG, 1, 1, nothing);
  const all = [
    ['native, release, one thread and all', signature],
    ['native, debug, one thread and all', debug.signature],
  ];
  for (const { name, threads, run } of places) {
    const { nodes, values } = await run(boards, signaturePly, {
      evaluator: signatureEvaluator,
      tableBytes: 0,
    });
    all.push([`${name}, ${inWords(threads)}`, `${nodes}-${values}`]);
  }
  for (const [name, found] of all) console.log(`signature ${found}  ${name}`);
  return all.every(([, found]) => found === signature);
}

/**
 * Prints the speed of an evaluator in every place.
 * @param {Place[]} places
 * @param {(typeof ENGINES)[number]} engine
 */
async function compareSpeeds(places, { evaluator, words, ply, wanted }) {
  const options = { evaluator, tableBytes: TABLE_MB << 20 };
  /** @type {Map<Place, { speeds: number[], ratios: number[] }>} */
  const seen = new Map(places.map((place) => [place, { speeds: [], ratios: [] }]));
  /** @type {Map<number, number[]>} native nodes per second, by threads */
  const bases = new Map([
    [1, []],
    [2, []],
  ]);
  for (let round = 0; round < rounds; round++) {
    let expected = '';
    /** @type {number[][]} */
    let boards = [];
    for (const [threads, speeds] of bases) {
      const { nodes, seconds, values, boards: theirs } = await native(NATIVE, threads, ply, options);
      speeds.push(nodes / seconds);
      [expected, boards] = [values, theirs];
    }
    for (const place of places) {
      const { nodes, values, ms } = await place.run(boards, ply, options);
      if (values !== expected) throw new Error(`${place.name}: values ${values}, natively ${expected}`);
      const speed = (nodes / ms) * 1000;
      seen.get(place)?.speeds.push(speed);
      seen.get(place)?.ratios.push(speed / (bases.get(place.threads)?.at(-1) ?? Number.NaN));
    }
  }
  /** @param {number[]} speeds */
  const millions = (speeds) => `${(median(speeds) / 1e6).toFixed(2).padStart(7)} M nodes/s`;
  console.log(`\n${words}, ${ply}-ply, table of ${TABLE_MB} MiB, medians of ${rounds} rounds`);
  for (const [threads, speeds] of bases)
    console.log(`${millions(speeds)}         native, ${inWords(threads)}`);
  for (const [{ name, threads }, { speeds, ratios }] of seen) {
    const aim = name === 'Chromium' && threads === 2 ? `; wanted of the native speed: ${wanted}` : '';
    console.log(`${millions(speeds)}  ${median(ratios).toFixed(3)}  ${name}, ${inWords(threads)}${aim}`);
  }
}

await rm(SITE, { recursive: true, force: true });
await cp(`${ROOT}dist`, SITE, { recursive: true });
await mkdir(`${SITE}/bench`);
for (const file of [
  'benches/wasm/boards.js',
  'benches/wasm/worker.js',
  'models/lite.bin',
  'models/full.bin',
]) {
  await cp(`${ROOT}${file}`, `${SITE}/bench/${basename(file)}`);
}
await writeFile(`${SITE}/bench/page.html`, '<!doctype html><title>Benchmark</title>');
const site = await startSite({ dir: SITE, server: NATIVE });
const browser = await startBrowser();
try {
  const emptyPage = async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}bench/page.html`);
    return page;
  };
  /** @type {Place[]} */
  const places = [
    { name: 'Node', threads: 1, run: await inNode() },
    { name: 'Chromium', threads: 1, run: await inChromium(await emptyPage(), 1) },
    { name: 'Chromium', threads: 2, run: await inChromium(await emptyPage(), 2) },
  ];
  if (!(await compareSignatures(places))) {
    console.error('the signatures differ: a build searches otherwise than the others');
    process.exitCode = 1;
  }
  for (const engine of ENGINES) await compareSpeeds(places, engine);
} finally {
  await browser.close();
  await site.stop();
}
