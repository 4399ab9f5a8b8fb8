// A network's file for the engine's worker: out of Cache Storage, or over the network with progress and then kept there.
//
// No DOM, no wasm, no messages. The name of a file carries a hash of its content, so what is cached never grows old; a
// name that the site does not list any more is an older version's, and is deleted.

/** @import { Model } from './protocol.js' */

/** Not the service worker's cache, which holds the site's version and nothing else. */
export const CACHE = 'afterstate-models';
/** Between two reports of progress, in milliseconds. */
const REPORT_EVERY_MS = 100;
/** A file that arrives damaged is fetched once more. */
const ATTEMPTS = 2;

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */

/** What arrived is not the file: fetching it again may help. */
class Damaged extends Error {}

export class Weights {
  /**
   * @param {{
   *   check: (bytes: Bytes) => void, fetch?: typeof fetch, caches?: () => CacheStorage | undefined, now?: () => number
   * }} options `check` throws where the bytes are no whole file of a network
   */
  constructor(options) {
    this.check = options.check;
    this.fetch = options.fetch ?? ((input, init) => fetch(input, init));
    this.caches = options.caches ?? (() => globalThis.caches);
    this.now = options.now ?? (() => performance.now());
  }

  /**
   * @param {Model} model @param {string[]} others addresses that stay cached too
   * @param {(done: number, total: number) => void} onProgress bytes that are here, and bytes in all
   * @param {AbortSignal} [signal]
   * @returns {Promise<Bytes>} rejected, with words for a person, where there is no whole file to be had
   */
  async load(model, others, onProgress, signal) {
    const cache = await this.openCache();
    const kept = cache && await this.kept(cache, model);
    if (kept) {
      onProgress(model.bytes, model.bytes);
      return kept;
    }
    const bytes = await this.fetchWhole(model, onProgress, signal);
    if (cache) await this.keep(cache, model, bytes, others);
    return bytes;
  }

  /** Null where the browser has none, or lets nobody use it: then the file is fetched anew each time. */
  async openCache() {
    try {
      return await this.caches()?.open(CACHE) ?? null;
    } catch {
      return null;
    }
  }

  /**
   * What is cached, if it is whole; what is not, is deleted.
   * @param {Cache} cache @param {Model} model @returns {Promise<Bytes | null>}
   */
  async kept(cache, model) {
    try {
      const response = await cache.match(model.url);
      if (!response) return null;
      const bytes = new Uint8Array(await response.arrayBuffer());
      if (this.isWhole(bytes)) return bytes;
      await cache.delete(model.url);
    } catch {
      // It cannot be read: as if it were not there.
    }
    return null;
  }

  /** @param {Bytes} bytes */
  isWhole(bytes) {
    try {
      this.check(bytes);
      return true;
    } catch {
      return false;
    }
  }

  /**
   * @param {Model} model @param {(done: number, total: number) => void} onProgress @param {AbortSignal} [signal]
   * @returns {Promise<Bytes>}
   */
  async fetchWhole(model, onProgress, signal) {
    for (let attempt = 1; ; attempt++) {
      try {
        // The second time past the browser's own cache, which may be where the damage is.
        return await this.fetchOnce(model, onProgress, { cache: attempt === 1 ? 'default' : 'reload', signal });
      } catch (error) {
        if (!(error instanceof Damaged) || attempt === ATTEMPTS || signal?.aborted) throw error;
      }
    }
  }

  /**
   * @param {Model} model @param {(done: number, total: number) => void} onProgress @param {RequestInit} how
   * @returns {Promise<Bytes>}
   */
  async fetchOnce(model, onProgress, how) {
    onProgress(0, model.bytes);
    const response = await this.fetch(model.url, { ...how, credentials: 'same-origin' })
      .catch(() => { throw new Error('it couldn’t be downloaded'); });
    if (!response.ok) throw new Error(`the site answered ${response.status}`);
    const bytes = new Uint8Array(model.bytes);
    let done = 0;
    let reportedAt = this.now();
    for await (const part of parts(response)) {
      if (done + part.length > bytes.length) throw new Damaged('the file is longer than expected');
      bytes.set(part, done);
      done += part.length;
      if (this.now() - reportedAt < REPORT_EVERY_MS) continue;
      reportedAt = this.now();
      onProgress(done, bytes.length);
    }
    if (done < bytes.length) throw new Damaged('the file is incomplete');
    try {
      this.check(bytes);
    } catch (error) {
      throw new Damaged(error instanceof Error ? error.message : String(error));
    }
    onProgress(done, bytes.length);
    return bytes;
  }

  /** @param {Cache} cache @param {Model} model @param {Bytes} bytes @param {string[]} others */
  async keep(cache, model, bytes, others) {
    try {
      const listed = [model.url, ...others];
      for (const { url } of await cache.keys()) if (!listed.includes(url)) await cache.delete(url);
      await cache.put(model.url, new Response(bytes, { headers: { 'Content-Type': 'application/octet-stream' } }));
    } catch {
      // The storage is full: fetched anew the next time.
    }
  }
}

/** The parts of a response as they arrive. @param {Response} response */
async function* parts(response) {
  const reader = response.body?.getReader();
  if (!reader) throw new Error('the site sent nothing');
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => { throw new Damaged('the connection broke'); });
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
