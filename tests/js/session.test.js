// A session: what is saved, and what can be undone.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { own } from '../../www/game/adopt.js';
import { Session } from '../../www/game/session.js';
import { Records } from '../../www/game/record.js';
import { Store } from '../../www/shared/store.js';
import { effect } from '../../www/vendor/signals-core.js';
import { saveGame } from './fakes/records.js';
import { FakeGame } from './fakes/game.js';
import { fakeState } from './fakes/state.js';
import { fakeStorage } from './fakes/storage.js';

/**
 * A game to start in a session.
 * @param {number} rows
 * @param {bigint} seed
 * @param {{ placed?: boolean }} [options]
 * @returns {any}
 */
function fakeGame(rows, seed, { placed = false } = {}) {
  return Object.assign(new FakeGame(rows, 4, seed), { placed });
}

/** @type {Session[]} */
const open = [];
afterEach(() => {
  for (const session of open.splice(0)) session.saving.forget();
});

/** @param {{ store?: Store } & Partial<ConstructorParameters<typeof Session>[0]>} [options] */
function openSession({ store = new Store(() => null), seed = null, rows = 4, now, onLost } = {}) {
  /** @type {string[]} */
  const changes = [];
  const told = { damaged: 0 };
  const records = new Records(store);
  const session = new Session({
    Game: /** @type {any} */ (FakeGame),
    records,
    rows,
    cols: 4,
    seed,
    now,
    onLost,
    onDamaged: () => void told.damaged++,
  });
  effect(() => {
    const { change } = session.board.value;
    changes.push(change.kind === 'step' ? `${change.by} ${change.step.direction}` : change.kind);
  });
  changes.length = 0;
  open.push(session);
  return {
    session,
    store,
    records,
    changes,
    told,
    game: /** @type {FakeGame} */ (/** @type {unknown} */ (session.game)),
  };
}

test('moves, undo and redo are reported as they happen', () => {
  const { session, changes } = openSession();
  assert.equal(session.move(0, 'person'), true);
  assert.equal(session.move(2, 'person'), false, 'not possible');
  assert.equal(session.move(1, 'engine'), true);
  assert.equal(session.undo(), true);
  assert.equal(session.redo(), true);
  assert.equal(session.redo(), false);
  assert.deepEqual(changes, ['person 0', 'engine 1', 'board', 'person 1']);
});

test('a won game accepts no move until the player continues', () => {
  const { session, game } = openSession();
  game.wonAt = 1;
  session.move(0, 'person');
  assert.equal(session.move(0, 'person'), false);
  session.keepGoing();
  assert.equal(session.move(0, 'person'), true);
});

test('a new game can be undone, even after a reload', () => {
  const { session, store } = openSession();
  session.move(0, 'person');
  session.move(1, 'person');
  session.newGame();
  assert.equal(session.moves, 0);
  assert.equal(session.board.value.undoesNewGame, true);
  session.saving.now();
  const again = openSession({ store }).session;
  assert.equal(again.undo(), true);
  assert.equal(again.moves, 2);
  assert.equal(again.board.value.undoesNewGame, false);
});

test('a new game without moves does not displace the previous one', () => {
  const { session } = openSession();
  session.move(0, 'person');
  session.newGame();
  session.newGame();
  session.undo();
  assert.equal(session.moves, 1);
});

test('a move that takes the place of an undone one leaves a mark, which stays with the game', () => {
  const { session, store } = openSession();
  session.move(0, 'person');
  session.move(0, 'person');
  session.undo();
  session.redo();
  assert.equal(session.undone, false, 'nothing was tried twice');
  assert.equal(session.sharedBy, 'own');
  session.undo();
  session.move(1, 'person');
  assert.equal(session.undone, true);
  assert.equal(session.sharedBy, 'shared', 'its score challenges nobody');
  assert.equal(session.players, 'own');
  session.saving.now();
  assert.equal(openSession({ store }).session.undone, true);
  session.newGame();
  assert.equal(session.undone, false);
  session.move(0, 'person');
  session.saving.now();
  const { session: again } = openSession({ store });
  again.undo();
  again.undo();
  assert.equal(again.undone, true, 'the game before comes back as it was');
});

