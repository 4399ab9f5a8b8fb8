// Two tabs with the same board: one of them has it, the other plays nothing until it takes the board over,
// and no move of either is lost.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import { followRecords } from '../../www/game/adopt.js';
import { CONTINUE, MOVE, UNDO, beginGame, perform, playHere } from '../../www/game/acts.js';
import { Records, gameName } from '../../www/game/record.js';
import { openDialog } from '../../www/shared/dialogs.js';
import { PREFIX, Store } from '../../www/shared/store.js';
import { FakeGame } from './fakes/game.js';
import { FakeLocks } from './fakes/locks.js';
import { fakeState } from './fakes/state.js';
import { fakeStorage } from './fakes/storage.js';

/** @import { State } from '../../www/game/state.js' */

/**
 * `view`: the storage as the tab sees it; `written`: called after each of its writes.
 * @typedef {{ state: State, lost: string[], view: typeof storage, events: EventTarget, isDeaf: boolean,
 *   written: () => void }} Tab
 */
/** @type {Tab[]} */
const open = [];
const NAME = PREFIX + gameName(4, 4);
let storage = fakeStorage();
beforeEach(() => {
  storage = fakeStorage();
  useLocks(new FakeLocks());
});
afterEach(() => {
  closeAll();
});

function closeAll() {
  for (const { state } of open.splice(0)) {
    state.session.saving.forget();
    /** @type {any} */ (state.ownership).letGo();
  }
}

/** @template {FakeLocks | undefined} T @param {T} locks */
function useLocks(locks) {
  Object.defineProperty(globalThis, 'navigator', { value: { locks }, configurable: true });
  return locks;
}

/** A tab that has asked for its board. @param {Parameters<typeof fakeState>[0]} [start] */
async function openTab(start) {
  /** @type {string[]} */
  const lost = [];
  const events = new EventTarget();
  /** @type {ReturnType<typeof fakeStorage>} */
  const view = Object.assign(Object.create(storage), {
    setItem(/** @type {string} */ key, /** @type {string} */ newValue) {
      storage.setItem(key, newValue);
      tab.written();
      for (const other of open)
        if (other !== tab && !other.isDeaf) setTimeout(() => tell(other, newValue, key));
    },
  });
  const store = new Store(() => view);
  const onLost = (/** @type {any} */ { game }) => lost.push(game);
  const { state } = fakeState({ store, shared: true, onLost, ...start });
  followRecords(events, state.session);
  /** @type {Tab} */
  const tab = { state, lost, view, events, isDeaf: false, written: () => {} };
  open.push(tab);
  void state.ownership.ask(state.session.size);
  await delay(0);
  return tab;
}

/**
 * Another tab has written a record.
 * @param {Tab} tab @param {string} newValue
 */
const tell = ({ events }, newValue, key = NAME) =>
  events.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));

/** The tab from which a board was taken has saved, and the others have heard of that. */
async function untilHeard() {
  await delay(0);
  await delay(0);
}

/**
 * From now on the tab reads what the storage holds now, and hears of no change.
 * @param {Tab} tab
 */
function deafen(tab) {
  const items = new Map(storage.items);
  tab.view.getItem = (name) => items.get(name) ?? null;
  tab.isDeaf = true;
}

/** @param {State} state @param {number} moves @param {number} [direction] */
function play(state, moves, direction = 0) {
  for (let move = 0; move < moves; move++) perform(state, MOVE, direction);
  state.session.saving.now();
}

/**
 * Two tabs with one board. The first one has it, with a move that is not saved yet, and hears late that its
 * board is taken.
 */
async function openLateTabs() {
  const locks = useLocks(Object.assign(new FakeLocks(), { isLate: true }));
  const first = await openTab();
  play(first.state, 5);
  const second = await openTab();
  first.state.session.move(1, 'engine');
  return { locks, first, second, theirs: first.state.session.game.toText() };
}

/** A new game of the fake rules. @param {number} side @returns {any} */
const game = (side) => new FakeGame(side, side, 3n);

const record = () => new Records(new Store(() => storage)).loadGame(4, 4).saved?.game;

