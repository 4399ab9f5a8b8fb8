// The line below the board: when the AI is asked for it, and that it gives way to everything else.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startForecast } from '../../www/forecast/forecast.js';
import { AUTOMATIC, BUILT_IN } from '../../www/shared/choices.js';
import { evaluated, stop } from '../../www/ai/acts.js';
import { chooseNetwork } from '../../www/ai/state.js';
import { knows, switchCoach } from '../../www/coach/state.js';
import { forecastOf, foresee, wantsForecast } from '../../www/forecast/state.js';
import { MOVE, NEW_GAME, perform } from '../../www/game/acts.js';
import { setSetting } from '../../www/shared/settings.js';
import { fakeState, press } from './fakes/state.js';
import { until } from './fakes/until.js';

/** @import { Outcome, Question, Report } from '../../www/engine/types.js' */
/** @import { State } from '../../www/game/state.js' */

/** Longer than the player has to rest. */
const PAUSE_MS = 400;
/** @type {State[]} */
const open = [];
afterEach(() => {
  for (const { session } of open.splice(0)) session.saving.forget();
});

/** A report of a network with this chance of a 2048. @param {number} chance */
const report = (chance) =>
  /** @type {Report} */ (
    /** @type {unknown} */ ({
      values: [1, null, null, null],
      best: 0,
      line: [],
      judged: { losses: [], grades: [], outlook: { points: 1, tiles: [{ rank: 11, chance }] } },
    })
  );

function begin() {
  const { state, game } = fakeState({ network: AUTOMATIC, ai: 'ready' });
  open.push(state);
  /** @type {Question[]} */
  const asked = [];
  const answerer = {
    ask: async (/** @type {Question} */ question) => {
      asked.push(question);
      return { kind: /** @type {const} */ ('answer'), report: report(0.5) };
    },
  };
  return { state, game, asked, answerer };
}
/** @param {State} state */
const chance = ({ forecast: { value } }) =>
  value.kind === 'known' ? value.chances.tiles[0]?.chance : 'none';

test('a pause is used for one quick and quiet look; moves that follow each other at once are not', async () => {
  const { state, asked, answerer } = begin();
  startForecast(state, answerer, (act) => act());
  for (const direction of [0, 1, 2, 3]) perform(state, MOVE, direction);
  assert.equal(asked.length, 0);
  await sleep(PAUSE_MS);
  assert.equal(asked.length, 1);
  const { quiet, compare, limits } = asked[0] ?? {};
  assert.deepEqual([quiet, compare, limits?.nodes], [true, true, 20_000]);
  assert.equal(chance(state), 0.5);
  state.mode.value = 'hint';
  perform(state, MOVE, 0);
  state.mode.value = 'hint';
  await sleep(PAUSE_MS);
  assert.equal(asked.length, 1, 'the AI is busy with a hint');
});

test('a hint and the coach have looked longer, and another board has another forecast', () => {
  const { state, answerer } = begin();
  startForecast(state, answerer, () => {});
  evaluated(state, report(0.7), true);
  assert.equal(chance(state), 0.7);
  perform(state, MOVE, 0);
  assert.equal(chance(state), 0.7, 'until it is known better');
  perform(state, NEW_GAME);
  assert.equal(chance(state), 'none');
});

test('a board without an outlook, such as one that is nearly lost, shows none', () => {
  const { state, answerer } = begin();
  startForecast(state, answerer, () => {});
  evaluated(state, report(0.7), true);
  perform(state, MOVE, 0);
  evaluated(state, { ...report(0.7), judged: { losses: [], grades: [], outlook: null } }, true);
  assert.equal(chance(state), 'none');
});

test('what answers without a network has no forecast, and the one before goes', async () => {
  const { state } = begin();
  const unjudged = { ...report(0), judged: undefined };
  const answerer = { ask: async () => ({ kind: /** @type {const} */ ('answer'), report: unjudged }) };
  const board = { ...state.game.value };
  startForecast(state, answerer, (act) => act());
  const shown = () => {
    foresee(state, report(0.7));
    assert.equal(chance(state), 0.7);
  };
  shown();
  await sleep(PAUSE_MS);
  assert.equal(chance(state), 'none', 'the network is gone');
  shown();
  evaluated(state, unjudged, false);
  assert.equal(chance(state), 0.7, 'a search that only chooses a move, as during autoplay');
  evaluated(state, unjudged, true);
  assert.equal(chance(state), 'none', 'a hint');
  switchCoach(state, true);
  shown();
  knows(state, { board, report: unjudged });
  assert.equal(chance(state), 'none', 'the coach, as on a board of another size');
});

test('what the coach knew before autoplay is not shown again while the AI plays on', async () => {
  const { state, answerer } = begin();
  startForecast(state, answerer, () => {}, 5);
  switchCoach(state, true);
  knows(state, { board: state.game.value, report: report(0.7) });
  assert.equal(chance(state), 0.7);
  state.networks.value = { ...state.networks.value, used: /** @type {any} */ ({ id: 'lite' }) };
  press(state, 'autoplay');
  await until(() => chance(state) !== 0.7);
  stop(state);
  assert.equal(chance(state), 0.5);
});

test('a game that is over has none, also when an answer comes late', () => {
  const { state, game } = begin();
  foresee(state, report(0.7));
  assert.equal(forecastOf(state).kind, 'known');
  game.overAt = 1;
  perform(state, MOVE, 0);
  assert.equal(forecastOf(state).kind, 'none');
  foresee(state, report(0.7));
  assert.equal(forecastOf(state).kind, 'none');
});

test('the chances that a network gave are gone when the built-in heuristic is chosen', () => {
  const { state } = begin();
  foresee(state, report(0.7));
  chooseNetwork(state, BUILT_IN);
  assert.equal(forecastOf(state).kind, 'none');
  foresee(state, report(0.7));
  assert.equal(forecastOf(state).kind, 'none', 'an answer that comes late');
  chooseNetwork(state, AUTOMATIC);
  assert.equal(forecastOf(state).kind, 'none', 'until the network has looked at this board');
});

test('the coach makes the forecast, except during autoplay', () => {
  const { state } = begin();
  switchCoach(state, true);
  assert.equal(wantsForecast(state), false);
  press(state, 'autoplay');
  assert.equal(wantsForecast(state), true);
});

test('an answer about an older board is not shown', async () => {
  const { state } = begin();
  /** @type {(() => void)[]} */
  const answers = [];
  const answerer = {
    ask: () =>
      new Promise((/** @type {(outcome: Outcome) => void} */ resolve) => {
        answers.push(() => resolve({ kind: 'answer', report: report(0.5) }));
      }),
  };
  startForecast(state, answerer, (act) => act());
  await until(() => answers.length === 1);
  perform(state, MOVE, 0);
  answers[0]?.();
  await sleep(10);
  assert.equal(chance(state), 'none');
});

test('there is no forecast without a network, on another size, in a tab that watches another one, or where it is switched off', () => {
  const { state } = begin();
  assert.equal(wantsForecast(state), true);
  setSetting(state, 'forecast', false);
  assert.equal(wantsForecast(state), false);
  setSetting(state, 'forecast', true);
  state.owner.value = 'elsewhere';
  assert.equal(wantsForecast(state), false);
  state.owner.value = 'mine';
  state.networkChoice.value = 'built-in';
  assert.equal(wantsForecast(state), false);
  const { state: large } = fakeState({ network: AUTOMATIC, ai: 'ready', rows: 5, cols: 5 });
  open.push(large);
  assert.equal(wantsForecast(large), false);
});