test('replaced games are freed', () => {
  const { session } = openSession();
  const alive = FakeGame.alive;
  for (let round = 0; round < 5; round++) {
    session.move(0, 'person');
    session.newGame();
  }
  session.undo();
  assert.equal(FakeGame.alive, alive);
});

test('the best score is saved, and undo does not lower it', () => {
  const { session, store } = openSession();
  session.move(0, 'person');
  session.move(0, 'person');
  session.undo();
  assert.equal(session.best, 8);
  session.saving.now();
  assert.equal(openSession({ store }).session.best, 8);
});

test('an invalid saved game, or one of another size, is set aside', () => {
  for (const game of ['nonsense', 'fake;5x5;seed=1;moves=0:']) {
    const store = new Store(() => null);
    saveGame(new Records(store), 4, 4, { game, previous: null, spentMs: 0, players: 'own' });
    const { session, told } = openSession({ store });
    assert.equal(told.damaged, 1);
    assert.equal(session.moves, 0);
    assert.match(String(store.read('game:4x4:damaged')), /nonsense|fake/);
  }
});

test('a damaged previous game is dropped silently', () => {
  const store = new Store(() => null);
  saveGame(new Records(store), 4, 4, {
    game: 'fake;4x4;seed=1;moves=0:',
    previous: { game: 'nonsense', spentMs: 0, players: 'own' },
    spentMs: 0,
    players: 'own',
  });
  const { session, told } = openSession({ store });
  assert.equal(told.damaged, 0);
  assert.equal(session.undo(), false);
  assert.equal(session.canUndo, false);
});

test('a seed in the URL starts its game once, and the saved game can be restored', () => {
  const { session, store } = openSession();
  session.move(0, 'person');
  session.saving.now();
  const seeded = openSession({ store, seed: 7n }).session;
  assert.equal(seeded.game.seed, 7n);
  seeded.move(1, 'person');
  seeded.saving.now();
  const again = openSession({ store, seed: 7n }).session;
  assert.equal(again.moves, 1, 'a reload goes on');
  again.undo();
  assert.equal(again.undo(), true);
  assert.equal(again.game.seed, 99n);
});

test('a game of another size leaves this one saved, and can be undone completely', () => {
  const { session, records } = openSession();
  session.move(0, 'person');
  const takeBack = session.begin(fakeGame(3, 5n));
  assert.equal(session.rows, 3);
  assert.equal(session.canUndo, false, 'no game of that size was saved');
  session.move(1, 'person');
  assert.match(String(records.loadGame(4, 4).saved?.game), /;moves=1:A/);
  takeBack();
  assert.deepEqual([session.rows, session.moves], [4, 1]);
  session.saving.now();
  assert.equal(records.loadGame(3, 4).saved, null);
});

test('undo restores the last game with moves, whatever games without moves come in between', () => {
  const store = new Store(() => null);
  const first = openSession({ store }).session;
  for (const direction of [0, 1, 3]) first.move(direction, 'person');
  first.saving.now();
  // Two URLs with seeds, one after the other.
  openSession({ store, seed: 1n }).session.saving.now();
  const { session } = openSession({ store, seed: 2n });
  // A new game of the same size, started from another size.
  session.newGame();
  session.begin(fakeGame(3, 5n));
  session.begin(fakeGame(4, 6n));
  // Positions that were set up and not played.
  session.begin(fakeGame(4, 7n, { placed: true }));
  session.begin(fakeGame(4, 8n, { placed: true }));
  session.newGame();
  assert.equal(session.undo(), true);
  assert.equal(session.moves, 3);
  assert.equal(session.board.value.undoesNewGame, false);
});

