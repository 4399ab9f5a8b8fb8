// A state of the page with a fake game and a store in memory.

import { addAi } from '../../../www/ai/acts.js';
import { perform } from '../../../www/game/acts.js';
import { createState } from '../../../www/game/state.js';
import { Records } from '../../../www/game/record.js';
import { DEFAULTS } from '../../../www/shared/settings.js';
import { Store } from '../../../www/shared/store.js';
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
    ai: 'ready',
    ...start,
  });
  addAi(state);
  return { state, store, game: /** @type {FakeGame} */ (/** @type {unknown} */ (state.session.game)) };
}

/**
 * Does what the button of this name does.
 * @param {import('../../../www/game/state.js').State} state
 * @param {string} name
 * @returns {boolean} whether it was done
 */
export function press(state, name) {
  const action = state.actions.find((one) => one.name === name);
  if (!action) throw new Error(`there is no action ${name}`);
  return perform(state, action);
}
