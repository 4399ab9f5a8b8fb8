// The engine's client against workers that answer late, crash, hang, or never start.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { EngineClient } from '../../www/engine/client.js';
import { readyEngine } from '../../www/engine/ready.js';
import { ANSWER, CANCEL, HELLO } from '../../www/engine/requests.js';
import { scripted } from './fakes/scripted.js';
import {
  FakeWorker,
  answer,
  evaluated,
  evaluationOf,
  loaded,
  ready,
  reportAbout,
  reportOf,
} from './fakes/worker.js';

/** @import { Status, TierName } from '../../www/engine/types.js' */
/** @import { Script } from './fakes/worker.js' */

/** Long, because a busy machine may delay even a quick worker. */
const DEADLINES = { hello: 60_000, load: 60_000, threads: 60_000, grace: 60_000 };
/** A deadline that a test waits for (ms). */
const SHORT = 400;
const question = (rank = 1, timeMs = 20) => ({
  position: { ranks: Uint8Array.of(rank, 0, 0, 0), rows: 2, cols: 2 },
  limits: { timeMs },
});

/**
 * A client with fake workers.
 * @param {Script[]} scripts
 * @param {{ tiers?: TierName[], threads?: number, deadlines?: Partial<typeof DEADLINES> }} [options]
 */
function setUp(scripts, { tiers = ['single'], threads = 2, deadlines } = {}) {
  const { workers, makeWorker } = scripted(FakeWorker, scripts);
  /** @type {string[]} */
  const states = [];
  /** @type {string[]} */
  const trouble = [];
  const client = new EngineClient({
    tiers,
    threads,
    deadlines: { ...DEADLINES, ...deadlines },
    makeWorker,
    onStatus: ({ state, tier }) => states.push(tier ? `${state} ${tier}` : state),
    onTrouble: (message) => trouble.push(message),
  });
  return { client, workers, states, trouble };
}

/** @param {import('../../www/engine/types.js').Outcome} outcome */
const best = (outcome) => (outcome.kind === 'answer' ? outcome.report.best : outcome.kind);

test('a question is answered, and the states are reported in order', async () => {
  const { client, states } = setUp([{}]);
  assert.equal(best(await client.ask(question())), 3);
  assert.deepEqual(states, ['starting', 'ready single', 'thinking single', 'ready single']);
});

for (const script of [{ crashAtStart: true }, { hello: false }])
  test(`a tier that fails is followed by the next: ${JSON.stringify(script)}`, async () => {
    const { client, workers } = setUp([script, {}], {
      tiers: ['shared', 'single'],
      deadlines: { hello: SHORT },
    });
    assert.equal(best(await client.ask(question())), 3);
    assert.equal(client.status.tier, 'single');
    assert.deepEqual(
      workers.map((worker) => worker.terminated),
      [true, false],
    );
  });

test('shared memory is used only if the worker has written into it', async () => {
  /** @type {Script} */
  const copies = { load: (worker, question) => loaded(worker, { ...question, probe: undefined }) };
  const { client } = setUp([copies, {}], { tiers: ['shared', 'single'] });
  await client.ask(question());
  assert.equal(client.status.tier, 'single');
});

test('shared memory is not tried if workers cannot start workers', async () => {
  const { client, workers } = setUp([{ nested: false }, {}], { tiers: ['shared', 'single'] });
  await client.ask(question());
  assert.equal(client.status.tier, 'single');
  assert.equal(workers[0]?.received.length, 0);
});

test('threads that never start are given up at the deadline', async () => {
  /** @type {Script} */
  const noThreads = { start: () => {} };
  const { client } = setUp([noThreads, {}], {
    tiers: ['shared', 'single'],
    deadlines: { threads: SHORT },
  });
  await client.ask(question());
  assert.equal(client.status.tier, 'single');
});

