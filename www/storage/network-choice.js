// Saves the player's choice of a network.

/** @import { Store } from './store.js' */

const NAME = 'network';
const FORM = /^[a-z0-9-]{1,40}$/;

export class NetworkChoice {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
  }

  /** @returns {string | null} null if nothing was chosen */
  read() {
    const text = this.store.read(NAME);
    return text !== null && FORM.test(text) ? text : null;
  }

  /** @param {string} id */
  write(id) {
    this.store.write(NAME, id);
  }
}
