// The only addresses that a document here may start a script from: the workers of the engine and of the
// strategies, and the service worker.
//
// Leaves out what they do. Where the browser knows Trusted Types, the pages' policy allows this one maker of script
// addresses and no maker of HTML at all: whoever smuggles a text into the page finds nothing that would take it.

/** @typedef {{ createScriptURL(address: string): string }} Policy */

const ENGINE = new URL('./engine/worker.js', import.meta.url).href;
const LAB = new URL('./lab/worker.js', import.meta.url).href;
const SERVICE = new URL('./sw.js', import.meta.url).href;

/** @type {{ createPolicy(name: string, rules: Policy): Policy } | undefined} */
const trustedTypes = /** @type {any} */ (globalThis).trustedTypes;
const policy = trustedTypes?.createPolicy('afterstate', {
  createScriptURL(address) {
    if (address === ENGINE || address === LAB || address === SERVICE) return address;
    throw new TypeError('this is no script of the page');
  },
});

/** @param {string} address @returns {string} or what the browser takes for one */
const trusted = (address) => policy?.createScriptURL(address) ?? address;

/** A worker of the engine. @returns {Worker} */
export function startEngineWorker() {
  return new Worker(trusted(ENGINE), { type: 'module', name: 'afterstate' });
}

/** A worker that plays strategies of the catalogue. @returns {Worker} */
export function startLabWorker() {
  return new Worker(trusted(LAB), { type: 'module', name: 'afterstate-lab' });
}

/** What the service worker is registered by. @returns {string} */
export const serviceWorkerAddress = () => trusted(SERVICE);
