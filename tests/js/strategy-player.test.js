// Playing a strategy in a worker: late answers, waiting questions, and workers that are too slow, die or refuse.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlayersClient, Refusal } from '../../www/players/worker-client.js';
import { StrategyPlayer } from '../../www/players/strategy-player.js';
import { FakeWorker, SILENCE } from './fakes/lab-worker.js';

/** @import { Script } from './fakes/lab-worker.js' */
/** @import { Opinion } from '../../www/players/strategy-player.js' */

const rest = (ms = 0) => new Promise((resolve) => { setTimeout(resolve, ms); });
const position = (rank = 1) => ({ strategy: 'greedy', rows: 2, cols: 2, ranks: Uint8Array.of(rank, 0, 0, 0), game: 7n });

/**
 * @param {Script[]} scripts each new worker takes the next one; further workers take the last one
 * @param {number} [patienceMs] long by default, because a busy machine may delay even a quick worker
 */
function setUp(scripts, patienceMs = 60_000) {
  /** @type {FakeWorker[]} */
  const workers = [];
  /** @type {string[]} */
  const trouble = [];
  const player = new StrategyPlayer({
    patienceMs,
    onTrouble: (message) => trouble.push(message),
    open: () => new PlayersClient({
      watch: () => {},
      makeWorker() {
        const worker = new FakeWorker(scripts[Math.min(workers.length, scripts.length - 1)]);
        workers.push(worker);
        return worker;
      },
    }),
  });
  return { player, workers, trouble };
}

/** @type {Script} answers with the first cell's rank as the best move */
const sound = { answer: (question) => (question.ask === 'choose' ? { best: question.ranks[0], values: [null, null, null, null], note: null } : question.ask) };
/** @param {Opinion} opinion */
const best = (opinion) => (opinion.kind === 'answer' ? opinion.thought.best : opinion.kind);

test('a position is rated', async () => {
  const { player, workers } = setUp([sound]);
  assert.equal(best(await player.ask(position(2))), 2);
  assert.equal(best(await player.ask(position(3))), 3);
  assert.equal(await player.consult({ ask: 'catalogue' }), 'catalogue');
  assert.equal(workers.length, 1);
});

test('an older question is dropped, and of the waiting ones only the newest is sent', async () => {
  const { player, workers } = setUp([sound]);
  const opinions = await Promise.all([player.ask(position(1)), player.ask(position(2)), player.ask(position(3))]);
  assert.deepEqual(opinions.map(best), ['dropped', 'dropped', 3]);
  assert.equal(workers[0]?.received.length, 2, 'the one between was never sent');
});

test('a worker whose answer is no longer needed is ended, and the next question starts another', async () => {
  const { player, workers, trouble } = setUp([{ answer: () => SILENCE }, sound], 30);
  const first = player.ask(position(1));
  await rest(5);
  player.stop();
  assert.equal(best(await first), 'dropped');
  assert.equal(best(await player.ask(position(2))), 2);
  assert.equal(workers[0]?.terminated, true);
  assert.deepEqual(trouble, [], 'no message for the player');
});

test('a worker that dies is replaced and asked again; after a second death only this question fails', async () => {
  const dying = { answer: () => { throw new Error('unreachable'); } };
  const { player, workers, trouble } = setUp([dying, sound, dying, dying, sound]);
  assert.equal(best(await player.ask(position(2))), 2);
  assert.deepEqual(trouble, ["The AI stopped and was restarted (unreachable)."]);
  player.end();
  assert.deepEqual(await player.ask(position(2)), { kind: 'failed', message: 'unreachable' });
  assert.equal(best(await player.ask(position(2))), 2);
  assert.equal(workers.length, 5);
});

test('another request after an interruption is answered, and the worker is kept', async () => {
  const { player, workers } = setUp([{ answer: () => SILENCE }, sound]);
  const first = player.ask(position(1));
  await rest(5);
  player.end();
  const checked = player.consult({ ask: 'catalogue' });
  assert.equal(await checked, 'catalogue');
  assert.equal(best(await first), 'dropped');
  assert.equal(best(await player.ask(position(2))), 2);
  assert.deepEqual(workers.map((worker) => worker.terminated), [true, false]);
});

test('a worker that has ended is replaced at the next request', async () => {
  const { player, workers } = setUp([{ start: 'could not be loaded' }, sound]);
  await assert.rejects(player.consult({ ask: 'catalogue' }), /could not be loaded|ended/);
  assert.equal(await player.consult({ ask: 'catalogue' }), 'catalogue');
  assert.equal(workers.length, 2);
});

test('a refusal keeps the message of the crate, and the worker is kept', async () => {
  const { player, workers } = setUp([{ answer: () => { throw new Refusal('greedy does not play 10x10'); } }]);
  assert.deepEqual(await player.ask(position()), { kind: 'failed', message: 'greedy does not play 10x10' });
  assert.equal(workers[0]?.terminated, false);
});
