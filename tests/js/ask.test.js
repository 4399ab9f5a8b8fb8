// Which AI plays which board, choices that are not available, and idle workers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { Ai, strategyFor } from '../../www/ai/ask.js';
import { AUTOMATIC, BUILT_IN } from '../../www/shared/choices.js';
import { sides } from '../../www/game/size.js';
import { FakeWorker as FakePlayers } from './fakes/lab-worker.js';
import { until } from './fakes/until.js';
import { FakeWorker as FakeEngine, answer, evaluationOf, fetched, used } from './fakes/worker.js';

/** @import { Network, Question, ToWorker } from '../../www/engine/types.js' */
/** @import { Script } from './fakes/lab-worker.js' */

/** @type {Network} */
const LITE = { id: 'lite', name: 'Lite', url: 'https://example.org/lite.bin', bytes: 100 };
const CATALOG = ['exact-score', 'cook-monotonic', 'cook-dynamic-snake'].map((id) => ({
  id,
  name: `The ${id}`,
  unit: 'points',
}));

/** A question of a review. @type {Question} */
const OF_REVIEW = {
  position: { ranks: new Uint8Array(16), rows: 4, cols: 4 },
  limits: { nodes: 5 },
  compare: true,
  waits: true,
};

/** @type {Script} */
const crate = {
  answer(question) {
    if (question.ask === 'catalog') return CATALOG;
    return question.ask === 'choose' ? { best: 0, values: [1, null, null, null], note: null } : null;
  },
};

/** @param {Partial<ConstructorParameters<typeof Ai>[0]>} [options] */
function setUp(options = {}) {
  /** @type {(FakeEngine | FakePlayers)[]} */
  const workers = [];
  /** @type {string[]} */
  const reported = [];
  /** @template {FakeEngine | FakePlayers} W @param {W} worker */
  const made = (worker) => {
    workers.push(worker);
    return worker;
  };
  const ai = new Ai({
    tier: 'single',
    threads: 1,
    network: BUILT_IN,
    list: async () => [LITE],
    makeEngineWorker: () => made(new FakeEngine()),
    makePlayersWorker: () => made(new FakePlayers(crate)),
    onStatus: () => {},
    onStarting: (starting) => reported.push(starting ? 'starting' : 'started'),
    onNetwork: (status) => reported.push(`${status.kind} ${status.network?.name ?? BUILT_IN}`),
    onTrouble: (message) => reported.push(message),
    onRefused: (name, names) => reported.push(`${name}: ${names.join(', ')}`),
    ...options,
  });
  /** The AI that answers. @param {number} rows @param {number} cols @param {AbortSignal} [signal] */
  const askedOn = async (rows, cols, signal) => {
    const position = { ranks: new Uint8Array(rows * cols), rows, cols };
    const outcome = await ai.ask({ position, limits: { timeMs: 5 }, game: 1n }, { signal });
    return outcome.kind === 'answer'
      ? `${outcome.report.by?.kind} ${outcome.report.by?.name}`.trim()
      : outcome;
  };
  return { ai, workers, reported, askedOn };
}

test('every board size but 4x4 has a strategy: exact play on the smallest', () => {
  for (const rows of sides()) {
    for (const cols of sides())
      if (rows !== 4 || cols !== 4) assert.match(strategyFor({ rows, cols }), /^(exact-score|cook-)/);
  }
  assert.equal(strategyFor({ rows: 2, cols: 3 }), 'exact-score');
  assert.match(strategyFor({ rows: 2, cols: 4 }), /^cook-/, 'solving it would take ten seconds');
});

test('the answer names the AI', async () => {
  const { ai, askedOn, workers } = setUp();
  assert.equal(await askedOn(4, 4), 'engine');
  assert.equal(workers.length, 1, 'no worker starts that is not needed');
  assert.equal(await askedOn(2, 2), 'strategy The exact-score');
  assert.equal(await askedOn(5, 5), 'strategy The cook-dynamic-snake');
  assert.equal(workers.length, 2);
  ai.end();
});

