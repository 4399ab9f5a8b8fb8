// Saves the network that the player chose.

import { effect } from '../vendor/signals-core.js';

/** @import { Signal } from '../vendor/signals-core.js' */
/** @import { Store } from '../shared/store.js' */

const NETWORK = /^[a-z0-9-]{1,40}$/;

/** @param {Store} store @returns {string} empty if none was chosen */
export function readNetwork(store) {
  const text = store.read('network') ?? '';
  return NETWORK.test(text) ? text : '';
}

/** Saves the choice when it changes. @param {Signal<string>} choice @param {Store} store */
export function saveNetwork(choice, store) {
  let saved = choice.value;
  effect(() => {
    if (choice.value !== saved) store.write('network', choice.value);
    saved = choice.value;
  });
}
