// Gets a network's file for the engine's worker: from Cache Storage, or by download with progress, and then
// caches it.
//
// The name of a file contains a hash of its content, so a cached file never becomes stale. Files in the same
// folder that the site no longer lists belong to older versions and are deleted; other folders belong to
// other copies of the site.

import { every } from '../shared/paced.js';
import { within } from '../shared/wait.js';
import { messageOf } from '../shared/error.js';

/** @import { Network } from './types.js' */

/** Separate from the service worker's cache, which holds only the current version of the site. */
export const CACHE = 'afterstate-models';
const REPORT_EVERY_MS = 100;
/** How long Cache Storage may take to open or to list its files (ms): some browsers never answer. */
const OPENS_WITHIN_MS = 2000;
/** How long it may take to read a file or to store one (ms). */
const READS_WITHIN_MS = 10_000;

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */
/** Bytes received, and bytes in total. @typedef {(done: number, total: number) => void} Progress */

/**
 * The networks that are cached, and need no download.
 * @param {Network[]} networks
 * @returns {Promise<Network[]>}
 */
export async function cachedNetworks(networks) {
  const listed = async () => {
    const cache = await globalThis.caches?.open(CACHE);
    return (await cache?.keys())?.map(({ url }) => url) ?? [];
  };
  try {
    const urls = await within(listed(), OPENS_WITHIN_MS, /** @type {string[]} */ ([]));
    return networks.filter(({ url }) => urls.includes(url));
  } catch {
    return []; // blocked
  }
}

/** The downloaded bytes are not the file; another try may help. */
class Damaged extends Error {}

export class NetworkFile {
  /**
   * @param {{
   *   check: (bytes: Bytes) => void, cache?: string, fetch?: typeof fetch,
   *   caches?: () => CacheStorage | undefined, now?: () => number, opensMs?: number, readsMs?: number
   * }} options `check`: throws if the bytes are not a complete network file; `cache`: the name of the cache;
   *   `opensMs`, `readsMs`: how long Cache Storage may take
   */
  constructor(options) {
    this.check = options.check;
    this.cache = options.cache ?? CACHE;
    this.fetch = options.fetch ?? ((input, init) => fetch(input, init));
    this.caches = options.caches ?? (() => globalThis.caches);
    this.now = options.now ?? (() => performance.now());
    this.opensMs = options.opensMs ?? OPENS_WITHIN_MS;
    this.readsMs = options.readsMs ?? READS_WITHIN_MS;
  }

  /**
   * @param {Network} network @param {string[]} others addresses of files that stay cached
   * @param {Progress} onProgress @param {AbortSignal} [signal]
   * @returns {Promise<Bytes>} rejects with a message for the player if the file cannot be loaded
   */
  async load(network, others, onProgress, signal) {
    const cache = await this.openCache();
    const kept = cache && (await within(this.kept(cache, network), this.readsMs, null));
    if (kept) {
      onProgress(network.bytes, network.bytes);
      return kept;
    }
    const bytes = await this.fetchWhole(network, onProgress, signal);
    if (cache) await within(this.keep(cache, network, bytes, others), this.readsMs, undefined);
    return bytes;
  }

  /** Null if Cache Storage is missing, blocked or silent; then the file is downloaded each time. */
  async openCache() {
    try {
      const opening = this.caches()?.open(this.cache);
      return opening ? await within(opening, this.opensMs, null) : null;
    } catch {
      return null;
    }
  }

  /**
   * The cached file if it is complete; a damaged one is deleted.
   * @param {Cache} cache
   * @param {Network} network
   * @returns {Promise<Bytes | null>}
   */
  async kept(cache, network) {
    try {
      const response = await cache.match(network.url);
      if (!response) return null;
      const bytes = new Uint8Array(await response.arrayBuffer());
      this.check(bytes);
      return bytes;
    } catch {
      await cache.delete(network.url).catch(() => {});
      return null;
    }
  }

  /**
   * @param {Network} network
   * @param {Progress} onProgress
   * @param {AbortSignal} [signal]
   * @returns {Promise<Bytes>}
   */
  async fetchWhole(network, onProgress, signal) {
    try {
      return await this.fetchOnce(network, onProgress, { cache: 'default', signal });
    } catch (error) {
      if (!(error instanceof Damaged) || signal?.aborted) throw error;
      // The second try bypasses the browser's HTTP cache, which may hold the damaged file.
      return await this.fetchOnce(network, onProgress, { cache: 'reload', signal });
    }
  }

  /**
   * @param {Network} network
   * @param {Progress} onProgress
   * @param {RequestInit} how
   * @returns {Promise<Bytes>}
   */
  async fetchOnce(network, onProgress, how) {
    onProgress(0, network.bytes);
    const response = await this.fetch(network.url, { ...how, credentials: 'same-origin' }).catch(() => {
      // As in networks.js, which marks it for translation.
      throw new Error('no connection to the site');
    });
    if (!response.ok) throw new Error(`the site answered ${response.status}`);
    const bytes = new Uint8Array(network.bytes);
    let done = 0;
    const isDue = every(REPORT_EVERY_MS, this.now);
    for await (const part of parts(response)) {
      if (done + part.length > bytes.length) throw new Damaged('the file is longer than expected');
      bytes.set(part, done);
      done += part.length;
      if (isDue()) onProgress(done, bytes.length);
    }
    if (done < bytes.length) throw new Damaged('the file is incomplete');
    try {
      this.check(bytes);
    } catch (error) {
      throw new Damaged(messageOf(error));
    }
    onProgress(done, bytes.length);
    return bytes;
  }

  /** @param {Cache} cache @param {Network} network @param {Bytes} bytes @param {string[]} others */
  async keep(cache, network, bytes, others) {
    try {
      const [folder, listed] = [new URL('.', network.url).href, [network.url, ...others]];
      for (const { url } of await cache.keys())
        if (url.startsWith(folder) && !listed.includes(url)) await cache.delete(url);
      await cache.put(
        network.url,
        new Response(bytes, { headers: { 'Content-Type': 'application/octet-stream' } }),
      );
    } catch {
      // The storage is full: the file will be downloaded again next time.
    }
  }
}

/** The parts of a response as they arrive. @param {Response} response */
async function* parts(response) {
  const reader = response.body?.getReader();
  if (!reader) throw new Error('the download was empty');
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new Damaged('the connection broke');
      });
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
