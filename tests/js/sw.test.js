// The service worker's caches, with a fake browser API: several copies of the site on one host, and the cache
// that the first version shared between them.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';

const SCRIPT = await readFile(new URL('../../www/sw.js', import.meta.url), 'utf8');
const HOST = 'https://me.example/';
const OUTER = `${HOST}2048/`;
const INNER = `${HOST}2048/preview/`;
const OTHER = `${HOST}2048-next/`;
const SHARED = 'afterstate-site';

/** @param {string} text */
const sha256 = (text) => createHash('sha256').update(text).digest('hex');
/** Where the file is cached. @param {string} site @param {string} path @param {string} text */
const keyOf = (site, path, text) => `${site}${path}?sha256=${sha256(text)}`;

/**
 * A host with copies of the site, and the Cache Storage of a browser.
 * @param {Record<string, string[]>} [start] addresses by cache
 */
function setUp(start = {}) {
  const stored = new Map(
    Object.entries(start).map(([name, addresses]) => [
      name,
      new Map(addresses.map((address) => [address, new Response('old')])),
    ]),
  );
  const opened = (/** @type {string} */ name) => {
    const entries = stored.get(name) ?? new Map();
    stored.set(name, entries);
    return {
      match: async (/** @type {string | { url: string }} */ asked, how = { ignoreSearch: false }) => {
        const address = typeof asked === 'string' ? asked : asked.url;
        const key = how.ignoreSearch
          ? [...entries.keys()].find((one) => one.startsWith(`${address}?`))
          : address;
        return entries.get(key)?.clone();
      },
      put: async (/** @type {string} */ address, /** @type {Response} */ response) => {
        if (state.full) throw new DOMException('full', 'QuotaExceededError');
        entries.set(address, response);
      },
      delete: async (/** @type {string} */ address) => entries.delete(address),
      keys: async () => [...entries.keys()].map((url) => ({ url })),
    };
  };
  const never = () => new Promise(() => {});
  const slowly =
    (/** @type {any} */ does) =>
    async (/** @type {any[]} */ ...given) => {
      if (state.slowMs > 0) await new Promise((resolve) => void setTimeout(resolve, state.slowMs));
      return does(...given);
    };
  const caches = {
    open: async (/** @type {string} */ name) => {
      const cache = opened(name);
      return Object.fromEntries(
        Object.entries(cache).map(([act, does]) => [act, state.silent.includes(act) ? never : slowly(does)]),
      );
    },
    delete: async (/** @type {string} */ name) => stored.delete(name),
    match: async (/** @type {string} */ address, /** @type {{ cacheName: string }} */ { cacheName }) =>
      stored.get(cacheName)?.get(address)?.clone(),
  };
  /** @type {string[]} */
  const downloaded = [];
  const state = {
    full: false,
    silent: /** @type {string[]} */ ([]),
    slowMs: 0,
    offline: false,
    pages: /** @type {string[]} */ ([]),
    accepting: '',
  };

  /**
   * A version of a copy is installed and takes over.
   * @param {string} scope @param {Record<string, string>} site its files @param {Record<string, string>}
   *   [host] those that the host has now
   * @returns {Promise<(path: string, destination?: string) => Promise<Response> | null>} asks it for a file;
   *   null: it leaves the request alone
   */
  async function visit(scope, site, host = { ...site }) {
    /** @type {Map<string, (event: any) => void>} */
    const listeners = new Map();
    const self = {
      PRECACHE: {
        version: '1',
        files: Object.fromEntries(Object.entries(site).map(([path, text]) => [path, sha256(text)])),
      },
      registration: { scope },
      clients: { matchAll: async () => state.pages.map((id) => ({ id })) },
      skipWaiting() {},
      addEventListener: (/** @type {string} */ type, /** @type {(event: any) => void} */ listener) =>
        listeners.set(type, listener),
    };
    const fetch = async (/** @type {any} */ { href, url = href }) => {
      const path = url.slice(scope.length);
      downloaded.push(path);
      if (state.offline) throw new TypeError('Failed to fetch');
      return new Response(host[path] ?? 'not there', { status: path in host ? 200 : 404 });
    };
    runInNewContext(SCRIPT, {
      ...{ self, caches, fetch, URL, Headers, Response },
      // Not that of Node, whose threads answer at any time.
      crypto: {
        subtle: {
          digest: async (/** @type {string} */ _, /** @type {ArrayBuffer} */ body) =>
            createHash('sha256').update(new Uint8Array(body)).digest(),
        },
      },
      // A test may put others in their place later.
      setTimeout: (/** @type {() => void} */ act, /** @type {number} */ ms) => globalThis.setTimeout(act, ms),
      clearTimeout: (/** @type {any} */ timer) => globalThis.clearTimeout(timer),
    });
    for (const type of ['install', 'message', 'activate']) {
      /** @type {unknown} */
      let work;
      listeners.get(type)?.({
        data: { type: 'take-over' },
        source: { id: state.accepting },
        waitUntil: (/** @type {unknown} */ promise) => {
          work = promise;
        },
      });
      await work;
    }
    return (path, destination = '') => {
      /** @type {Promise<Response> | null} */
      let answered = null;
      listeners.get('fetch')?.({
        request: { method: 'GET', destination, url: scope + path },
        respondWith: (/** @type {Promise<Response>} */ response) => {
          answered = response;
        },
        waitUntil() {},
      });
      return answered;
    };
  }
  /** @returns {Record<string, string[]>} the addresses in each cache */
  const cached = () =>
    Object.fromEntries([...stored].map(([name, entries]) => [name, [...entries.keys()].sort()]));
  return { visit, cached, downloaded, state };
}

