// Follows the game: keeps it in the history, vibrates, and asks the browser to keep the page's storage.

import { UNSAVED, forget, notify } from '../shared/notices.js';
import { keepPlayed } from '../game/keep.js';
import { WORTH_KEEPING } from '../game/record.js';
import { effect, untracked } from '../vendor/signals-core.js';

/** @import { State } from '../game/state.js' */
/** @import { BoardState } from '../game/types.js' */

/** Short enough to feel like a tick. */
const VIBRATION_MS = 12;

/** @param {State} state */
export function followGame(state) {
  effect(() => {
    const game = state.game.value;
    untracked(() => changed(state, game));
  });
  effect(() => {
    const isUnsaved = state.unsaved.value;
    untracked(() => (isUnsaved ? notify(state, UNSAVED, undefined, 'unsaved') : forget(state, 'unsaved')));
  });
}

/** @param {State} state @param {BoardState} game */
function changed(state, { status, change, moves }) {
  // A try of the daily board is kept as such. A finished game that is only shown again has been kept, and may
  // have been deleted since.
  if (status === 'over' && !state.final.value)
    if (change.kind === 'step' ? !change.redone : change.goesOn) keepPlayed(state.store, state.session);
  if (change.kind === 'step' && change.by === 'person' && state.settings.value.vibrate)
    if (change.step.moves.some(({ merged }) => merged)) navigator.vibrate?.(VIBRATION_MS);
  // Asks the browser to keep the storage when it needs space. Some have no such promise, and frames may not
  // ask.
  if (moves === WORTH_KEEPING) navigator.storage?.persist?.().catch(() => {});
}
