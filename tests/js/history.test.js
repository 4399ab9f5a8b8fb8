// The history's database, with a fake one: a newer page upgrades it while this page has it open, or it cannot be opened.

import assert from 'node:assert/strict';
import { test } from 'node:test';

/** A database of one store, as far as www/storage/history.js uses it. */
class FakeDatabases {
  version = 0;
  damaged = false;
  /** @type {Map<string, any>} */
  games = new Map();
  /** The open connections. @type {Set<any>} */
  connections = new Set();

  /** @param {() => unknown} act its result is the result of the request, and its error that of the request */
  request(act) {
    const request = /** @type {any} */ ({});
    setTimeout(() => {
      try {
        request.result = act();
        request.onsuccess?.();
      } catch (error) {
        request.error = error;
        request.onerror?.();
      }
    });
    return request;
  }

  /** @param {string} _name @param {number} version */
  open(_name, version) {
    return this.request(() => {
      if (this.damaged) throw new DOMException('Internal error opening backing store', 'UnknownError');
      if (version < this.version)
        throw new DOMException('The requested version is less than the existing version', 'VersionError');
      this.version = version;
      const connection = {
        close: () => this.connections.delete(connection),
        transaction: () => {
          if (!this.connections.has(connection))
            throw new DOMException('The database connection is closing.', 'InvalidStateError');
          return {
            objectStore: () => ({
              get: (/** @type {string} */ id) => this.request(() => this.games.get(id)),
              put: (/** @type {any} */ game) => this.request(() => this.games.set(game.id, game)),
              getAll: () => this.request(() => [...this.games.values()]),
            }),
          };
        },
      };
      this.connections.add(connection);
      return connection;
    });
  }

  /** Another page raises the version. */
  upgrade() {
    for (const connection of this.connections) connection.onversionchange();
    assert.equal(this.connections.size, 0, 'an open connection blocks the newer page');
    this.version++;
  }
}

const databases = new FakeDatabases();
Object.assign(globalThis, { indexedDB: databases });
const { keepGame, listGames } = await import('../../www/storage/history.js');

test('a newer page may upgrade a history that is open, and the player is asked to reload', async () => {
  const game = {
    id: 'a',
    saved: 1,
    rows: 4,
    cols: 4,
    score: 100,
    rank: 5,
    moves: 20,
    aided: false,
    text: 'a',
  };
  await keepGame(game);
  assert.deepEqual(await listGames(), [game]);
  databases.upgrade();
  for (let times = 0; times < 2; times++) {
    await assert.rejects(listGames(), {
      message: 'A newer version of this page keeps your games. Reload the page.',
    });
  }
  databases.version = 1;
  assert.deepEqual(await listGames(), [game], 'the host went back to this version');
});

test('for any other error the player reads that games cannot be stored, and the next call tries again', async () => {
  databases.upgrade();
  Object.assign(databases, { version: 1, damaged: true });
  await assert.rejects(listGames(), { message: 'Your browser can’t store games here, so none are kept.' });
  databases.damaged = false;
  assert.equal((await listGames()).length, 1);
});
