// The Lab's runs with workers that play, refuse, die or never start; and the store of results.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { ResultStore } from '../../www/lab/result-store.js';
import { Refusal } from '../../www/engine/requests.js';
import { PlayersClient } from '../../www/players/worker-client.js';
import { leftInWords, secondsLeft } from '../../www/lab/progress.js';
import { Deck, Run } from '../../www/lab/run.js';
import { FakeWorker, game } from './fakes/lab-worker.js';
import { scripted } from './fakes/scripted.js';
import { until } from './fakes/until.js';

/** @import { Question } from '../../www/players/protocol.js' */

const GAME_SETUPS = [
  { strategy: 'greedy', rows: 4, cols: 4 },
  { strategy: 'random', rows: 4, cols: 4 },
];
const unwatched = () => {};

/**
 * A run with fake workers.
 * @param {import('./fakes/lab-worker.js').Script[]} scripts
 * @param {{ games?: number, workers?: number, firstSeed?: number, loadMs?: number }} [plan] `loadMs`: long by
 *   default, because a busy machine may delay even a quick worker
 */
function setUp(scripts, { games = 5, workers = 2, firstSeed = 100, loadMs = 60_000 } = {}) {
  const { workers: made, makeWorker } = scripted(FakeWorker, scripts);
  /** @type {string[]} set and seed of each game */
  const played = [];
  /** @type {string[]} */
  const refused = [];
  /** @type {string[]} */
  const trouble = [];
  const run = new Run({
    gameSetups: GAME_SETUPS,
    games,
    firstSeed,
    workers,
    open: () => new PlayersClient({ makeWorker, watch: unwatched, loadMs }),
    onGame: (set, { seed }) => played.push(`${set} ${seed}`),
    onRefused: (set, message) => refused.push(`${set} ${message}`),
    onTrouble: (message) => trouble.push(message),
  });
  return { run, made, played, refused, trouble };
}

/** Every game of both sets. @param {number} games @param {number} [firstSeed] */
const all = (games, firstSeed = 100) =>
  Array.from({ length: games }, (_, index) => [`0 ${firstSeed + index}`, `1 ${firstSeed + index}`])
    .flat()
    .sort();

test('each seed goes to every strategy before the next seed', () => {
  const deck = new Deck(2, 2, 7);
  const dealt = Array.from({ length: 5 }, () => deck.next());
  assert.deepEqual(
    dealt.map((task) => task && [task.set, task.seed]),
    [[0, 7], [1, 7], [0, 8], [1, 8], null],
  );
});

test('a game that is put back comes next, unless its strategy was dropped', () => {
  const deck = new Deck(2, 2, 0);
  const [first, second] = [deck.next(), deck.next()];
  assert.ok(first && second);
  deck.returned.push(first, second);
  assert.equal(deck.next(), second);
  deck.dropped.add(0);
  assert.deepEqual(deck.next(), { set: 1, seed: 1, tries: 0 });
  assert.equal(deck.next(), null);
});

test('every game is played once, one at a time by each worker', async () => {
  const { run, made, played, trouble } = setUp([{}]);
  assert.deepEqual(await run.play(), { kind: 'done' });
  assert.deepEqual([...played].sort(), all(5));
  assert.equal(made.length, 2);
  assert.ok(made.every(({ received, terminated }) => received.length === 5 && terminated));
  assert.deepEqual(trouble, []);
});

test('no more workers than games are started', async () => {
  const { run, made } = setUp([{}], { games: 1, workers: 8 });
  await run.play();
  assert.equal(made.length, 2);
});

test('a worker that dies is replaced, and its seed is played again', async () => {
  let alive = 3;
  const { run, made, played, trouble } = setUp([
    {
      answer: (question) => {
        if (question.ask === 'play' && alive-- > 0) return game(question.seed);
        throw new Error('unreachable');
      },
    },
    {},
  ]);
  assert.deepEqual(await run.play(), { kind: 'done' });
  assert.deepEqual([...played].sort(), all(5));
  assert.equal(made.length, 3);
  assert.equal(trouble.length, 1);
  assert.match(trouble[0] ?? '', /seed 10\d is restarted .*unreachable/);
});

