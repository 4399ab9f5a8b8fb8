// Hint, step and autoplay: what the state asks is done, and an outdated answer is never played.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { startForecast } from '../../www/forecast/forecast.js';
import { stop } from '../../www/ai/acts.js';
import { startPilot } from '../../www/ai/pilot.js';
import { FASTEST, speedInWords, timingAt } from '../../www/game/speed.js';
import { AUTOMATIC } from '../../www/shared/choices.js';
import { effect } from '../../www/vendor/signals-core.js';
import { fakeState, press } from './fakes/state.js';
import { until } from './fakes/until.js';
import { reportOf } from './fakes/worker.js';

/** @import { Outcome } from '../../www/engine/types.js' */
/** @import { State } from '../../www/game/state.js' */

/** @type {State[]} */
const open = [];
afterEach(() => {
  for (const state of open.splice(0)) {
    stop(state);
    state.session.saving.forget();
  }
});

const tick = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** A state whose AI the test answers. `log`: what happens, in order. */
function table() {
  const { state, game } = fakeState();
  open.push(state);
  state.speed.value = FASTEST;
  /** @type {((outcome: Outcome) => void)[]} */
  const questions = [];
  /** @type {string[]} */
  const log = [];
  startPilot(
    state,
    {
      ask: (_, options) => {
        let isOpen = true;
        options?.signal?.addEventListener('abort', () => isOpen && log.push('dropped'));
        return new Promise((resolve) =>
          questions.push((outcome) => {
            isOpen = false;
            resolve(outcome);
          }),
        );
      },
    },
    { sleep: async () => {} },
  );
  effect(() => void log.push(state.mode.value));
  effect(() => {
    const evaluation = state.evaluation.value;
    if (evaluation.kind === 'known')
      log.push(`${evaluation.hint ? 'hint' : 'report'} ${evaluation.report.best}`);
  });
  effect(() => {
    if (state.trouble.value.text !== '') log.push(state.trouble.value.text);
  });
  log.length = 0;
  /** @param {number} index of the question @param {number} best */
  const answer = async (index, best) => {
    questions[index]?.({ kind: 'answer', report: { ...reportOf(), best } });
    await tick();
  };
  return { state, game, questions, log, answer };
}

test('a hint moves nothing; a step moves once', async () => {
  const { state, log, answer } = table();
  state.mode.value = 'hint';
  await answer(0, 1);
  assert.equal(state.game.value.moves, 0);
  state.mode.value = 'step';
  await answer(1, 1);
  assert.equal(state.game.value.moves, 1);
  assert.deepEqual(log, ['hint', 'hint 1', 'off', 'step', 'report 1', 'report 1', 'off']);
  assert.equal(state.session.players, 'ai');
});

test('a hint that no network gave is given again when one is loaded, as long as it is shown', async () => {
  const { state, questions, answer } = table();
  const lite = /** @type {any} */ ({ id: 'lite' });
  const use = (/** @type {State['networks']['value']['used']} */ used) => {
    state.networks.value = { ...state.networks.value, used };
  };
  state.mode.value = 'hint';
  await answer(0, 1);
  use(lite);
  assert.deepEqual([questions.length, state.mode.value], [2, 'hint']);
  const judged = { losses: [], grades: [], outlook: null };
  questions[1]?.({ kind: 'answer', report: { ...reportOf(), best: 0, judged } });
  await tick();
  use(/** @type {any} */ ({ id: 'full' }));
  assert.equal(questions.length, 2, 'another network has nothing to correct');
  use('built-in');
  state.mode.value = 'hint';
  await answer(2, 1);
  state.session.move(1, 'person');
  use(lite);
  assert.deepEqual([questions.length, state.mode.value], [3, 'off'], 'it is no longer shown');
  state.session.undo();
  assert.equal(state.evaluation.value.kind, 'past');
  press(state, 'new-game');
  assert.equal(state.evaluation.value.kind, 'none', 'nothing is known of a new game');
});

test('what was asked before the AI is loaded is done when it is', async () => {
  const { state } = fakeState();
  open.push(state);
  state.mode.value = 'step';
  startPilot(state, {
    ask: async () => ({ kind: 'answer', report: { ...reportOf(), best: 3 } }),
  });
  await tick();
  assert.deepEqual([state.game.value.moves, state.mode.value], [1, 'off']);
});

