// The AI of the page follows the player's choice of a network.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startAi } from '../../www/ai/ai.js';
import { AUTOMATIC, BUILT_IN } from '../../www/engine/protocol.js';
import { engineChanged, networkChanged, press, stop } from '../../www/ai/state.js';
import { CONTINUE, perform } from '../../www/game/acts.js';
import { saveNetwork } from '../../www/ai/choice.js';
import { FakeWorker, SILENCE } from './fakes/lab-worker.js';
import { fakeState } from './fakes/state.js';
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

/**
 * The AI of a page with a board of this size, whose workers wait with solving a board.
 * @param {import('node:test').TestContext} t @param {{ rows: number, cols: number }} size
 */
function begin(t, size) {
  /** @type {{ progress: (share: unknown) => void, settle: (error?: Error) => void }[]} */
  const solving = [];
  const { Worker } = globalThis;
  globalThis.Worker = /** @type {any} */ (
    class extends FakeWorker {
      constructor() {
        super({
          answer({ ask }, progress) {
            if (ask === 'catalog') return [];
            if (ask === 'choose') return SILENCE;
            return new Promise((resolve, reject) => {
              solving.push({ progress, settle: (error) => (error ? reject(error) : resolve(null)) });
            });
          },
        });
      }
    }
  );
  const { state } = fakeState({ network: BUILT_IN, ...size });
  const ai = startAi(
    state,
    { tier: 'single', threads: 1 },
    async () => [],
    () => {},
  );
  t.after(() => {
    globalThis.Worker = Worker;
    ai.end();
    state.session.forgetSave();
  });
  return { state, ai, solving };
}

test('the page tells how far solving the board is, and never that a board is solved that is not', async (t) => {
  const share = 'Solving this board for perfect play: 30%';
  for (const [end, said] of /** @type {const} */ ([
    ['solved', 'The board is solved: hints are perfect now.'],
    ['failed', 'Ready.'],
    ['ended', 'Ready.'],
    ['another board', 'Ready.'],
  ])) {
    const { state, ai, solving } = begin(t, { rows: 2, cols: 4 });
    press(state, 'hint');
    await until(() => solving.length === 1);
    solving[0]?.progress(0.3);
    assert.equal(state.sentence.value, share);
    if (end === 'solved') solving[0]?.settle();
    else if (end === 'failed') solving[0]?.settle(new Error('out of memory'));
    else if (end === 'ended') ai.end();
    else perform(state, CONTINUE, { rows: 4, cols: 4 });
    await until(() => state.sentence.value !== share);
    assert.equal(state.sentence.value, said, end);
    if (end !== 'another board') continue;
    solving[0]?.progress(0.4);
    assert.equal(state.sentence.value, 'Ready.', 'of a board that is not there');
    perform(state, CONTINUE, { rows: 2, cols: 4 });
    assert.equal(state.sentence.value, 'Solving this board for perfect play: 40%');
  }
});

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
  assert.equal(state.sentence.value, 'Loading Lite: 1 of 3 MB');
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
