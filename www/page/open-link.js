// Opens the game, the board or the puzzle that a link shares. Loaded only with a link.

import { challengeOf } from '../challenge/challenge.js';
import { messageOf } from '../engine/protocol.js';
import { beginGame } from '../game/acts.js';
import { readLink } from '../game/link.js';
import { gameFrom } from '../game/position.js';
import { openDialog } from '../shared/dialogs.js';
import { notify } from '../shared/notices.js';

/** @import { State } from '../game/state.js' */

/** @param {State} state @param {string} hash the fragment of the address, with its `#` */
export function openShared(state, hash) {
  try {
    const shared = readLink(hash);
    if (shared?.kind === 'game') {
      const challenge = challengeOf(state.Game, shared);
      openDialog(
        state,
        challenge
          ? { name: 'challenge', challenge }
          : { name: 'replay', shown: { kind: 'shared', text: shared.text, by: shared.by } },
      );
    }
    if (shared?.kind === 'puzzle')
      openDialog(state, { name: 'puzzles', shown: { kind: 'board', ranks: shared.ranks } });
    if (shared?.kind === 'board')
      beginGame(
        state,
        gameFrom(state.Game, shared.position, shared.score),
        'New game from the shared board.',
      );
  } catch (error) {
    notify(state, messageOf(error));
  }
}
