// Loads the WebAssembly package of a tier for the engine's worker, and gives it the cache for networks. The
// npm package replaces this file by packages/afterstate/src/loader-*.js, because its files are in other
// places.

import { compile } from './compile.js';

/** @typedef {typeof import('../pkg/afterstate.js')} Package */

const PACKAGES = {
  shared: new URL('../pkg-parallel/afterstate.js', import.meta.url),
  alone: new URL('../pkg/afterstate.js', import.meta.url),
};

/**
 * @param {boolean} shared with threads
 * @param {unknown} module compiled, instead of the default one
 * @param {(share: number) => void} [onShare] this share is downloaded
 * @returns {Promise<Package>} ready for use
 */
export async function loadPackage(shared, module, onShare) {
  const home = shared ? PACKAGES.shared : PACKAGES.alone;
  const [engine, compiled] = await Promise.all([import(home.href), module ?? compile(home, onShare)]);
  await engine.default({ module_or_path: compiled });
  return engine;
}

/** Where files of networks are kept; undefined: nowhere. @returns {CacheStorage | undefined} */
export const networkCaches = () => globalThis.caches;
