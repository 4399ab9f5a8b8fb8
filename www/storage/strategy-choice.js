// Saves the player's choice of a strategy with its settings.

import { VERSIONS } from './versions.js';

/** @import { Store } from './store.js' */

const VERSION = VERSIONS.strategy;
const NAME = 'strategy';
/** The text form of a strategy (src/players/mod.rs): `id` or `id:parameter=value,parameter=value`. */
const FORM = /^[a-z0-9.-]{1,40}(:[a-z0-9.=,+-]{1,400})?$/i;

export class StrategyChoice {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
  }

  /** @returns {string} empty if none was chosen */
  read() {
    try {
      const record = JSON.parse(this.store.read(NAME) ?? 'null');
      if (record?.version === VERSION && typeof record.strategy === 'string' && FORM.test(record.strategy)) return record.strategy;
    } catch {
      // Damaged: counts as none.
    }
    return '';
  }

  /** @param {string} strategy empty for none */
  write(strategy) {
    if (strategy === '') this.store.remove(NAME);
    else this.store.write(NAME, JSON.stringify({ version: VERSION, strategy }));
  }
}
