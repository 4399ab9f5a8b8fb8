// The engine's client with networks: loaded during searches, loaded again into new workers, refused, or no
// longer wanted.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { EngineClient } from '../../www/engine/client.js';
import { CANCEL } from '../../www/engine/requests.js';
import { scripted } from './fakes/scripted.js';
import { FakeWorker, answer, fetched, ready, used } from './fakes/worker.js';

/** @import { Network, TierName } from '../../www/engine/types.js' */
/** @import { Script } from './fakes/worker.js' */

/** @param {string} id @returns {Network} */
const network = (id) => ({ id, name: id, url: `https://example.org/${id}.bin`, bytes: 100 });
const LITE = network('lite');
const FULL = network('full');
const question = { position: { ranks: Uint8Array.of(1, 0, 0, 0), rows: 2, cols: 2 }, limits: { timeMs: 20 } };

/** @param {Script[]} scripts @param {{ tiers?: TierName[], waits?: boolean }} [options] */
function setUp(scripts, { tiers = ['single'], waits } = {}) {
  const { workers, makeWorker } = scripted(FakeWorker, scripts);
  /** @type {string[]} */
  const events = [];
  const client = new EngineClient({
    tiers,
    waits,
    threads: 2,
    // Long, because a busy machine may delay even a quick worker.
    deadlines: { hello: 60_000, load: 60_000, threads: 60_000, grace: 60_000, use: 60_000 },
    makeWorker,
    onNetwork: (reported) =>
      events.push(
        [
          reported.kind,
          reported.network?.id ?? 'built-in',
          ...('share' in reported ? [reported.share] : []),
          ...('message' in reported ? [reported.message] : []),
        ].join(' '),
      ),
  });
  /** The messages to a worker after its start. @param {number} index */
  const received = (index) =>
    workers[index]?.received
      .slice(2)
      .map(({ ask, ...rest }) =>
        [ask, 'network' in rest && rest.network ? rest.network.id : ''].join(' ').trim(),
      ) ?? [];
  return { client, workers, events, received };
}

/** Waits until the last event is this one. @param {string[]} events @param {string} last */
async function until(events, last) {
  for (let ms = 0; ms < 2000 && events.at(-1) !== last; ms += 5) await rest(5);
  assert.equal(events.at(-1), last);
}
/**
 * Waits until a worker has received this question, `times` times.
 * @param {FakeWorker | undefined} worker
 * @param {string} ask
 * @param {number} [times]
 */
async function untilAsked(worker, ask, times = 1) {
  const count = () => worker?.received.filter((message) => message.ask === ask).length ?? 0;
  for (let ms = 0; ms < 2000 && count() < times; ms += 5) await rest(5);
  assert.equal(count(), times, ask);
}
/** Actions that wait for the test, so that no order depends on a time. */
function gate() {
  /** @type {(() => void)[]} */
  const held = [];
  return {
    hold: (/** @type {() => void} */ act) => void held.push(act),
    open: () => {
      for (const act of held.splice(0)) act();
    },
  };
}

test('a network is loaded once there are workers, with progress', async () => {
  const { client, workers, events, received } = setUp([{}]);
  client.use(LITE, [LITE, FULL]);
  assert.equal(workers.length, 0, 'nothing starts for it');
  await client.warmUp();
  await until(events, 'ready lite');
  assert.deepEqual(events, ['fetching lite 0.5', 'reading lite 0.5', 'ready lite']);
  assert.deepEqual(received(0), ['fetch lite', 'use lite']);
  assert.equal(client.network, LITE);
});

test('searches continue while a network is fetched, and wait while it is read', async () => {
  /** @type {string[]} */
  const order = [];
  const [fetching, reading] = [gate(), gate()];
  const { client, workers } = setUp([
    {
      fetch: (worker, message) => fetching.hold(() => fetched(worker, message)),
      use: (worker, question) =>
        reading.hold(() => {
          order.push('read');
          used(worker, question);
        }),
      search: (worker, message) => {
        order.push('search');
        answer(worker, message);
      },
    },
  ]);
  await client.warmUp();
  client.use(FULL, [FULL]);
  await untilAsked(workers[0], 'fetch');
  assert.equal((await client.ask(question)).kind, 'answer');
  await rest(5);
  fetching.open();
  await untilAsked(workers[0], 'use');
  const asked = client.ask(question);
  await rest(20);
  assert.deepEqual(order, ['search']);
  reading.open();
  assert.equal((await asked).kind, 'answer');
  assert.deepEqual(order, ['search', 'read', 'search']);
});

