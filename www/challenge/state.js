// The game to beat.

/** @import { State } from '../game/state.js' */
/** @import { Challenge } from '../game/types.js' */

/** The page has a game to beat. @param {State} state @param {Challenge} challenge */
export function challenged(state, challenge) {
  state.challenge.value = challenge;
}