test('a question that waits for the list of networks is dropped by its signal and by the end, and starts no worker', async () => {
  for (const act of ['signal', 'end']) {
    /** @type {(networks: Network[]) => void} */
    let came = () => {};
    const list = () =>
      new Promise((/** @type {typeof came} */ resolve) => {
        came = resolve;
      });
    const { ai, askedOn, workers } = setUp({ network: AUTOMATIC, list });
    const leaving = new AbortController();
    const asked = [askedOn(4, 4, leaving.signal), askedOn(5, 5, leaving.signal)];
    if (act === 'signal') leaving.abort();
    else ai.end();
    came([LITE]);
    assert.deepEqual(await Promise.all(asked), [{ kind: 'dropped' }, { kind: 'dropped' }]);
    assert.deepEqual(
      workers.filter((worker) => worker instanceof FakeEngine),
      [],
      act,
    );
    ai.end();
  }
});

test('an unknown network is reported with the known ones, and the built-in heuristic plays', async () => {
  const { ai, askedOn, reported } = setUp({ network: 'huge' });
  assert.equal(await askedOn(4, 4), 'engine');
  assert.deepEqual(reported, ['huge: built-in, automatic, lite']);
  ai.end();
});

for (const [network, last] of /** @type {const} */ ([
  ['lite', 'ready Lite'],
  ['huge', 'huge: built-in, automatic, lite'],
])) {
  test(`a list of networks that cannot be loaded is reported once and tried again; then ${network} is known or not`, async (t) => {
    let tries = 0;
    /** @type {string[][]} */
    const lists = [];
    const { ai, askedOn, reported } = setUp({
      onNetworks: ({ all, choice }) => lists.push([choice, ...all.map(({ id }) => id)]),
      network,
      list: async () => {
        tries++;
        if (tries < 3) throw new Error('the site answered 503');
        return [LITE];
      },
    });
    let ms = 0;
    t.mock.method(performance, 'now', () => ms);
    for (let times = 0; times < 3; times++) assert.equal(await askedOn(4, 4), 'engine');
    assert.equal(tries, 1, 'not with every move');
    assert.equal(ai.networks.choice, network, 'nothing is known about it');
    for (let times = 0; times < 3; times++) {
      ms += 5000;
      await askedOn(4, 4);
    }
    assert.equal(tries, 3);
    assert.deepEqual(
      lists,
      [[network === 'lite' ? 'lite' : BUILT_IN, 'lite']],
      'reported once, when it was loaded',
    );
    for (let waited = 0; waited < 2000 && reported.at(-1) !== last; waited += 5) await rest(5);
    assert.equal(
      reported[0],
      'The networks couldn’t be loaded: the site answered 503. Using the built-in heuristic.',
    );
    assert.deepEqual(
      reported.slice(1),
      network === 'lite' ? ['fetching Lite', 'reading Lite', last] : [last],
    );
    ai.end();
  });
}

test('a missing list of networks is not reported where none is used', async () => {
  const { ai, askedOn, reported } = setUp({
    network: AUTOMATIC,
    list: async () => {
      throw new Error('the site answered 503');
    },
  });
  assert.equal(await askedOn(5, 5), 'strategy The cook-dynamic-snake');
  await ai.networks.list();
  ai.networks.choose(BUILT_IN);
  assert.equal(await askedOn(4, 4), 'engine');
  assert.deepEqual(
    reported.filter((words) => words.includes('503')),
    [],
  );
  ai.end();
});

test('the network is loaded with the first question, and later answers name it', async () => {
  const { ai, askedOn, reported } = setUp({ network: AUTOMATIC });
  await ai.warmUp({ rows: 4, cols: 4 });
  assert.deepEqual(reported, [], 'not before');
  await askedOn(4, 4);
  for (let ms = 0; ms < 2000 && reported.at(-1) !== 'ready Lite'; ms += 5) await rest(5);
  assert.deepEqual(reported, ['fetching Lite', 'reading Lite', 'ready Lite']);
  assert.equal(await askedOn(4, 4), 'engine Lite');
  ai.end();
});

test('all questions that wait for the network go on when it is loaded', async () => {
  const { ai } = setUp({ network: 'lite', networkMs: 60_000 });
  const ask = () =>
    ai.ask({
      position: { ranks: new Uint8Array(16), rows: 4, cols: 4 },
      limits: { nodes: 5 },
      compare: true,
      game: 1n,
    });
  /** @type {NodeJS.Timeout | undefined} */
  let late;
  const outcomes = await Promise.race([
    Promise.all([ask(), ask()]),
    new Promise((resolve) => {
      late = setTimeout(() => resolve('one waits'), 30_000);
    }),
  ]);
  clearTimeout(late);
  ai.end();
  assert.deepEqual(Array.isArray(outcomes) ? outcomes.map(({ kind }) => kind) : outcomes, [
    'answer',
    'answer',
  ]);
});

