// The AI of the page follows the player's choice of a network.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startAi } from '../../www/ask/ai.js';
import { AUTOMATIC } from '../../www/engine/protocol.js';
import { saveNetwork } from '../../www/storage/ai-choice.js';
import { fakeState } from './fakes/state.js';

/** @import { Network } from '../../www/engine/types.js' */

/** @type {Network} */
const LITE = { id: 'lite', name: 'Lite', url: 'https://example.org/lite.bin', bytes: 100 };

test('for a chosen network that is no longer there the page chooses again, and loads nothing by itself', async (t) => {
  /** @type {string[]} */
  const started = [];
  const { Worker } = globalThis;
  t.after(() => {
    globalThis.Worker = Worker;
  });
  globalThis.Worker = /** @type {any} */ (
    class {
      /** @param {unknown} script */
      constructor(script) {
        started.push(String(script));
      }
    }
  );
  // In a race the engine is not warmed up.
  const { state, store } = fakeState({ network: 'deleted', racing: true });
  saveNetwork(state.networkChoice, store);
  startAi(
    state,
    { tier: 'single', threads: 1 },
    async () => [LITE],
    () => {},
  );
  for (let turn = 0; turn < 100 && state.networks.value.all.length === 0; turn++)
    await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(state.networks.value.all, [LITE]);
  assert.deepEqual([state.networkChoice.value, store.read('network')], [AUTOMATIC, AUTOMATIC]);
  assert.deepEqual(started, []);
});
