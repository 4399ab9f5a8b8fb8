// What the history has after what a player does: long games that are given up, and finished games that are
// shown again.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, test } from 'node:test';
import { own } from '../../www/game/adopt.js';
import { setTimeout as delay } from 'node:timers/promises';
import { Game, initSync } from '../../target/packages/pkg-game/afterstate.js';
import { Replay } from '../../www/game/replay.js';
import { followGame } from '../../www/page/follow-game.js';
import { UNDO, beginGame, perform } from '../../www/game/acts.js';
import { deleteKept, openKept, shownGames } from '../../www/history/state.js';
import { continueFrom, practice } from '../../www/replay/viewer.js';
import { keepLost } from '../../www/game/keep.js';
import { Records, playersOf } from '../../www/game/record.js';
import { Store } from '../../www/shared/store.js';
import { FakeDatabases } from './fakes/databases.js';
import { FakeGame } from './fakes/game.js';
import { fakeState } from './fakes/state.js';
import { fakeStorage } from './fakes/storage.js';

/** @import { State } from '../../www/game/state.js' */
/** @import { StorageLike } from '../../www/shared/store.js' */

initSync({
  module: await readFile(new URL('../../target/packages/pkg-game/afterstate_bg.wasm', import.meta.url)),
});
const databases = new FakeDatabases();
Object.assign(globalThis, { indexedDB: databases });
/** @type {any} */ (globalThis).navigator ??= {}; // Node.js has it from version 21 on
const { deleteGames, listGames } = await import('../../www/game/kept-games.js');
const { readDaily } = await import('../../www/daily/record.js');
const { finishDaily, wakeDaily } = await import('../../www/daily/state.js');

/** @type {State[]} */
const open = [];
beforeEach(() => databases.games.clear());
afterEach(() => {
  for (const { session } of open.splice(0)) session.saving.forget();
});

/** A window of the page. @param {{ storage?: StorageLike } & Parameters<typeof fakeState>[0]} [options] */
function openWindow({ storage = fakeStorage(), ...start } = {}) {
  const store = new Store(() => storage);
  const onLost = (/** @type {any} */ played) => keepLost(/** @type {any} */ (Game), store, played);
  const { state } = fakeState({ Game, rows: 6, cols: 6, seed: 5n, store, onLost, ...start });
  open.push(state);
  followGame(state);
  return state;
}

/**
 * Makes the first possible move of Left, Down, Right and Up.
 * @param {State} state @param {number} [moves] to the end by default @param {'person' | 'engine'} [by]
 */
function play({ session }, moves = Infinity, by = 'person') {
  for (let move = 0; move < moves; move++) {
    if (session.status === 'won') session.keepGoing();
    if (![3, 2, 1, 0].some((direction) => session.move(direction, by))) break;
  }
  session.saving.now();
}

/** Another move than `play` makes. @param {State} state */
function playAnother({ session }) {
  assert.ok([0, 1, 2].some((direction) => session.move(direction, 'person')));
  session.saving.now();
}

/** Undo down to this number of moves, so slowly that the game is saved meanwhile. @param {State} state */
function lookBack({ session }, moves = 3) {
  while (session.moves > moves) {
    session.undo();
    if (session.moves % 5 === 0) session.saving.now();
  }
  session.saving.now();
}

/** @param {State} state */
const movesKept = async ({ store }) => (await listGames(store)).games.map(({ moves }) => moves);
/** @param {State} state */
const gamesKept = async ({ store }) =>
  (await listGames(store)).games.map((game) => [game.moves, playersOf(game), game.saved]);

/** Two new games, so that the one before cannot be brought back. @param {State} state */
function giveUp(state) {
  for (let times = 0; times < 2; times++) {
    state.session.newGame();
    play(state, 2);
  }
}

test('a long game is kept with the moves that were undone, whether another move or new games replace it', async () => {
  for (const moves of [3, 0]) {
    for (const act of moves === 0 ? [giveUp] : [playAnother, giveUp]) {
      databases.games.clear();
      const state = openWindow();
      play(state, 300);
      lookBack(state, moves);
      assert.deepEqual(await movesKept(state), [], 'nothing is lost yet');
      act(state);
      assert.deepEqual(await movesKept(state), [300], `${act.name} after ${moves} moves`);
    }
  }
});

test('a long game that was undone here, and replaced by another window, is kept as a whole', async () => {
  for (const moves of [3, 0]) {
    databases.games.clear();
    const storage = fakeStorage();
    const here = openWindow({ storage });
    play(here, 300);
    const there = openWindow({ storage });
    lookBack(here, moves);
    giveUp(there);
    own(here.session);
    assert.deepEqual(await movesKept(here), [300], `at ${moves} moves`);
  }
});

