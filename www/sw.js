// The service worker: makes the site work offline, and enables shared memory on hosts that send no isolation headers.
//
// tools/precache.js puts the list of all files of the site, with their SHA-256, before this script. Files are cached under
// their name and hash, so a new version downloads only changed files, and two versions never mix.

/** @typedef {{ version: string, files: Record<string, string> }} Precache `files`: SHA-256 in hexadecimal by path */

const worker = /** @type {ServiceWorkerGlobalScope & { PRECACHE: Precache }} */ (
  /** @type {unknown} */ (self)
);
const { files } = worker.PRECACHE;
const { scope } = worker.registration;

/** Caches with other names belong to other copies of the site on this host, to other sites, or to the engine. */
const CACHE = `afterstate-site ${scope}`;
/** The first version had one cache for all copies on a host, so each deleted the files of the others. */
const SHARED = 'afterstate-site';
/** Files that only some visitors need; cached once this browser has used them. */
const PARTS = /** @type {const} */ ({
  parallel: /^assets\/pkg-parallel-/,
  embed: /^(assets\/)?embed/,
  // Its worker plays boards other than 4x4.
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
const keyOf = (path) => `${new URL(path, scope).href}?sha256=${files[path]}`;
/** @param {string} path @returns {keyof typeof PARTS | null} */
const partOf = (path) =>
  /** @type {(keyof typeof PARTS)[]} */ (Object.keys(PARTS)).find((part) => PARTS[part].test(path)) ?? null;
/** Whether a cached address belongs to this part. @param {string} address @param {RegExp} part */
const isOf = (address, part) => address.startsWith(scope) && part.test(address.slice(scope.length));
/** @param {string} name of a cache @returns {Promise<string[]>} the addresses in it */
const addressesIn = async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url);

/**
 * Downloads a file of exactly this version.
 * @param {string} path @returns {Promise<Response>} rejects if the host does not have it
 */
async function fetchFile(path) {
  const response = await fetch(new URL(path, scope), { cache: 'no-cache', credentials: 'same-origin' });
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

/** The cached file, or a downloaded one, which is then cached. @param {string} path @returns {Promise<Response>} */
async function cached(path) {
  const [cache, key] = [await caches.open(CACHE), keyOf(path)];
  const kept = await cache.match(key);
  if (kept) return kept;
  const response = (await caches.match(key, { cacheName: SHARED })) ?? (await fetchFile(path));
  await cache.put(key, response.clone());
  return response;
}

/** Caches the common files, and the optional ones that this browser has used before. */
async function install() {
  const kept = [...(await addressesIn(CACHE)), ...(await addressesIn(SHARED))];
  const wanted = Object.keys(files).filter((path) => {
    const part = partOf(path);
    return !UNUSED.test(path) && (part === null || kept.some((address) => isOf(address, PARTS[part])));
  });
  await Promise.all(wanted.map(cached));
}

/** Deletes the files of older versions. */
async function forgetOthers() {
  const known = new Set(Object.keys(files).map(keyOf));
  const [cache, shared] = [await caches.open(CACHE), await caches.open(SHARED)];
  for (const address of await addressesIn(CACHE)) if (!known.has(address)) await cache.delete(address);
  for (const address of await addressesIn(SHARED))
    if (address.startsWith(scope)) await shared.delete(address);
  if ((await shared.keys()).length === 0) await caches.delete(SHARED);
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
  try {
    return isolated(await cached(path));
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
    event.waitUntil(
      Promise.all(
        Object.keys(files)
          .filter((path) => PARTS.parallel.test(path))
          .map(cached),
      ).catch(() => {}),
    );
  }
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(scope)) return;
  const { origin, pathname } = new URL(request.url);
  const file = (origin + pathname).slice(scope.length) || 'index.html';
  if (Object.hasOwn(files, file)) event.respondWith(answer(file, request));
  else if (request.mode === 'navigate') event.respondWith(fetch(request).then(isolated));
});
