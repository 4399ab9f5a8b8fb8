// The worker of the benchmark in the browser: loads one package and searches boards with it.
//
// compare.js puts it into a copy of the site, beside the packages and networks, so that it runs under the
// site's headers. It handles one request at a time.

import { makeSolver, searchBoards } from './boards.js';

/** @import { SearchOptions } from './boards.js' */
/** @typedef {{ threads: number, boards: number[][], ply: number, options: SearchOptions }} Task */

/** @type {Promise<any> | undefined} the package, once loaded */
let engine;
/** @type {any} the last solver, for reuse by the next request */
let solver;
let made = '';

/** @param {number} threads */
async function load(threads) {
  const home = threads > 1 ? '../pkg-parallel/afterstate.js' : '../pkg/afterstate.js';
  const loaded = await import(new URL(home, import.meta.url).href);
  await loaded.default();
  if (threads > 1) await loaded.initThreadPool(threads);
  return loaded;
}

/** @param {string} name */
async function read(name) {
  return new Uint8Array(await (await fetch(new URL(name, import.meta.url))).arrayBuffer());
}

/** @param {Task} task */
async function run({ threads, boards, ply, options }) {
  engine ??= load(threads);
  const loaded = await engine;
  if (made !== JSON.stringify(options)) {
    solver?.free();
    solver = await makeSolver(loaded, options, read);
    made = JSON.stringify(options);
  }
  return { threads: solver.threads, found: searchBoards(solver, boards, ply) };
}

addEventListener('message', (event) => {
  run(/** @type {Task} */ (event.data)).then(postMessage, (error) => postMessage({ error: String(error) }));
});