test('a game that was looked at from its start can be brought back after New game', () => {
  const state = openWindow();
  play(state, 20);
  lookBack(state, 0);
  state.session.newGame();
  perform(state, UNDO);
  assert.equal(state.game.value.canRedo, true);
  play(state, 20);
  state.session.newGame();
  play(state, 4);
  lookBack(state, 0);
  state.session.newGame();
  perform(state, UNDO);
  assert.equal(state.game.value.moves, 20, 'it does not displace one with moves');
});

test('a long game that is given up goes to the database even if localStorage is full', async () => {
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const state = openWindow({ storage: { ...fakeStorage(), setItem } });
  play(state, 300);
  giveUp(state);
  assert.deepEqual(await movesKept(state), [300]);
});

test('a line of the history that shows a shorter game than there is by now deletes nothing', async () => {
  const state = openWindow();
  play(state, 200);
  state.session.newGame();
  perform(state, UNDO);
  await openKept(state);
  const shown = shownGames(state.keptGames.value);
  assert.deepEqual(
    shown.map(({ moves }) => moves),
    [200],
  );
  play(state, 100);
  state.session.newGame();
  state.session.saving.now();
  assert.deepEqual(await movesKept(state), [300]);
  assert.equal(await deleteKept(state, shown), 0);
  assert.deepEqual(await movesKept(state), [300]);
  assert.equal(await deleteKept(state, shownGames(state.keptGames.value)), 1);
  assert.deepEqual(await movesKept(state), []);
});

test('moves of a shared game that were not made here are not kept; those of a game of the player are', async () => {
  const played = openWindow();
  play(played, 300);
  const text = played.session.game.replay();
  for (const players of /** @type {const} */ ([undefined, 'own'])) {
    const state = openWindow({ seed: 6n });
    continueFrom(state, await Replay.of(Game, text, { players }), 20);
    state.session.saving.now();
    playAnother(state);
    assert.deepEqual(await movesKept(state), players ? [300] : []);
  }
});

test('a shared game that nobody played on is not kept when it is given up', async () => {
  const far = openWindow();
  play(far, 300);
  const shared = await Replay.of(Game, far.session.game.replay());
  for (const [act, kept] of /** @type {[(state: State) => void, number[]][]} */ ([
    [giveUp, []],
    [(state) => (perform(state, UNDO), giveUp(state)), []],
    [(state) => (play(state, 1), giveUp(state)), [201]],
  ])) {
    databases.games.clear();
    const storage = fakeStorage();
    continueFrom(openWindow({ storage, seed: 6n }), shared, 200);
    open.at(-1)?.session.saving.now();
    const state = openWindow({ storage, seed: null });
    assert.equal(state.session.moves, 200, 'over a reload');
    await delay(5);
    act(state);
    assert.deepEqual(await movesKept(state), kept, String(act));
  }
});

test('a shared game of which another window has no move is kept only if it was played on here', async () => {
  const far = openWindow();
  play(far, 60);
  const shared = await Replay.of(Game, far.session.game.replay());
  for (const moves of [0, 1]) {
    databases.games.clear();
    const storage = fakeStorage();
    const [here, there] = [openWindow({ storage, seed: 6n }), openWindow({ storage, seed: 6n })];
    continueFrom(here, shared, 50);
    await delay(5);
    play(here, moves);
    play(there, 2);
    assert.deepEqual(await movesKept(there), moves === 0 ? [] : [51]);
  }
});

test('moves from a link are no best score of the player, and may be those of a friend or of an AI', async () => {
  const far = openWindow({ rows: 4, cols: 4 });
  play(far, 60, 'engine');
  const shared = await Replay.of(Game, far.session.game.replay());
  const state = openWindow({ rows: 4, cols: 4 });
  for (const act of [continueFrom, practice]) {
    act(state, shared, 60);
    play(state, 1);
    assert.deepEqual([state.session.players, state.best.value], ['shared', 0], act.name);
    play(state, 1, 'engine');
    assert.deepEqual([state.session.players, state.best.value], ['aided', 0], act.name);
  }
  continueFrom(state, shared, 0);
  play(state, 1);
  assert.equal(state.session.players, 'own', 'only the tiles are shared');
});

