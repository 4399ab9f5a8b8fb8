// The history, with a fake database: which games it keeps beside each other, what survives when the database
// cannot be opened or a write fails, and a newer page that upgrades it while this page has it open.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Store } from '../../www/shared/store.js';
import { storeWaiting, waiting } from '../../www/game/waiting.js';
import { FakeDatabases } from './fakes/databases.js';
import { fakeStorage } from './fakes/storage.js';

/** @import { KeptGame } from '../../www/game/waiting.js' */

const databases = new FakeDatabases();
Object.assign(globalThis, { indexedDB: databases });
const { addGames, deleteGames, keepGame, keepWaiting, listGames, rateGame } =
  await import('../../www/game/kept-games.js');

beforeEach(() => {
  databases.games.clear();
  Object.assign(databases, { version: Math.min(1, databases.version), error: '', full: false });
});

/**
 * The moves of a game, three in each character.
 * @param {string} codes
 * @param {Partial<KeptGame> & { seed?: number }} [more]
 * @returns {KeptGame}
 */
function game(codes, { seed = 7, ...more } = {}) {
  const start = `afterstate/1;4x4;seed=${seed}`;
  const moves = 3 * codes.length;
  const text = `${start};moves=${moves}:${codes}`;
  return { id: start, saved: 1, rows: 4, cols: 4, score: moves, rank: 5, moves, aided: false, text, ...more };
}

/** The moves of the kept games. @param {Store} store */
async function kept(store) {
  return (await listGames(store)).games.map(({ text }) => text.split(':')[1]).sort();
}

const NEWER = 'Your games were saved by a newer version of this page. Reload the page.';
const BLOCKED = 'This browser can’t save your history.';

test('a newer page may upgrade a history that is open, and the player is asked to reload', async () => {
  const store = new Store(fakeStorage);
  await keepGame(store, game('AB'));
  assert.deepEqual(await listGames(store), { games: [game('AB')], trouble: null });
  databases.upgrade();
  for (let times = 0; times < 2; times++) {
    const { games, trouble } = await listGames(store);
    assert.deepEqual([games, trouble?.message], [[], NEWER]);
  }
  await keepGame(store, game('C'));
  const { games, trouble } = await listGames(store);
  assert.deepEqual([games, trouble?.message], [[game('C')], NEWER], 'it waits for the newer page');
  databases.version = 1;
  assert.deepEqual(await kept(store), ['AB', 'C'], 'the host went back to this version');
});

test('a game is replaced only by one that continues it', async () => {
  const store = new Store(fakeStorage);
  const keep = async (/** @type {string} */ codes) => {
    await keepGame(store, game(codes));
    return kept(store);
  };
  assert.deepEqual(await keep('AB'), ['AB']);
  assert.deepEqual(await keep('ABCD'), ['ABCD'], 'it was played on');
  assert.deepEqual(await keep('AB'), ['ABCD'], 'continued from an early board, then given up');
  assert.deepEqual(await keep('ABXY'), ['ABCD', 'ABXY'], 'another end, after Undo');
  assert.deepEqual(await keep('Z'), ['ABCD', 'ABXY', 'Z'], 'the seed was chosen again');
  assert.deepEqual(await keep('ABXYZ'), ['ABCD', 'ABXYZ', 'Z']);
  const ids = (await listGames(store)).games.map(({ id }) => id);
  assert.equal(new Set(ids).size, 3);
  await keepGame(store, game('A', { seed: 71 }));
  assert.equal((await kept(store)).length, 4, 'a seed that begins alike');
});

test('games of the same name are all kept', async () => {
  const store = new Store(fakeStorage);
  const named = (/** @type {string} */ codes) => game(codes, { id: 'name:Corner', name: 'Corner' });
  const names = [];
  for (const codes of ['AB', 'C', 'ABA', 'C']) names.push((await keepGame(store, named(codes))).name);
  assert.deepEqual(names, ['Corner', 'Corner (2)', 'Corner', 'Corner (2)']);
  assert.deepEqual(await kept(store), ['ABA', 'C']);
});

test('the first try of a day counts, and another one is kept as a game', async () => {
  const store = new Store(fakeStorage);
  const tried = (/** @type {string} */ codes) => game(codes, { id: 'daily:2026-11-25', name: 'Daily' });
  await keepGame(store, tried('AB'));
  await keepGame(store, tried('C'));
  await keepGame(store, tried('AB'));
  const { games } = await listGames(store);
  assert.deepEqual(games.map(({ id, name, text }) => [id, name, text.split(':')[1]]).sort(), [
    [game('').id, undefined, 'C'],
    ['daily:2026-11-25', 'Daily', 'AB'],
  ]);
});

