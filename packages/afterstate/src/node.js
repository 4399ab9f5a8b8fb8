// The package's main module for Node: the same names as index.js, and the WebAssembly module comes from its file.

import { readFile } from 'node:fs/promises';
import { initialize as initializeFrom } from './index.js';

export { AfterstateError, Experiment, Game, Network, Player, Solver, catalog, histogram, ranksOf, readGames, tabulate, version } from './index.js';

/** @param {{ wasmUrl?: string | URL, wasmBytes?: BufferSource | WebAssembly.Module }} [options] */
export async function initialize({ wasmUrl, wasmBytes } = {}) {
  const address = wasmUrl ?? new URL('./lib/afterstate_bg.wasm', import.meta.url);
  const path = typeof address === 'string' && address.startsWith('file:') ? new URL(address) : address;
  return initializeFrom({ wasmBytes: wasmBytes ?? await readFile(path) });
}