test('another tab shows the game, and plays and saves nothing until it takes the game over', async () => {
  const first = await openTab();
  play(first.state, 5);
  const second = await openTab();
  assert.deepEqual([first.state.owner.value, second.state.owner.value], ['mine', 'elsewhere']);
  assert.equal(second.state.game.value.moves, 5);
  const before = record();
  perform(second.state, MOVE, 1);
  perform(second.state, UNDO);
  second.state.session.saving.now({ anyway: true });
  assert.equal(second.state.game.value.moves, 5);
  assert.equal(record(), before);

  play(first.state, 2, 1);
  playHere(second.state);
  await delay(0);
  assert.deepEqual([first.state.owner.value, second.state.owner.value], ['elsewhere', 'mine']);
  assert.equal(second.state.game.value.moves, 7, 'as the first tab has left it');
  play(second.state, 1);
  assert.equal(record(), second.state.session.game.toText());
  await untilHeard();
  assert.equal(first.state.game.value.moves, 8, 'the other shows each save');
  const page = { visibilityState: 'hidden' };
  Object.assign(first.state.ownership, { tab: page });
  perform(second.state, UNDO);
  play(second.state, 2, 1);
  await untilHeard();
  assert.equal(first.state.game.value.moves, 8, 'while nobody sees it, it does nothing');
  page.visibilityState = 'visible';
  void first.state.ownership.ask('4x4');
  await delay(0);
  assert.equal(first.state.session.game.toText(), record());
  assert.deepEqual([...first.lost, ...second.lost], []);
});

test('a tab that takes a board over shows the last move of the AI that stops, whichever of them hears of it first', async () => {
  for (const isLate of [false, true])
    for (const isStale of [false, true])
      for (const moves of [0, 5]) {
        closeAll();
        storage = fakeStorage();
        const locks = useLocks(Object.assign(new FakeLocks(), { isLate }));
        const first = await openTab();
        play(first.state, moves);
        const second = await openTab();
        first.state.mode.value = 'autoplay';
        for (let move = 0; move < 3; move++) first.state.session.move(1, 'engine');
        const ours = first.state.session.game.toText();
        if (isStale) deafen(first);
        playHere(second.state);
        await delay(0);
        locks.tell();
        await untilHeard();
        assert.equal(first.state.mode.value, 'off');
        assert.equal(second.state.session.game.toText(), ours);
        play(second.state, 3, 3);
        assert.equal(record(), second.state.session.game.toText());
        assert.equal(second.state.game.value.moves, moves + 6);
        assert.deepEqual([...first.lost, ...second.lost], []);
      }
});

test('what a tab saves after the one that took its board has moved is kept, and so are the moves of that one', async () => {
  for (const isSaved of [false, true])
    for (const late of /** @type {const} */ (['hears', 'deaf', 'overtaken'])) {
      closeAll();
      storage = fakeStorage();
      const { locks, first, second, theirs } = await openLateTabs();
      if (late !== 'hears') deafen(first);
      playHere(second.state);
      await delay(0);
      const { session } = second.state;
      perform(second.state, MOVE, 3);
      const ours = session.game.toText();
      if (isSaved) session.saving.now();
      const before = storage.getItem(NAME) ?? '';
      if (late === 'overtaken') first.written = () => storage.setItem(NAME, before);
      locks.tell();
      await untilHeard();
      assert.equal(session.game.toText(), ours, 'it goes on with its own game');
      const kept = [record(), ...first.lost, ...second.lost];
      assert.ok(kept.includes(theirs));
      assert.ok(!isSaved || kept.includes(ours), 'also if it is closed now');
      play(second.state, 1, 3);
      assert.equal(record(), session.game.toText());
    }
});

test('a save that a tab knows is no news; one that its own has replaced is kept', async () => {
  const tab = await openTab();
  const { state, lost } = tab;
  play(state, 3);
  const before = storage.getItem(NAME) ?? '';
  const longer = record();
  perform(state, UNDO);
  tell(tab, before);
  assert.deepEqual([state.game.value.moves, lost], [2, []]);
  state.session.saving.now();
  tell(tab, before);
  assert.deepEqual([state.game.value.moves, lost], [2, [longer]]);
});

test('when the tab that had the board is closed, the one that waits has it', async () => {
  const first = await openTab();
  play(first.state, 5);
  const second = await openTab();
  play(first.state, 2);
  /** @type {any} */ (first.state.ownership).letGo();
  await delay(0);
  assert.equal(second.state.owner.value, 'mine');
  assert.equal(second.state.game.value.moves, 7);
});

