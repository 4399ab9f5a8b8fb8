// The service worker: the site without a network, and shared memory on hosts that send no isolation headers.
//
// What there is to keep stands in precache.js, which build.sh writes: every file of the site with its SHA-256. A file
// is kept under its name and hash, so that a new version fetches only what has changed, and neither version ever sees
// the other's files.

importScripts('precache.js');

/** @typedef {{ version: string, files: Record<string, string> }} Precache `files`: SHA-256 in hexadecimal by path */

const worker = /** @type {ServiceWorkerGlobalScope & { PRECACHE: Precache }} */ (/** @type {unknown} */ (self));
const { files } = worker.PRECACHE;

/** Other names are other people's caches, or the engine's. */
const CACHE = 'afterstate-site';
/** What one part of the readers needs; kept as soon as this browser has used it. */
const PARTS = /** @type {const} */ ({
  parallel: /^pkg-parallel\//,
  embed: /^embed/,
  // Its worker plays on the page too: odds, and strategies.
  lab: /^lab/,
});
/** Never needed here: what installing, other hosts and people look at. */
const UNUSED = /^(icons\/.*\.png|.*\.txt|.*\.webmanifest|.*\.d\.ts)$/;

/**
 * The same as src/cli/headers.txt sends: a document with them may share memory between threads, also in a frame of
 * another site (Document-Isolation-Policy). Workers' scripts need them too.
 */
const ISOLATING = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Document-Isolation-Policy': 'isolate-and-require-corp',
};

/** @param {string} path @returns {string} the address that it is kept under */
const keyOf = (path) => `${new URL(path, worker.registration.scope).href}?sha256=${files[path]}`;
/** @param {string} path @returns {keyof typeof PARTS | null} */
const partOf = (path) => /** @type {(keyof typeof PARTS)[]} */ (Object.keys(PARTS)).find((part) => PARTS[part].test(path)) ?? null;
/** Whether a kept address belongs to this part. @param {string} address @param {RegExp} part */
const isOf = (address, part) => address.startsWith(worker.registration.scope) && part.test(address.slice(worker.registration.scope.length));

/**
 * A file of this very version, from the network.
 * @param {string} path @returns {Promise<Response>} rejected where there is none
 */
async function fetchFile(path) {
  const response = await fetch(new URL(path, worker.registration.scope), { cache: 'no-cache', credentials: 'same-origin' });
  if (!response.ok) throw new Error(`${path} cannot be loaded: ${response.status}`);
  // A redirected response may not answer a navigation, so only its body is kept.
  const body = await response.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (hash !== files[path]) throw new Error(`${path} is of another version than this worker`);
  const headers = new Headers(response.headers);
  for (const ofTransfer of ['Content-Encoding', 'Content-Length']) headers.delete(ofTransfer);
  return new Response(body, { headers });
}

/** Keeps these files, if they are not kept already. @param {string[]} paths */
async function keep(paths) {
  const cache = await caches.open(CACHE);
  await Promise.all(paths.map(async (path) => {
    const key = keyOf(path);
    if (!(await cache.match(key))) await cache.put(key, await fetchFile(path));
  }));
}

/** What this browser needs: everybody's part, and those that it has used before. */
async function install() {
  const kept = (await (await caches.open(CACHE)).keys()).map(({ url }) => url);
  const wanted = Object.keys(files).filter((path) => {
    const part = partOf(path);
    return !UNUSED.test(path) && (part === null || kept.some((address) => isOf(address, PARTS[part])));
  });
  await keep(wanted);
}

/** The files of the version before are not needed any more. */
async function forgetOthers() {
  const cache = await caches.open(CACHE);
  const known = new Set(Object.keys(files).map(keyOf));
  for (const request of await cache.keys()) if (!known.has(request.url)) await cache.delete(request);
}

/** @param {Response} response */
function isolated(response) {
  // An opaque or failed response cannot be made anew, and isolates nothing.
  if (response.type === 'opaque' || response.type === 'error' || response.status === 0) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(ISOLATING)) headers.set(name, value);
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
}

/** @param {string} path of the site @param {Request} request @returns {Promise<Response>} */
async function answer(path, request) {
  const cache = await caches.open(CACHE);
  const key = keyOf(path);
  const kept = await cache.match(key);
  if (kept) return isolated(kept);
  try {
    const response = await fetchFile(path);
    await cache.put(key, response.clone());
    return isolated(response);
  } catch {
    // Another version is on the host, or storage is full: the host's answer is better than nothing.
    return isolated(await fetch(request));
  }
}

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(forgetOthers()));

worker.addEventListener('message', (event) => {
  const { type, part } = /** @type {{ type?: unknown, part?: unknown }} */ (event.data ?? {});
  if (type === 'take-over') void worker.skipWaiting();
  else if (type === 'keep' && part === 'parallel') {
    // Whatever fails here is tried again when it is used.
    event.waitUntil(keep(Object.keys(files).filter((path) => PARTS.parallel.test(path))).catch(() => {}));
  }
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== 'GET' || !request.url.startsWith(worker.registration.scope)) return;
  const path = (address.origin + address.pathname).slice(worker.registration.scope.length);
  const file = path === '' ? 'index.html' : path;
  if (Object.hasOwn(files, file)) event.respondWith(answer(file, request));
  else if (request.mode === 'navigate') event.respondWith(fetch(request).then(isolated));
});