test('a review stays with its moves', async () => {
  const store = new Store(fakeStorage);
  await keepGame(store, game('AB'));
  await rateGame(game('AB').text, { good: 0.5, mistakes: [] });
  await keepGame(store, game('AB'));
  assert.equal((await listGames(store)).games[0]?.good, 0.5);
  await keepGame(store, game('ABC'));
  assert.equal((await listGames(store)).games[0]?.good, undefined);
});

test('without a database the games stay in localStorage, and move to the history when there is one', async () => {
  const storage = fakeStorage();
  databases.error = 'SecurityError';
  databases.upgrade(); // close the open connection
  databases.version = 1;
  await keepGame(new Store(() => storage), game('AB'));
  await keepGame(new Store(() => storage), game('ABC'));
  const store = new Store(() => storage);
  assert.deepEqual(await listGames(store), { games: [game('ABC')], trouble: null });
  const blocked = new Store(() => null);
  await assert.rejects(keepGame(blocked, game('D')), { message: BLOCKED });
  assert.deepEqual(await kept(blocked), ['D'], 'until the page is closed');
  assert.equal((await listGames(new Store(() => null))).trouble?.message, BLOCKED);
  databases.error = '';
  await keepWaiting(store);
  assert.deepEqual([databases.games.size, storage.items.size], [1, 0]);
});

test('a game of 2,000,000 moves is kept: one that waited for a database, and one of a file', async () => {
  const long = game('A'.repeat(666_667));
  const store = new Store(fakeStorage);
  databases.full = true;
  await keepGame(store, long);
  databases.full = false;
  assert.deepEqual(await keepWaiting(store), [long]);
  assert.deepEqual(await listGames(store), { games: [long], trouble: null });
  await deleteGames(store, [long]);
  await addGames([long]);
  assert.deepEqual(await listGames(store), { games: [long], trouble: null });
});

test('a write that fails leaves the game where it waits', async () => {
  const store = new Store(fakeStorage);
  databases.full = true;
  await keepGame(store, game('AB'));
  assert.deepEqual(await kept(store), ['AB']);
  databases.full = false;
  assert.deepEqual(await kept(store), ['AB']);
  assert.equal(waiting(store).length, 0);
});

test('games of a file are added all or none, beside those with the same start, and taken away again', async () => {
  const store = new Store(fakeStorage);
  await keepGame(store, game('AB'));
  databases.full = true;
  await assert.rejects(addGames([game('C'), game('D')]), { message: BLOCKED });
  databases.full = false;
  assert.deepEqual(await kept(store), ['AB']);
  const takeBack = await addGames([game('AB', { score: 9 }), game('ABC'), game('D')]);
  assert.deepEqual(await kept(store), ['ABC', 'D']);
  await keepGame(store, game('DE'));
  await takeBack();
  assert.deepEqual(await kept(store), ['AB', 'DE'], 'a game that was played since then stays');
});

test('what was deleted can be put back, also where games wait', async () => {
  const store = new Store(fakeStorage);
  for (const codes of ['AB', 'C', 'D']) await keepGame(store, game(codes));
  const { games } = await listGames(store);
  const putBack = await deleteGames(store, games.slice(0, 2));
  assert.equal((await kept(store)).length, 1);
  await putBack();
  assert.deepEqual(await kept(store), ['AB', 'C', 'D']);
  databases.full = true;
  await keepGame(store, game('E'));
  const again = await deleteGames(
    store,
    (await listGames(store)).games.filter(({ text }) => text === game('E').text),
  );
  assert.deepEqual(await kept(store), ['AB', 'C', 'D']);
  await again();
  assert.deepEqual(await kept(store), ['AB', 'C', 'D', 'E']);
});

test('what waited and was deleted is put back where there is room, or the player is told', async () => {
  const storage = fakeStorage();
  const { setItem } = storage;
  const store = new Store(() => storage);
  databases.full = true;
  await keepGame(store, game('AB'));
  const putBack = await deleteGames(store, (await listGames(store)).games);
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  await assert.rejects(putBack());
  databases.full = false;
  await putBack();
  storage.setItem = setItem;
  assert.deepEqual(await kept(new Store(() => storage)), ['AB']);
});

test('a game that another window has deleted, too, is put back', async () => {
  const [here, there] = [new Store(fakeStorage), new Store(fakeStorage)];
  await keepGame(here, game('AB'));
  await keepGame(here, game('C', { id: 'name:mine', name: 'mine' }));
  const { games } = await listGames(here);
  const [putBackHere, putBackThere] = [await deleteGames(here, games), await deleteGames(there, games)];
  assert.deepEqual(await kept(here), []);
  await putBackThere();
  assert.deepEqual(await kept(here), ['AB', 'C']);
  await putBackHere();
  assert.deepEqual(await kept(here), ['AB', 'C'], 'each once');
});

