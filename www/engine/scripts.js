// The only addresses that a document here may start a script from: the workers of the engine and of the
// strategies, and the service worker.
//
// Where the browser knows Trusted Types, the pages' policy allows this one maker of script addresses and no maker of
// HTML at all: whoever smuggles a text into the page finds nothing that would take it.

/** @typedef {{ createScriptURL(address: string): string }} Policy */

const ENGINE = new URL('./worker.js', import.meta.url).href;
const LAB = new URL('../players/worker.js', import.meta.url).href;
const SERVICE = new URL('../sw.js', import.meta.url).href;

/**
 * Whether the document has no origin: a frame with the attribute sandbox and without allow-same-origin. No script's
 * address is its own then, and a worker may start from a text of the document's own only.
 */
const boxed = globalThis.origin === 'null';
/** Addresses of texts of our own, by the script that they import. @type {Map<string, string>} */
const starters = new Map();

/** @type {{ createPolicy(name: string, rules: Policy): Policy } | undefined} */
const trustedTypes = /** @type {any} */ (globalThis).trustedTypes;
const policy = trustedTypes?.createPolicy('afterstate', {
  createScriptURL(address) {
    if (address === ENGINE || address === LAB || address === SERVICE || [...starters.values()].includes(address)) return address;
    throw new TypeError('this is no script of the page');
  },
});

/** @param {string} address @returns {string} or what the browser takes for one */
const trusted = (address) => policy?.createScriptURL(address) ?? address;

/**
 * The text of a worker that imports its script: what it is told before that is there, the script is told then. It is no
 * module, for Chromium starts none from a text in a document without origin.
 * @param {string} script
 */
const starterOf = (script) => `const early = [];
const keep = (event) => { event.stopImmediatePropagation(); early.push(event.data); };
addEventListener('message', keep);
import(${JSON.stringify(script)}).then(() => {
  removeEventListener('message', keep);
  for (const data of early) dispatchEvent(new MessageEvent('message', { data }));
}).catch((error) => setTimeout(() => { throw error; }));`;

/** @param {string} script @param {string} name @returns {Worker} */
function start(script, name) {
  if (!boxed) return new Worker(trusted(script), { type: 'module', name });
  const starter = starters.get(script) ?? URL.createObjectURL(new Blob([starterOf(script)], { type: 'text/javascript' }));
  starters.set(script, starter);
  return new Worker(trusted(starter), { name });
}

/** A worker of the engine. */
export const startEngineWorker = () => start(ENGINE, 'afterstate');

/** A worker that plays strategies of the catalogue. */
export const startPlayersWorker = () => start(LAB, 'afterstate-lab');

/** What the service worker is registered by. @returns {string} */
export const serviceWorkerAddress = () => trusted(SERVICE);
