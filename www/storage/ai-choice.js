// Saves the network that the player chose.

/** @import { Store } from './store.js' */

const NETWORK = /^[a-z0-9-]{1,40}$/;

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
}