test('a game that kills every worker is given up with its strategy, and the others continue', async () => {
  const { run, played, refused, trouble } = setUp(
    [
      {
        answer: (question) => {
          if (question.ask === 'play' && question.strategy === 'random' && question.seed === 102)
            throw new Error('out of memory');
          return question.ask === 'play' ? game(question.seed) : null;
        },
      },
    ],
    { workers: 1 },
  );
  assert.deepEqual(await run.play(), { kind: 'done' });
  assert.deepEqual(played.filter((name) => name.startsWith('0')).sort(), all(5).slice(0, 5));
  assert.deepEqual(played.filter((name) => name.startsWith('1')).sort(), ['1 100', '1 101']);
  assert.deepEqual(refused, ['1 Game with seed 102 stopped 3 workers (out of memory).']);
  assert.equal(trouble.length, 2);
});

test('a refusal of a strategy is reported once, and its worker continues with the others', async () => {
  const { run, made, played, refused } = setUp([
    {
      answer: (question) => {
        if (question.ask === 'play' && question.strategy === 'random') throw new Refusal('it plays 4x4');
        return question.ask === 'play' ? game(question.seed) : null;
      },
    },
  ]);
  assert.deepEqual(await run.play(), { kind: 'done' });
  assert.deepEqual([...played].sort(), all(5).slice(0, 5));
  assert.deepEqual(refused, ['1 it plays 4x4']);
  assert.equal(made.length, 2);
});

test('stop ends the workers at once and keeps the finished games', async () => {
  const { run, made, played } = setUp([{}], { games: 1000 });
  const ending = run.play();
  await until(() => played.length >= 4);
  const kept = played.length;
  run.stop();
  assert.deepEqual(await ending, { kind: 'stopped' });
  await rest(20);
  assert.equal(played.length, kept);
  assert.ok(made.every(({ terminated }) => terminated));
});

test('a run without a working worker ends with the reason', async () => {
  const { run, made, played } = setUp([{ start: 'blocked by the browser' }]);
  assert.deepEqual(await run.play(), { kind: 'failed', message: 'blocked by the browser' });
  assert.equal(made.length, 4, 'two tries for each of two places');
  assert.deepEqual(played, []);
});

test('a worker that never starts is given up at its deadline', async () => {
  const { run, played } = setUp([{ start: false }, {}], { workers: 1, games: 1, loadMs: 200 });
  assert.deepEqual(await run.play(), { kind: 'done' });
  assert.deepEqual([...played].sort(), all(1));
});

test('the silent death of a worker is noticed by its lock', async () => {
  /** @type {(() => void)[]} */
  const locks = [];
  const worker = new FakeWorker({});
  const client = new PlayersClient({
    makeWorker: () => worker,
    watch: (_lock, _signal, onFree) => locks.push(onFree),
  });
  await client.ready;
  const asked = client.ask({ ask: 'catalog' });
  worker.terminated = true; // it receives no more messages
  locks[0]?.();
  await assert.rejects(asked, /stopped/);
  await assert.rejects(client.ask({ ask: 'catalog' }), /stopped/);
});

test('a new worker of the store receives all games again, and none is counted twice', async () => {
  /** @type {FakeWorker[]} */
  const made = [];
  const store = new ResultStore(
    () =>
      new PlayersClient({
        makeWorker: () => {
          const number = made.length;
          const worker = new FakeWorker({
            answer: (question) => {
              if (question.ask === 'summary' && number === 0) throw new Error('out of memory');
              return question.ask;
            },
          });
          made.push(worker);
          return worker;
        },
        watch: unwatched,
      }),
  );
  await store.begin([{ strategy: 'greedy', rows: 4, cols: 4, games: [] }]);
  store.keep(0, game(1));
  store.keep(0, game(2));
  const asked = store.ask({ ask: 'summary', shared: true });
  await until(() => made.length >= 2);
  store.keep(0, game(3)); // while the second worker starts
  assert.equal(await asked, 'summary');
  store.keep(0, game(4));
  assert.equal(await store.ask({ ask: 'write', format: 'raw' }), 'write');
  const received = made[1]?.received ?? [];
  assert.deepEqual(seedsIn(received), [1, 2, 3, 4]);
  assert.equal(received[0]?.ask, 'begin');
});

