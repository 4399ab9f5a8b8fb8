// Web Locks in memory: one lock a name, with a queue.

/** @typedef {{ run: () => void, drop: (error: Error) => void }} Held */

export class FakeLocks {
  /** Whether tabs hear only after `tell` that their locks were stolen. */
  isLate = false;
  /** @type {(() => void)[]} */
  untold = [];
  /** @type {Map<string, { reject: (error: unknown) => void }>} */
  held = new Map();
  /** @type {Map<string, (() => void)[]>} */
  waiting = new Map();

  /**
   * @param {string} name
   * @param {any} options
   * @param {(lock: object | null) => unknown} use
   * @returns {Promise<unknown>}
   */
  request(name, { ifAvailable = false, steal = false, signal }, use) {
    return new Promise((resolve, reject) => {
      const abort = () => reject(new DOMException('aborted', 'AbortError'));
      if (signal?.aborted) return abort();
      const take = () => {
        const mine = { reject };
        this.held.set(name, mine);
        queueMicrotask(async () => {
          const result = await use({ name });
          if (this.held.get(name) === mine) this.release(name);
          resolve(result);
        });
      };
      const before = this.held.get(name);
      if (!before || steal) {
        const steal = () => before?.reject(new DOMException('stolen', 'AbortError'));
        if (this.isLate) this.untold.push(steal);
        else steal();
        take();
      } else if (ifAvailable) queueMicrotask(async () => resolve(await use(null)));
      else {
        const queue = this.waiting.get(name) ?? [];
        this.waiting.set(name, queue);
        queue.push(take);
        signal?.addEventListener('abort', () => {
          if (!queue.includes(take)) return;
          queue.splice(queue.indexOf(take), 1);
          abort();
        });
      }
      return undefined;
    });
  }

  tell() {
    for (const steal of this.untold.splice(0)) steal();
  }

  /** @param {string} name */
  release(name) {
    this.held.delete(name);
    this.waiting.get(name)?.shift()?.();
  }
}
