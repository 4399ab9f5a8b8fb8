// `createEngine` for Node: the engine in a worker thread. Networks are read from files, or fetched.

import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { startEngine } from './engine.js';
import { AfterstateError } from './errors.js';

/** @import { Network } from '../../../www/engine/types.js' */
/** @import { EngineOptions } from '../types/worker.d.ts' */

export { AfterstateError } from './errors.js';
export { ranksOf } from './input.js';

/** A worker thread with the methods of a browser's worker. */
class NodeWorker {
  /** @param {URL} address */
  constructor(address) {
    /** @type {((event: { data: any }) => void) | null} */
    this.onmessage = null;
    /** @type {((event: { message: string }) => void) | null} */
    this.onerror = null;
    /** @type {(() => void) | null} */
    this.onmessageerror = null;
    // Without the options of the process: some, such as --input-type, allow no file.
    this.thread = new Worker(address, { name: 'afterstate', execArgv: [] });
    this.thread.on('message', (data) => this.onmessage?.({ data }));
    this.thread.on('messageerror', () => this.onmessageerror?.());
    this.thread.on('error', (error) => this.onerror?.({ message: error.message }));
    this.thread.on('exit', (code) => this.onerror?.({ message: `it ended with code ${code}` }));
  }

  /** @param {unknown} message */
  postMessage(message) {
    this.thread.postMessage(message);
  }

  terminate() {
    void this.thread.terminate();
  }
}

/** @param {string} address a path, or a file's or another URL */
const urlOf = (address) => (/^[a-z][a-z0-9+.-]+:/i.test(address) ? new URL(address) : pathToFileURL(address));

/**
 * Reads the file of a network, if the address is a file: `fetch` cannot read files.
 * @param {Network} network
 * @returns {Promise<Network>}
 */
async function prepare(network) {
  if (network.content) return network;
  try {
    const url = urlOf(network.url);
    if (url.protocol !== 'file:') return { ...network, url: url.href };
    return { ...network, url: url.href, content: new Uint8Array(await readFile(fileURLToPath(url))) };
  } catch (error) {
    throw new AfterstateError(
      'network-failed',
      `network ${network.id}: ${error instanceof Error ? error.message : error}`,
      { cause: error },
    );
  }
}

/** @param {EngineOptions} [options] */
export function createEngine(options = {}) {
  const address = () =>
    options.workerUrl === undefined
      ? new URL('./lib/engine-worker-node.js', import.meta.url)
      : urlOf(String(options.workerUrl));
  return startEngine(options, {
    tiers: () => ['single'],
    cores: () => 1,
    makeWorker: () => /** @type {any} */ (new NodeWorker(address())),
    resolve: (path) => urlOf(String(path)).href,
    prepare,
  });
}