const cacheOf = (/** @type {string} */ site) => `afterstate-site ${site}`;

test('copies of the site on one host keep their files apart, also one below another', async () => {
  const { visit, cached } = setUp();
  for (const site of [INNER, OTHER, OUTER]) await visit(site, { 'index.html': 'first' });
  await visit(OUTER, { 'index.html': 'second' });
  assert.deepEqual(cached(), {
    [cacheOf(INNER)]: [keyOf(INNER, 'index.html', 'first')],
    [cacheOf(OTHER)]: [keyOf(OTHER, 'index.html', 'first')],
    [cacheOf(OUTER)]: [keyOf(OUTER, 'index.html', 'second')],
  });
});

test('files of the version before stay while a page of it is open, besides the one that reloads', async () => {
  const { visit, cached, state } = setUp();
  const [old, next, last] = ['a', 'b', 'c'].map((text) => ({ [`assets/part-${text}.js`]: text }));
  await visit(OUTER, { ...old });
  Object.assign(state, { pages: ['one', 'two'], accepting: 'two' });
  const ask = await visit(OUTER, { ...next });
  const part = await ask('assets/part-a.js');
  assert.equal(await part?.text(), 'a');
  assert.equal(part?.headers.get('Cross-Origin-Embedder-Policy'), 'require-corp', 'workers need it');
  assert.equal((await ask('assets/part-x.js'))?.status, 404);
  assert.equal(ask('models/part-a.js'), null);
  Object.assign(state, { pages: ['two'] });
  await visit(OUTER, { ...last });
  assert.deepEqual(cached(), { [cacheOf(OUTER)]: [keyOf(OUTER, 'assets/part-c.js', 'c')] });
});

test('a new version downloads only what has changed, and what is new', async () => {
  const { visit, downloaded } = setUp();
  await visit(OUTER, { 'index.html': 'first', 'style.css': 'same' });
  await visit(OUTER, { 'index.html': 'second', 'style.css': 'same', 'lab.html': 'a part that was not used' });
  assert.deepEqual(downloaded.sort(), ['index.html', 'index.html', 'style.css']);
});

test('a version of which the host has another file is not installed, and other caches are not touched', async () => {
  const networks = { 'afterstate-networks': [`${OUTER}models/lite.bin`] };
  const { visit, cached } = setUp(networks);
  const site = { 'about.html': 'about', 'index.html': 'game' };
  await assert.rejects(
    visit(OUTER, site, { ...site, 'about.html': 'altered' }),
    /^Error: about\.html is missing/,
  );
  const { [cacheOf(OUTER)]: files = [], 'afterstate-networks': others } = cached();
  assert.ok(
    files.every((file) => file.startsWith(`${OUTER}index.html?`)),
    'the other file is not cached',
  );
  assert.deepEqual(others, networks['afterstate-networks']);
});

test('files from the cache of the first version are used again, then deleted; those of other copies stay', async () => {
  const [page, lab] = [keyOf(OUTER, 'index.html', 'same'), keyOf(OUTER, 'lab.html', 'before')];
  const other = keyOf(OTHER, 'index.html', 'same');
  const { visit, cached, downloaded } = setUp({
    [SHARED]: [page, lab, other],
    'afterstate-models': [`${OUTER}models/lite.bin`],
  });
  await visit(OUTER, { 'index.html': 'same', 'lab.html': 'after', 'embed.html': 'a part that was not used' });
  assert.deepEqual(downloaded, ['lab.html']);
  const now = {
    [cacheOf(OUTER)]: [page, keyOf(OUTER, 'lab.html', 'after')].sort(),
    'afterstate-models': [`${OUTER}models/lite.bin`],
  };
  assert.deepEqual(cached(), { [SHARED]: [other], ...now });
  await visit(OTHER, { 'index.html': 'same' });
  assert.deepEqual(cached(), { ...now, [cacheOf(OTHER)]: [other] });
});