test('a question that waits for the network holds back no other one, and is dropped at once', async () => {
  /** @type {(() => void)[]} */
  const downloads = [];
  /** @type {(() => void)[]} */
  const searches = [];
  const { ai, reported } = setUp({
    network: 'lite',
    networkMs: 1000,
    makeEngineWorker: () =>
      new FakeEngine({
        fetch: (worker, question) => void downloads.push(() => fetched(worker, question)),
        search: (worker, question) => void searches.push(() => answer(worker, question)),
      }),
  });
  const question = {
    position: { ranks: new Uint8Array(16), rows: 4, cols: 4 },
    limits: { nodes: 5 },
    game: 1n,
  };
  const leaving = new AbortController();
  const compared = ai.ask({ ...question, compare: true }, leaving);
  await until(() => downloads.length === 1);
  const asked = ai.ask(question);
  await until(() => searches.length === 1);
  leaving.abort();
  assert.equal((await compared).kind, 'dropped');
  downloads[0]?.();
  await until(() => reported.includes('fetching Lite'));
  searches[0]?.();
  assert.equal((await asked).kind, 'answer');
  ai.end();
});

test('a hint that is dropped while the engine starts does not take the place of the next question', async () => {
  const { ai } = setUp();
  const question = {
    position: { ranks: new Uint8Array(16), rows: 4, cols: 4 },
    limits: { nodes: 5 },
    game: 1n,
  };
  const leaving = new AbortController();
  const hint = ai.ask({ ...question, compare: true }, leaving);
  leaving.abort();
  const outcomes = await Promise.all([hint, ai.ask(question)]);
  assert.deepEqual(
    outcomes.map(({ kind }) => kind),
    ['dropped', 'answer'],
  );
  ai.end();
});

test('where the browser measures no connection, the download of the small network decides about the large one', async (t) => {
  const FULL = { ...LITE, id: 'full', name: 'Full', url: 'https://example.org/full.bin', bytes: 16_000_000 };
  const small = { ...LITE, bytes: 3_000_000 };
  let ms = 0;
  t.mock.method(performance, 'now', () => ms);
  /** @param {number} seconds the download takes @param {boolean} [cached] */
  const loaded = async (seconds, cached = false) => {
    const { ai, askedOn, reported } = setUp({
      network: AUTOMATIC,
      surroundings: {},
      list: async () => [small, FULL],
      makeEngineWorker: () =>
        new FakeEngine({
          fetch(worker, { id }) {
            if (!cached) worker.progress(id, { stage: 'fetching', done: 0, total: 10 });
            setTimeout(() => {
              ms += seconds * 1000;
              worker.progress(id, { stage: 'fetching', done: 10, total: 10 });
              worker.answer(id, {});
            }, 5);
          },
        }),
    });
    await askedOn(4, 4);
    for (let wait = 0; wait < 60; wait++) await rest(5);
    ai.end();
    return reported.filter((words) => words.startsWith('ready'));
  };
  assert.deepEqual(await loaded(2), ['ready Lite', 'ready Full'], '12 Mbit/s');
  assert.deepEqual(await loaded(10), ['ready Lite'], '2.4 Mbit/s');
  assert.deepEqual(await loaded(0, true), ['ready Lite'], 'nothing is known about the connection');
});

test('where the large network does not fit into memory, the small one is used again, unless the player chose the large one', async () => {
  const FULL = { ...LITE, id: 'full', name: 'Full', url: 'https://example.org/full.bin' };
  const { ai, askedOn, reported } = setUp({
    network: AUTOMATIC,
    surroundings: { connection: { effectiveType: '4g', downlink: 10 } },
    list: async () => [LITE, FULL],
    makeEngineWorker: () =>
      new FakeEngine({
        use: (worker, question) =>
          question.network?.id === 'full'
            ? worker.broken('the network may need more memory than there is')
            : used(worker, question),
      }),
  });
  await askedOn(4, 4);
  const failed = () => reported.filter((words) => words.startsWith('failed')).length;
  await until(() => failed() === 1 && reported.at(-1) === 'ready Lite');
  assert.equal(await askedOn(4, 4), 'engine Lite');
  ai.networks.choose('full');
  await until(() => failed() === 2);
  assert.equal(await askedOn(4, 4), 'engine');
  ai.end();
});

