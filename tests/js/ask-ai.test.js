// The AI of the page follows the player's choice of a network.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startAi } from '../../www/ai/ai.js';
import { AUTOMATIC, BUILT_IN } from '../../www/shared/choices.js';
import { stop } from '../../www/ai/acts.js';
import { engineChanged, networkChanged } from '../../www/ai/state.js';
import { saveNetwork } from '../../www/ai/choice.js';
import { FakeWorker, SILENCE } from './fakes/lab-worker.js';
import { fakeState, press } from './fakes/state.js';
import { until } from './fakes/until.js';

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
  startAi(state, { tier: 'single', threads: 1 }, async () => [LITE]);
  for (let turn = 0; turn < 100 && state.networks.value.all.length === 0; turn++)
    await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(state.networks.value.all, [LITE]);
  assert.deepEqual([state.networkChoice.value, store.read('network')], [AUTOMATIC, AUTOMATIC]);
  assert.deepEqual(started, []);
});

/**
 * The AI of a page with a board of this size.
 * @param {import('node:test').TestContext} t @param {{ rows: number, cols: number }} size
 */
function begin(t, size) {
  const { Worker } = globalThis;
  globalThis.Worker = /** @type {any} */ (
    class extends FakeWorker {
      constructor() {
        super({
          answer: ({ ask }) => (ask === 'catalog' ? [] : SILENCE),
        });
      }
    }
  );
  const { state } = fakeState({ network: BUILT_IN, ...size });
  const ai = startAi(state, { tier: 'single', threads: 1 }, async () => []);
  t.after(() => {
    globalThis.Worker = Worker;
    ai.end();
    state.session.saving.forget();
  });
  return { state, ai };
}

test('a hint that waits for a download says what it waits for, and how far it is', () => {
  const { state } = fakeState();
  press(state, 'hint');
  engineChanged(state, { state: 'starting', tier: null, threads: 0, share: 0.4 });
  assert.equal(state.sentence.value, 'Starting the AI: 40%');
});

test('a hint that waits for its network says how far it is, until it is stopped', async (t) => {
  const { state } = begin(t, { rows: 4, cols: 4 });
  const network = { ...LITE, bytes: 3_000_000 };
  press(state, 'hint');
  networkChanged(state, { kind: 'fetching', network, share: 0.5 }, null);
  assert.equal(state.sentence.value, 'Loading Lite: 50% of 3 MB');
  stop(state);
  assert.equal(state.sentence.value, 'Ready.');
  networkChanged(state, { kind: 'fetching', network, share: 0.7 }, null);
  assert.equal(state.sentence.value, 'Ready.', 'nobody waits');
});

test('an engine that is ended before it has started is not said to start', () => {
  const { state } = fakeState();
  press(state, 'hint');
  engineChanged(state, { state: 'starting', tier: null, threads: 0 });
  assert.equal(state.sentence.value, 'Starting the AI…');
  engineChanged(state, { state: 'idle', tier: null, threads: 0 });
  assert.equal(state.sentence.value, 'Ready.');
});

test('that the AI starts is said no longer than it starts, also if nobody waits for its answer', async (t) => {
  const { state } = begin(t, { rows: 3, cols: 3 });
  press(state, 'hint');
  assert.equal(state.sentence.value, 'Starting the AI…');
  press(state, 'hint');
  await until(() => state.sentence.value !== 'Starting the AI…');
  assert.deepEqual([state.sentence.value, state.speaker.value], ['Ready.', 'nobody']);
});