test('a position that was set up is restored if there is no earlier game with moves', () => {
  const { session } = openSession();
  session.begin(fakeGame(4, 7n, { placed: true }));
  session.newGame();
  assert.equal(session.undo(), true);
  assert.equal(session.game.seed, 7n);
});

test('an invalid record of another size is set aside before a game replaces it, and the player is told once', () => {
  const { session, store, records, told } = openSession();
  saveGame(records, 3, 4, { game: 'nonsense', previous: null, spentMs: 0, players: 'own' });
  session.begin(fakeGame(3, 5n));
  session.saving.now();
  assert.match(String(store.read('game:3x4:damaged')), /nonsense/);
  assert.equal(session.canUndo, false);
  session.newGame();
  assert.equal(told.damaged, 1);
});

test('undoing a game while one of a third size is shown leaves that one unchanged', () => {
  for (const kept of [true, false]) {
    const { session, records } = openSession();
    session.begin(fakeGame(5, 8n));
    session.move(1, 'person');
    if (kept) {
      session.begin(fakeGame(3, 9n));
      session.move(3, 'person');
    }
    session.open(4, 4);
    const takeBack = session.begin(fakeGame(3, 5n));
    session.open(5, 4);
    session.move(0, 'person');
    takeBack();
    assert.deepEqual([session.rows, session.cols], [4, 4]);
    assert.match(String(records.loadGame(5, 4).saved?.game), /^fake;5x4;seed=8;moves=2:B/);
    assert.equal(records.loadGame(3, 4).saved?.game.startsWith('fake;3x4;seed=9;moves=1:D') ?? false, kept);
  }
});

test('a game that replaces a saved one of its size: both are restored', () => {
  const { session } = openSession();
  session.begin(fakeGame(3, 5n));
  session.move(1, 'person');
  session.open(4, 4);
  session.begin(fakeGame(3, 6n));
  assert.equal(session.undo(), true);
  assert.deepEqual([session.game.seed, session.moves], [5n, 1]);
  session.open(4, 4);
  assert.equal(session.rows, 4);
});

test('undoing a new game restores the exact text, even without moves', () => {
  const { session } = openSession({ seed: 7n });
  const takeBack = session.begin(fakeGame(4, 8n));
  assert.equal(session.canUndo, false);
  takeBack();
  assert.equal(session.game.seed, 7n);
});

test('each size has its own best score', () => {
  const { session } = openSession();
  for (const direction of [0, 1, 0]) session.move(direction, 'person');
  session.begin(fakeGame(3, 5n));
  assert.equal(session.best, 0);
  session.open(4, 4);
  assert.equal(session.best, 12);
});

test('only moves raise the best score, not the score of a link or of a position that was set up', () => {
  const store = new Store(() => null);
  const { session, records } = openSession({ store });
  const shared = fakeGame(4, 5n);
  for (const direction of [0, 1, 3, 0]) shared.play(direction);
  shared.undo();
  session.begin(shared);
  session.redo();
  assert.equal(session.best, 0, 'nothing was played here yet');
  session.saving.now();
  assert.equal(openSession({ store }).session.best, 0, 'nor after a reload');
  session.move(0, 'person');
  assert.equal(session.best, 20, 'it was played on');
  const placed = fakeGame(4, 6n, { placed: true });
  for (let turn = 0; turn < 9; turn++) placed.play(0);
  session.begin(placed);
  session.move(1, 'person');
  assert.equal(session.best, 20);
  session.saving.now();
  const again = openSession({ store }).session;
  again.move(1, 'person');
  again.saving.now();
  assert.deepEqual([again.score, again.best, records.best(4, 4)], [44, 20, 20], 'after a reload neither');
});

/** Two windows with the same saved game and no owner, as of older pages. `lost`: what each handed over. */
function twoWindows() {
  const storage = fakeStorage();
  const window = () => {
    /** @type {string[]} */
    const lost = [];
    const { session } = openSession({
      store: new Store(() => storage),
      onLost: ({ game }) => lost.push(game),
    });
    return { session, lost };
  };
  const first = window();
  play(first.session, 5);
  const second = window();
  assert.equal(second.session.moves, 5);
  const now = () => /** @type {string} */ (new Records(new Store(() => storage)).loadGame(4, 4).saved?.game);
  return { first, second, now };
}

