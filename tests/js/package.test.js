// The npm package's engine over fake workers: input, order, signals, deepening, networks, errors. The packed
// package itself is tested in tests/package.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { inspect } from 'node:util';
import { AfterstateError } from '../../packages/afterstate/src/errors.js';
import { startEngine } from '../../packages/afterstate/src/engine.js';
import { limited, ranksOf, readBoard, readLimits, readNetwork } from '../../packages/afterstate/src/input.js';
import { scripted } from './fakes/scripted.js';
import { FakeWorker, answer, fetched, reportOf } from './fakes/worker.js';
import { Fuzz, rounds } from './fakes/fuzz.js';
import { until } from './fakes/until.js';

/** @import { EngineOptions, ErrorCode, SearchOptions } from '../../packages/afterstate/types/worker.js' */
/** @import { Script } from './fakes/worker.js' */

const BOARD = [1, 2, 3, 4, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0];
const NETWORK = { id: 'lite', url: 'https://example.org/lite.bin', bytes: 6 };

/**
 * Closed at the end, so that a test that fails leaves no timer behind.
 * @type {Awaited<ReturnType<typeof startEngine>>[]}
 */
const engines = [];
after(() => {
  for (const engine of engines) engine.close();
});

/** @param {Script[]} scripts of the workers in the order they are made @param {EngineOptions} [options] */
async function start(scripts = [{}], options = {}) {
  const { workers, makeWorker } = scripted(FakeWorker, scripts);
  const engine = await startEngine(options, {
    tiers: () => ['single'],
    cores: () => 2,
    resolve: String,
    prepare: async (network) => network,
    makeWorker,
  });
  engines.push(engine);
  return { engine, workers };
}

/** @param {ErrorCode} code @param {RegExp} [message] */
const failing =
  (code, message = /./) =>
  (/** @type {unknown} */ error) => {
    assert.ok(error instanceof AfterstateError, String(error));
    assert.equal(error.code, code);
    assert.match(error.message, message);
    return true;
  };

test('a search is answered with the report that the worker found', async () => {
  const { engine, workers } = await start();
  const { best, ply, line } = await engine.search(BOARD, { ply: 2 });
  assert.deepEqual({ best, ply, line }, { best: 3, ply: 2, line: [3, 0] });
  const last = () => /** @type {any} */ (workers[0]?.received.at(-1));
  const asked = last();
  assert.deepEqual(Array.from(asked.position.ranks), BOARD);
  assert.deepEqual(asked.limits, { ply: 2 });
  await engine.search(BOARD);
  assert.deepEqual(last().limits, { timeMs: 100 });
  engine.close();
});

test('requests made at once are all answered, in their order', async () => {
  const { engine } = await start([
    {
      search: (worker, { id, position }) => worker.answer(id, reportOf({ nodes: position.ranks[0] }), 5),
    },
  ]);
  const found = await Promise.all([5, 6, 7].map((rank) => engine.search([rank, ...BOARD.slice(1)])));
  assert.deepEqual(
    found.map(({ nodes }) => nodes),
    [5, 6, 7],
  );
  engine.close();
});

test('an abort rejects with the reason of the signal: at once, in line, and while the worker searches', async () => {
  /** @type {number[]} */
  const cancelled = [];
  const { engine, workers } = await start([
    {
      search: (worker, { id, limits }) => (limits.ply === 30 ? undefined : worker.answer(id, reportOf())),
      cancel: (worker, id) => {
        cancelled.push(id);
        worker.answer(id, null);
      },
    },
  ]);
  const reason = new Error('enough');
  await assert.rejects(engine.search(BOARD, { signal: AbortSignal.abort(reason) }), reason);
  const running = new AbortController();
  const inLine = new AbortController();
  const first = engine.search(BOARD, { ply: 30, signal: running.signal });
  const second = engine.search(BOARD, { ply: 30, signal: inLine.signal });
  inLine.abort(reason);
  await assert.rejects(second, reason);
  await until(() => workers[0]?.received.some(({ ask }) => ask === 'search') ?? false);
  running.abort(reason);
  await assert.rejects(first, reason);
  assert.equal((await engine.search(BOARD, { ply: 2 })).best, 3, 'the worker searches on');
  assert.equal(cancelled.length, 1, 'and canceled the one that it had');
  engine.close();
});