test('a finished game that is shown again changes nothing in the history, and stays deleted', async (t) => {
  const state = openWindow({ rows: 4, cols: 4 });
  const { session } = state;
  play(state);
  const now = Date.now();
  const before = await gamesKept(state);
  t.mock.method(Date, 'now', () => now + 1e9);
  const showAgain = async () => {
    session.newGame();
    perform(state, UNDO);
    assert.equal(session.status, 'over');
    perform(state, UNDO);
    session.redo();
    assert.equal(session.status, 'over');
    session.open(3, 3);
    session.open(4, 4);
    lookBack(state);
    while (session.redo());
    assert.equal(session.status, 'over');
    return gamesKept(state);
  };
  assert.equal(before.length, 1);
  assert.deepEqual(await showAgain(), before);
  await deleteGames(state.store, (await listGames(state.store)).games);
  assert.deepEqual(await showAgain(), []);
});

test('a finished game continued from its last board stays the game of those who played it', async () => {
  const state = openWindow({ rows: 4, cols: 4 });
  play(state, Infinity, 'engine');
  const [kept, ...others] = (await listGames(state.store)).games;
  assert.ok(kept && others.length === 0 && playersOf(kept) === 'ai');
  const replay = await Replay.of(Game, kept.text, { players: 'ai' });
  continueFrom(state, replay, replay.moves);
  assert.equal(state.session.players, 'ai');
  assert.deepEqual(await gamesKept(state), [[kept.moves, 'ai', kept.saved]]);
  perform(state, UNDO);
  playAnother(state);
  assert.equal(state.session.players, 'aided');
  databases.games.clear();
  const shared = await Replay.of(Game, kept.text);
  continueFrom(openWindow({ rows: 4, cols: 4 }), shared, shared.moves);
  assert.deepEqual(await gamesKept(state), [], 'not a game of this player');
});

test('a game that ends when the player goes on after 2048 is kept', async () => {
  const state = openWindow({ Game: /** @type {any} */ (FakeGame), rows: 4, cols: 4 });
  Object.assign(state.session.game, { wonAt: 2, overAt: 2 });
  state.session.move(0, 'person');
  state.session.move(0, 'person');
  assert.deepEqual([state.game.value.status, await movesKept(state)], ['won', []]);
  state.session.keepGoing();
  assert.deepEqual([state.game.value.status, await movesKept(state)], ['over', [2]]);
});

test('the result of a daily try stays while the history cannot be read', async () => {
  const day = '2026-11-25';
  const daily = { kind: /** @type {const} */ ('daily'), day, seed: 20261125n, tries: new Map() };
  const state = openWindow({ rows: 4, cols: 4, seed: daily.seed, daily });
  play(state);
  await finishDaily(state);
  const { moves } = state.game.value;
  const result = () => state.daily.value.kind === 'daily' && state.daily.value.tries.get(day)?.moves;
  assert.deepEqual([state.final.value, result()], [false, moves]);
  state.session.newGame(daily.seed);
  databases.upgrade();
  await wakeDaily(state, () => {});
  databases.version = 1;
  assert.deepEqual([state.final.value, result()], [false, moves]);
});

test('the first result of a day stays, in windows that have not noticed it, too', async () => {
  const day = '2026-11-25';
  const daily = { kind: /** @type {const} */ ('daily'), day, seed: 20261125n, tries: new Map() };
  const storage = fakeStorage();
  const windows = [1, 2, 3].map((moves) => {
    const state = openWindow({ storage, rows: 4, cols: 4, seed: daily.seed, daily });
    play(state, moves);
    return state;
  });
  const [first, second, third] = /** @type {[State, State, State]} */ (windows);
  await finishDaily(first);
  await finishDaily(second);
  await wakeDaily(third, () => {});
  const results = windows.map(
    ({ daily: { value } }) => value.kind === 'daily' && value.tries.get(day)?.moves,
  );
  assert.deepEqual(results, [1, 1, 1]);
});

test('a try begins with no move, whatever was played before on the board of its day', async (t) => {
  const storage = fakeStorage();
  const store = new Store(() => storage);
  const records = new Records(new Store(() => storage, 'daily:'));
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-24T12:00:00Z') });
  const opened = async () => {
    const daily = await readDaily(/** @type {any} */ (Game), store, records);
    const { state } = fakeState({ Game, store, records, seed: daily.seed, daily });
    open.push(state);
    return state;
  };
  const today = await opened();
  await finishDaily(today);
  assert.equal(today.final.value, false);
  beginGame(today, new Game(4, 4, 20261125n), '');
  play(today, 100, 'engine');
  t.mock.timers.setTime(Date.parse('2026-11-25T12:00:00Z'));
  const next = await opened();
  assert.deepEqual([next.final.value, next.session.moves, next.session.players], [true, 0, 'own']);
  assert.deepEqual((await gamesKept(next)).map(([moves]) => moves).sort(), [0, 100], 'it is not lost');
  play(next, 5);
  assert.equal((await opened()).session.moves, 5, 'the try goes on after a reload');
});