test('a network that could not be downloaded is tried again with a later question, but not with every one', async (t) => {
  let [ms, downloads] = [0, 0];
  t.mock.method(performance, 'now', () => ms);
  const { ai, askedOn, reported } = setUp({
    network: AUTOMATIC,
    makeEngineWorker: () =>
      new FakeEngine({
        fetch(worker, question) {
          if (++downloads === 1) worker.refuse(question.id, 'no connection to the site');
          else fetched(worker, question);
        },
      }),
  });
  await askedOn(4, 4);
  await until(() => reported.at(-1) === 'failed Lite');
  for (let times = 0; times < 3; times++) assert.equal(await askedOn(4, 4), 'engine');
  assert.equal(downloads, 1);
  ms += 5000;
  await askedOn(4, 4);
  await until(() => reported.at(-1) === 'ready Lite');
  ms += 5000;
  assert.equal(await askedOn(4, 4), 'engine Lite');
  assert.equal(downloads, 2);
  ai.end();
});

test('with the small network in use, the player’s first hint loads the large one, and a later one tries it again', async (t) => {
  const FULL = { ...LITE, id: 'full', name: 'Full', url: 'https://example.org/full.bin' };
  let [ms, downloads] = [0, 0];
  t.mock.method(performance, 'now', () => ms);
  const { ai, reported } = setUp({
    network: AUTOMATIC,
    surroundings: { connection: { effectiveType: '4g', downlink: 10 } },
    list: async () => [LITE, FULL],
    makeEngineWorker: () =>
      new FakeEngine({
        fetch(worker, question) {
          if (question.network.id === 'full' && ++downloads === 1)
            worker.refuse(question.id, 'no connection to the site');
          else fetched(worker, question);
        },
      }),
  });
  const ask = (quiet = false) => ai.ask({ ...OF_REVIEW, waits: false, quiet });
  await ask(true);
  await until(() => reported.at(-1) === 'ready Lite');
  assert.equal(downloads, 0, 'the coach asks for no more');
  await ask();
  await until(() => reported.at(-1) === 'failed Full');
  await ask();
  assert.equal(downloads, 1, 'not with every question');
  ms += 5000;
  await ask();
  await until(() => reported.at(-1) === 'ready Full');
  ai.end();
});

test('a review that begins while a learned network is read waits for it', async () => {
  /** Clones its messages like a real one. */
  class Worker extends FakeEngine {
    /** @override @param {ToWorker} message */
    postMessage(message) {
      super.postMessage(structuredClone(message));
    }
  }
  for (const [readable, name] of /** @type {const} */ ([
    [true, 'Mine'],
    [false, undefined],
  ])) {
    const read = () =>
      new Promise((/** @type {(bytes: Uint8Array<ArrayBuffer>) => void} */ resolve, reject) => {
        setTimeout(() => (readable ? resolve(new Uint8Array(100)) : reject(new Error('deleted'))), 30);
      });
    const mine = { ...LITE, id: 'learned-1', name: 'Mine', url: 'kept:learned-1', read };
    let workers = 0;
    const { ai } = setUp({
      network: mine.id,
      list: async () => [mine],
      makeEngineWorker: () => {
        workers++;
        return new Worker();
      },
    });
    const outcome = await ai.ask({ ...OF_REVIEW });
    assert.ok(outcome.kind === 'answer');
    assert.deepEqual([outcome.report.by.name, workers], [name ?? '', 1]);
    ai.end();
  }
});

