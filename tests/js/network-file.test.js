// A network's file: downloaded with progress, from the cache, damaged once, damaged twice, and missing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CACHE, NetworkFile, cachedNetworks } from '../../www/engine/network-file.js';

/** @import { Network } from '../../www/engine/types.js' */

/** @type {Network} */
const MODEL = {
  id: 'full',
  name: 'Full',
  url: 'https://example.org/models/full-0123456789abcdef.bin',
  bytes: 6,
};
const WHOLE = Uint8Array.of(1, 2, 3, 4, 5, 6);
const BAD = Uint8Array.of(1, 2, 3, 4, 5, 7);

/** A Cache Storage with one cache in it. @param {Record<string, Uint8Array<ArrayBuffer>>} [start] */
function fakeCaches(start = {}) {
  /** @type {Map<string, Uint8Array<ArrayBuffer>>} */
  const kept = new Map(Object.entries(start));
  const cache = {
    match: async (/** @type {string} */ url) => (kept.has(url) ? new Response(kept.get(url)) : undefined),
    put: async (/** @type {string} */ url, /** @type {Response} */ response) =>
      void kept.set(url, new Uint8Array(await response.arrayBuffer())),
    delete: async (/** @type {string | { url: string }} */ url) =>
      kept.delete(typeof url === 'string' ? url : url.url),
    keys: async () => [...kept.keys()].map((url) => ({ url })),
  };
  const caches = /** @type {any} */ ({
    open: async (/** @type {string} */ name) => (assert.equal(name, CACHE), cache),
  });
  return { kept, cache, caches: () => caches };
}

/**
 * A site that answers each request with the next answer: parts of a body, a status, or an error.
 * @param {((Uint8Array<ArrayBuffer> | Error)[] | number | Error)[]} answers
 */
function fakeSite(answers) {
  /** @type {(RequestCache | undefined)[]} */
  const asked = [];
  /** @type {typeof globalThis.fetch} */
  const fetch = async (_, init) => {
    asked.push(init?.cache);
    const answer = answers.shift();
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error('nothing more');
    if (typeof answer === 'number') return new Response(null, { status: answer });
    return new Response(
      new ReadableStream({
        pull(controller) {
          const part = answer.shift();
          if (part instanceof Error) controller.error(part);
          else if (part) controller.enqueue(part);
          else controller.close();
        },
      }),
    );
  };
  return { asked, fetch };
}

/** @param {Uint8Array} bytes */
function check(bytes) {
  if (bytes.some((byte, at) => byte !== WHOLE[at]))
    throw new Error('the network file is cut short or altered');
}

/**
 * @param {{ answers?: ((Uint8Array<ArrayBuffer> | Error)[] | number | Error)[], storage?: ReturnType<typeof
 *   fakeCaches> }} [options]
 */
function setUp({ answers = [], storage = fakeCaches() } = {}) {
  const site = fakeSite(answers);
  let time = 0;
  const file = new NetworkFile({
    check,
    fetch: site.fetch,
    caches: storage.caches,
    now: () => (time += 1000),
  });
  /** @type {number[]} */
  const reported = [];
  /** @param {string[]} [others] */
  const load = (others = []) => file.load(MODEL, others, (done) => reported.push(done));
  return { ...site, storage, reported, load };
}

test('a file is downloaded in parts, with progress, and cached', async () => {
  const { load, reported, storage } = setUp({
    answers: [[WHOLE.slice(0, 2), WHOLE.slice(2, 5), WHOLE.slice(5)]],
  });
  assert.deepEqual(await load(), WHOLE);
  assert.deepEqual(reported, [0, 2, 5, 6, 6]);
  assert.deepEqual(storage.kept.get(MODEL.url), WHOLE);
});

test('a cached file needs no download', async () => {
  const { load, asked, reported } = setUp({ storage: fakeCaches({ [MODEL.url]: WHOLE }) });
  assert.deepEqual(await load(), WHOLE);
  assert.deepEqual([asked, reported], [[], [6]]);
});

test('files of older versions are deleted, those of other networks stay', async () => {
  const storage = fakeCaches({
    'https://example.org/models/full-old.bin': BAD,
    'https://example.org/models/lite.bin': WHOLE,
  });
  const { load } = setUp({ storage, answers: [[WHOLE]] });
  await load(['https://example.org/models/lite.bin']);
  assert.deepEqual([...storage.kept.keys()], ['https://example.org/models/lite.bin', MODEL.url]);
});

