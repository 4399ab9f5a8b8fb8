// Playing a strategy in a worker: late answers, waiting questions, and workers that are too slow, die or
// refuse.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { Strategist } from '../../www/ai/strategist.js';
import { Refusal } from '../../www/engine/requests.js';
import { FakeWorker, SILENCE } from './fakes/lab-worker.js';
import { scripted } from './fakes/scripted.js';

/** @import { Script } from './fakes/lab-worker.js' */
/** @import { Outcome } from '../../www/engine/types.js' */

const question = (rank = 1) => ({
  position: { rows: 2, cols: 2, ranks: Uint8Array.of(rank, 0, 0, 0) },
  limits: {},
  game: 7n,
});

/**
 * @param {Script[]} scripts
 * @param {number} [patienceMs] long by default, because a busy machine may delay even a quick worker
 */
function setUp(scripts, patienceMs = 60_000) {
  const { workers, makeWorker } = scripted(FakeWorker, scripts);
  /** @type {string[]} */
  const trouble = [];
  const strategist = new Strategist({
    patienceMs,
    onTrouble: (message) => trouble.push(message),
    makeWorker,
  });
  const ask = (rank = 1) => strategist.ask('greedy', question(rank));
  return { strategist, ask, workers, trouble };
}

/** @type {Script} answers with the first cell's rank as the best move */
const sound = {
  answer: (question) =>
    question.ask === 'choose'
      ? { best: question.ranks[0], values: [null, null, null, null], note: null }
      : question.ask,
};
/** @param {Outcome} outcome */
const best = (outcome) => (outcome.kind === 'answer' ? outcome.report.best : outcome.kind);

test('a position is rated', async () => {
  const { strategist, ask, workers } = setUp([sound]);
  assert.equal(best(await ask(2)), 2);
  assert.equal(best(await ask(3)), 3);
  assert.equal(await strategist.request({ ask: 'catalog' }), 'catalog');
  assert.equal(workers.length, 1);
});

test('an older question is dropped, and of the waiting ones only the newest is sent', async () => {
  const { ask, workers } = setUp([sound]);
  const outcomes = await Promise.all([ask(1), ask(2), ask(3)]);
  assert.deepEqual(outcomes.map(best), ['dropped', 'dropped', 3]);
  assert.equal(
    workers[0]?.received.filter((question) => question.ask === 'choose').length,
    2,
    'the one between was never sent',
  );
});

test('a worker whose answer is no longer needed is ended, and the next question starts another', async () => {
  const { strategist, ask, workers, trouble } = setUp([{ answer: () => SILENCE }, sound], 30);
  const first = ask(1);
  while (!workers[0]?.received.length) await rest(1);
  strategist.stop();
  assert.equal(best(await first), 'dropped');
  assert.equal(best(await ask(2)), 2);
  assert.equal(workers[0]?.terminated, true);
  assert.deepEqual(trouble, [], 'no message for the player');
});

test('a worker that dies is replaced and asked again; after a second death only this question fails', async () => {
  const dying = {
    answer: () => {
      throw new Error('unreachable');
    },
  };
  const { strategist, ask, workers, trouble } = setUp([dying, sound, dying, dying, sound]);
  assert.equal(best(await ask(2)), 2);
  assert.deepEqual(trouble, ['The AI crashed and restarted.']);
  strategist.end();
  assert.deepEqual(await ask(2), { kind: 'failed', message: 'unreachable.' });
  assert.equal(best(await ask(2)), 2);
  assert.equal(workers.length, 5);
});

test('another request after an interruption is answered, and the worker is kept', async () => {
  const { strategist, ask, workers } = setUp([{ answer: () => SILENCE }, sound]);
  const first = ask(1);
  while (!workers[0]?.received.length) await rest(1);
  strategist.end();
  const checked = strategist.request({ ask: 'catalog' });
  assert.equal(await checked, 'catalog');
  assert.equal(best(await first), 'dropped');
  assert.equal(best(await ask(2)), 2);
  assert.deepEqual(
    workers.map((worker) => worker.terminated),
    [true, false],
  );
});