test('a constructor that throws, as in a sandboxed frame, makes the AI unavailable, and is tried again', async () => {
  let blocked = true;
  /** @type {Status[]} */
  const seen = [];
  const client = new EngineClient({
    tiers: ['shared', 'single'],
    threads: 2,
    deadlines: DEADLINES,
    makeWorker() {
      if (blocked) throw new Error('SecurityError');
      return new FakeWorker({});
    },
    onStatus: (status) => seen.push(status),
  });
  assert.equal((await client.ask(question())).kind, 'failed');
  assert.equal(client.status.state, 'unavailable');
  blocked = false;
  assert.equal(best(await client.ask(question())), 3, 'no failure is remembered');
  assert.equal(client.status.tier, 'shared');
});

test('questions are answered one after another; of those that are dropped, the running one is canceled and the waiting one never sent', async () => {
  /** @type {Script} */
  const slow = { search: (worker, message) => answer(worker, message, 200) };
  const { client, workers } = setUp([slow]);
  await client.warmUp();
  const leaving = new AbortController();
  const dropped = [client.ask(question(1, 2000), leaving), client.ask(question(2, 2000), leaving)];
  const kept = [client.ask(question(3, 2000)), client.ask(question(4, 2000))];
  await rest(5);
  leaving.abort();
  assert.deepEqual((await Promise.all(dropped)).map(best), ['dropped', 'dropped']);
  assert.deepEqual((await Promise.all(kept)).map(best), [3, 3]);
  const received = workers[0]?.received ?? [];
  const searched = received
    .filter((message) => message.ask === 'search')
    .map((message) => message.position.ranks[0]);
  assert.deepEqual(searched, [1, 3, 4]);
  assert.ok(received.some((message) => message.ask === CANCEL));
});

test('a question that is dropped sets the stop flag in shared memory', async () => {
  const memory = new SharedArrayBuffer(64);
  /** @type {Script} */
  const script = {
    start: (worker, question) => ready(worker, question, memory),
    search: (worker, message) => answer(worker, message, 200),
  };
  const { client } = setUp([script], { tiers: ['shared'] });
  await client.warmUp();
  const leaving = new AbortController();
  const asked = client.ask(question(1, 2000), leaving);
  await rest(5);
  leaving.abort();
  assert.deepEqual(await asked, { kind: 'dropped' });
  const flag = new Int32Array(memory);
  assert.equal(flag[2], 1, 'at byte 8');
  await rest(400);
  const again = client.ask(question(1, 2000));
  await rest(0);
  assert.equal(flag[2], 0, 'a late stop must not end the next search');
  assert.equal(best(await again), 3);
});

test('a question that is dropped while the workers start is never sent', async () => {
  const { client, workers } = setUp([{}]);
  const leaving = new AbortController();
  const asked = client.ask(question(1), leaving);
  leaving.abort();
  assert.equal((await asked).kind, 'dropped');
  assert.equal((await client.ask(question(2), leaving)).kind, 'dropped');
  assert.equal(best(await client.ask(question(3))), 3);
  assert.deepEqual(
    workers[0]?.received.flatMap((message) => (message.ask === 'search' ? [message.position.ranks[0]] : [])),
    [3],
  );
});

test('late answers to old questions are ignored', async () => {
  /** @type {Script} */
  const script = {
    search(worker, message) {
      // A second answer to the previous question.
      if (message.id > 1) answer(worker, { ...message, id: message.id - 1 });
      answer(worker, message, 5);
    },
  };
  const { client } = setUp([script]);
  assert.equal(best(await client.ask(question(1))), 3);
  assert.equal(best(await client.ask(question(2))), 3);
});

test('a worker that crashes is replaced, and the crash is reported', async (t) => {
  const { mock } = t.mock.method(console, 'warn', () => {});
  /** @type {Script} */
  const crashing = { search: (worker) => worker.crash('unreachable') };
  const { client, workers, trouble } = setUp([crashing, {}]);
  assert.equal(best(await client.ask(question())), 3);
  assert.equal(workers.length, 2);
  assert.equal(workers[0]?.terminated, true);
  assert.deepEqual(trouble, ['The AI crashed and restarted.']);
  assert.deepEqual(mock.calls[0]?.arguments, ['unreachable'], 'with the reason on the console');
});

