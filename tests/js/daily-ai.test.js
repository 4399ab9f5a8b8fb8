// The rivals' games of the daily board, with a fake engine: each is played once, stored when it is finished,
// and begun again after its worker broke.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playRival } from '../../www/daily/rival-games.js';
import { startDailyRivals } from '../../www/daily/rivals.js';
import { letRivalsPlay, retryRivals, rivalPlayed, wakeDaily } from '../../www/daily/state.js';
import { Records } from '../../www/game/record.js';
import { rivalOf } from '../../www/game/rivals.js';
import { storeAiGame, storedAiGame } from '../../www/daily/rival-records.js';
import { Store } from '../../www/shared/store.js';
import { FakeGame } from './fakes/game.js';
import { fakeState } from './fakes/state.js';
import { fakeStorage } from './fakes/storage.js';

/** @import { RivalGame } from '../../www/daily/rival-games.js' */
/** @import { Network, Outcome, Question } from '../../www/engine/types.js' */

/** @type {Network} */
const LITE = { id: 'lite', name: 'Lite', url: 'https://example.org/models/lite-1234.bin', bytes: 100 };
const DAY = '2026-11-25';

async function turns() {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** A game of six moves. */
class Short extends FakeGame {
  /** @param {number} rows @param {number} cols @param {bigint} seed */
  constructor(rows, cols, seed) {
    super(rows, cols, seed);
    this.overAt = 6;
  }
}

/**
 * @param {Store} store
 * @param {{ breaksAt?: number[], network?: Network | null, rival?: string }} [options] `breaksAt`: the
 *   questions at which a worker breaks
 */
function setUp(store, { breaksAt = [], network = LITE, rival = 'lite' } = {}) {
  /** @type {Question[]} */
  const questions = [];
  let engines = 0;
  /** @type {RivalGame} */
  const options = {
    Game: /** @type {any} */ (Short),
    seed: 20261125,
    rival: rivalOf(rival),
    stored: (network) => storedAiGame(store, DAY, rival, network),
    store: (network, game) => storeAiGame(store, DAY, rival, network, game),
    list: async () => [LITE],
    engine: async ({ network: wanted, onTrouble }) => {
      engines++;
      if (wanted && !network) throw new Error('no connection to the site');
      return {
        end() {},
        ask: async (/** @type {Question} */ question) => {
          questions.push(question);
          if (breaksAt.includes(questions.length)) onTrouble?.();
          return /** @type {Outcome} */ ({ kind: 'answer', report: /** @type {any} */ ({ best: 1 }) });
        },
      };
    },
  };
  const play = (signal = new AbortController().signal) => playRival(options, signal);
  return { play, options, questions, engines: () => engines };
}

test('the game is played once, with nodes as its only limit, and read from storage later', async () => {
  const store = new Store(fakeStorage);
  const { play, questions, engines } = setUp(store);
  const game = await play();
  assert.deepEqual(game, { score: 24, rank: 2, moves: 6 });
  assert.deepEqual([questions.length, engines()], [6, 1]);
  assert.deepEqual(Object.keys(questions[0]?.limits ?? {}).sort(), ['line', 'nodes']);
  const later = setUp(store);
  assert.deepEqual([await later.play(), later.engines()], [game, 0]);
  assert.equal(storedAiGame(store, '2026-11-26', 'lite', 'lite-1234.bin'), null, 'another day');
  assert.equal(storedAiGame(store, DAY, 'lite', 'lite-5678.bin'), null, 'another network');
  assert.equal(storedAiGame(store, DAY, 'beginner', 'lite-1234.bin'), null, 'another rival');
});

test('a rival without a network loads none, and looks to a fixed depth', async () => {
  const { play, questions } = setUp(new Store(fakeStorage), { rival: 'thinker', network: null });
  assert.equal((await play()).moves, 6);
  assert.deepEqual(questions[0]?.limits, { ply: 3, line: false });
});

test('the rivals play one after the other; one that fails is told, and tries again', async () => {
  const { state } = fakeState({ Game: /** @type {any} */ (Short) });
  const results = () => state.dailyRivals.value.map(({ rival, game }) => `${rival.id} ${game.kind}`);
  /** @type {[string, string][]} */
  const asked = [];
  const stored = (/** @type {string} */ rival, /** @type {string} */ network) => {
    asked.push([rival, network]);
    return { score: 24, rank: 2, moves: 6 };
  };
  letRivalsPlay(state, false);
  assert.deepEqual(results(), ['beginner playing', 'thinker playing']);
  startDailyRivals(
    state,
    { kind: 'daily', day: DAY, seed: 20261125n, tries: new Map() },
    { stored, store() {} },
  );
  await turns();
  assert.deepEqual(results(), ['beginner played', 'thinker played']);
  assert.deepEqual(asked, [
    ['beginner', 'built-in'],
    ['thinker', 'built-in'],
  ]);

  rivalPlayed(state, 'thinker', { kind: 'failed', text: 'offline' });
  assert.deepEqual(results(), ['beginner played', 'thinker failed']);
  retryRivals(state);
  await turns();
  assert.deepEqual(results(), ['beginner played', 'thinker played']);
});

test('a page that is left ends the game of a rival, which has not failed; it begins again when the page comes back, once', async () => {
  const { options, engines } = setUp(new Store(fakeStorage));
  const { Game, engine } = options;
  const daily = /** @type {const} */ ({ kind: 'daily', day: DAY, seed: 20261125n, tries: new Map() });
  const { state } = fakeState({ Game, records: new Records(new Store(fakeStorage, 'daily:')), daily });
  const results = () => state.dailyRivals.value.map(({ rival, game }) => `${rival.id} ${game.kind}`);
  letRivalsPlay(state, false);
  const end = startDailyRivals(state, daily, { stored: () => null, store() {}, engine });
  end();
  await turns();
  assert.deepEqual(results(), ['beginner playing', 'thinker playing']);
  assert.equal(engines(), 1);
  for (let times = 0; times < 2; times++) void wakeDaily(state, () => {});
  await turns();
  assert.deepEqual(results(), ['beginner played', 'thinker played']);
  assert.equal(engines(), 3);
});

test('after a worker broke, the game begins again', async () => {
  const { play, questions, engines } = setUp(new Store(fakeStorage), { breaksAt: [3] });
  assert.deepEqual(await play(), { score: 24, rank: 2, moves: 6 });
  assert.deepEqual([questions.length, engines()], [9, 2]);
});

test('without its network it does not play; one that is ended is not stored', async () => {
  const store = new Store(fakeStorage);
  const without = setUp(store, { network: null });
  await assert.rejects(without.play(), { message: 'The AI could not be loaded: no connection to the site.' });
  assert.equal(without.engines(), 1);
  const { play } = setUp(store);
  const ending = new AbortController();
  const playing = play(ending.signal);
  ending.abort();
  await assert.rejects(playing);
  assert.equal(storedAiGame(store, DAY, 'lite', 'lite-1234.bin'), null);
});