test('files of another copy of the site on the same host stay', async () => {
  const other = 'https://example.org/next/models/full-old.bin';
  const { load, storage } = setUp({ storage: fakeCaches({ [other]: BAD }), answers: [[WHOLE]] });
  await load();
  assert.deepEqual([...storage.kept.keys()], [other, MODEL.url]);
});

test('a damaged file in the cache is deleted and downloaded', async () => {
  const storage = fakeCaches({ [MODEL.url]: BAD });
  const { load, asked } = setUp({ storage, answers: [[WHOLE]] });
  assert.deepEqual(await load(), WHOLE);
  assert.deepEqual(asked, ['default']);
  assert.deepEqual(storage.kept.get(MODEL.url), WHOLE);
});

for (const [what, first, reason] of /** @type {const} */ ([
  ['altered', [BAD], /^Error: the network file is cut short or altered$/],
  ['cut short', [WHOLE.slice(0, 4)], /incomplete/],
  ['too long', [WHOLE, Uint8Array.of(0)], /longer/],
  [
    'in part before the connection breaks',
    [WHOLE.slice(0, 4), new TypeError('network error')],
    /the connection broke/,
  ],
])) {
  test(`a file that arrives ${what} is downloaded once more, without the browser's cache`, async () => {
    const { load, asked } = setUp({ answers: [[...first], [WHOLE]] });
    assert.deepEqual(await load(), WHOLE);
    assert.deepEqual(asked, ['default', 'reload']);
  });

  test(`a file that arrives ${what} twice is reported, and not cached`, async () => {
    const { load, asked, storage } = setUp({ answers: [[...first], [...first], [WHOLE]] });
    await assert.rejects(load(), reason);
    assert.equal(asked.length, 2);
    assert.equal(storage.kept.size, 0);
  });
}

test('without a connection, or if the site refuses, there is only one try', async () => {
  const offline = setUp({ answers: [new TypeError('Failed to fetch'), [WHOLE]] });
  await assert.rejects(offline.load(), /^Error: no connection to the site$/);
  const missing = setUp({ answers: [404, [WHOLE]] });
  await assert.rejects(missing.load(), /404/);
  assert.deepEqual([offline.asked.length, missing.asked.length], [1, 1]);
});

test('blocked or full storage caches nothing and prevents nothing', async () => {
  const blocked = {
    ...fakeCaches(),
    caches: () => {
      throw new Error('SecurityError');
    },
  };
  assert.deepEqual(await setUp({ storage: blocked, answers: [[WHOLE]] }).load(), WHOLE);
  const none = { ...fakeCaches(), caches: () => undefined };
  assert.deepEqual(await setUp({ storage: none, answers: [[WHOLE]] }).load(), WHOLE);
  const full = fakeCaches();
  full.cache.put = async () => {
    throw new Error('QuotaExceededError');
  };
  assert.deepEqual(await setUp({ storage: full, answers: [[WHOLE]] }).load(), WHOLE);
});

test('a download can be aborted', async () => {
  const aborted = new AbortController();
  const file = new NetworkFile({
    check,
    caches: () => undefined,
    fetch: (_, init) =>
      new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      }),
  });
  const loading = file.load(MODEL, [], () => {}, aborted.signal);
  setTimeout(() => aborted.abort(), 1);
  await assert.rejects(loading, /^Error: no connection to the site$/);
});

test('a Cache Storage that never answers delays the network a little, and nothing else', async () => {
  const never = () => new Promise(() => {});
  for (const act of ['open', 'match', 'keys', 'put']) {
    const cache = { ...fakeCaches().cache, [act]: never };
    const silent = { open: act === 'open' ? never : async () => cache };
    const { fetch } = fakeSite([[WHOLE]]);
    const file = new NetworkFile({
      check: () => {},
      fetch,
      caches: () => /** @type {any} */ (silent),
      opensMs: 5,
      readsMs: 5,
    });
    assert.deepEqual(await file.load(MODEL, [], () => {}), WHOLE);
  }
});

test('a Cache Storage that never answers counts as one without networks', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => void delete (/** @type {any} */ (globalThis).caches));
  const never = () => new Promise(() => {});
  for (const silent of [{ open: never }, { open: async () => ({ keys: never }) }]) {
    /** @type {any} */ (globalThis).caches = silent;
    const cached = cachedNetworks([MODEL]);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    t.mock.timers.tick(2000);
    assert.deepEqual(await cached, []);
  }
});
