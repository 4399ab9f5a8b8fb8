// A board's record belongs to one tab: the one that holds its lock (Web Locks). Another tab shows the game
// but plays nothing, until the lock is free or the player takes it there.
//
// Each owner also has a number, stored beside the record, one higher than that of the owner before. A tab
// that was stolen from, was frozen, or has no locks (they need a secure context) sees there that its turn is
// over. A held lock would keep a page out of the back-forward cache, so a page that is left lets go.

/** @import { Store } from '../shared/store.js' */

const NAME = 'owner';
/** A page that still runs so long after it was left has come back, in milliseconds. */
const STAYS_MS = 1000;
/** How long the browser may take to say whether a lock is free (ms). Then the numbers alone decide. */
const ANSWERS_WITHIN_MS = 10_000;

/** @typedef {'asking' | 'mine' | 'elsewhere'} Ownership */
/**
 * What a session and its page need.
 * @typedef {Pick<Owner, 'mayWrite' | 'hadTurn' | 'refused' | 'ask' | 'begin' | 'status' | 'isWatching'>}
 *   Owning
 */

/** Of a game that no other tab can have. @type {Owning} */
export const ALONE = {
  status: 'mine',
  isWatching: false,
  mayWrite: () => true,
  hadTurn: () => true,
  refused() {},
  ask: async () => {},
  begin: async () => {},
};

export class Owner {
  /**
   * @param {Store} store of the record
   * @param {(status: Ownership) => void} onChange
   * @param {LockManager} [locks]
   */
  constructor(store, onChange, locks = globalThis.navigator?.locks) {
    this.store = store;
    this.onChange = onChange;
    this.locks = locks;
    this.size = '';
    /** @type {Document | undefined} */
    this.tab = undefined;
    /** @type {Ownership} */
    this.status = 'asking';
    /** The number that this tab has, by size. @type {Map<string, string>} */
    this.claims = new Map();
    /** Ends the last request, or lets go of its lock. */
    this.request = new AbortController();
    /** Ends the wait for an answer. @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Whether another tab has the board, and the user sees this one. */
  get isWatching() {
    return this.status === 'elsewhere' && this.tab?.visibilityState !== 'hidden';
  }

  /** @param {string} size such as `4x4` @returns {boolean} whether this tab's turn has not ended */
  mayWrite(size) {
    const claim = this.claims.get(size);
    return claim !== undefined && [null, claim].includes(this.store.read(`${NAME}:${size}`));
  }

  /** @param {string} size @returns {boolean} whether this tab has or had a turn */
  hadTurn(size) {
    return this.claims.has(size);
  }

  /**
   * Asks for the record of a size.
   * @param {string} size
   * @param {{ steal?: boolean }} [how] `steal`: also from the tab that has it; the turn begins at once
   */
  async ask(size, { steal = false } = {}) {
    this.letGo();
    this.size = size;
    const { signal } = (this.request = new AbortController());
    /** @type {LockOptions} */
    let how = steal ? { steal } : { ifAvailable: true };
    if (!this.locks || steal) this.gain();
    else this.timer = setTimeout(() => this.gain(), ANSWERS_WITHIN_MS);
    while (this.locks && !signal.aborted) {
      try {
        await this.locks.request(`${this.store.prefix}game:${size}`, how, (lock) => this.hold(lock, signal));
      } catch (error) {
        if (signal.aborted) return;
        if (!isAbort(error)) return this.gain(); // a page that may not use locks
        this.become('elsewhere'); // stolen
      }
      // Waits in line, because the tab that has it may be closed. A hidden tab does not: when the tab that is
      // seen reloads, it would find its game taken.
      if (this.tab?.visibilityState === 'hidden') return;
      how = { signal };
    }
  }

  /**
   * @param {Lock | null} held
   * @param {AbortSignal} signal
   * @returns {Promise<void> | undefined} until when to hold it
   */
  hold(held, signal) {
    if (signal.aborted) return undefined;
    if (!held) {
      this.become('elsewhere');
      return undefined;
    }
    if (this.status !== 'mine') this.gain();
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  /** This tab's turn begins. */
  gain() {
    const name = `${NAME}:${this.size}`;
    const number = String((Number(this.store.read(name)) || 0) + 1);
    this.store.write(name, number);
    this.claims.set(this.size, number);
    this.become('mine');
  }

  /** @param {Ownership} status */
  become(status) {
    clearTimeout(this.timer);
    this.status = status;
    this.onChange(status);
  }

  /** A write came too late. */
  refused() {
    if (this.status === 'mine') this.become('elsewhere');
  }

  letGo() {
    this.request.abort();
    clearTimeout(this.timer);
    if (this.status === 'mine') this.status = 'asking';
  }

  /**
   * Asks for the first time, and follows the page.
   * @param {string} size
   * @param {Document} tab
   */
  async begin(size, tab) {
    this.listen(tab);
    await this.ask(size);
  }

  /** @param {Document} tab */
  listen(tab) {
    this.tab = tab;
    addEventListener('pagehide', () => {
      this.letGo();
      // A page that was not left after all.
      setTimeout(() => this.status === 'asking' && this.ask(this.size), STAYS_MS);
    });
    addEventListener('pageshow', (event) => {
      if (event.persisted) void this.ask(this.size);
    });
    tab.addEventListener('visibilitychange', () => {
      if (this.status !== 'elsewhere') return;
      if (tab.visibilityState === 'hidden') this.request.abort();
      else void this.ask(this.size);
    });
    addEventListener('storage', ({ key, newValue }) => {
      const isOurs = key === `${this.store.prefix}${NAME}:${this.size}` && newValue !== null;
      if (isOurs && this.status === 'mine' && !this.mayWrite(this.size)) this.become('elsewhere');
    });
  }
}

/** @param {unknown} error */
const isAbort = (error) => error instanceof DOMException && error.name === 'AbortError';
