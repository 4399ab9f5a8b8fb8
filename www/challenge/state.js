// The game to beat.

/** @import { Challenge, State } from '../game/state.js' */

/** The page has a game to beat. @param {State} state @param {Challenge} challenge */
export function challenged(state, challenge) {
  state.challenge.value = challenge;
}