test('what the player begins is played here at once, whichever tab has its board; Undo brings back what that one has saved last', async () => {
  for (const side of [4, 5]) {
    closeAll();
    storage = fakeStorage();
    const first = await openTab({ rows: side, cols: side });
    play(first.state, 5);
    const second = await openTab();
    second.isDeaf = true;
    play(first.state, 2, 1);
    const theirs = first.state.session.game.toText();
    const { state } = second;
    openDialog(state, { name: 'size' });
    assert.equal(beginGame(state, game(side), 'Another game.'), true);
    assert.deepEqual([state.owner.value, state.dialog.value.name], ['mine', 'none']);
    assert.equal(perform(state, MOVE, 3), true);
    await untilHeard();
    assert.equal(first.state.owner.value, 'elsewhere');
    assert.deepEqual(first.state.game.value.ranks, game(side).ranks(), 'saved before its first move');
    perform(state, UNDO);
    perform(state, UNDO);
    assert.equal(state.session.game.toText(), theirs);
    assert.deepEqual([...first.lost, ...second.lost], []);
  }
});

test('a tab that shows the game of another one plays a free size, and leaves that one its game', async () => {
  const first = await openTab();
  play(first.state, 5);
  const second = await openTab();
  beginGame(second.state, game(5), 'New 5 × 5 game.');
  play(second.state, 2);
  assert.deepEqual([first.state.owner.value, second.state.owner.value], ['mine', 'mine']);
  second.state.notices.value.at(-1)?.action?.act();
  await untilHeard();
  assert.deepEqual([first.state.owner.value, second.state.owner.value], ['elsewhere', 'mine']);
  assert.deepEqual([first.state.game.value.moves, second.state.game.value.moves], [5, 5]);
});

test('a game that the player has begun here stays when the tab that had the board saves late', async () => {
  const { locks, first, second, theirs } = await openLateTabs();
  deafen(first);
  beginGame(second.state, game(4), 'Another game.');
  locks.tell();
  await untilHeard();
  assert.equal(second.state.session.game.toText(), game(4).toText());
  assert.ok([record(), ...first.lost, ...second.lost].includes(theirs));
});

test('each size has its own owner', async () => {
  const first = await openTab();
  const second = await openTab({ rows: 5, cols: 5 });
  assert.deepEqual([first.state.owner.value, second.state.owner.value], ['mine', 'mine']);
  for (const { state } of [first, second]) play(state, 1);
  await untilHeard();
  assert.deepEqual([...first.lost, ...second.lost], []);
  perform(first.state, CONTINUE, { rows: 5, cols: 5 });
  await delay(0);
  assert.deepEqual([first.state.owner.value, second.state.owner.value], ['mine', 'elsewhere']);
});

test('without locks the tab that came last has the board; a late write of the other is kept beside it', async () => {
  useLocks(undefined);
  const first = await openTab();
  play(first.state, 5);
  const second = await openTab();
  assert.equal(second.state.owner.value, 'mine');
  play(second.state, 1, 3);
  const theirs = record();
  for (let move = 0; move < 4; move++) perform(first.state, MOVE, 1);
  const late = first.state.session.game.toText();
  first.state.session.saving.now();
  assert.equal(record(), theirs, 'the late write is refused');
  assert.deepEqual(first.lost, [late], 'and its moves are kept');
  assert.equal(first.state.owner.value, 'elsewhere');
  playHere(first.state);
  await delay(0);
  assert.equal(first.state.session.game.toText(), theirs);
  play(first.state, 1);
  play(second.state, 1, 1);
  assert.equal(second.state.owner.value, 'elsewhere');
});

