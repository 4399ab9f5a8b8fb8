// The address of the page: what it shares is opened, and a game in it does not come back after a reload.

import { PART } from '../shared/notices.js';
import { effect, untracked } from '../vendor/signals-core.js';
import { withApp } from './parts.js';

/** @import { AiOptions } from '../ai/ai.js' */
/** @import { State } from '../game/state.js' */

/** Removes the options that describe a game. @param {string} href @returns {string} */
export function withoutGame(href) {
  const address = new URL(href);
  for (const name of ['challenge', 'rows', 'cols', 'seed']) address.searchParams.delete(name);
  address.hash = '';
  return address.href;
}

/** Removes the game from the URL, so that a reload shows the current game. */
function settleAddress() {
  try {
    history.replaceState(history.state, '', withoutGame(location.href));
  } catch {
    // A sandboxed frame cannot change its URL.
  }
}

/**
 * A reload should not replace another game by that of the address.
 * @param {State} state
 * @param {AiOptions} options
 * @param {bigint | null} seed of the game that the address asks for
 */
export function followAddress(state, options, seed) {
  const { session } = state;
  let { game, rows, cols } = session;
  effect(() => {
    const now = state.game.value;
    const another = session.game !== game && now.seed !== seed;
    if (another || now.rows !== rows || now.cols !== cols) settleAddress();
    ({ game, rows, cols } = session);
  });
  addEventListener('hashchange', () => void openLink(state, options));
}

/**
 * Opens the game, the board or the puzzle that the URL shares. If the code cannot be loaded, it stays in the
 * URL for a reload.
 * @param {State} state @param {AiOptions} options
 */
export async function openLink(state, options) {
  const { hash } = location;
  if (hash === '') return;
  const app = await untracked(() => withApp(state, options, PART, () => void openLink(state, options)));
  if (app !== 'failed' && app.openLink(hash) !== 'stays') settleAddress();
}
