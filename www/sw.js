// The service worker: makes the site work offline, and enables shared memory on hosts that send no isolation headers.
//
// tools/precache.js puts the list of all files of the site, with their SHA-256, before this script. Files are cached under
// their name and hash, so a new version downloads only changed files, and two versions never mix.

/** @typedef {{ version: string, files: Record<string, string> }} Precache `files`: SHA-256 in hexadecimal by path */

const worker = /** @type {ServiceWorkerGlobalScope & { PRECACHE: Precache }} */ (/** @type {unknown} */ (self));
const { files } = worker.PRECACHE;

/** Caches with other names belong to other sites on this host, or to the engine. */
const CACHE = 'afterstate-site';
/** Files that only some visitors need; cached once this browser has used them. */
const PARTS = /** @type {const} */ ({
  parallel: /^assets\/pkg-parallel-/,
  embed: /^(assets\/)?embed/,
  // Its worker plays on the page too: odds, and strategies.
  lab: /^(assets\/)?lab/,
  languages: /^assets\/text-/,
});
/** Never cached: files for installation, for hosts and for developers. */
const UNUSED = /^(icons\/.*\.png|.*\.txt|.*\.webmanifest|.*\.d\.ts)$/;

/**
 * The same headers as in src/cli/headers.txt. A document with them may share memory between threads, even in a frame on
 * another site (Document-Isolation-Policy). The scripts of workers need them too.
 */
const ISOLATING = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Document-Isolation-Policy': 'isolate-and-require-corp',
};

/** @param {string} path @returns {string} the address that it is cached under */
const keyOf = (path) => `${new URL(path, worker.registration.scope).href}?sha256=${files[path]}`;
/** @param {string} path @returns {keyof typeof PARTS | null} */
const partOf = (path) => /** @type {(keyof typeof PARTS)[]} */ (Object.keys(PARTS)).find((part) => PARTS[part].test(path)) ?? null;
/** Whether a cached address belongs to this part. @param {string} address @param {RegExp} part */
const isOf = (address, part) => address.startsWith(worker.registration.scope) && part.test(address.slice(worker.registration.scope.length));

/**
 * Downloads a file of exactly this version.
 * @param {string} path @returns {Promise<Response>} rejects if the host does not have it
 */
async function fetchFile(path) {
  const response = await fetch(new URL(path, worker.registration.scope), { cache: 'no-cache', credentials: 'same-origin' });
  if (!response.ok) throw new Error(`${path} cannot be loaded: ${response.status}`);
  // A redirected response may not answer a navigation, so only its body is cached.
  const body = await response.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (hash !== files[path]) throw new Error(`${path} is of another version than this worker`);
  const headers = new Headers(response.headers);
  for (const ofTransfer of ['Content-Encoding', 'Content-Length']) headers.delete(ofTransfer);
  return new Response(body, { headers });
}

/** Caches these files unless they are cached already. @param {string[]} paths */
async function keep(paths) {
  const cache = await caches.open(CACHE);
  await Promise.all(paths.map(async (path) => {
    const key = keyOf(path);
    if (!(await cache.match(key))) await cache.put(key, await fetchFile(path));
  }));
}

/** Caches the common files, and the optional ones that this browser has used before. */
async function install() {
  const kept = (await (await caches.open(CACHE)).keys()).map(({ url }) => url);
  const wanted = Object.keys(files).filter((path) => {
    const part = partOf(path);
    return !UNUSED.test(path) && (part === null || kept.some((address) => isOf(address, PARTS[part])));
  });
  await keep(wanted);
}

/** Deletes the files of older versions. */
async function forgetOthers() {
  const cache = await caches.open(CACHE);
  const known = new Set(Object.keys(files).map(keyOf));
  for (const request of await cache.keys()) if (!known.has(request.url)) await cache.delete(request);
}

/** @param {Response} response */
function isolated(response) {
  // An opaque or failed response cannot be copied with other headers.
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
    // The host has another version, or the storage is full: pass on the host's answer.
    return isolated(await fetch(request));
  }
}

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(forgetOthers()));

worker.addEventListener('message', (event) => {
  const { type, part } = /** @type {{ type?: unknown, part?: unknown }} */ (event.data ?? {});
  if (type === 'take-over') void worker.skipWaiting();
  else if (type === 'keep' && part === 'parallel') {
    // A failed download is tried again when the file is used.
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