test('a page that is left lets go of its board; it asks again at once when it is restored, and in a second if it was not left after all', async (t) => {
  const events = new EventTarget();
  const { addEventListener } = globalThis;
  globalThis.addEventListener = /** @type {any} */ (events.addEventListener.bind(events));
  t.after(() => (globalThis.addEventListener = addEventListener));
  const happen = (/** @type {string} */ type, persisted = false) =>
    events.dispatchEvent(Object.assign(new Event(type), { persisted }));
  const first = await openTab();
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  await Promise.race([first.state.ownership.begin('4x4', /** @type {any} */ (page)), delay(0)]);
  const second = await openTab();
  const owners = () => [first.state.ownership.status, second.state.ownership.status];
  t.mock.timers.enable({ apis: ['setTimeout'] });

  happen('pageshow', false);
  await turn();
  assert.deepEqual(owners(), ['mine', 'elsewhere'], 'a loaded page keeps its board');
  happen('pagehide');
  await turn();
  assert.deepEqual(owners(), ['asking', 'mine']);
  happen('pageshow', true);
  await turn();
  assert.deepEqual(owners(), ['elsewhere', 'mine']);
  /** @type {any} */ (second.state.ownership).letGo();
  await turn();
  assert.equal(first.state.ownership.status, 'mine');
  happen('pagehide');
  t.mock.timers.tick(1000);
  await turn();
  assert.equal(first.state.ownership.status, 'mine');
});

test('a page that may not use locks plays and saves', async () => {
  useLocks(
    /** @type {any} */ ({
      request: () => Promise.reject(new DOMException('opaque origin', 'SecurityError')),
    }),
  );
  const { state } = await openTab();
  play(state, 3);
  assert.equal(state.owner.value, 'mine');
  assert.equal(record(), state.session.game.toText());
});

test('before the answer nothing is written; a page that is left then keeps its moves', async () => {
  const first = await openTab();
  play(first.state, 5);
  useLocks(/** @type {any} */ ({ request: () => new Promise(() => {}) }));
  const { state, lost } = await openTab();
  const before = record();
  play(state, 2, 1);
  assert.equal(record(), before);
  state.session.saving.now({ leaving: true });
  assert.equal(record(), before);
  assert.deepEqual(lost, [state.session.game.toText()]);
});

test('where the browser never says whether the lock is free, the board is this tab’s after ten seconds', async (t) => {
  useLocks(/** @type {any} */ ({ request: () => new Promise(() => {}) }));
  const { state } = await openTab();
  /** @type {any} */ (state.ownership).letGo();
  t.mock.timers.enable({ apis: ['setTimeout'] });
  void state.ownership.ask(state.session.size);
  play(state, 3);
  assert.equal(record(), undefined);
  t.mock.timers.tick(10_000);
  assert.equal(state.owner.value, 'mine');
  assert.equal(record(), state.session.game.toText());
});

test('a daily try takes from another tab only what the player did in it', async () => {
  const daily = /** @type {const} */ ({ kind: 'daily', day: '2026-11-25', seed: 7n, tries: new Map() });
  for (const [seed, by, moves] of /** @type {const} */ ([
    [7n, 'person', 2],
    [7n, 'engine', 1],
    [8n, 'person', 1],
  ])) {
    storage = fakeStorage();
    useLocks(new FakeLocks());
    const first = await openTab({ seed: 7n, daily });
    play(first.state, 1);
    const second = await openTab();
    playHere(second.state);
    await delay(0);
    if (seed !== 7n) second.state.session.newGame(seed);
    second.state.session.move(1, by);
    second.state.session.saving.now();
    const theirs = second.state.session.game.toText();
    playHere(first.state);
    await delay(0);
    const { session } = first.state;
    assert.deepEqual([session.moves, session.players], [moves, 'own']);
    assert.ok([session.game.toText(), ...first.lost].includes(theirs));
  }
});

test('a page that is left takes nothing over from another tab, and saves nothing over it', async () => {
  const day = '2026-11-25';
  for (const ended of [false, true]) {
    storage = fakeStorage();
    useLocks(new FakeLocks());
    let asked = 0;
    const first = await openTab({
      seed: 7n,
      daily: { kind: 'daily', day, seed: 7n, tries: new Map(ended ? [[day, /** @type {any} */ ({})]] : []) },
      leaves: () => ++asked > 1,
    });
    first.state.session.move(0, 'person');
    first.state.session.saving.now();
    const second = await openTab();
    playHere(second.state);
    await delay(0);
    first.isDeaf = true;
    second.state.session.newGame(8n);
    play(second.state, 2);
    const theirs = record();
    /** @type {any} */ (second.state.ownership).letGo();
    await delay(0);
    assert.deepEqual([asked, first.state.session.moves, first.state.session.game.seed], [2, 1, 7n]);
    assert.deepEqual([record(), first.lost], [theirs, []]);
  }
});
