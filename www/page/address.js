// The address of the page: what it shares is opened, and a game in it does not come back after a reload.

import { withoutGame } from '../game/address.js';
import { PART } from '../shared/notices.js';
import { effect, untracked } from '../vendor/signals-core.js';
import { loadPart } from './parts.js';

/** @import { State } from '../game/state.js' */

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
 * @param {bigint | null} seed in the address
 */
export function followAddress(state, seed) {
  const { session } = state;
  let { game, rows, cols } = session;
  effect(() => {
    const now = state.game.value;
    const another = session.game !== game && now.seed !== seed;
    if (another || now.rows !== rows || now.cols !== cols) settleAddress();
    ({ game, rows, cols } = session);
  });
  addEventListener('hashchange', () => void openLink(state));
}

/**
 * Opens the game, the board or the puzzle that the URL shares. If the code cannot be loaded, it stays in the
 * URL for a reload.
 * @param {State} state
 */
export async function openLink(state) {
  const { hash } = location;
  // On the page of a challenge it is the game to beat, also after a reload.
  if (hash === '' || state.challenge.value.kind === 'on') return;
  const load = () => import('./open-link.js');
  const loaded = await untracked(() => loadPart(state, PART, load, () => void openLink(state)));
  if (loaded === 'failed') return;
  loaded.openShared(state, hash);
  settleAddress();
}