/** @param {Session} session @param {number} moves @param {number} [direction] */
function play(session, moves, direction = 0) {
  for (let move = 0; move < moves; move++) session.move(direction, 'person');
  session.saving.now();
}

test('a window that was left behind does not overwrite what another one has played: both games are kept', () => {
  const { first, second, now } = twoWindows();
  play(first.session, 2000, 1);
  const theirs = first.session.game.toText();
  play(second.session, 1, 3);
  assert.deepEqual(second.lost, [theirs]);
  assert.equal(now(), second.session.game.toText());
  const ours = second.session.game.toText();
  play(first.session, 1, 1);
  assert.deepEqual(first.lost, [ours], 'and the other way round');
  play(first.session, 1, 1);
  assert.equal(first.lost.length, 1, 'each once');
});

test('whatever a window does after another one has played on, the moves of the other one are kept', () => {
  for (const act of /** @type {((session: Session) => void)[]} */ ([
    (session) => session.newGame(),
    (session) => session.undo(),
    (session) => session.begin(fakeGame(4, 5n)),
    (session) => session.begin(fakeGame(4, 5n))(),
    (session) => {
      session.open(3, 4);
      session.open(4, 4);
    },
    (session) => session.begin(fakeGame(3, 5n))(),
    (session) => session.saving.now({ anyway: true }),
    (session) => own(session),
  ])) {
    const { first, second, now } = twoWindows();
    play(first.session, 20, 1);
    const theirs = first.session.game.toText();
    act(second.session);
    second.session.saving.now();
    assert.ok([now(), ...second.lost].includes(theirs), String(act));
  }
});

test('a long game that the player gives up is handed over, whichever way it is replaced', () => {
  for (const [act, kept] of /** @type {[(session: Session) => void, boolean][]} */ ([
    [(session) => session.newGame(), true],
    [(session) => session.begin(fakeGame(4, 5n)), true],
    [(session) => session.undo(), false],
    [(session) => play(session, 1), false],
    [(session) => session.open(3, 4), false],
    [
      (session) => {
        session.saving.now();
        for (let times = 0; times < 200; times++) session.undo();
        play(session, 1, 3);
      },
      true,
    ],
    [
      (session) => {
        for (let times = 0; times < 3; times++) session.undo();
        play(session, 1, 3);
      },
      false,
    ],
  ])) {
    /** @type {string[]} */
    const lost = [];
    const { session } = openSession({ onLost: ({ game }) => lost.push(game) });
    // Not saved yet: the next action comes before the delay.
    for (let move = 0; move < 300; move++) session.move(0, 'person');
    const text = session.game.toText();
    act(session);
    session.saving.now();
    assert.deepEqual(lost, kept ? [text] : [], String(act));
  }
});

test('a game that was played before Undo of the notice is handed over, too', () => {
  for (const rows of [4, 3]) {
    /** @type {string[]} */
    const lost = [];
    const { session } = openSession({ onLost: ({ game }) => lost.push(game) });
    play(session, 3);
    const takeBack = session.begin(fakeGame(rows, 5n));
    play(session, 300);
    const text = session.game.toText();
    takeBack();
    session.saving.now();
    assert.equal(session.moves, 3);
    assert.deepEqual(lost, [text]);
  }
});

test('who made the moves decides which best score a game can raise', () => {
  const store = new Store(fakeStorage);
  const { session, records } = openSession({ store });
  play(session, 4);
  session.move(1, 'engine');
  session.move(1, 'person');
  session.newGame();
  for (let move = 0; move < 9; move++) session.move(1, 'engine');
  session.saving.now();
  assert.deepEqual(records.bestsOf(4, 4), { own: 16, aided: 24, ai: 36 });
  assert.equal(session.best, 16);
  const { session: again } = openSession({ store });
  assert.equal(again.players, 'ai', 'over a reload');
  again.move(1, 'person');
  assert.equal(again.players, 'aided');
  again.newGame();
  assert.equal(again.players, 'own');
});

