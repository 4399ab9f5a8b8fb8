// The service worker: makes the site work offline, and enables shared memory on hosts that send no isolation
// headers.
//
// tools/precache.js puts the list of all files of the site, with their SHA-256, before this script. Files are
// cached under their name and hash, so a new version downloads only changed files, and two versions never
// mix.

/**
 * @typedef {{ version: string, files: Record<string, string> }} Precache `files`: SHA-256 in hexadecimal by
 *   path
 */

const worker = /** @type {ServiceWorkerGlobalScope & { PRECACHE: Precache }} */ (
  /** @type {unknown} */ (self)
);
const { files } = worker.PRECACHE;
const { scope } = worker.registration;

/**
 * Caches with other names belong to other copies of the site on this host, to other sites, or to the engine.
 */
const CACHE = `afterstate-site ${scope}`;
/** The files of this folder have a hash in their names: no other version has another of the same name. */
const HASHED = 'assets/';
/** The page that let this version take over, which reloads. */
let accepting = '';
/** How long Cache Storage may take until a page gets its file without it (ms): some browsers never answer. */
const LATE_MS = 2000;
/** The same without a connection. */
const OFFLINE_MS = 10_000;
/** Whether it was late, and has not answered since: then a page does not wait for it with each file. */
let late = false;
/** The first version had one cache for all copies on a host, so each deleted the files of the others. */
const SHARED = 'afterstate-site';
/** Files that only some visitors need; cached once this browser has used them. */
const PARTS = /** @type {const} */ ({
  parallel: /^assets\/pkg-parallel-/,
  embed: /^(assets\/)?embed/,
  // Its worker plays boards other than 4x4.
  lab: /^(assets\/)?lab/,
  learn: /^(assets\/)?(pkg-)?learn/,
  languages: /^assets\/shared-text-/,
});
/** Never cached: files for installation, for hosts and for developers. */
const UNUSED = /^(icons\/.*\.png|.*\.txt|.*\.webmanifest|.*\.d\.ts)$/;

/**
 * The same headers as in crates/cli/src/serve/headers.txt. A document with them may share memory between
 * threads, even in a frame on another site (Document-Isolation-Policy). The scripts of workers need them too.
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
 * Downloads a file.
 * @param {string} path @returns {Promise<{ response: Response, exact: boolean }>} `exact`: it is the file of
 *   this version
 */
async function download(path) {
  const response = await fetch(new URL(path, scope), { cache: 'no-cache', credentials: 'same-origin' });
  if (!response.ok) return { response, exact: false };
  // A redirected response may not answer a navigation, so only its body is used.
  const body = await response.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const headers = new Headers(response.headers);
  for (const ofTransfer of ['Content-Encoding', 'Content-Length']) headers.delete(ofTransfer);
  return { response: new Response(body, { headers }), exact: hash === files[path] };
}

/**
 * What Cache Storage answers in time.
 * @template T @param {Promise<T>} answer @param {number} [ms] @returns {Promise<T | undefined>}
 */
async function soon(answer, ms = late ? 0 : LATE_MS) {
  const answered = answer.finally(() => (late = false)).catch(() => undefined);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const waited = new Promise((/** @type {(nothing: undefined) => void} */ resolve) => {
    timer = setTimeout(() => {
      late = true;
      resolve(undefined);
    }, ms);
  });
  const first = await Promise.race([answered, waited]);
  clearTimeout(timer);
  return first;
}

/** @param {string} path @returns {Promise<Response | undefined>} the cached file of this version */
async function find(path) {
  return (await caches.open(CACHE)).match(keyOf(path));
}

/** @param {string} path @param {Response} response */
async function keep(path, response) {
  await (await caches.open(CACHE)).put(keyOf(path), response);
}

/** Caches a file of exactly this version, unless it is cached already. @param {string} path */
async function store(path) {
  if (await find(path)) return;
  const shared = await caches.match(keyOf(path), { cacheName: SHARED });
  if (shared) return keep(path, shared);
  const { response, exact } = await download(path);
  if (!exact) throw new Error(`${path} is missing, or of another version than this worker`);
  await keep(path, response);
}

/** Caches the common files, and the optional ones that this browser has used before. */
async function install() {
  const kept = [...(await addressesIn(CACHE)), ...(await addressesIn(SHARED))];
  const wanted = Object.keys(files).filter((path) => {
    const part = partOf(path);
    return !UNUSED.test(path) && (part === null || kept.some((address) => isOf(address, PARTS[part])));
  });
  await Promise.all(wanted.map(store));
}

/** Deletes the files of older versions, unless a page of one is open, which has not loaded all its parts. */
async function forgetOthers() {
  const pages = await worker.clients.matchAll({ type: 'window' });
  if (pages.some(({ id }) => id !== accepting)) return;
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

/**
 * The cached file, or what the host has, downloaded once: also if it is of another version, or if the storage
 * is full.
 * @param {string} path of the site @param {FetchEvent} event @returns {Promise<Response>}
 */
async function answer(path, event) {
  const found = find(path);
  const kept = await soon(found);
  if (kept) return isolated(kept);
  const { response, exact } = await download(path).catch(async () => {
    // Offline: the cache may only be slow, or the browser's own cache has it.
    const slow = await soon(found, OFFLINE_MS);
    return {
      response: slow ?? (await fetch(event.request).catch(() => unavailable(path, event))),
      exact: false,
    };
  });
  if (exact) event.waitUntil(keep(path, response.clone()).catch(() => {}));
  return isolated(response);
}

/**
 * Offline, a part of the site that was never opened leads to the game, which tells why, instead of to the
 * browser's error. The documents of frames stay in their frames.
 * @param {string} path @param {FetchEvent} event
 */
const unavailable = (path, { request }) =>
  request.destination === 'document' && partOf(path) !== null
    ? Response.redirect(new URL('#unavailable', scope))
    : Response.error();

/** A file for a page of an older version. @param {Request} request @returns {Promise<Response>} */
async function answerOlder(request) {
  const find = async () => (await caches.open(CACHE)).match(request, { ignoreSearch: true });
  return isolated((await soon(find())) ?? (await fetch(request)));
}

worker.addEventListener('install', (event) => event.waitUntil(install()));
// Pages wait until the worker is active.
worker.addEventListener('activate', (event) => event.waitUntil(soon(forgetOthers())));

worker.addEventListener('message', (event) => {
  const { type, part } = /** @type {{ type?: unknown, part?: unknown }} */ (event.data ?? {});
  if (type === 'take-over') {
    accepting = /** @type {Client} */ (event.source).id;
    void worker.skipWaiting();
  } else if (type === 'keep' && part === 'parallel') {
    // A failed download is tried again when the file is used.
    event.waitUntil(
      Promise.all(
        Object.keys(files)
          .filter((path) => PARTS.parallel.test(path))
          .map(store),
      ).catch(() => {}),
    );
  }
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(scope)) return;
  const { origin, pathname } = new URL(request.url);
  const file = (origin + pathname).slice(scope.length) || 'index.html';
  // Some hosts leave out the ending of pages. Other pages of the host are not ours, and stay as they are.
  const path = [file, `${file}.html`].find((name) => Object.hasOwn(files, name));
  if (path !== undefined) event.respondWith(answer(path, event));
  else if (file.startsWith(HASHED)) event.respondWith(answerOlder(request));
});
