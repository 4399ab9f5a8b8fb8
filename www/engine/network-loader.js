// Loads the requested network into the engine of the client, and again into the one that replaces it.

import { Missing } from './engine.js';
import { messageOf } from '../shared/error.js';
import { Refusal } from './requests.js';

/** @import { Engine } from './engine.js' */
/** @import { LoadStatus, Network, Stage } from './types.js' */

/** One that learned in this browser is read from it. @param {Network | null} network */
async function withContent(network) {
  if (!network?.read) return network;
  const { read, ...rest } = network;
  const content = await read().catch((error) => {
    throw new Refusal(messageOf(error));
  });
  return { ...rest, content };
}

/** A network is given up after workers broke this often while loading it. */
const BREAKS = 2;

export class NetworkLoader {
  /**
   * @param {{ engine: () => Engine | null, onNetwork: (status: LoadStatus) => void,
   *   onBroken: (engine: Engine, reason: string) => void }} options
   */
  constructor(options) {
    this.options = options;
    /** @type {Network | null} the requested network; null: the built-in heuristic */
    this.wanted = null;
    /** Aborted when another network is requested. */
    this.requesting = new AbortController();
    /** @type {string[]} the addresses of all networks of the site */
    this.known = [];
    /** Whether the workers are loading the requested network. */
    this.isLoading = false;
    /** When they began to. */
    this.since = -Infinity;
    /** Resolves when they no longer are. @type {Promise<void>} */
    this.loading = Promise.resolve();
    /** Resolves when the network of now is loaded or has failed. @type {Promise<void>} */
    this.settled = Promise.resolve();
    /** How often workers broke while they loaded the network. */
    this.breaks = 0;
    /** @type {Network | null} a network that could not be loaded; not tried again until `use` is called */
    this.refused = null;
  }

  /**
   * @param {Network | null} network null: the built-in heuristic
   * @param {Network[]} networks all networks of the site
   */
  use(network, networks) {
    // A repeated request for the same network does not restart its download.
    if (network?.url !== this.wanted?.url) {
      this.requesting.abort();
      this.requesting = new AbortController();
    }
    this.wanted = network;
    this.known = networks.map(({ url }) => url);
    this.refused = null;
    const engine = this.options.engine();
    if (network?.url === engine?.network?.url) this.options.onNetwork({ kind: 'ready', network });
    void this.load();
  }

  /** Loads the requested network, and then the next one if the choice has changed. Never rejects. */
  load() {
    if (!this.isLoading) this.loading = this.loadWanted();
    return this.loading;
  }

  async loadWanted() {
    this.isLoading = true;
    try {
      for (;;) {
        const engine = this.options.engine();
        const network = this.wanted;
        if (!engine || network?.url === engine.network?.url || (network && network === this.refused)) return;
        this.settled = this.loadInto(engine, network);
        await this.settled;
      }
    } finally {
      this.isLoading = false;
    }
  }

  /** @param {Engine} engine @param {Network | null} network */
  async loadInto(engine, network) {
    const { onNetwork, onBroken } = this.options;
    this.since = performance.now();
    const { signal } = this.requesting;
    /** @param {Stage} stage */
    const onStage = ({ stage, done, total }) => {
      if (network && !signal.aborted)
        onNetwork({ kind: stage, network, share: total > 0 ? done / total : 0 });
    };
    try {
      if (!(await engine.use(await withContent(network), this.known, { signal, onStage }))) return;
      this.breaks = 0;
      // Another one may have been requested while the worker read this one.
      if (!signal.aborted) onNetwork({ kind: 'ready', network });
    } catch (error) {
      if (engine.ended && !engine.isBroken) return; // no longer needed
      const isRefused = error instanceof Refusal;
      // Broken workers are replaced and the network is tried again. If that fails too, the network is at
      // fault.
      if (network && (isRefused || ++this.breaks >= BREAKS)) {
        this.refused = network;
        this.breaks = 0;
        const missing = error instanceof Missing;
        if (!signal.aborted) onNetwork({ kind: 'failed', network, message: messageOf(error), missing });
      }
      if (!isRefused) onBroken(engine, messageOf(error));
    }
  }
}
