// Loads the language of the player before the first board, if it comes soon.

import { languageOf } from './text.js';
import { wait } from './wait.js';

/** How long the first board waits for its texts, in milliseconds. */
const PATIENCE_MS = 700;

/**
 * Loads the language and translates the document, unless it is English. Never rejects. A catalog that comes
 * late translates the document when it comes, so that a slow connection does not delay the first board.
 * @param {string} choice see `languageOf`
 */
export async function loadLanguage(choice) {
  const language = languageOf(choice);
  if (language === 'en') return;
  const loaded = import('./load.js').then(({ load }) => load(language)).catch(() => {}); // offline: it stays English
  await Promise.race([loaded, wait(PATIENCE_MS)]);
}