test('the oldest games without a name are deleted beyond a limit', async () => {
  const store = new Store(fakeStorage);
  const many = Array.from({ length: 1001 }, (_, seed) => game('A', { seed, saved: seed, id: `${seed}` }));
  databases.games = new Map(many.map((old) => [old.id, old]));
  const named = game('B', { id: 'name:old', name: 'old', saved: 0 });
  databases.games.set(named.id, named);
  await keepGame(store, game('C', { seed: 5000, saved: 5000 }));
  const { games } = await listGames(store);
  assert.deepEqual([games.length, games[0]?.saved, games.at(-1)?.id], [1001, 5000, 'name:old']);
  assert.equal(games.at(-2)?.saved, 2);
  await keepGame(store, game('D', { seed: 6000, saved: 1 }));
  assert.equal((await listGames(store)).games.at(-2)?.saved, 1, 'what is kept now is not deleted at once');
});

test('with a full history a game is kept even if the clock was set back, and the oldest ones are deleted', async (t) => {
  const store = new Store(fakeStorage);
  const now = 1e12;
  const many = Array.from({ length: 1000 }, (_, seed) =>
    game('A', { seed, saved: 2 * now + seed, id: `${seed}` }),
  );
  databases.games = new Map(many.map((old) => [old.id, old]));
  t.mock.method(Date, 'now', () => now);
  for (let seed = 5000; seed < 5003; seed++) await keepGame(store, game('B', { seed, saved: now + seed }));
  const { games } = await listGames(store);
  assert.equal(games.length, 1000);
  assert.deepEqual(
    [0, 1, 2, 3, 999].map((at) => games[at]?.text.split(/[=;]/)[3]),
    ['5002', '5001', '5000', '999', '3'],
  );
});

test('of the games that wait the newest 100 are kept, and the one that ended last even if the clock was set back', () => {
  const store = new Store(() => null);
  for (let seed = 0; seed < 105; seed++) storeWaiting(store, game('A', { seed, saved: 1000 + seed }));
  storeWaiting(store, game('B', { saved: 5 }));
  const saved = waiting(store).map((waits) => waits.game.saved);
  assert.deepEqual([saved.length, saved[0], saved[1], saved.at(-1)], [101, 5, 1005, 1104]);
});

test('only a game as it was listed is deleted, not one that was played on since, or saved by name', async () => {
  const store = new Store(fakeStorage);
  await keepGame(store, game('AB'));
  const { games: listed } = await listGames(store);
  await keepGame(store, game('ABC'));
  await deleteGames(store, listed);
  assert.deepEqual(await kept(store), ['ABC']);
  databases.full = true;
  await keepGame(store, game('D'));
  await keepGame(store, game('D', { id: 'name:mine', name: 'mine' }));
  await deleteGames(store, [game('D')]);
  assert.deepEqual(
    waiting(store).map((waits) => waits.game.name),
    ['mine'],
  );
});

test('a history that cannot be read is reported, even if some games wait', async () => {
  const store = new Store(fakeStorage);
  await keepGame(store, game('AB'));
  databases.upgrade(); // close the open connection
  databases.version = 1;
  databases.error = 'UnknownError';
  await keepGame(store, game('C'));
  const { games, trouble } = await listGames(store);
  assert.deepEqual([games.length, trouble?.message], [1, BLOCKED]);
});

test('a database that never opens is reported after a while, and closed if it opens later', async (t) => {
  databases.upgrade();
  databases.version = 1;
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const closed = t.mock.fn();
  /** @type {any} */
  const request = { result: { close: closed } };
  t.mock.method(databases, 'open', () => request);
  const listed = listGames(new Store(fakeStorage));
  await new Promise(setImmediate);
  t.mock.timers.tick(10_000);
  assert.equal((await listed).trouble?.message, BLOCKED);
  request.onsuccess();
  assert.equal(closed.mock.callCount(), 1);
});

test('a connection that the browser has closed without an event is opened again', async () => {
  const store = new Store(fakeStorage);
  await keepGame(store, game('AB'));
  databases.connections.clear();
  assert.deepEqual(await listGames(store), { games: [game('AB')], trouble: null });
});

test('a game that is kept again keeps its date, its players and its review', async () => {
  const store = new Store(fakeStorage);
  await keepGame(store, game('AB', { ai: true, aided: true }));
  await keepGame(store, game('AB', { saved: 9, ai: false, accuracy: 0.5 }));
  assert.deepEqual(await listGames(store), {
    games: [game('AB', { ai: true, aided: true, accuracy: 0.5 })],
    trouble: null,
  });
});