test('a file that cannot be cached, or that the host has in another version, is downloaded once', async () => {
  const { visit, downloaded, state } = setUp();
  const site = { 'lab.html': 'page', 'lab.css': 'style', 'lab.js': 'gone' };
  const ask = await visit(OUTER, site, { 'lab.html': 'page', 'lab.css': 'newer' });
  state.full = true;
  const texts = [];
  for (const path of Object.keys(site)) texts.push(await (await ask(path))?.text());
  assert.deepEqual(texts, ['page', 'newer', 'not there']);
  assert.equal((await ask('lab.js'))?.status, 404);
  assert.deepEqual(downloaded, ['lab.html', 'lab.css', 'lab.js', 'lab.js']);
  state.full = false;
  await ask('lab.html');
  await ask('lab.html');
  assert.equal(downloaded.filter((path) => path === 'lab.html').length, 2, 'then it is cached');
});

test('only pages of the site get its headers, with and without their ending', async () => {
  const { visit } = setUp();
  const host = { 'index.html': 'game', 'about.html': 'about', 'blog/post.html': 'a post', shop: 'a shop' };
  const ask = await visit(HOST, { 'index.html': 'game', 'about.html': 'about' }, host);
  for (const path of ['', 'index.html', 'about.html', 'about', '?seed=5'])
    assert.equal(
      (await ask(path, 'document'))?.headers.get('Cross-Origin-Embedder-Policy'),
      'require-corp',
      path,
    );
  for (const path of ['blog/post.html', 'shop', 'blog/']) assert.equal(ask(path, 'document'), null, path);
});

test('offline, a part that was never opened leads to the game, and its frames and files fail', async () => {
  const { visit, state } = setUp();
  const ask = await visit(OUTER, { 'index.html': 'game', 'lab.html': 'lab', 'assets/lab-main.js': 'code' });
  state.offline = true;
  for (const path of ['lab.html', 'lab', 'lab.html#games=5']) {
    const answer = await ask(path, 'document');
    assert.equal(answer?.status, 302, path);
    assert.equal(answer.headers.get('Location'), `${OUTER}#unavailable`);
  }
  assert.equal((await ask('lab.html', 'iframe'))?.type, 'error');
  assert.equal((await ask('assets/lab-main.js'))?.type, 'error');
  assert.equal(await (await ask('', 'document'))?.text(), 'game');
});

test('a Cache Storage that never answers delays a page once, and a slow one still serves it offline', async (t) => {
  const { visit, downloaded, state } = setUp();
  const site = { 'index.html': 'game', 'lab.html': 'lab', 'lab.js': 'code' };
  const host = { ...site };
  const ask = await visit(OUTER, site, host);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const rest = () =>
    new Promise((resolve) => {
      setImmediate(resolve);
    });
  /** @param {string} path @param {number} ms @returns {Promise<string | undefined>} none in this time */
  const textWithin = async (path, ms) => {
    /** @type {string | undefined} */
    let text;
    void ask(path)
      ?.then((response) => response.text())
      .then((whole) => (text = whole));
    for (let waited = 0; waited <= ms; waited += 100) {
      for (let i = 0; i < 20; i++) await rest();
      if (text !== undefined) break;
      t.mock.timers.tick(100);
    }
    return text;
  };
  for (const silent of [['match'], ['put'], ['match', 'put']]) {
    state.silent = silent;
    assert.equal(await textWithin('lab.html', 5000), 'lab', silent.join());
    assert.equal(await textWithin('lab.js', 300), 'code', `${silent.join()}: not once more`);
    state.silent = [];
    assert.equal(await textWithin('index.html', 100), 'game');
  }
  state.slowMs = 500;
  await textWithin('index.html', 0);
  t.mock.timers.tick(500);
  await rest();
  downloaded.length = 0;
  assert.equal(await textWithin('index.html', 1000), 'game', 'the cache has answered again');
  assert.deepEqual(downloaded, []);
  Object.assign(state, { slowMs: 5000, offline: true });
  assert.equal(await textWithin('index.html', 8000), 'game', 'offline');
});

test('a worker whose Cache Storage never answers becomes active', async (t) => {
  const { visit, state } = setUp();
  const site = { 'index.html': 'game' };
  await visit(OUTER, site);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  state.silent = ['delete'];
  const active = visit(OUTER, { 'index.html': 'newer' }).then(() => true);
  let done = false;
  void active.then(() => (done = true));
  for (let waited = 0; waited < 5000 && !done; waited += 100) {
    for (let i = 0; i < 20; i++)
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    t.mock.timers.tick(100);
  }
  assert.ok(done);
});