test('a review that nobody asked for downloads no more than the smallest network, and nothing on a slow connection', async () => {
  const FULL = { ...LITE, id: 'full', name: 'Full', url: 'https://example.org/full.bin' };
  for (const [connection, quiet, asked] of /** @type {const} */ ([
    [{ effectiveType: '4g', downlink: 10 }, ['Lite'], ['Lite', 'Full']],
    [{ effectiveType: '3g', downlink: 1 }, [], ['Lite']],
  ])) {
    const { ai, reported } = setUp({
      network: AUTOMATIC,
      surroundings: { connection },
      list: async () => [LITE, FULL],
    });
    const loaded = () =>
      reported.flatMap((words) => (words.startsWith('ready ') ? [words.slice('ready '.length)] : []));
    await ai.ask({ ...OF_REVIEW, quiet: true });
    const position = { ranks: new Uint8Array(16), rows: 4, cols: 4 };
    await ai.ask({ position, limits: { nodes: 5 }, quiet: true });
    await rest(100);
    assert.deepEqual(loaded(), quiet, 'as for the story of a finished game, and the line below the board');
    await ai.ask(OF_REVIEW);
    await until(() => loaded().length === asked.length);
    assert.deepEqual(loaded(), asked, 'the player pressed Review');
    ai.end();
  }
});

test('questions wait for a network no longer than from the start of its download, also if they are asked again and again', async (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  /** The clock of the test, so that no machine is too slow. @param {number} ms */
  const pass = async (ms) => {
    for (const end = now + ms; now < end; now += 10) {
      for (let turn = 0; turn < 20; turn++)
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      t.mock.timers.tick(10);
    }
  };
  const { ai } = setUp({
    network: 'lite',
    networkMs: 1000,
    makeEngineWorker: () => new FakeEngine({ fetch() {} }),
  });
  /** @type {string[]} */
  const answered = [];
  /** @param {string} name */
  const ask = (name) =>
    void ai
      .ask({
        position: { ranks: new Uint8Array(16), rows: 4, cols: 4 },
        limits: { nodes: 5 },
        compare: true,
      })
      .then(({ kind }) => answered.push(`${name}: ${kind}`));
  ask('first');
  await pass(600);
  ask('second');
  await pass(300);
  assert.deepEqual(answered, []);
  await pass(300);
  ask('third');
  await pass(300);
  assert.deepEqual(answered, ['first: answer', 'second: answer', 'third: answer']);
  ai.end();
});

test('a list of networks that never comes does not hold back the answer', async () => {
  const { ai, askedOn } = setUp({ network: AUTOMATIC, listMs: 20, list: () => new Promise(() => {}) });
  assert.equal(await askedOn(4, 4), 'engine');
  ai.end();
});

test('idle workers are ended, and the next question starts them again', async () => {
  const { ai, askedOn, workers } = setUp({ idleMs: 20 });
  await askedOn(4, 4);
  await askedOn(3, 3);
  await rest(60);
  assert.deepEqual(
    workers.map(({ terminated }) => terminated),
    [true, true],
  );
  assert.equal(await askedOn(4, 4), 'engine');
  ai.end();
});

test('a shorter look at a board gets the evaluation of a longer one before it, of the same network and from any engine', async () => {
  /** @type {number[]} */
  const looks = [];
  const networks = ['one', 'other'].map((id) => ({ ...LITE, id, url: `kept:${id}` }));
  const { ai } = setUp({
    list: async () => networks,
    makeEngineWorker: () =>
      new FakeEngine({
        evaluate(worker, { id, limits }) {
          looks.push(limits.nodes ?? 0);
          worker.answer(id, { ...evaluationOf(), nodes: limits.nodes });
        },
      }),
  });
  const look = async (/** @type {number} */ nodes, rank = 1) => {
    const position = { ranks: new Uint8Array(16).fill(rank), rows: 4, cols: 4 };
    const outcome = await ai.ask({ position, limits: { nodes }, compare: true, waits: true });
    return outcome.kind === 'answer' && outcome.report.nodes;
  };
  assert.equal(await look(100), 100);
  assert.equal(await look(1000), 1000, 'a longer look looks again');
  assert.equal(await look(100), 1000);
  ai.end();
  assert.equal(await look(1000), 1000, 'another engine has to start');
  assert.equal(await look(100, 2), 100, 'another board');
  assert.deepEqual(looks, [100, 1000, 100]);
  for (const { id } of networks) {
    ai.networks.choose(id);
    await look(50);
  }
  assert.deepEqual(looks.slice(3), [50, 50], 'another network of the same name looks itself');
  ai.end();
});
