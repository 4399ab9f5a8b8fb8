// The package's main module for Node: the same names as index.js, and the WebAssembly module comes from its
// file.

import { readFile } from 'node:fs/promises';
import { AfterstateError, initialize as initializeFrom } from './index.js';

export { AfterstateError, Game, Network, Solver, ranksOf, version } from './index.js';

/** @param {string | URL} address */
async function read(address) {
  try {
    return await readFile(
      typeof address === 'string' && address.startsWith('file:') ? new URL(address) : address,
    );
  } catch (error) {
    throw new AfterstateError(
      'unavailable',
      `the module cannot be read: ${error instanceof Error ? error.message : error}`,
      { cause: error },
    );
  }
}

/** @param {{ wasmUrl?: string | URL, wasmBytes?: BufferSource | WebAssembly.Module }} [options] */
export async function initialize({ wasmUrl, wasmBytes } = {}) {
  return initializeFrom({
    wasmBytes: wasmBytes ?? (await read(wasmUrl ?? new URL('./lib/afterstate_bg.wasm', import.meta.url))),
  });
}