test('a client that waits answers with its network only, also after its worker broke', async () => {
  const fetching = gate();
  const hold = {
    fetch: (/** @type {FakeWorker} */ worker, /** @type {any} */ message) =>
      fetching.hold(() => fetched(worker, message)),
  };
  const { client, workers, events } = setUp([hold], { waits: true });
  client.use(LITE, [LITE]);
  for (const worker of [0, 1]) {
    const asked = client.ask(question);
    for (let ms = 0; ms < 2000 && !workers[worker]; ms += 5) await rest(5);
    await untilAsked(workers[worker], 'fetch');
    await rest(20);
    await untilAsked(workers[worker], 'search', 0);
    fetching.open();
    assert.equal((await asked).kind, 'answer');
    assert.equal(client.network, LITE);
    workers[worker]?.crash('killed');
  }
  assert.equal(events.filter((event) => event === 'ready lite').length, 2);
});

test('a network that fails to load is reported, the engine continues, and a new request tries it again', async () => {
  let broken = true;
  const { client, events } = setUp([
    {
      fetch: (worker, message) => (broken ? worker.refuse(message.id, 'offline') : fetched(worker, message)),
    },
  ]);
  client.use(FULL, [FULL]);
  await client.ask(question);
  await until(events, 'failed full offline');
  assert.equal((await client.ask(question)).kind, 'answer');
  assert.equal(events.length, 1);
  broken = false;
  client.use(FULL, [FULL]);
  await until(events, 'ready full');
});

test('new workers get the network too', async () => {
  const { client, workers, events } = setUp([{}]);
  client.use(FULL, [FULL]);
  await client.warmUp();
  await until(events, 'ready full');
  events.pop();
  workers[0]?.crash('killed');
  assert.equal(client.network, null);
  await client.ask(question);
  await until(events, 'ready full');
  assert.deepEqual(
    workers[1]?.received
      .map(({ ask }) => ask)
      .filter((ask) => ask !== 'search')
      .slice(2),
    ['fetch', 'use'],
  );
});

test('a network that broke workers twice is not tried a third time', async () => {
  const { client, workers, events } = setUp([{ use: (worker) => worker.crash('out of memory') }]);
  client.use(FULL, [FULL]);
  await client.ask(question);
  await until(events, 'failed full out of memory');
  for (let turn = 0; turn < 3; turn++) {
    await client.ask(question);
    await rest(10);
  }
  assert.equal(events.at(-1), 'failed full out of memory');
  assert.equal(workers.filter(({ received }) => received.some(({ ask }) => ask === 'use')).length, 2);
  assert.equal((await client.ask(question)).kind, 'answer');
});

test('a network that broke workers once and was loaded since may break them again', async () => {
  /** @type {Script} */
  const trap = { use: (worker) => worker.crash('out of memory') };
  const { client, workers, events } = setUp([trap, {}, trap, {}]);
  client.use(FULL, [FULL]);
  await client.ask(question);
  await untilAsked(workers[0], 'use');
  await client.ask(question);
  await until(events, 'ready full');
  events.pop();
  workers[1]?.crash('killed');
  await client.ask(question);
  await untilAsked(workers[2], 'use');
  await client.ask(question);
  await until(events, 'ready full');
});

test('after workers broke, a new start reports how loading ends, without a question', async () => {
  /** @type {Script} */
  const trap = { use: (worker) => worker.crash('out of memory') };
  for (const [scripts, last] of /** @type {[Script[], string][]} */ ([
    [[trap, {}], 'ready full'],
    [[trap], 'failed full out of memory'],
  ])) {
    const { client, events } = setUp(scripts);
    client.options.onStatus = ({ state }) => {
      if (state === 'idle') void client.warmUp();
    };
    client.use(FULL, [FULL]);
    await client.warmUp();
    await until(events, last);
    client.options.onStatus = undefined;
    client.end();
  }
});

