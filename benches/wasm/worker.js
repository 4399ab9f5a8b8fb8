// A worker of the benchmark in the browser: loads one package and searches boards with it when asked to.
//
// It lies beside the packages of a copy of the site (compare.js), so that it runs under the site's own headers, with the
// networks beside it. One question at a time.

import { makeSolver, searchBoards } from './boards.js';

/** @import { Wishes } from './boards.js' */
/** @typedef {{ threads: number, boards: number[][], ply: number, wishes: Wishes }} Asked */

/** @type {Promise<any> | undefined} the package, once loaded */
let engine;
/** @type {any} the last solver, which the next question may be for */
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

/** @param {Asked} asked */
async function run({ threads, boards, ply, wishes }) {
  engine ??= load(threads);
  const loaded = await engine;
  if (made !== JSON.stringify(wishes)) {
    solver?.free();
    solver = await makeSolver(loaded, wishes, read);
    made = JSON.stringify(wishes);
  }
  return { threads: solver.threads, found: searchBoards(solver, boards, ply) };
}

addEventListener('message', (event) => {
  run(/** @type {Asked} */ (event.data)).then(postMessage, (error) => postMessage({ error: String(error) }));
});
