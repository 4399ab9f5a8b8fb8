// Links to this page.

/** @param {string} hash @returns {string} the full URL of this page with it */
export const addressOf = (hash) => new URL(hash, new URL('./', location.href)).href;
