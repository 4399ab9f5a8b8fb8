// A small store of named texts that survives a reload: in localStorage, or in memory if that fails.
//
// Every access can throw: blocked by a setting or a sandboxed frame, full, or revoked while the page runs.
// The names have a prefix, because all pages of a host such as github.io share one localStorage.
//
// A record of a newer version (versions.js) is never read, overwritten or removed. This page stores its own
// record beside it.

import { VERSIONS, versionOf } from './versions.js';

export const PREFIX = 'afterstate:v1:';

/**
 * @typedef {Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & Partial<Pick<Storage, 'key' | 'length'>>}
 *   StorageLike
 */

export class Store {
  /**
   * @param {() => StorageLike | null | undefined} [open] returns the storage, or throws if it is blocked
   * @param {string} [board] a namespace for the names
   * @param {Readonly<Record<string, number>>} [versions] that this page reads and writes
   */
  constructor(open = () => localStorage, board = '', versions = VERSIONS) {
    this.prefix = PREFIX + board;
    this.versions = versions;
    /** The names of newer records found so far. @type {Set<string>} */
    this.newer = new Set();
    /** Called once, after the first one was found. @type {() => void} */
    this.onNewer = () => {};
    /**
     * @type {Map<string, string | null>} values that could not be written and are newer than the stored ones
     */
    this.memory = new Map();
    /** Null: nothing survives a reload. @type {StorageLike | null} */
    this.storage = null;
    try {
      this.storage = open() ?? null;
    } catch {
      // Blocked: the game lasts until the page is closed.
    }
  }

  /** The version that this page gives a record. @param {string} name @returns {number} */
  versionHere(name) {
    const version = this.versions[name.split(':', 1)[0] ?? ''];
    if (version === undefined) throw new Error(`shared/versions.js has no version for "${name}"`);
    return version;
  }

  /**
   * Where this page's record is: beside one of a newer version, which stays as it is.
   * @param {StorageLike} storage @param {string} name @param {number} version @returns {string}
   */
  keyOf(storage, name, version) {
    const key = this.prefix + name;
    if (versionOf(storage.getItem(key) ?? '') <= version) return key;
    if (this.newer.size === 0) queueMicrotask(() => this.onNewer());
    this.newer.add(name);
    return `${key}@${version}`;
  }

  /** @param {string} name @returns {string | null} */
  read(name) {
    const kept = this.memory.get(name);
    return kept !== undefined ? kept : this.stored(name);
  }

  /**
   * What the storage holds, which another window may have written, whether or not there was space for our
   * text.
   * @param {string} name
   * @returns {string | null}
   */
  stored(name) {
    const version = this.versionHere(name);
    if (!this.storage) return this.memory.get(name) ?? null;
    try {
      return this.storage.getItem(this.keyOf(this.storage, name, version));
    } catch {
      return null;
    }
  }

  /** @param {string} name @param {string} text @returns {boolean} whether it will survive a reload */
  write(name, text) {
    const version = this.versionHere(name);
    try {
      if (this.storage) {
        this.storage.setItem(this.keyOf(this.storage, name, version), text);
        this.memory.delete(name);
        return true;
      }
    } catch {
      // Full, or blocked since: the text stays in memory.
    }
    this.memory.set(name, text);
    return false;
  }

  /**
   * The names of all records of a kind that have a name of their own, such as `waiting:1`.
   * @param {string} kind
   * @returns {string[]}
   */
  names(kind) {
    const names = new Set(this.memory.keys());
    try {
      for (let at = 0; at < (this.storage?.length ?? 0); at++)
        names.add((this.storage?.key?.(at) ?? '').replace(this.prefix, ''));
    } catch {
      // Blocked since.
    }
    return [...names].filter((name) => name.startsWith(`${kind}:`) && this.memory.get(name) !== null);
  }

  /** @param {string} name */
  remove(name) {
    const version = this.versionHere(name);
    this.memory.delete(name);
    try {
      this.storage?.removeItem(this.keyOf(this.storage, name, version));
    } catch {
      this.memory.set(name, null);
    }
  }
}
