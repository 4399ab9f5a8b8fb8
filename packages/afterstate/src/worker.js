// `createEngine` for browsers: the engine in a worker, with threads if the page is isolated.

import { startEngine } from './engine.js';

/** @import { EngineOptions } from '../types/worker.d.ts' */

export { AfterstateError } from './errors.js';
export { ranksOf } from './input.js';

const resolve = (/** @type {string | URL} */ address) => new URL(address, globalThis.location?.href).href;

/**
 * Bundlers recognize exactly this form.
 * @param {string | URL | undefined} address
 */
function startWorker(address) {
  if (address === undefined)
    return new Worker(new URL('./lib/engine-worker.js', import.meta.url), {
      type: 'module',
      name: 'afterstate',
    });
  const url = resolve(address);
  // No worker starts from another origin, but one of our own may import from there.
  const own = new URL(url).origin === globalThis.location?.origin;
  const starts = own
    ? url
    : URL.createObjectURL(new Blob([`import ${JSON.stringify(url)};`], { type: 'text/javascript' }));
  return new Worker(starts, { type: 'module', name: 'afterstate' });
}

/** @param {EngineOptions} [options] */
export function createEngine(options = {}) {
  const mayShare = globalThis.crossOriginIsolated === true && typeof SharedArrayBuffer === 'function';
  return startEngine(options, {
    tiers: (threads) => (mayShare && threads > 1 ? ['shared', 'single'] : ['single']),
    cores: () => navigator.hardwareConcurrency || 1,
    makeWorker: () => /** @type {any} */ (startWorker(options.workerUrl)),
    resolve,
    prepare: async (network) => (network.content ? network : { ...network, url: resolve(network.url) }),
  });
}
