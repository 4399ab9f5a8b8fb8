/**
 * Rules and search on the thread that calls them. `await initialize()` before anything else. A search blocks:
 * in a page use `afterstate/worker` instead.
 */
import type { InitInput } from './lib/afterstate.js';

export { Game, Network, Solver, version } from './lib/afterstate.js';
export type { Report, SearchLimits, SolverOptions, Step } from './lib/afterstate.js';
export { AfterstateError, type ErrorCode, ranksOf } from './worker.js';

export interface InitializeOptions {
  /** The address (in Node also the path) of `afterstate_bg.wasm`, if it is not where the package has it. */
  wasmUrl?: string | URL;
  /** The module itself, instead of an address. */
  wasmBytes?: BufferSource | WebAssembly.Module;
}

/**
 * Loads the WebAssembly module. A second call returns the first one's promise; after a failure it tries again. Rejected with
 * `unavailable`.
 */
export function initialize(options?: InitializeOptions): Promise<void>;

/** What the module can be made from. */
export type { InitInput };
