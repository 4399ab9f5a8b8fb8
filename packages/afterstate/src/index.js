// The package's main module for browsers: rules and search on the thread that imports it.

import initializeModule from '../../../target/packages/pkg/afterstate.js';
import { AfterstateError } from './errors.js';

export { Game, Network, Solver, version } from '../../../target/packages/pkg/afterstate.js';
export { AfterstateError };
export { ranksOf } from './input.js';

/** @type {Promise<void> | undefined} */
let ready;

/** @param {{ wasmUrl?: string | URL, wasmBytes?: BufferSource | WebAssembly.Module }} [options] */
export function initialize({ wasmUrl, wasmBytes } = {}) {
  // Not the default of lib/afterstate.js, which bundlers may move into a file elsewhere.
  const module = wasmBytes ?? wasmUrl ?? new URL('./lib/afterstate_bg.wasm', import.meta.url);
  ready ??= initializeModule({ module_or_path: module })
    .then(() => {})
    .catch((error) => {
      ready = undefined; // the next call tries again
      throw new AfterstateError(
        'unavailable',
        `the module cannot be loaded: ${error instanceof Error ? error.message : error}`,
        { cause: error },
      );
    });
  return ready;
}
