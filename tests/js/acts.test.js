// What the player does with the game, where something forbids it or is under way.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { stop } from '../../www/ai/acts.js';
import { protectTry } from '../../www/daily/state.js';
import { watch } from '../../www/game/adopt.js';
import { CONTINUE, MOVE, NEW_GAME, REDO, UNDO, beginGame, perform } from '../../www/game/acts.js';
import { Records } from '../../www/game/record.js';
import { placeTile, startFollow } from '../../www/setup/follow.js';
import { Store } from '../../www/shared/store.js';
import { saveGame } from './fakes/records.js';
import { FakeGame } from './fakes/game.js';
import { fakeState, press } from './fakes/state.js';

/** @type {ReturnType<typeof fakeState>['state'][]} */
const opened = [];
afterEach(() => {
  for (const { session } of opened.splice(0)) session.saving.forget();
});

/** @param {Parameters<typeof fakeState>[0]} [start] */
function open(start) {
  const { state } = fakeState(start);
  opened.push(state);
  return state;
}

/** A game of the fake rules. @param {number} side @param {number[]} [moves] @returns {any} */
function played(side, moves = []) {
  const game = new FakeGame(side, side, 7n);
  for (const direction of moves) game.play(direction);
  return game;
}

/** @param {string} day @param {string[]} [tried] */
const daily = (day, tried = []) => ({
  kind: /** @type {const} */ ('daily'),
  day,
  seed: BigInt(day.replaceAll('-', '')),
  tries: /** @type {any} */ (new Map(tried.map((one) => [one, {}]))),
});

test('nothing takes the board of a daily try away: no new game, no other size, no redo', () => {
  const store = new Store(() => null);
  saveGame(new Records(store), 5, 5, {
    game: played(5, [0, 1, 3]).toText(),
    previous: null,
    spentMs: 1,
    players: 'own',
  });
  const state = open({ store, daily: daily('2026-11-25'), seed: 20261125n });
  perform(state, MOVE, 1);
  const ways = [
    () => perform(state, NEW_GAME),
    () => beginGame(state, played(6), 'New 6 × 6 game.'),
    () => perform(state, CONTINUE, { rows: 5, cols: 5 }),
    () => perform(state, UNDO),
    () => perform(state, REDO),
  ];
  for (const act of ways) {
    state.notices.value = [];
    act();
    const { rows, seed, moves } = state.game.value;
    assert.deepEqual({ rows, seed, moves }, { rows: 4, seed: 20261125n, moves: 1 }, String(act));
  }
  state.notices.value = [];
  protectTry(state);
  perform(state, CONTINUE, { rows: 5, cols: 5 });
  assert.equal(state.notices.value[0]?.text, 'Finish your daily game first.');
  state.session.undo(); // as in a record of an earlier version
  perform(state, REDO);
  assert.equal(state.game.value.moves, 0, 'no redo, even if there is a move to make again');
});

test('after the daily try other sizes can be continued', () => {
  const store = new Store(() => null);
  saveGame(new Records(store), 5, 5, {
    game: played(5, [0, 1, 3]).toText(),
    previous: null,
    spentMs: 1,
    players: 'own',
  });
  const state = open({ store, daily: daily('2026-11-25', ['2026-11-25']), seed: 20261125n });
  perform(state, CONTINUE, { rows: 5, cols: 5 });
  assert.equal(state.game.value.rows, 5);
});

test('the move of a followed game whose tile is still to come belongs to its board alone', () => {
  const others = {
    'a new game': (/** @type {any} */ state) => perform(state, NEW_GAME),
    'another size': (/** @type {any} */ state) => perform(state, CONTINUE, { rows: 5, cols: 5 }),
    'another game': (/** @type {any} */ state) => beginGame(state, played(4), 'New game.'),
    redo: (/** @type {any} */ state) => perform(state, REDO),
  };
  for (const [name, act] of Object.entries(others)) {
    const state = open();
    for (const direction of /** @type {const} */ ([0, 1, 3])) perform(state, MOVE, direction);
    perform(state, UNDO);
    startFollow(state);
    assert.equal(perform(state, MOVE, 1), true);
    act(state);
    const { moves } = state.game.value;
    placeTile(state, 1, 1);
    assert.equal(state.game.value.moves, moves, `${name}: a tap plays nothing`);
    assert.equal(perform(state, MOVE, 1), true, `${name}: the next move can be made`);
  }
});

