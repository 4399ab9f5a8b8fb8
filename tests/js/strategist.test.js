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
  const ask = (rank = 1, /** @type {AbortSignal | undefined} */ signal = undefined) =>
    strategist.ask('greedy', question(rank), { signal });
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

test('of the questions that are dropped, one that waits is never sent', async () => {
  const { ask, workers } = setUp([
    {
      answer: async (question) => {
        await rest(20);
        return sound.answer?.(question, () => {});
      },
    },
  ]);
  const leaving = new AbortController();
  const asked = [ask(1, leaving.signal), ask(2, leaving.signal), ask(3)];
  while (!workers[0]?.received.length) await rest(1);
  leaving.abort();
  const outcomes = await Promise.all(asked);
  assert.deepEqual(outcomes.map(best), ['dropped', 'dropped', 3]);
  assert.equal(
    workers[0]?.received.filter((question) => question.ask === 'choose').length,
    2,
    'the one between was never sent',
  );
});

test('a worker whose answer is no longer needed is ended, and the next question starts another', async () => {
  const { ask, workers, trouble } = setUp([{ answer: () => SILENCE }, sound], 30);
  const leaving = new AbortController();
  const first = ask(1, leaving.signal);
  while (!workers[0]?.received.length) await rest(1);
  leaving.abort();
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