test('deepening yields each ply once it is complete, and ends at the limit', async () => {
  const { engine } = await start([
    {
      search: (worker, { id, limits }) =>
        worker.answer(id, reportOf({ ply: Math.min(limits.ply ?? 0, 4), nodes: 10 })),
    },
  ]);
  const plies = async (/** @type {SearchOptions} */ options) => {
    const found = [];
    for await (const { ply } of engine.deepen(BOARD, options)) found.push(ply);
    return found;
  };
  assert.deepEqual(await plies({ ply: 3 }), [1, 2, 3]);
  assert.deepEqual(await plies({}), [1, 2, 3, 4], 'a ply that was not completed ends it');
  assert.deepEqual(await plies({ nodes: 20 }), [1, 2]);
  await assert.rejects(plies({ signal: AbortSignal.abort() }), { name: 'AbortError' });
  await assert.rejects(plies({ ply: 0 }), failing('bad-limits', /1 to 30/));
  engine.close();
});

test('a network is loaded before the engine is there, changed later, and refused with its message', async () => {
  const { engine } = await start([{}], { network: NETWORK });
  assert.equal(engine.network, 'lite');
  await engine.use(null);
  assert.equal(engine.network, null);
  /** @type {number[]} */
  const shares = [];
  await engine.use({ id: 'own', content: new Uint8Array(6) }, { onProgress: (share) => shares.push(share) });
  assert.equal(engine.network, 'own');
  assert.deepEqual(shares, [0.25, 0.75]);
  engine.close();
  await assert.rejects(
    start([{ fetch: (worker, { id }) => worker.refuse(id, 'the file is incomplete') }], { network: NETWORK }),
    failing('network-failed', /lite: the file is incomplete/),
  );
});

test('a worker that breaks at a network is replaced once, and then the network is given up', async () => {
  const breaking = { use: (/** @type {FakeWorker} */ worker) => worker.broken('no memory') };
  const { engine } = await start([breaking, {}], { network: NETWORK });
  assert.equal(engine.network, 'lite');
  engine.close();
  await assert.rejects(start([breaking], { network: NETWORK }), failing('network-failed', /no memory/));
});

test('after a crash, the search that is repeated waits for the network', async () => {
  const { engine, workers } = await start(
    [{ search: (worker) => worker.crash('it died') }, { use: (worker, { id }) => worker.answer(id, {}, 20) }],
    { network: NETWORK },
  );
  await engine.search(BOARD, { ply: 2 });
  const asked = workers[1]?.received.map(({ ask }) => ask);
  assert.deepEqual(asked, ['load', 'start', 'fetch', 'use', 'search']);
  assert.equal(engine.network, 'lite');
});

test('after a network that was refused, a new worker loads the one before', async () => {
  /** @type {string[]} */
  const used = [];
  const { engine } = await start(
    [
      {
        fetch: (worker, question) =>
          question.network.id === 'lite' ? fetched(worker, question) : worker.refuse(question.id, 'damaged'),
        search: (worker) => worker.crash('it died'),
      },
      {
        use: (worker, { id, network }) => {
          used.push(network?.id ?? 'built-in');
          worker.answer(id, {});
        },
      },
    ],
    { network: NETWORK },
  );
  await assert.rejects(
    engine.use({ ...NETWORK, id: 'other', url: 'x' }),
    failing('network-failed', /damaged/),
  );
  await engine.search(BOARD, { ply: 2 });
  assert.deepEqual([...used, engine.network], ['lite', 'lite']);
});