test('another choice aborts the download', async () => {
  const full = gate();
  const { client, workers, events, received } = setUp([
    {
      fetch: (worker, message) =>
        message.network.id === 'full' ? full.hold(() => fetched(worker, message)) : fetched(worker, message),
    },
  ]);
  await client.warmUp();
  client.use(FULL, [LITE, FULL]);
  await untilAsked(workers[0], 'fetch');
  await rest(5);
  client.use(LITE, [LITE, FULL]);
  await untilAsked(workers[0], CANCEL);
  full.open();
  await until(events, 'ready lite');
  assert.deepEqual(received(0), ['fetch full', CANCEL, 'fetch lite', 'use lite']);
  client.use(null, [LITE, FULL]);
  await until(events, 'ready built-in');
  assert.equal(client.network, null);
});

/** A client during the download of lite, which ends when the test opens the gate, or is aborted. */
async function withLiteOnItsWay() {
  const download = gate();
  /** @type {(() => void) | undefined} */
  let abort;
  const set = setUp([
    {
      fetch(worker, message) {
        let over = false;
        abort = () => {
          over = true;
          worker.refuse(message.id, 'no connection to the site');
        };
        download.hold(() => {
          if (!over) fetched(worker, message);
        });
      },
      cancel: () => abort?.(),
    },
  ]);
  set.client.use(LITE, [LITE, FULL]);
  await set.client.warmUp();
  await untilAsked(set.workers[0], 'fetch');
  await rest(5);
  return { ...set, download };
}

test('a repeated request does not restart the download', async () => {
  const { client, events, received, download } = await withLiteOnItsWay();
  client.use(LITE, [LITE, FULL]);
  await rest(5);
  download.open();
  await until(events, 'ready lite');
  assert.deepEqual(received(0), ['fetch lite', 'use lite']);
});

test('a network that is dropped and requested again is downloaded again, without an error', async () => {
  const { client, workers, events, received, download } = await withLiteOnItsWay();
  client.use(FULL, [LITE, FULL]);
  client.use(LITE, [LITE, FULL]);
  await untilAsked(workers[0], 'fetch', 2);
  await rest(5);
  download.open();
  await until(events, 'ready lite');
  assert.ok(
    events.every((words) => !words.startsWith('failed')),
    String(events),
  );
  assert.deepEqual(received(0), ['fetch lite', CANCEL, 'fetch lite', 'use lite']);
});

test('canceling a question while the evaluator changes writes no stop flag, because the old one is gone', async () => {
  const memory = new SharedArrayBuffer(64);
  const flags = new Int32Array(memory);
  const reading = gate();
  const { client, workers, events } = setUp(
    [
      {
        start: (worker, question) => ready(worker, question, memory),
        use: (worker, question) => reading.hold(() => used(worker, question)),
      },
    ],
    { tiers: ['shared'] },
  );
  await client.warmUp();
  client.use(LITE, [LITE]);
  await untilAsked(workers[0], 'use');
  const leaving = [new AbortController(), new AbortController()];
  const asked = client.ask(question, leaving[0]);
  await rest(5);
  leaving[0]?.abort();
  reading.open();
  assert.equal((await asked).kind, 'dropped');
  await until(events, 'ready lite');
  assert.ok(flags.every((flag) => flag === 0));
  const again = client.ask({ ...question, limits: { timeMs: 2000 } }, leaving[1]);
  await rest(0);
  leaving[1]?.abort();
  await again;
  assert.deepEqual([flags[2], flags[4]], [0, 1], 'at byte 16 now');
});

test('ending everything during a download does not count as a failure', async () => {
  const { client, events } = setUp([{ fetch: () => {} }, {}]);
  client.use(FULL, [FULL]);
  await client.warmUp();
  client.end();
  await rest(10);
  assert.deepEqual(events, []);
  await client.ask(question);
  await until(events, 'ready full');
});
