// A database of IndexedDB: opened when it is first used, closed when a newer page wants to change it, and
// read and written in transactions that happen completely or not at all.

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
export const answer = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** How long opening may take, in milliseconds: some browsers never answer (webkit.org/b/226547). */
const OPENS_WITHIN_MS = 10_000;

/** @param {IDBOpenDBRequest} request @returns {Promise<IDBDatabase>} rejects if there is no answer in time */
const opened = (request) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      request.onsuccess = () => request.result.close(); // nothing waits for it any more
      reject(new DOMException('The database does not open.', 'TimeoutError'));
    }, OPENS_WITHIN_MS);
    answer(request)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });

/** How long a transaction may take, in milliseconds: the largest writes 50 MB. */
const ENDS_WITHIN_MS = 30_000;

/** @param {IDBTransaction} transaction @returns {Promise<void>} rejects if it does not end in time */
const completed = (transaction) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new DOMException('The database does not answer.', 'TimeoutError'));
      abort(transaction);
    }, ENDS_WITHIN_MS);
    const end = (/** @type {() => void} */ settle) => () => {
      clearTimeout(timer);
      settle();
    };
    transaction.oncomplete = end(resolve);
    transaction.onabort = end(() => reject(transaction.error));
  });

/** What was written before an error must not stay. @param {IDBTransaction} transaction */
function abort(transaction) {
  try {
    transaction.abort();
  } catch {
    // It has been aborted by the error.
  }
}

/** Deletes what an earlier version of the page stored. @param {string} name */
export function deleteDatabase(name) {
  try {
    indexedDB.deleteDatabase(name);
  } catch {
    // Storage is blocked: there is none.
  }
}

export class Database {
  /**
   * @param {string} name
   * @param {{ create: (database: IDBDatabase) => void, reasonOf?: (error: unknown) => Error, version?: number
   *   }} options `create`: makes the stores of a new database; `reasonOf`: the message for the player;
   *   `version`: a newer page raises it when it changes the form of a record
   */
  constructor(name, { create, reasonOf = (error) => /** @type {Error} */ (error), version = 1 }) {
    this.name = name;
    this.options = { create, reasonOf, version };
    /** @type {Promise<IDBDatabase> | undefined} */
    this.opened = undefined;
  }

  async open() {
    const { create, version } = this.options;
    const request = indexedDB.open(this.name, version);
    request.onupgradeneeded = () => create(request.result);
    const database = await opened(request);
    // A newer page may want to change it. Closing it here fires no event.
    database.onversionchange = () => {
      database.close();
      this.opened = undefined;
    };
    database.onclose = () => {
      this.opened = undefined;
    };
    return database;
  }

  connection() {
    this.opened ??= this.open();
    this.opened.catch(() => {
      this.opened = undefined;
    });
    return this.opened;
  }

  /** @param {string[]} stores @param {IDBTransactionMode} mode @returns {Promise<IDBTransaction>} */
  async begin(stores, mode) {
    const connection = await this.connection();
    try {
      return connection.transaction(stores, mode);
    } catch {
      // It was closed meanwhile; some browsers close it without an event.
      this.opened = undefined;
      return (await this.connection()).transaction(stores, mode);
    }
  }

  /**
   * @template T @param {string[]} stores @param {IDBTransactionMode} mode
   * @param {(...stores: IDBObjectStore[]) => Promise<T>} act waits for nothing but requests to these stores
   * @returns {Promise<T>} its result. Rejects with the message for the player, and then nothing has changed
   */
  async within(stores, mode, act) {
    try {
      const transaction = await this.begin(stores, mode);
      const done = completed(transaction);
      const acted = act(...stores.map((store) => transaction.objectStore(store))).catch((error) => {
        abort(transaction);
        throw error;
      });
      const [result] = await Promise.all([acted, done]);
      return result;
    } catch (error) {
      throw this.options.reasonOf(error);
    }
  }
}