test('in a followed game a hint waits for the tile of the last move, and a move of the AI ends following', () => {
  const state = open();
  startFollow(state);
  press(state, 'hint');
  assert.equal(state.mode.value, 'hint', 'the board is complete');
  stop(state);
  perform(state, MOVE, 1);
  press(state, 'hint');
  const { value } = state.follow;
  assert.deepEqual([state.mode.value, value.kind === 'on' && value.note.kind], ['off', 'tap-first']);
  press(state, 'step');
  assert.deepEqual([state.mode.value, state.follow.value.kind], ['step', 'off']);
});

test('undo in a followed game takes back its tile, then its move; not that of a game before', () => {
  const state = open();
  startFollow(state);
  perform(state, MOVE, 1);
  placeTile(state, 2, 1);
  perform(state, UNDO);
  const { value } = state.follow;
  assert.ok(value.kind === 'on' && value.pending !== 'none', 'the tile is to come again');
  placeTile(state, 3, 1);
  beginGame(state, played(4, [3]), 'New game.');
  perform(state, UNDO);
  const now = state.follow.value;
  assert.ok(now.kind === 'on' && now.pending === 'none', 'a move that was not followed is undone as usual');
  assert.equal(state.game.value.moves, 0);
});

test('the undo of a new game is offered once: the message of a game that is won or over has it', () => {
  const state = open();
  const offers = () => state.notices.value.filter(({ action }) => action?.label === 'Undo').length;
  perform(state, MOVE, 1);
  beginGame(state, Object.assign(played(4), { wonAt: 1 }), 'New game.');
  assert.equal(offers(), 1);
  perform(state, MOVE, 1);
  assert.deepEqual([state.game.value.status, offers()], ['won', 0], 'won later');
  perform(state, NEW_GAME);
  perform(state, MOVE, 1);
  beginGame(state, Object.assign(played(4), { overAt: 0 }), 'New game.');
  assert.deepEqual([state.game.value.status, offers()], ['over', 0], 'over from the start');
  perform(state, UNDO);
  assert.deepEqual([state.game.value.moves, state.game.value.status], [1, 'playing']);
});

test('what a button does not do now, nothing else does', () => {
  const state = open();
  beginGame(state, Object.assign(played(4), { overAt: 0 }), 'New game.');
  for (const action of ['hint', 'step', 'autoplay']) {
    assert.equal(press(state, action), false, action);
    assert.equal(state.mode.value, 'off', action);
  }
});

test('the undo that a notice offers goes with its new game, whatever takes that off the board', () => {
  const ways = {
    'the button': (/** @type {any} */ state) => perform(state, UNDO),
    'another size': (/** @type {any} */ state) => perform(state, CONTINUE, { rows: 5, cols: 5 }),
    'another tab': (/** @type {any} */ state) => {
      const { records, session } = state;
      const moved = { game: played(4, [0, 1, 3]).toText(), previous: null, spentMs: 1 };
      session.saving.now();
      saveGame(records, 4, 4, { ...moved, players: 'own' });
      watch(session);
    },
  };
  for (const [name, act] of Object.entries(ways)) {
    const state = open();
    perform(state, MOVE, 1);
    perform(state, NEW_GAME);
    assert.equal(state.notices.value[0]?.action?.label, 'Undo');
    const { game } = state.session;
    act(state);
    assert.notEqual(state.session.game, game, name);
    assert.deepEqual(state.notices.value, [], name);
  }
});