/** The seeds of the games that a worker has after these questions. @param {Question[]} questions */
function seedsIn(questions) {
  /** @type {number[]} */
  let seeds = [];
  for (const question of questions) {
    if (question.ask === 'begin') seeds = question.sets[0]?.games.map(({ seed }) => seed) ?? [];
    if (question.ask === 'keep') seeds.push(question.game.seed);
  }
  return seeds;
}

test('a file may have any number of games, and none is counted twice if the worker dies', async () => {
  // More than a call may have arguments.
  const games = Array.from({ length: 200_000 }, (_, seed) => game(seed));
  /** @type {FakeWorker[]} */
  const made = [];
  const store = new ResultStore(
    () =>
      new PlayersClient({
        makeWorker: () => {
          const number = made.length;
          const worker = new FakeWorker({
            answer: ({ ask }) => {
              if (ask === 'read') return [{ strategy: 'greedy', rows: 4, cols: 4, games }];
              if (ask === 'begin' && number === 0 && worker.received.length > 2)
                throw new Error('out of memory');
              return null;
            },
          });
          made.push(worker);
          return worker;
        },
        watch: unwatched,
      }),
  );
  const sets = await store.load('games');
  store.keep(0, game(200_000));
  await store.ask({ ask: 'summary', shared: true });
  assert.equal(sets[0]?.games.length, 200_000);
  assert.equal(made.length, 2);
  const seeds = seedsIn(made[1]?.received ?? []);
  assert.ok(seeds.length === 200_001 && seeds.every((seed, at) => seed === at), String(seeds.length));
});

test('a store that cannot start is tried again at the next question', async () => {
  let broken = true;
  const store = new ResultStore(
    () =>
      new PlayersClient({
        makeWorker: () => new FakeWorker({ start: broken ? 'blocked' : true, answer: ({ ask }) => ask }),
        watch: unwatched,
      }),
  );
  await assert.rejects(store.ask({ ask: 'catalog' }), /blocked/);
  broken = false;
  assert.equal(await store.ask({ ask: 'catalog' }), 'catalog');
});

test('the time left is the time of the remaining games, divided by the workers', () => {
  assert.equal(
    secondsLeft(
      [
        { ended: 10, seconds: 5, left: 90 },
        { ended: 2, seconds: 20, left: 8 },
      ],
      4,
    ),
    (45 + 80) / 4,
  );
  assert.equal(secondsLeft([{ ended: 10, seconds: 5, left: 1 }], 8), 0.5, 'one game keeps one worker busy');
  assert.equal(
    secondsLeft(
      [
        { ended: 10, seconds: 5, left: 0 },
        { ended: 0, seconds: 0, left: 0 },
      ],
      8,
    ),
    0,
  );
  assert.equal(
    secondsLeft(
      [
        { ended: 10, seconds: 5, left: 5 },
        { ended: 0, seconds: 0, left: 5 },
      ],
      8,
    ),
    null,
    'nothing is known of the second',
  );
  assert.deepEqual(
    [null, 0.2, 42, 600, 9000, 100_000].map((seconds) => leftInWords(seconds)),
    [
      'time left unknown',
      'less than a second left',
      'about 42 s left',
      'about 10 min left',
      'about 2.5 h left. For long runs, see “Play elsewhere” below',
      'about 28 h left. For long runs, see “Play elsewhere” below',
    ],
  );
});