test('a move that is redone is no move of the player', () => {
  const { session } = openSession();
  session.move(1, 'engine');
  session.undo();
  /** @type {unknown[]} */
  const changes = [];
  effect(() => {
    const { change } = session.board.value;
    changes.push(change.kind === 'step' && change.redone);
  });
  changes.length = 0;
  session.redo();
  session.move(1, 'person');
  assert.deepEqual(changes, [true, undefined]);
});

test('a game is unsaved until a save succeeds again', () => {
  const storage = fakeStorage();
  const { setItem } = storage;
  let full = false;
  storage.setItem = (name, text) => {
    if (full) throw new Error('full');
    setItem(name, text);
  };
  const { session, unsaved } = fakeState({ store: new Store(() => storage) }).state;
  open.push(session);
  const after = [unsaved.value];
  for (full of [false, true, true, false, true]) {
    session.saving.now({ anyway: true });
    after.push(unsaved.value);
  }
  assert.deepEqual(after, [false, false, true, true, false, true]);
});

test('playing time starts with the first move, excludes long pauses, and is saved', () => {
  let at = 1000;
  const store = new Store(() => null);
  const { session } = openSession({ store, now: () => at });
  at += 500_000;
  assert.equal(session.playedMs, 0);
  session.move(0, 'person');
  at += 2000;
  session.move(1, 'person');
  at += 3_600_000;
  assert.equal(session.playedMs, 62_000);
  session.saving.now();
  assert.equal(openSession({ store, now: () => at }).session.playedMs, 2000);
  session.newGame();
  assert.equal(session.playedMs, 0);
  session.undoNewGame();
  assert.equal(session.playedMs, 2000);
});

test('a game remembers that the AI made moves in it: over a reload, and when a new game is undone', () => {
  const { session, store } = openSession();
  session.move(0, 'person');
  assert.equal(session.players, 'own');
  session.move(1, 'engine');
  session.saving.now({ anyway: true });
  const { session: again } = openSession({ store });
  assert.equal(again.players, 'aided');
  const putBack = again.newGame();
  assert.equal(again.players, 'own');
  putBack();
  assert.equal(again.players, 'aided');
  again.open(3, 4);
  assert.equal(again.players, 'own', 'another size has a game of its own');
});

test('undoing a new game brings back the playing time, and that the AI made moves: after a reload, and over another size', () => {
  let at = 0;
  const store = new Store(() => null);
  const sit = () => openSession({ store, now: () => at }).session;
  const first = sit();
  first.move(0, 'person');
  at += 3000;
  first.move(1, 'engine');
  first.newGame();
  first.saving.now({ anyway: true });
  const second = sit();
  second.undo();
  assert.deepEqual([second.moves, second.players, second.spentMs], [2, 'aided', 3000], 'after a reload');
  second.newGame();
  second.open(3, 4);
  second.begin(fakeGame(4, 7n));
  assert.equal(second.players, 'own');
  second.undo();
  assert.deepEqual(
    [second.moves, second.players, second.spentMs],
    [2, 'aided', 3000],
    'begun from another size',
  );
  second.saving.now();
  const seeded = openSession({ store, seed: 5n, now: () => at }).session;
  seeded.undo();
  assert.deepEqual(
    [seeded.moves, seeded.players, seeded.spentMs],
    [2, 'aided', 3000],
    'a seed in the address',
  );
});

test('a game that is continued from a replay keeps that the AI made moves in it', () => {
  const { session } = openSession();
  session.begin(fakeGame(4, 5n), 'aided');
  assert.equal(session.players, 'aided');
  session.begin(fakeGame(3, 5n), 'ai');
  assert.equal(session.players, 'aided', 'the player went on');
  session.begin(fakeGame(3, 6n));
  assert.equal(session.players, 'own');
});
