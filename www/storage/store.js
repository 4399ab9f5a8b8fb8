// A small store of named texts that survives a reload: localStorage where it works, memory where it does not.
//
// Every access can throw: blocked by a setting or a sandboxed frame, full, or taken away while the page runs. The names
// carry a prefix, because every page of a host such as github.io shares one localStorage.

/** The prefix of every name. */
export const PREFIX = 'afterstate:v1:';

/** @typedef {Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>} StorageLike */

export class Store {
  /**
   * @param {() => StorageLike | null | undefined} [open] gives the storage, or throws where it is blocked
   * @param {string} [board] of the store: the same names on another are other texts
   */
  constructor(open = () => localStorage, board = '') {
    this.prefix = PREFIX + board;
    /** @type {Map<string, string | null>} what could not be written, and is newer than what is stored */
    this.memory = new Map();
    /** @type {StorageLike | null} */
    this.storage = null;
    try {
      this.storage = open() ?? null;
    } catch {
      // Blocked: this game lives as long as the page.
    }
  }

  /** Whether there is a storage at all, so that a text may survive a reload. */
  get lasts() {
    return this.storage !== null;
  }

  /** @param {string} name @returns {string | null} */
  read(name) {
    const kept = this.memory.get(name);
    if (kept !== undefined) return kept;
    try {
      return this.storage?.getItem(this.prefix + name) ?? null;
    } catch {
      return null;
    }
  }

  /** @param {string} name @param {string} text @returns {boolean} whether it will survive a reload */
  write(name, text) {
    try {
      if (this.storage) {
        this.storage.setItem(this.prefix + name, text);
        this.memory.delete(name);
        return true;
      }
    } catch {
      // Full, or blocked since: kept in memory.
    }
    this.memory.set(name, text);
    return false;
  }

  /** @param {string} name */
  remove(name) {
    this.memory.delete(name);
    try {
      this.storage?.removeItem(this.prefix + name);
    } catch {
      this.memory.set(name, null);
    }
  }
}
