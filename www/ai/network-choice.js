// The network of the engine: the player's choice, the network that the rule in engine/networks.js selects for
// it, and the progress of loading it.

import { cachedNetworks } from '../engine/network-file.js';
import { networkFor, siteNetworks } from '../engine/networks.js';
import { AUTOMATIC, BUILT_IN } from '../shared/choices.js';
import { messageOf } from '../shared/error.js';
import { t } from '../shared/text.js';
import { within } from '../shared/wait.js';

/** @import { EngineClient } from '../engine/client.js' */
/** @import { LoadStatus, Network, NetworkStatus, Question, Surroundings } from '../engine/types.js' */

/**
 * After this time a list or network that could not be downloaded is tried again: autoplay would ask the site
 * with every move (ms).
 */
const RETRY_MS = 5000;
/** How long a question waits for the list (ms): the site or the browser’s storage may never answer. */
const LIST_MS = 3000;

export class Networks {
  /**
   * @param {{
   *   client: EngineClient, choice: string, fallback: string, surroundings: Surroundings,
   *   onStatus: (status: NetworkStatus) => void, onTrouble: (message: string) => void,
   *   onRefused: (name: string, names: string[]) => void, onListed?: (networks: Networks) => void,
   *   list?: () => Promise<Network[]>, listMs?: number
   * }} options `choice`: AUTOMATIC, BUILT_IN, or the id of a network; `fallback`: if the list does not have
   *   it; `onRefused`: that is so, and the list has these; `onTrouble`: the list could not be loaded
   */
  constructor(options) {
    this.options = options;
    this.choice = options.choice;
    /** @type {Network[]} */
    this.all = [];
    /** @type {Promise<Network[]>} */
    this.listed = Promise.resolve([]);
    /** Whether the list has come. */
    this.isListed = false;
    /** When the site is asked for the list. */
    this.askAt = -Infinity;
    /** Why the list could not be loaded. @type {string | null} */
    this.trouble = null;
    /** Reasons that were told, each once. @type {Set<string>} */
    this.told = new Set();
    /** Whether the AI has been used; nothing is loaded before. */
    this.isNeeded = false;
    /** Whether the player has not used it: then no more is downloaded than the smallest network. */
    this.frugal = true;
    /** @type {Network | null} the network that was requested from the engine last */
    this.requested = null;
    /** Addresses of those for which there is not enough memory; only the player chooses one again. */
    this.tooLarge = new Set();
    /** When a network that could not be downloaded is tried again. */
    this.retryAt = Infinity;
    /** Those that need no download. @type {Network[]} */
    this.cached = [];
    /** When the download began that is measured. @type {number | null} */
    this.began = null;
    /** How fast a network was downloaded, in Mbit/s; 0 if none was. */
    this.mbits = 0;
    /** @type {Network | null} the last network in use, even if its workers have been replaced */
    this.used = null;
  }

  /** Waits for the list, but not for long: when it comes later, its network follows. */
  async listedSoon() {
    await within(this.list(), this.options.listMs ?? LIST_MS, []);
  }

  /**
   * @returns {Promise<Network[]>} the networks of this site; none if the list cannot be loaded, and then a
   *   later call tries again
   */
  list() {
    if (performance.now() < this.askAt) return this.listed;
    this.askAt = Infinity;
    const { list = siteNetworks } = this.options;
    this.listed = list().then(
      async (networks) => {
        this.cached = await cachedNetworks(networks);
        const names = [BUILT_IN, AUTOMATIC, ...networks.map(({ id }) => id)];
        const { choice } = this;
        if (!names.includes(choice)) {
          this.choice = this.options.fallback;
          this.options.onRefused(choice, names);
        }
        this.all = networks;
        this.isListed = true;
        this.trouble = null;
        this.options.onListed?.(this);
        this.update();
        return networks;
      },
      (error) => {
        this.trouble = messageOf(error);
        this.askAt = performance.now() + RETRY_MS;
        return [];
      },
    );
    return this.listed;
  }

  /**
   * The AI is about to be used: loads a network if none was requested yet, or the download failed a while
   * ago.
   * @param {Pick<Question, 'quiet'>} question `quiet`: the player has not asked
   */
  needed({ quiet = false }) {
    if (!quiet && performance.now() >= this.retryAt) this.request(this.requested);
    if (!this.isNeeded || (this.frugal && !quiet)) {
      this.isNeeded = true;
      this.frugal = quiet;
      this.update();
    }
    const { trouble: message } = this;
    if (!quiet && this.choice !== BUILT_IN && message !== null && !this.told.has(message)) {
      this.told.add(message);
      this.options.onTrouble(
        t('The networks couldn’t be loaded: {message}. Using the built-in heuristic.', { message }),
      );
    }
  }

  /** The player chooses a network. One that failed to load is tried again. @param {string} id */
  choose(id) {
    this.choice = id;
    this.isNeeded = true;
    this.frugal = false;
    this.tooLarge.clear();
    this.request(this.network());
    void this.options.client.warmUp();
  }

  /** Applies the rule again: the engine started, or loaded its first network. */
  update() {
    if (!this.isNeeded) return;
    const network = this.network();
    if (network?.url !== this.requested?.url) this.request(network);
  }

  /** The network that the rule selects. @returns {Network | null} */
  network() {
    const { surroundings } = this.options;
    const networks = this.all.filter(({ id, url }) => id === this.choice || !this.tooLarge.has(url));
    return networkFor({ ...this, networks, using: this.used, surroundings });
  }

  /** @param {Network | null} network */
  request(network) {
    this.requested = network;
    this.retryAt = Infinity;
    this.options.client.use(network, this.all);
  }

  /** @param {LoadStatus} status of the engine */
  engineStatus(status) {
    const { client, onStatus } = this.options;
    if (status.kind === 'fetching') this.measure(status);
    if (status.kind === 'failed' && status.missing) this.retryAt = performance.now() + RETRY_MS;
    // Its workers broke, and the network before it is gone with them. A smaller one may still fit.
    else if (status.kind === 'failed' && !client.network) {
      const smallest = this.all.find(({ read }) => !read);
      if (status.network.url !== smallest?.url) this.tooLarge.add(status.network.url);
    }
    if (status.kind === 'ready') this.used = status.network ?? this.used;
    onStatus(status.kind === 'failed' ? { ...status, using: client.network } : status);
    if (status.kind === 'ready' || status.kind === 'failed') this.update();
  }

  /**
   * Measures a download, which begins with a share of 0; a cached file has none.
   * @param {{ network: Network, share: number }} status
   */
  measure({ network, share }) {
    if (share === 0) this.began = performance.now();
    if (share < 1 || this.began === null) return;
    this.mbits = (network.bytes * 8) / 1000 / Math.max(1, performance.now() - this.began);
    this.began = null;
  }
}