test('a network that the new worker cannot load is reported', async () => {
  /** @type {string[]} */
  const troubles = [];
  const { engine } = await start(
    [
      { search: (worker) => worker.crash('it died') },
      { fetch: (worker, { id }) => worker.refuse(id, 'offline') },
    ],
    { network: NETWORK, onTrouble: (message) => troubles.push(message) },
  );
  await engine.search(BOARD, { ply: 2 });
  assert.match(troubles.at(-1) ?? '', /network lite: offline; the built-in heuristic takes its place/);
});

test('a network that was given up while the worker read it is not taken for the next one', async () => {
  /** @type {string[]} */
  const used = [];
  const { engine } = await start([
    {
      use: (worker, { id, network }) => {
        used.push(network?.id ?? 'built-in');
        worker.answer(id, {}, 20);
      },
    },
  ]);
  const abort = new AbortController();
  const first = engine.use(NETWORK, { signal: abort.signal });
  await until(() => used.length > 0);
  abort.abort();
  await assert.rejects(first, { name: 'AbortError' });
  await engine.use({ id: 'own', content: new Uint8Array(6) });
  assert.equal(engine.network, 'own');
  assert.equal(used.at(-1), 'own');
});

test('after a network was given up, a search waits until the one before is back', async () => {
  const { engine, workers } = await start([{ use: (worker, { id }) => worker.answer(id, {}, 20) }]);
  const received = () => workers[0]?.received.map(({ ask }) => ask) ?? [];
  const abort = new AbortController();
  const first = engine.use(NETWORK, { signal: abort.signal });
  await until(() => received().includes('use'));
  abort.abort();
  await assert.rejects(first, { name: 'AbortError' });
  await engine.search(BOARD, { ply: 2 });
  assert.deepEqual(received().slice(-3), ['use', 'use', 'search']);
  assert.equal(engine.network, null);
});

test('a time limit longer than the longest timer is one', async () => {
  const { engine, workers } = await start([{ search: (worker, question) => answer(worker, question, 80) }]);
  await engine.search(BOARD, { timeMs: Number.MAX_SAFE_INTEGER });
  assert.equal(workers.length, 1);
});

test('deepening stays with the board of its start', async () => {
  const { engine, workers } = await start([
    {
      search: (worker, { id, limits }) => worker.answer(id, reportOf({ ply: limits.ply ?? 0 })),
    },
  ]);
  let ranks = BOARD;
  const game = { rows: 4, cols: 4, ranks: () => ranks };
  for await (const { ply } of engine.deepen(game, { ply: 2 }))
    ranks = ply === 1 ? [...BOARD].reverse() : ranks;
  const boards = workers[0]?.received.flatMap((question) =>
    question.ask === 'search' ? [Array.from(question.position.ranks)] : [],
  );
  assert.deepEqual(boards, [BOARD, BOARD]);
});

test('an engine whose worker cannot start is unavailable, and a closed one rejects requests', async () => {
  await assert.rejects(start([{ crashAtStart: true }]), failing('unavailable'));
  const { engine } = await start([{ search: () => {} }]);
  const searching = engine.search(BOARD);
  engine.close();
  await assert.rejects(searching, failing('closed'));
  await assert.rejects(engine.search(BOARD), failing('closed'));
  await assert.rejects(engine.use(null), failing('closed'));
});

test('input is accepted as documented', () => {
  assert.deepEqual(
    ranksOf([
      [2, 4, null, 2048],
      [0, 0, 0, 65536],
    ]),
    [1, 2, 0, 11, 0, 0, 0, 16],
  );
  assert.deepEqual([...readBoard({ rows: 4, cols: 4, ranks: () => Uint8Array.from(BOARD) }).ranks], BOARD);
  const part = new Uint8Array([9, 1, 2, 3, 9]).subarray(1, 4);
  assert.deepEqual(readNetwork(part).content, Uint8Array.of(1, 2, 3));
  assert.deepEqual(readLimits({ timeMs: 5, line: false }), { timeMs: 5, line: false });
  assert.deepEqual(limited({ timeMs: 0 }), { timeMs: 0 });
});