test('a trap that the worker reports counts as a crash', async () => {
  /** @type {Script} */
  const trapped = { search: (worker) => worker.broken('unreachable executed') };
  const { client, workers } = setUp([trapped, {}]);
  assert.equal(best(await client.ask(question())), 3);
  assert.equal(workers.length, 2);
});

test('a refused board fails at once, and the worker is kept', async () => {
  /** @type {Script} */
  const refusing = { search: (worker, { id }) => worker.refuse(id, 'only 4x4') };
  const { client, workers } = setUp([refusing]);
  assert.deepEqual(await client.ask(question()), { kind: 'failed', message: 'only 4x4' });
  assert.equal(workers.length, 1);
  assert.equal(workers[0]?.terminated, false);
});

test('a question that cannot be sent fails at once, and no promise is left without a listener', async () => {
  const { client, workers } = setUp([{}]);
  await client.warmUp();
  const [worker] = workers;
  if (worker)
    worker.postMessage = () => {
      throw new DOMException('it cannot be cloned', 'DataCloneError');
    };
  assert.deepEqual(await client.ask(question()), { kind: 'failed', message: 'it cannot be cloned' });
  await rest(1); // Node reports an unhandled rejection in the next task
  assert.equal(workers.length, 1);
});

test('a worker that hangs is replaced after its time limit and a grace period', async (t) => {
  const { mock } = t.mock.method(console, 'warn', () => {});
  /** @type {Script} */
  const silent = { search: () => {} };
  const { client, workers, trouble } = setUp([silent, {}], { deadlines: { grace: SHORT } });
  assert.equal(best(await client.ask(question())), 3);
  assert.equal(workers[0]?.terminated, true);
  assert.deepEqual(trouble, ['The AI crashed and restarted.']);
  assert.match(String(mock.calls[0]?.arguments[0]), /an answer took longer than \d+ ms/);
});

test('after repeated crashes the next tier is tried', async () => {
  /** @type {Script} */
  const crashing = { search: (worker) => worker.crash('out of memory') };
  const { client } = setUp([crashing, crashing, {}], { tiers: ['shared', 'single'] });
  assert.equal(best(await client.ask(question())), 3);
  assert.equal(client.status.tier, 'single');
});

test('a question that breaks every worker is given up, and the next question is tried', async () => {
  /** @type {Script} */
  const poison = {
    search: (worker, message) =>
      message.position.ranks[0] === 7 ? worker.crash('boom') : answer(worker, message),
  };
  const { client } = setUp([poison]);
  assert.equal((await client.ask(question(7))).kind, 'failed');
  assert.equal(best(await client.ask(question(1))), 3);
});

test('a worker that dies between questions is replaced', async () => {
  const { client, workers } = setUp([{}]);
  await client.ask(question());
  workers[0]?.crash('gone');
  assert.equal(client.status.state, 'idle');
  assert.equal(best(await client.ask(question())), 3);
  assert.equal(workers.length, 2);
});

test('a worker that breaks while it reads a network is replaced without a question, twice; then the network is given up', async () => {
  /** @type {Script} */
  const breaking = { use: (worker) => worker.broken('no memory') };
  const { client, workers, states, trouble } = setUp([breaking]);
  await client.warmUp();
  const given = new Promise((resolve) => {
    client.options.onNetwork = (status) => {
      if (status.kind === 'failed') resolve(status.message);
    };
  });
  client.use({ id: 'x', name: 'X', url: 'https://site/x', bytes: 4 }, []);
  assert.equal(await given, 'no memory');
  await client.warmUp();
  assert.equal(workers.length, 3);
  assert.equal(states.at(-1), 'ready single');
  assert.equal(trouble.length, 2);
});

test('end drops everything; the next question starts new workers', async () => {
  /** @type {Script} */
  const slow = { search: (worker, message) => answer(worker, message, 30) };
  const { client, workers } = setUp([slow]);
  await client.warmUp();
  const asked = client.ask(question());
  client.end();
  assert.equal((await asked).kind, 'dropped');
  assert.equal(workers[0]?.terminated, true);
  assert.equal(client.status.state, 'idle');
  assert.equal(best(await client.ask(question())), 3);
});

