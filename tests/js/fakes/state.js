// A state of the page with a fake game and a store in memory.

import { createState } from '../../../www/state/state.js';
import { Records } from '../../../www/storage/record.js';
import { DEFAULTS } from '../../../www/storage/settings.js';
import { Store } from '../../../www/storage/store.js';
import { FakeGame } from './game.js';

/** @param {{ store?: Store } & Partial<Parameters<typeof createState>[0]>} [start] */
export function fakeState({ store = new Store(() => null), ...start } = {}) {
  const state = createState({
    Game: /** @type {any} */ (FakeGame),
    store,
    records: new Records(store),
    rows: 4,
    cols: 4,
    seed: null,
    settings: DEFAULTS,
    ...start,
  });
  return { state, store, game: /** @type {FakeGame} */ (/** @type {unknown} */ (state.session.game)) };
}
