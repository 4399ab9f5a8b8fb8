/** @param {number} ms @returns {Promise<void>} resolves after this time */
export const wait = (ms) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/**
 * Waits for something that may never come.
 * @template T, L @param {Promise<T>} promise @param {number} ms @param {L} late the result after this time
 * @returns {Promise<T | L>}
 */
export async function within(promise, ms, late) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  try {
    return await Promise.race([
      promise,
      new Promise((/** @type {(late: L) => void} */ resolve) => {
        timer = setTimeout(() => resolve(late), ms);
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * @template T @param {Promise<T>} promise @param {number} ms
 * @param {() => void} late called if it takes longer
 * @returns {Promise<T>}
 */
export async function orSayLate(promise, ms, late) {
  const timer = setTimeout(late, ms);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}

/** After this time of waiting for the browser’s storage the page says so (ms). */
export const STORAGE_IS_SLOW_MS = 1000;
