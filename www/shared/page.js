// Finds the elements of the page by id.

/**
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 * @throws if it is missing: then script and page are from different builds
 */
export function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return /** @type {T} */ (found);
}
/** @type {(id: string) => HTMLButtonElement} */
export const button = element;
/** @type {(id: string) => HTMLInputElement} */
export const input = element;

/**
 * The page has started, or says itself what is wrong: removes the notice that its HTML has for a page without
 * scripts.
 */
export const removeStuckNotice = () => document.getElementById('stuck')?.remove();

/** The page cannot start: its notice says why, and what helps. */
export const showNotStarted = async () => (await import('./not-started.js')).showNotStarted();

/** The page starts later, because the browser’s storage takes long. */
export const showSlowStorage = async () => (await import('./not-started.js')).showSlowStorage();

/** Starts a page. @param {() => Promise<unknown>} main if it fails, the page says why */
export function startPage(main) {
  main().catch((error) => {
    void showNotStarted();
    throw error;
  });
}

/**
 * For pages whose motion is not drawn by styles alone.
 * @param {string} motion the setting
 * @returns {() => boolean} whether nothing should move
 */
export function stillnessOf(motion) {
  document.documentElement.dataset.motion = motion;
  const system = matchMedia('(prefers-reduced-motion: reduce)');
  return () => motion === 'reduced' || system.matches;
}