test('end during the start leaves no workers behind', async () => {
  const { client, workers } = setUp([{}]);
  const asked = client.ask(question());
  client.end();
  assert.equal((await asked).kind, 'dropped');
  await rest(500);
  assert.ok(workers.every((worker) => worker.terminated));
});

test('a new start before an ended start has finished makes one pool', async () => {
  const { client, workers } = setUp([{}]);
  const first = client.warmUp();
  client.end();
  const second = client.warmUp();
  await first;
  await Promise.all([second, client.warmUp()]);
  assert.equal(workers.filter((worker) => !worker.terminated).length, 1);
});

test('unexpected messages are ignored', async () => {
  const { client, workers } = setUp([{}]);
  await client.warmUp();
  workers[0]?.say({ type: HELLO, nested: true, lock: null });
  workers[0]?.say({ type: ANSWER, id: 99, value: null });
  await rest(10);
  assert.equal(best(await client.ask(question())), 3);
});

for (const report of [
  undefined,
  'none',
  {},
  { values: 'none', best: 17 },
  { ...reportOf(), values: [1, 2] },
  { ...reportOf(), best: 4 },
  { ...reportOf(), nodes: '9' },
]) {
  test(`a worker that answers nonsense is replaced: ${JSON.stringify(report)?.slice(0, 50)}`, async () => {
    const { client, trouble } = setUp([{ search: (worker, asked) => worker.answer(asked.id, report) }, {}]);
    assert.equal(best(await client.ask(question())), 3);
    assert.deepEqual(trouble, ['The AI crashed and restarted.']);
  });
}

test('an evaluation has the name of its network, and can be dropped', async () => {
  /** @type {Script} */
  const slow = { evaluate: (worker, message) => evaluated(worker, message, 100) };
  const { client } = setUp([slow]);
  const { position } = question();
  const asked = { position, limits: { nodes: 20_000 }, compare: true };
  const leaving = new AbortController();
  const first = client.ask(asked, leaving);
  const second = client.ask(asked);
  leaving.abort();
  assert.deepEqual(await first, { kind: 'dropped' });
  assert.deepEqual(await second, { kind: 'answer', report: reportAbout(evaluationOf(), '') });
  client.use({ id: 'lite', name: 'Lite', url: 'https://example.org/lite.bin', bytes: 100 }, []);
  while (!client.network) await rest(5);
  const third = await client.ask(asked);
  assert.deepEqual(third, { kind: 'answer', report: reportAbout() });
});

test('a worker that answers an evaluation with something else is replaced', async () => {
  /** @type {Script} */
  const wrong = {
    evaluate: (worker, { id }) => worker.answer(id, { ...evaluationOf(), moves: [null, null, 'x', null] }),
  };
  const { client, workers, trouble } = setUp([wrong, {}]);
  const { position } = question();
  const outcome = await client.ask({ position, limits: { nodes: 1 }, compare: true });
  assert.equal(outcome.kind, 'answer');
  assert.deepEqual([workers.length, trouble.length], [2, 1]);
});

test('an engine of its own has its network, or is refused with the reason', async () => {
  const network = { id: 'lite', name: 'Lite', url: 'https://example.org/lite.bin', bytes: 100 };
  /** @type {Script} */
  const refusing = { use: (worker, { id }) => worker.refuse(id, 'cut short') };
  const { workers, makeWorker } = scripted(FakeWorker, [{}, refusing, {}]);
  const found = await readyEngine({ network, networks: [network], makeWorker });
  assert.equal(found.network?.id, 'lite');
  await assert.rejects(readyEngine({ network, networks: [network], makeWorker }), { message: 'cut short' });
  assert.equal(workers[1]?.terminated, true);
  await assert.rejects(readyEngine({ network: undefined, networks: [], makeWorker }), {
    message: 'the network couldn’t be loaded',
  });
  const builtIn = await readyEngine({ network: null, networks: [], makeWorker });
  assert.deepEqual([builtIn.network, workers.length], [null, 3]);
});
