// A fake IndexedDB with one database of one store, as far as www/game/kept-games.js uses it.

import assert from 'node:assert/strict';

export class FakeDatabases {
  version = 0;
  /** The name of the error that opening it gives. */
  error = '';
  /** Whether every write fails. */
  full = false;
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
      if (this.error) throw new DOMException('Cannot be opened', this.error);
      if (version < this.version)
        throw new DOMException('The requested version is less than the existing version', 'VersionError');
      this.version = version;
      const connection = {
        close: () => this.connections.delete(connection),
        transaction: () => {
          if (!this.connections.has(connection))
            throw new DOMException('The database connection is closing.', 'InvalidStateError');
          return this.transaction();
        },
      };
      this.connections.add(connection);
      return connection;
    });
  }

  /** It is complete when no request is left; if one fails, nothing has changed. */
  transaction() {
    const transaction = /** @type {any} */ ({ error: null });
    const games = new Map(this.games);
    let open = 0;
    /** @param {() => unknown} act */
    const request = (act) => {
      open++;
      const asked = this.request(() => {
        if (this.full && act.toString().includes('games.set'))
          throw new DOMException('full', 'QuotaExceededError');
        return act();
      });
      setTimeout(() =>
        setTimeout(() => {
          if (--open > 0) return;
          transaction.error = asked.error ?? null;
          if (transaction.error) return transaction.onabort?.();
          this.games = games;
          transaction.oncomplete?.();
        }),
      );
      return asked;
    };
    const store = {
      put: (/** @type {any} */ game) => request(() => games.set(game.id, game)),
      delete: (/** @type {string} */ id) => request(() => games.delete(id)),
      getAll: () => request(() => [...games.values()]),
    };
    return Object.assign(transaction, { objectStore: () => store });
  }

  /** Another page raises the version. */
  upgrade() {
    for (const connection of this.connections) connection.onversionchange();
    assert.equal(this.connections.size, 0, 'an open connection blocks the newer page');
    this.version++;
  }
}
