// Saves the player's choice of an AI: a network, and a strategy with its settings.

import { VERSIONS, readObject } from './versions.js';

/** @import { Store } from './store.js' */

const NETWORK = /^[a-z0-9-]{1,40}$/;
/** The text form of a strategy (src/players/mod.rs): `id` or `id:parameter=value,parameter=value`. */
const STRATEGY = /^[a-z0-9.-]{1,40}(:[a-z0-9.=,+-]{1,400})?$/i;

export class AiChoice {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
  }

  /** @returns {string | null} null if none was chosen */
  get network() {
    const text = this.store.read('network');
    return text !== null && NETWORK.test(text) ? text : null;
  }

  /** @param {string | null} id */
  set network(id) {
    this.store.write('network', id ?? '');
  }

  /** @returns {string} empty if none was chosen */
  get strategy() {
    const { version, strategy } = readObject(this.store.read('strategy')) ?? {};
    return version === VERSIONS.strategy && typeof strategy === 'string' && STRATEGY.test(strategy)
      ? strategy
      : '';
  }

  /** @param {string} strategy empty for none */
  set strategy(strategy) {
    if (strategy === '') this.store.remove('strategy');
    else this.store.write('strategy', JSON.stringify({ version: VERSIONS.strategy, strategy }));
  }
}