test('a worker that has ended is replaced at the next request', async () => {
  const { strategist, workers } = setUp([{ start: 'could not be loaded' }, sound]);
  await assert.rejects(strategist.request({ ask: 'catalog' }), /could not be loaded|ended/);
  assert.equal(await strategist.request({ ask: 'catalog' }), 'catalog');
  assert.equal(workers.length, 2);
});

test('a refusal keeps the message of the crate, and the worker is kept', async () => {
  const { ask, workers } = setUp([
    {
      answer: () => {
        throw new Refusal('greedy does not play 10x10');
      },
    },
  ]);
  assert.deepEqual(await ask(), { kind: 'failed', message: 'greedy does not play 10x10.' });
  assert.equal(workers[0]?.terminated, false);
});

/** A board that is solved first. @param {number} rank */
const onSolvedBoard = (rank) => ({
  position: { rows: 2, cols: 4, ranks: Uint8Array.of(rank, 0, 0, 0, 0, 0, 0, 0) },
  limits: {},
});

/**
 * Workers of which the first one that is asked to solves the board, under the control of the test.
 * @param {() => Promise<unknown>} solve
 */
function whileSolving(solve) {
  /** @type {(number | string)[]} */
  const shares = [];
  /** @type {Script} */
  const script = {
    answer: async (question, progress) => {
      if (question.ask === 'catalog') return [];
      if (question.ask === 'choose') return { best: 1, values: [null, 3, null, null], note: null };
      progress(0.25);
      return solve();
    },
  };
  const { workers, makeWorker } = scripted(FakeWorker, [script]);
  const strategist = new Strategist({
    waitMs: 0,
    onTrouble: (message) => assert.fail(message),
    onSolving: (status) => shares.push(status.kind === 'solving' ? status.share : status.kind),
    makeWorker,
  });
  /** Who answers, and why. */
  const ask = async () => {
    const outcome = await strategist.ask('exact-score', onSolvedBoard(1));
    assert.equal(outcome.kind, 'answer');
    return outcome.kind === 'answer' ? outcome.report.by : null;
  };
  const asked = () => workers.flatMap(({ received }) => received.map((question) => question.ask));
  return { strategist, ask, asked, shares, workers };
}

test('while a board is being solved another player answers; solving goes on whatever is asked, once', async () => {
  /** @type {(value: unknown) => void} */
  let finish = () => {};
  const { strategist, ask, asked, shares, workers } = whileSolving(
    () => new Promise((resolve) => (finish = resolve)),
  );
  const first = await ask();
  assert.match(first?.name ?? '', /^cook-/);
  await rest(5);
  for (let times = 0; times < 3; times++) {
    strategist.stop();
    assert.match((await ask())?.note ?? '', /being solved for perfect play \(25%\)/);
  }
  assert.equal(strategist.solving.isBusy, true);
  assert.deepEqual(shares, [0.25]);
  finish(null);
  await rest(5);
  assert.deepEqual(shares, [0.25, 'solved']);
  assert.deepEqual(await ask(), {
    kind: 'strategy',
    name: 'exact-score',
    unit: '',
    tier: null,
    note: '',
    possible: null,
  });
  assert.equal(asked().filter((what) => what === 'prepare').length, 1);
  assert.equal(workers.length, 2, 'one solves, the other answers');
  strategist.end();
  assert.ok(workers.every(({ terminated }) => terminated));
});

test('a board that cannot be solved is not tried again, and the other player stays', async () => {
  const { ask, asked, shares } = whileSolving(() => Promise.reject(new Error('out of memory')));
  await ask();
  await rest(5);
  for (let times = 0; times < 2; times++) {
    const by = await ask();
    assert.match(by?.name ?? '', /^cook-/);
    assert.equal(by?.note, '');
  }
  assert.deepEqual(shares, [0.25, 'ended'], 'nobody is told that it is solved');
  assert.equal(asked().filter((what) => what === 'prepare').length, 1);
});