/** @type {[() => unknown, ErrorCode, RegExp][]} */
const REFUSED = [
  [() => ranksOf([2, 3]), 'bad-board', /3 is no tile/],
  [() => ranksOf([1]), 'bad-board', /1 is no tile/],
  [() => ranksOf(/** @type {any} */ ([['2']])), 'bad-board', /"2" is no tile: tiles are the numbers 0/],
  [() => readBoard([1, 2, 3]), 'bad-board', /16 ranks/],
  [() => readBoard([...BOARD.slice(1), 64]), 'bad-board', /16 ranks/],
  [() => readBoard([...BOARD.slice(1), 0.5]), 'bad-board', /16 ranks/],
  [() => readBoard({ rows: 3, cols: 5, ranks: () => [] }), 'bad-board', /3x5/],
  [() => readBoard(/** @type {any} */ (null)), 'bad-board', /16 ranks/],
  [() => readLimits({ timeMs: -1 }), 'bad-limits', /timeMs is -1/],
  [() => readLimits({ timeMs: NaN }), 'bad-limits', /timeMs is NaN/],
  [() => readLimits({ ply: 31 }), 'bad-limits', /1 to 30/],
  [
    () => readLimits(/** @type {any} */ ({ line: 'no' })),
    'bad-limits',
    /line is no, but it is true or false/,
  ],
  [() => readLimits(/** @type {any} */ ({ time: 5 })), 'bad-limits', /"time"/],
  [() => readLimits(/** @type {any} */ ({ signal: {} })), 'bad-limits', /AbortSignal/],
  [() => readNetwork(/** @type {any} */ ('lite')), 'bad-network', /afterstate\/models\/lite/],
  [() => readNetwork(/** @type {any} */ ({ url: 'x' })), 'bad-network', /bytes/],
  [() => readNetwork({ url: 'x', bytes: 5, sha256: 'ff' }), 'bad-network', /64 digits/],
];
for (const [ask, code, message] of REFUSED)
  test(`refused: ${ask.toString().slice(6)}`, () => assert.throws(ask, failing(code, message)));

test('hostile input only ever throws the typed error', () => {
  const fuzz = new Fuzz(2048);
  for (let round = 0; round < rounds(3000); round++) {
    for (const [read, value] of /** @type {[(value: any) => unknown, unknown][]} */ ([
      [readBoard, BOARD],
      [readNetwork, NETWORK],
      [readLimits, { timeMs: 5, ply: 2 }],
      [ranksOf, [2, 4, 0]],
    ])) {
      const hostile = fuzz.mutate(value);
      if (read === readLimits && (typeof hostile !== 'object' || hostile === null)) continue;
      try {
        read(hostile);
      } catch (error) {
        assert.ok(error instanceof AfterstateError, `${read.name} of ${inspect(hostile)}: ${error}`);
      }
    }
  }
});

test('nothing but null and a network is accepted as a network, and only bytes and modules as a module', async () => {
  const { engine } = await start([{}], { network: NETWORK });
  for (const wrong of /** @type {any[]} */ ([undefined, '', 0, false]))
    await assert.rejects(engine.use(wrong), failing('bad-network', /this is no network/));
  assert.equal(engine.network, 'lite');
  for (const network of /** @type {any[]} */ (['', 0, false]))
    await assert.rejects(start([{}], { network }), failing('bad-network'));
  for (const wasmBytes of /** @type {any[]} */ ([Promise.resolve(), null, 'x', {}]))
    await assert.rejects(
      async () => start([{}], { wasmBytes }),
      failing('bad-options', /wasmBytes is no bytes/),
    );
});

test('threads are a whole number from 1 to 64', async () => {
  for (const threads of [0, 65, 1.5, NaN, /** @type {any} */ ('2')])
    await assert.rejects(async () => start([{}], { threads }), failing('bad-options', /1 to 64/));
});

test('crate and packages have one version', async () => {
  const read = (/** @type {string} */ file) => readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
  const [, version] = /^version = "(.*)"/m.exec(await read('Cargo.toml')) ?? [];
  for (const name of ['afterstate', 'afterstate-models'])
    assert.equal(JSON.parse(await read(`packages/${name}/package.json`)).version, version);
});
