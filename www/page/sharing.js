// Links to this page, and the clipboard.

/** @param {string} hash @returns {string} the full URL of this page with it */
export function addressOf(hash) {
  return new URL(hash, new URL('./', location.href)).href;
}

/** @param {string} text @returns {Promise<boolean>} whether the browser allowed it */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
