// The addresses of all scripts that a page may start: the workers of the engine, of the strategies and of
// features, and the service worker.
//
// In browsers with Trusted Types the policy of the pages allows script addresses only from here and forbids
// HTML from text entirely, so injected text cannot become code.

/** @import { WorkerLike } from './types.js' */
/** @typedef {{ createScriptURL(address: string): string }} Policy */

const ENGINE = new URL('./worker.js', import.meta.url).href;
const LAB = new URL('../players/worker.js', import.meta.url).href;
const SERVICE = new URL('../sw.js', import.meta.url).href;
/** The worker of a feature: `worker.js` in its folder, or where the build puts it. */
const WORKER = /\/[\w-]+(\/worker|-worker-[\da-f]{16})\.js$/;
/** Those of the features. @type {Set<string>} */
const added = new Set();

/**
 * Whether the document has no origin: a sandboxed frame without allow-same-origin. Every script address is
 * then cross-origin, and a worker can start only from a blob of the document.
 */
const boxed = globalThis.origin === 'null';
/** Blob addresses by the script that they import. @type {Map<string, string>} */
const starters = new Map();

/** @type {{ createPolicy(name: string, rules: Policy): Policy } | undefined} */
const trustedTypes = /** @type {any} */ (globalThis).trustedTypes;
const policy = trustedTypes?.createPolicy('afterstate', {
  createScriptURL(address) {
    if ([ENGINE, LAB, SERVICE, ...added, ...starters.values()].includes(address)) return address;
    throw new TypeError('this is no script of the page');
  },
});

/** @param {string} address @returns {string} or a `TrustedScriptURL` */
const trusted = (address) => policy?.createScriptURL(address) ?? address;

/**
 * The source of a worker that imports its script and replays the messages that arrive before the import has
 * ended. It is not a module, because Chromium starts no module worker from a blob in a document without an
 * origin.
 * @param {string} script
 */
const starterOf = (script) => `const early = [];
const keep = (event) => { event.stopImmediatePropagation(); early.push(event.data); };
addEventListener('message', keep);
import(${JSON.stringify(script)}).then(() => {
  removeEventListener('message', keep);
  for (const data of early) dispatchEvent(new MessageEvent('message', { data }));
}).catch((error) => setTimeout(() => { throw error; }));`;

/** @param {string} script @param {string} name @returns {WorkerLike} */
function start(script, name) {
  if (!boxed) return /** @type {any} */ (new Worker(trusted(script), { type: 'module', name }));
  const starter =
    starters.get(script) ?? URL.createObjectURL(new Blob([starterOf(script)], { type: 'text/javascript' }));
  starters.set(script, starter);
  return /** @type {any} */ (new Worker(trusted(starter), { name }));
}

export const startEngineWorker = () => start(ENGINE, 'afterstate');

export const startPlayersWorker = () => start(LAB, 'afterstate-lab');

/**
 * Starts the worker of a feature.
 * @param {URL} script
 * @param {string} name
 */
export function startWorkerOf({ href, origin, pathname }, name) {
  if (origin === new URL(ENGINE).origin && WORKER.test(pathname)) added.add(href);
  return start(href, name);
}

/** The address to register the service worker with. @returns {string} */
export const serviceWorkerAddress = () => trusted(SERVICE);