test('an answer for an older board is never played', async () => {
  const { state, game, answer } = table();
  state.mode.value = 'autoplay';
  await answer(0, 1);
  assert.equal(state.game.value.moves, 1);
  // The player moves while the AI thinks about the board before, and the AI is not stopped.
  state.session.move(0, 'person');
  await answer(1, 3);
  assert.deepEqual(game.made, [1, 0]);
  assert.equal(state.mode.value, 'off');
});

test('after a stop and an immediate restart only the new autoplay plays', async () => {
  const { state, game, questions, log, answer } = table();
  state.mode.value = 'autoplay';
  stop(state);
  state.mode.value = 'autoplay';
  assert.deepEqual(log, ['autoplay', 'dropped', 'off', 'autoplay']);
  await answer(0, 3);
  assert.equal(state.game.value.moves, 0);
  await answer(1, 1);
  assert.deepEqual(game.made, [1]);
  stop(state);
  questions[2]?.({ kind: 'dropped' });
  await tick();
  assert.deepEqual(game.made, [1]);
});

test('autoplay that is asked for during a hint ends the question of the hint', async () => {
  const { state, game, log, answer } = table();
  state.mode.value = 'hint';
  state.mode.value = 'autoplay';
  assert.deepEqual(log, ['hint', 'dropped', 'autoplay']);
  await answer(0, 3);
  assert.equal(state.mode.value, 'autoplay');
  await answer(1, 1);
  assert.deepEqual(game.made, [1]);
  stop(state);
});

test('autoplay goes on while the line below the board waits for its answer', async () => {
  const { state } = fakeState({ network: AUTOMATIC, ai: 'ready' });
  open.push(state);
  state.speed.value = FASTEST;
  state.networks.value = { ...state.networks.value, used: /** @type {any} */ ({ id: 'lite' }) };
  let looks = 0;
  /** @type {import('../../www/engine/types.js').Askable} */
  const ai = {
    ask: async ({ quiet }) => {
      if (quiet) {
        looks++;
        return new Promise(() => {});
      }
      await tick();
      return { kind: 'answer', report: { ...reportOf(), best: 1 } };
    },
  };
  startForecast(state, ai, undefined, 5);
  startPilot(state, ai);
  state.mode.value = 'autoplay';
  await until(() => looks > 0);
  const { moves } = state.game.value;
  await until(() => state.game.value.moves >= moves + 50);
  stop(state);
});

test('a second press of Hint does not begin again', async () => {
  const { state, questions, answer } = table();
  press(state, 'hint');
  press(state, 'hint');
  assert.equal(questions.length, 1);
  await answer(0, 1);
  assert.deepEqual([state.mode.value, state.evaluation.value.kind], ['off', 'known']);
});

test('autoplay continues past 2048 and stops when the game is over', async () => {
  const { state, game, questions, answer } = table();
  game.wonAt = 2;
  game.overAt = 4;
  state.mode.value = 'autoplay';
  for (let move = 0; move < 4; move++) await answer(move, 1);
  assert.equal(state.game.value.moves, 4);
  assert.equal(state.mode.value, 'off');
  assert.equal(questions.length, 4, 'a dead board is not asked about');
});

test('a failure stops autoplay and is reported', async () => {
  const { state, questions, log } = table();
  state.mode.value = 'autoplay';
  questions[0]?.({ kind: 'failed', message: 'no workers' });
  await tick();
  assert.deepEqual(log, ['autoplay', 'no workers', 'off']);
});

test('the slider goes from slow to as fast as possible', () => {
  const times = Array.from({ length: FASTEST + 1 }, (_, place) => timingAt(place));
  for (let place = 1; place <= FASTEST; place++) {
    assert.ok((times[place]?.betweenMs ?? 0) < (times[place - 1]?.betweenMs ?? 0));
    assert.ok((times[place]?.thinkingMs ?? 0) <= (times[place - 1]?.thinkingMs ?? 0));
  }
  assert.deepEqual(timingAt(99), timingAt(FASTEST));
  assert.deepEqual(timingAt(-5), timingAt(0));
  assert.match(speedInWords(0), /moves per second/);
  assert.match(speedInWords(FASTEST), /fast/);
});

test('while the AI plays, a hint that is asked for changes nothing', async () => {
  const { state, game, questions, answer } = table();
  state.mode.value = 'autoplay';
  press(state, 'hint');
  assert.deepEqual([state.mode.value, questions.length], ['autoplay', 1]);
  await answer(0, 1);
  assert.deepEqual(game.made, [1]);
});
