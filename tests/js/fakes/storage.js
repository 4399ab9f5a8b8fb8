// A localStorage in memory.

/** @param {Record<string, string>} [start] */
export function fakeStorage(start = {}) {
  const items = new Map(Object.entries(start));
  return {
    items,
    get length() {
      return items.size;
    },
    key: (/** @type {number} */ index) => [...items.keys()][index] ?? null,
    clear: () => items.clear(),
    getItem: (/** @type {string} */ name) => items.get(name) ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ text) => void items.set(name, text),
    removeItem: (/** @type {string} */ name) => void items.delete(name),
  };
}
