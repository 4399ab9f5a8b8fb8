// Links to this page, and sharing: with the browser's dialog where there is one, else a text is copied.

import { t } from './text.js';
import { copyText } from './file.js';

/** @param {string} hash @returns {string} the full URL of this page with it */
export const addressOf = (hash) => new URL(hash, new URL('./', location.href)).href;

/** @param {string} text @param {(words: string) => void} tell tells the player what happened */
export async function copy(text, tell) {
  tell(
    (await copyText(text))
      ? t('Copied.')
      : t('Your browser blocked copying. Select and copy this text: {text}', { text }),
  );
}

/** @param {{ text?: string, url?: string, files?: File[] }} what @param {(words: string) => void} tell */
export async function share({ text = '', url = '', files = [] }, tell) {
  const words = { ...(text && { text }), ...(url && { url }) };
  const all = files.length > 0 && navigator.canShare?.({ files }) ? { ...words, files } : words;
  try {
    return await navigator.share(all);
  } catch (error) {
    // The player closed the dialog. Otherwise this browser has none, or does not share this.
    if (error instanceof DOMException && error.name === 'AbortError') return;
  }
  await copy([text, url].filter((part) => part !== '').join(' '), tell);
}
