// The AI's game of the daily board, with a fake engine: it is played once, stored when it is finished, and begun again after
// its worker broke.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DailyAi } from '../../www/ask/daily-ai.js';
import { storeAiGame, storedAiGame } from '../../www/storage/ai-games.js';
import { Store } from '../../www/storage/store.js';
import { FakeGame } from './fakes/game.js';
import { fakeStorage } from './fakes/storage.js';

/** @import { Model, Outcome, Question } from '../../www/engine/types.js' */

/** @type {Model} */
const LITE = { id: 'lite', name: 'Lite', url: 'https://example.org/models/lite-1234.bin', bytes: 100 };
const DAY = '2026-11-25';

/** A game of six moves. */
class Short extends FakeGame {
  /** @param {number} rows @param {number} cols @param {bigint} seed */
  constructor(rows, cols, seed) {
    super(rows, cols, seed);
    this.overAt = 6;
  }
}

/** @param {Store} store @param {{ breaksAt?: number[], model?: Model | null }} [options] `breaksAt`: the questions at which a worker breaks */
function setUp(store, { breaksAt = [], model = LITE } = {}) {
  /** @type {Question[]} */
  const questions = [];
  let engines = 0;
  const ai = new DailyAi({
    Game: /** @type {any} */ (Short),
    seed: 20261125,
    stored: (network) => storedAiGame(store, DAY, network),
    store: (network, game) => storeAiGame(store, DAY, network, game),
    models: async () => [LITE],
    engine: async ({ onTrouble }) => {
      engines++;
      return {
        model,
        end() {},
        ask: async (/** @type {Question} */ question) => {
          questions.push(question);
          if (breaksAt.includes(questions.length)) onTrouble?.();
          return /** @type {Outcome} */ ({ kind: 'answer', report: /** @type {any} */ ({ best: 1 }) });
        },
      };
    },
  });
  return { ai, questions, engines: () => engines };
}

test('the game is played once, with nodes as its only limit, and read from storage later', async () => {
  const store = new Store(fakeStorage);
  const { ai, questions, engines } = setUp(store);
  const [game, again] = await Promise.all([ai.game(), ai.game()]);
  assert.deepEqual(game, { score: 24, rank: 2, moves: 6 });
  assert.equal(again, game);
  assert.deepEqual([questions.length, engines()], [6, 1]);
  assert.deepEqual(Object.keys(questions[0]?.limits ?? {}).sort(), ['line', 'nodes']);
  const later = setUp(store);
  assert.deepEqual([await later.ai.game(), later.engines()], [game, 0]);
  assert.equal(storedAiGame(store, '2026-11-26', 'lite-1234.bin'), null, 'another day');
  assert.equal(storedAiGame(store, DAY, 'lite-5678.bin'), null, 'another network');
});

test('after a worker broke, the game begins again', async () => {
  const { ai, questions, engines } = setUp(new Store(fakeStorage), { breaksAt: [3] });
  assert.deepEqual(await ai.game(), { score: 24, rank: 2, moves: 6 });
  assert.deepEqual([questions.length, engines()], [9, 2]);
});

test('without its network it does not play, and the next call tries again; so after it was ended', async () => {
  const store = new Store(fakeStorage);
  const without = setUp(store, { model: null });
  for (const engines of [3, 6]) {
    await assert.rejects(without.ai.game(), /couldn’t be loaded/);
    assert.equal(without.engines(), engines);
  }
  const { ai } = setUp(store);
  const playing = ai.game();
  ai.end();
  await assert.rejects(playing);
  assert.equal(storedAiGame(store, DAY, 'lite-1234.bin'), null, 'an unfinished game is not stored');
  assert.equal((await ai.game()).moves, 6);
});
